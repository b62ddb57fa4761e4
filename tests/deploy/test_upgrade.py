"""The first release's database, kept as its own engine dumped it, taken over by this one."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError
from django.db import connection
from django.test import Client
from django.urls import reverse

from battles import log
from battles.models import Sheet
from campaigns import clerk
from campaigns.models import Campaign, CampaignSheet, User
from deploy import read_tables
from tests.cast import PASSWORD
from tests.databases import Scratch, scratch
from tests.deploy.house import contents, holds, play_on, run
from tests.deploy.shape import is_like, settled
from tests.length import in_soak
from tests.where import BOTH

pytestmark = BOTH

FIRST = Path(__file__).parent / "first_release"


def fill(database: Scratch) -> None:
    """With the first release's dump, as `sqlite3` and `psql` would."""
    text = gzip.decompress((FIRST / f"{connection.vendor}.sql.gz").read_bytes()).decode()
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(database.name)) as empty:
            empty.executescript(text)
        return
    with database.used(), psycopg.connect(database.environment()["DATABASE_URL"], autocommit=True) as empty:
        empty.execute(text.encode())


# On the other database, test_release_0_2 takes one over.
ON_BOTH = [
    pytest.param("postgresql", marks=pytest.mark.only_on("postgresql")),
    pytest.param(
        "sqlite",
        marks=[
            pytest.mark.only_on("sqlite"),
            in_soak(
                "tests/deploy/test_upgrade.py::test_the_first_releases_database_is_taken_over",
                "tests/deploy/test_release_0_2.py::test_every_stream_is_as_it_was",
            ),
        ],
    ),
]


@pytest.fixture(scope="module", params=ON_BOTH)
def first_release(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Scratch]:
    """The first release's demo: one battle settled, one under way. The tests take copies."""
    with django_db_blocker.unblock(), scratch(tmp_path_factory.mktemp("first")) as database:
        fill(database)
        yield database


@pytest.fixture
def old(first_release: Scratch, tmp_path: Path, django_db_blocker: Any) -> Iterator[Scratch]:
    with django_db_blocker.unblock(), scratch(tmp_path, like=first_release) as database, database.used():
        yield database


def heads() -> dict[str, log.Head]:
    return {stream: log.head(stream) for stream, _kind in log.streams()}


class Killed(BaseException):
    pass


def killed_before_it_folds() -> None:
    """An upgrade that has migrated, and does no more."""

    def dies(*_how: object) -> int:
        raise Killed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read_tables, "fold", dies)
        with pytest.raises(Killed):
            run("upgrade", verbosity=0)
    Sheet.objects.update(title="as an older release folded it")


WHOLE = pytest.param(False, marks=in_soak("tests/deploy/test_release_0_2.py::test_every_stream_is_as_it_was"))


@pytest.mark.parametrize("killed", [True, WHOLE])
def test_the_first_releases_database_is_taken_over(
    old: Scratch, migrated: Scratch, tmp_path: Path, settings: Any, killed: bool
) -> None:
    """By the one step there is; if it is killed on its way, by the next. The log is as it was; what is folded is as
    this release folds it; play goes on."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    before = heads()
    assert len(before) == 3
    if killed:
        killed_before_it_folds()
    assert "folded anew" in run("upgrade")
    assert heads() == before
    assert log.missing_triggers(connection) == []
    holds()
    assert not read_tables.is_due(), "there is nothing more to do"
    with scratch(tmp_path, like=migrated) as new:
        is_like(new)

    bob, stranger = Client(), Client()
    assert bob.login(username="bob", password=PASSWORD)
    for stream in Sheet.objects.values_list("stream", flat=True):
        for address in (reverse("battle", args=[stream]), f"/api/v1/battles/{stream}/"):
            assert bob.get(address).status_code == 200, address
            assert stranger.get(address).status_code == 200, address
    for stream in CampaignSheet.objects.values_list("stream", flat=True):
        for address in (reverse("campaign", args=[stream]), f"/api/v1/campaigns/{stream}/standings/"):
            assert bob.get(address).status_code == 200, address

    play_on()
    clerk.sweep()
    holds()


@pytest.mark.only_on("sqlite")  # on both: the first release, above, is folded anew as well
def test_another_release_folds_anew_even_where_it_migrates_nothing(database: Scratch, settings: Any) -> None:
    settings.RELEASE = "99.0"
    Sheet.objects.update(title="as an older release folded it")
    assert "folded anew" in run("upgrade")
    holds()


@in_soak(
    "tests/deploy/test_squashed.py::test_a_database_and_a_backup_that_had_every_migration_before_they_were_squashed",
    "tests/deploy/test_release_0_2.py::test_every_stream_is_as_it_was",
)
def test_a_backup_made_before_an_upgrade_is_restored_by_this_release(
    first_release: Scratch, old: Scratch, tmp_path: Path
) -> None:
    """Made of a database that is not migrated yet, by the release that is to migrate it."""
    file = tmp_path / "first.zip"
    run("backup", str(file))
    people = set(User.objects.values_list("username").values_list("username", "password"))
    before, campaigns = heads(), list(Campaign.objects.values_list("pk", "name", "stream"))
    with scratch(tmp_path, like=first_release) as other, other.used():
        run("upgrade")
        upgraded = contents()

    old.destroy()
    old.create()
    run("restore", str(file))
    assert heads() == before
    assert set(User.objects.values_list("username", "password")) == people
    assert list(Campaign.objects.values_list("pk", "name", "stream")) == campaigns
    assert settled(contents()) == settled(upgraded), "by either way one comes to the same"
    holds()


@pytest.mark.only_on("sqlite")  # what stops it is read from a table like any other
def test_an_older_release_leaves_a_newer_database_alone(database: Scratch, tmp_path: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('battles', '0099_later', '2030-01-01 00:00:00')"
        )
    for command in (("backup", str(tmp_path / "x.zip")), ("restore", str(tmp_path / "x.zip"), "--replace")):
        with pytest.raises(CommandError):
            run(*command)
    assert not (tmp_path / "x.zip").exists()
    holds()
