"""Squashed migrations: a new database runs them, one of an earlier release those that they replace. Either way it comes
to the same tables, indexes, constraints, triggers and rows."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from deploy.backup import restore
from deploy.backup.tables import Key, LoaderOf
from tests.databases import Scratch, scratch, upgrade
from tests.deploy.house import contents, holds, run
from tests.deploy.shape import is_like, settled, squashed
from tests.deploy.test_backup import manifest
from tests.length import in_soak
from tests.where import BOTH

pytestmark = BOTH

# As a checkout between two releases left it: each of the squashed migrations is half applied.
HALFWAY: list[Key] = [
    ("api", "0002_tokens_that_end"),
    ("battles", "0004_sheet_mending"),
    ("campaigns", "0032_ask_for_substitutes_by_push"),
    ("leagues", "0002_teams"),
]


def migrate_to(keys: Iterable[Key]) -> None:
    """One by one, as a release did that had none squashed."""
    executor = MigrationExecutor(connection)
    executor.loader = LoaderOf(keys)
    executor.migrate(list(keys))


@pytest.fixture
def halfway(tmp_path: Path, django_db_blocker: Any) -> Iterator[Scratch]:
    with django_db_blocker.unblock(), scratch(tmp_path) as database, database.used():
        migrate_to(HALFWAY)
        yield database


@in_soak(
    "tests/deploy/test_upgrade.py::test_the_first_releases_database_is_taken_over",
    "tests/deploy/test_release_0_2.py::test_it_has_come_to_the_tables_of_a_new_database",
)
def test_a_new_database_is_like_one_that_came_by_every_migration(
    halfway: Scratch, migrated: Scratch, tmp_path: Path
) -> None:
    """And one that stood halfway is taken over."""
    replaced = {key for keys in squashed().values() for key in keys}
    ran = set(MigrationRecorder(connection).applied_migrations())
    assert ran & replaced
    assert not ran & squashed().keys(), "it went the old way"
    upgrade()
    with scratch(tmp_path, like=migrated) as new:
        is_like(new)
        rows = settled(contents())
        with new.used():
            assert settled(contents()) == rows


def test_each_squashed_migration_replaces_all_up_to_one(db: None) -> None:
    """None in between is left out, so no database runs some of it twice or never."""
    on_disk = MigrationLoader(None).disk_migrations
    for (app, name), replaces in squashed().items():
        last = name.removeprefix("0001_squashed_")
        numbered = sorted(key for key in on_disk if key[0] == app and key[1] <= last and "_squashed_" not in key[1])
        assert sorted(replaces) == numbered, app
        assert numbered[-1] == (app, last)


@pytest.mark.only_on("sqlite")  # what is asked is Django's table of migrations, and the archive
def test_a_database_and_a_backup_that_had_every_migration_before_they_were_squashed(
    database: Scratch, file: Path, tmp_path: Path
) -> None:
    before = contents()
    unsquash(file)
    for app, name in squashed():
        MigrationRecorder(connection).record_unapplied(app, name)
    run("upgrade")
    assert squashed().keys() <= set(MigrationRecorder(connection).applied_migrations())
    assert settled(contents()) == settled(before)

    database.destroy()
    database.create()
    told = list[str]()
    restore(file, lambda what, n: told.append(what))
    assert "upgrading to this release" in told
    assert settled(contents()) == settled(before)
    holds()


def unsquash(file: Path) -> None:
    """As a release before wrote it: also before the last migration of `deploy`, whose table no backup holds."""
    with zipfile.ZipFile(file) as archive:
        said = [(app, name) for app, name in json.loads(archive.read("manifest.json"))["migrations"]]
    assert squashed().keys() <= set(said)
    said.remove(max(key for key in said if key[0] == "deploy"))
    old = [one for key in said for one in squashed().get(key, [key])]
    manifest(file, migrations=sorted(old))
