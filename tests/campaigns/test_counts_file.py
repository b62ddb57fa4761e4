"""Where there is no Redis, the processes of a machine count tries in one file, and strangers drive out no count."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.cache import caches
from django.test import RequestFactory
from pytest_django import Settings

from campaigns import login_throttle
from campaigns.counts_file import Counts
from campaigns.shared_cache import one_more
from deploy import environment


@pytest.fixture
def file(tmp_path: Path) -> Counts:
    return Counts(str(tmp_path / "new" / "counts.sqlite3"), {})


@pytest.fixture
def without_redis(settings: Settings, tmp_path: Path) -> Iterator[None]:
    """As a site is set up that has none."""
    settings.CACHES = environment.caches("", "", tmp_path / "counts.sqlite3")
    yield
    caches["default"].clear()


def test_it_counts_as_a_cache_does(file: Counts, monkeypatch: pytest.MonkeyPatch) -> None:
    at = [1_800_000_000.0]
    monkeypatch.setattr(time, "time", lambda: at[0])
    assert [one_more(file, "a", 60) for _time in range(3)] == [1, 2, 3]
    assert (file.get("a"), file.get("b", 7), file.decr("a")) == (3, 7, 2)
    assert not file.add("a", 1, timeout=60)
    at[0] += 59
    assert file.incr("a") == 3, "for as long as it would have gone on"
    at[0] += 1
    assert file.get("a") is None
    with pytest.raises(ValueError, match="nothing is counted"):
        file.incr("a")
    assert one_more(file, "a", 60) == 1
    file.set("until", 1_800_000_000.25, timeout=None)
    at[0] += 10**6
    assert (file.get("until"), file.delete("until"), file.delete("until")) == (1_800_000_000.25, True, False)
    file.set("a", 1)
    file.clear()
    assert file.get("a") is None


def test_none_is_lost_of_several_at_once(file: Counts) -> None:
    others = [Counts(str(file.path), {}) for _process in range(4)]
    with ThreadPoolExecutor(8) as threads:
        counted = list(threads.map(lambda n: one_more(others[n % 4], "a", 60), range(80)))
    assert sorted(counted) == list(range(1, 81))


@pytest.mark.django_db
@pytest.mark.usefixtures("without_redis")
def test_tries_are_counted_once_for_all_processes_and_are_driven_out_by_nobody() -> None:
    """Each of two processes has a cache of its own."""
    request = RequestFactory().post("/login/", REMOTE_ADDR="198.51.100.1")
    assert [login_throttle.take(request, "bob") for _try in range(9)] == [0] * 9
    for n in range(400):  # by strangers, at names that nobody has
        login_throttle.take(RequestFactory().post("/login/", REMOTE_ADDR=f"203.0.113.{n % 250}"), f"name {n}")
    caches["default"].clear()
    assert login_throttle.take(request, "bob") == 0
    assert login_throttle.take(request, "bob") > 0


def test_it_stands_beside_the_database_whose_site_it_counts_for(tmp_path: Path) -> None:
    sqlite = {"ENGINE": "django.db.backends.sqlite3", "NAME": tmp_path / "club.sqlite3"}
    assert environment.counts_file(sqlite, tmp_path / "data") == tmp_path / "club.sqlite3-counts"
    elsewhere = {"ENGINE": "django.db.backends.postgresql", "NAME": "leaguer"}
    assert environment.counts_file(elsewhere, tmp_path / "data") == tmp_path / "data" / "counts.sqlite3"
    assert "counts" not in environment.caches("redis://localhost", "leaguer", tmp_path), "there all count together"
