"""The disk is full, fails, is slow or hangs; the database takes no writes. People are told so, read on, and go on when
it is over."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.chaos.disks import by_root, disk, slow
from tests.chaos.parts import PostgreSQL
from tests.chaos.site import Site, small, whole
from tests.servers import wait_for

WHILE = 4.0  # seconds that it lasts


def refusals(site: Site) -> int:
    return sum(len(one.failed) for one in site.history.reports)


def lasts(site: Site, code: str) -> None:
    """Reports are refused for this reason, and battles are read."""
    wait_for(lambda: site.history.failures[f"503 {code}"] > 2, f"503 {code}")
    before, looks = refusals(site), len(site.history.looks)
    sleep(WHILE)
    assert refusals(site) > before
    assert len(site.history.looks) > looks, "nobody can read"


@by_root
def test_a_full_disk_under_sqlite(tmp_path: Path, tell: Callable[[str], None]) -> None:
    with disk(tmp_path, 24) as place, small(tmp_path, 2, 8, place.place) as site:
        with site.played():
            sleep(2)
            place.fill()
            lasts(site, "disk-full")
            place.make_room()
        tell(f"full disk, SQLite: {site.history.told}; longest refusal {site.history.longest():.1f} s")


@by_root
def test_a_full_disk_under_postgresql(tmp_path: Path, tell: Callable[[str], None]) -> None:
    """Its server may end over it, where what it writes first has no room: then it is started again, when there is."""
    with disk(tmp_path, 300) as place:
        tmp_path.chmod(0o755)
        for parent in tmp_path.parents[:2]:
            parent.chmod(0o755)
        home = place.place / "postgresql"
        home.mkdir()
        with whole(tmp_path, 2, 8, home) as site:
            with site.played():
                sleep(2)
                place.fill()
                wait_for(lambda: refusals(site) > 5, "refusals")
                sleep(WHILE)
                place.make_room()
                site.parts["database"].start()
            tell(f"full disk, PostgreSQL: {site.history.told}; longest refusal {site.history.longest():.1f} s")


@by_root
def test_a_disk_that_fails_under_sqlite(tmp_path: Path, tell: Callable[[str], None]) -> None:
    """What was acknowledged had been flushed. The machine starts again, and the disk is checked."""
    with disk(tmp_path, 64) as place, small(tmp_path, 2, 8, place.place) as site:
        with site.played():
            sleep(2)
            place.fail()
            wait_for(lambda: refusals(site) > 5, "refusals")
            sleep(WHILE)
            site.parts["web"].kill()
            place.repair()
            site.parts["web"].start()
        tell(f"failed disk, SQLite: {site.history.told}; longest refusal {site.history.longest():.1f} s")


def test_a_database_that_takes_no_writes(tmp_path: Path, tell: Callable[[str], None]) -> None:
    with whole(tmp_path, 2, 8) as site:
        database = site.parts["database"]
        assert isinstance(database, PostgreSQL)

        def say(word: str) -> None:
            with database.connect("postgres") as line:
                line.execute(f"ALTER SYSTEM SET default_transaction_read_only = {word}")
                line.execute("SELECT pg_reload_conf()")

        with site.played():
            sleep(2)
            say("on")
            lasts(site, "read-only")
            assert [one["code"] for one in wrong(site.port)] == ["read-only"]
            say("off")
        tell(f"read-only, PostgreSQL: {site.history.told}; longest refusal {site.history.longest():.1f} s")


def wrong(port: int) -> list[dict[str, Any]]:
    """What /readyz/web names, asked until it has looked anew."""
    sleep(2)
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz/web", timeout=20) as answer:
            found: list[dict[str, Any]] = json.loads(answer.read())["wrong"]
    except HTTPError as error:
        found = json.loads(error.read())["wrong"]
    return found


@by_root
def test_a_slow_disk_under_sqlite(tmp_path: Path, tell: Callable[[str], None]) -> None:
    """Every commit waits for it. Reports wait in a queue, and pages do not."""
    with small(tmp_path, 2, 8) as site:
        with site.played():
            sleep(2)
            looks, taken = len(site.history.looks), len(site.history.reports)
            with slow(site.parts["web"].pid, 300):
                sleep(4 * WHILE)
                assert len(site.history.reports) > taken, "no report comes through"
                assert len(site.history.looks) - looks > 10, "who looks waits with those who write"
        tell(f"slow disk, SQLite: {site.history.told}; longest refusal {site.history.longest():.1f} s")


@pytest.mark.parametrize("names", [("database",), ("pooler",), ("redis",), ("worker",), ("web",)], ids=" ".join)
def test_a_part_that_hangs(tmp_path: Path, tell: Callable[[str], None], names: tuple[str, ...]) -> None:
    """It takes connections and says nothing, as on a disk that hangs; then it goes on."""
    with whole(tmp_path, 2, 8) as site:
        with site.played():
            sleep(1)
            for name in names:
                site.parts[name].send(signal.SIGSTOP)
                sleep(2 * WHILE)
                site.parts[name].send(signal.SIGCONT)
                sleep(1)
        tell(f"{names} hangs: {site.history.told}; longest refusal {site.history.longest():.1f} s")
