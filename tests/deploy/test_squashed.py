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

from battles import log
from deploy.backup.tables import Key, LoaderOf
from tests.databases import Scratch, scratch, upgrade
from tests.deploy.house import contents, holds, run
from tests.deploy.test_backup import manifest
from tests.deploy.test_upgrade import settled
from tests.where import BOTH

pytestmark = BOTH

# As a checkout between two releases left it: each of the squashed migrations is half applied.
HALFWAY: list[Key] = [
    ("api", "0002_tokens_that_end"),
    ("battles", "0004_sheet_mending"),
    ("campaigns", "0032_ask_for_substitutes_by_push"),
    ("leagues", "0002_teams"),
]

SQLITE = "SELECT type, name, tbl_name, sql FROM sqlite_master"
POSTGRESQL = (
    "SELECT c.relname, c.relkind::text, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,"
    " a.attidentity::text, pg_get_expr(d.adbin, d.adrelid)"
    " FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0"
    " LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum"
    " WHERE c.relnamespace = 'public'::regnamespace",
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
    " WHERE connamespace = 'public'::regnamespace",
    "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "SELECT tgrelid::regclass::text, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "SELECT proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
    "SELECT viewname, definition FROM pg_views WHERE schemaname = 'public'",
)


def schema() -> set[str]:
    """All that the connected database has. SQLite's columns are in any order: to add one, it makes some tables anew."""
    found = set()
    with connection.cursor() as cursor:
        for select in POSTGRESQL if connection.vendor == "postgresql" else (SQLITE,):
            cursor.execute(select)
            for kind, *rest, sql in cursor.fetchall():
                is_table = connection.vendor == "sqlite" and kind == "table"
                found.add(f"{kind} {rest} {sorted(sql[sql.index('(') + 1 : -1].split(', ')) if is_table else sql}")
    return found


def squashed() -> dict[Key, list[Key]]:
    """Those of this release, and what each replaces."""
    loader = MigrationLoader(None)
    return {key: list(migration.replaces) for key, migration in loader.replacements.items()}


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


def test_a_new_database_is_like_one_that_came_by_every_migration(
    halfway: Scratch, migrated: Scratch, tmp_path: Path
) -> None:
    """And one that stood halfway is taken over."""
    replaced = {key for keys in squashed().values() for key in keys}
    ran = set(MigrationRecorder(connection).applied_migrations())
    assert ran & replaced
    assert not ran & squashed().keys(), "it went the old way"
    upgrade()
    assert replaced | squashed().keys() <= set(MigrationRecorder(connection).applied_migrations())
    assert log.check_triggers(connection) == []
    old_way, rows = schema(), settled(contents())
    with scratch(tmp_path, like=migrated) as database, database.used():
        assert schema() ^ old_way == set()
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
    run("restore", str(file))
    assert settled(contents()) == settled(before)
    holds()


def unsquash(file: Path) -> None:
    """As the release before wrote it."""
    with zipfile.ZipFile(file) as archive:
        said = [(app, name) for app, name in json.loads(archive.read("manifest.json"))["migrations"]]
    assert squashed().keys() <= set(said)
    old = [one for key in said for one in squashed().get(key, [key])]
    manifest(file, migrations=sorted(old))
