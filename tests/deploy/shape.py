"""What tables a database has, and by which migrations it came to them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from battles import log
from deploy.backup.tables import Key
from tests.databases import Scratch
from tests.deploy.house import Contents, contents

# A column that was dropped leaves its number behind, but not in a dump: so columns are counted.
SQLITE = "SELECT type, name, tbl_name, sql FROM sqlite_master"
POSTGRESQL = (
    "SELECT c.relname, c.relkind::text, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), a.attname,"
    " format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity::text, pg_get_expr(d.adbin, d.adrelid)"
    " FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped"
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


def settled(rows: dict[str, list[tuple[Any, ...]]]) -> dict[str, Any]:
    """Without what Django numbers as it comes to it, and says when."""
    numbered = {"django_content_type", "auth_permission", "django_celery_beat_periodictask"}
    numbered |= {"django_celery_beat_periodictasks"}
    return {name: rows for name, rows in rows.items() if name not in numbered}


def is_like(new: Scratch) -> None:
    """The connected database ran migrations that are squashed now. It has come to the same as `new`, which never had a
    row of anybody's: tables, indexes, constraints and triggers, and the rows that migrations make."""
    replaced = {key for keys in squashed().values() for key in keys}
    assert replaced | squashed().keys() <= set(MigrationRecorder(connection).applied_migrations())
    assert log.missing_triggers(connection) == []
    old_way, rows = schema(), settled(contents())
    with new.used():
        assert schema() ^ old_way == set()
        made: Contents = settled(contents())
    lost = {name: set(map(repr, those)) - set(map(repr, rows[name])) for name, those in made.items()}
    assert not any(lost.values()), lost


class AtOnce(MigrationExecutor):
    """Migrates an empty SQLite database to this release by making what `like` has, not by running one migration after
    the other: that is most of the time that a restore of a few rows takes."""

    like = ""

    def migrate(self, *args: Any, **options: Any) -> Any:
        assert connection.introspection.table_names() == []
        with closing(sqlite3.connect(self.like)) as made, connection.cursor() as cursor:
            known = made.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
            there = [one for one in known if not one[1].startswith("sqlite_")]
            for wanted in ("table", "index", "view"):
                for sql in (sql for kind, _name, sql in there if kind == wanted):
                    cursor.execute(sql)
            for name in (name for kind, name, _sql in there if kind == "table"):
                for row in made.execute(f'SELECT * FROM "{name}"'):
                    cursor.execute(f'INSERT INTO "{name}" VALUES ({", ".join(["%s"] * len(row))})', row)
            for sql in (sql for kind, _name, sql in there if kind == "trigger"):
                cursor.execute(sql)
