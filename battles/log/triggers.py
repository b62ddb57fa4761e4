"""The triggers that make the log append-only, and the one switch that lifts them.

On both databases a row in the table `log_switch` lifts every trigger. `lifted` puts one there for the length of a
transaction, so no other connection ever sees the log without its guard, and a killed process leaves none behind. Two
things use it: the test runner's flush, and `erasure`, to which `manage.py forget` and the office come. That takes out
sealed values or whole streams, and leaves one row each in `log_forgotten`, a table guarded like the others. DROP TABLE
fires no trigger: so `manage.py restore --replace` puts a whole database in the place of another.

A table that is partitioned (see `partitions`) hands the trigger of each row on to its partitions; the one against
TRUNCATE stands on every partition, too.

SQLite drops a table's triggers when it rebuilds the table, which Django's migrations do there: a migration that alters
a log table has to end with `install_triggers`. `battles.checks` fails when one was forgotten.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from . import compare_append
from .queries import fetch
from .second_table import BESIDE, throw_away_if_unlike

TABLES = ("log_stream", "log_row", "log_sealed", "log_forgotten")
# What whoever serves may do with them on PostgreSQL, where another account owns them: it lifts no trigger. A stream's
# row is locked while its log is written, which takes the right to change it; the trigger refuses the change.
RIGHTS = dict.fromkeys(TABLES, "SELECT, INSERT") | {"log_stream": "SELECT, INSERT, UPDATE", "log_switch": "SELECT"}
RIGHTS |= dict.fromkeys(("log_line", *BESIDE), "SELECT")
SWITCH = "CREATE TABLE IF NOT EXISTS log_switch (reason varchar(100) NOT NULL)"

# A BEFORE INSERT trigger on SQLite, because INSERT OR REPLACE removes conflicting rows without any DELETE trigger.
# They can conflict by any of a table's unique keys; the hidden rowid is one.
SAME_KEY = {
    "log_stream": ("id = NEW.id",),
    "log_row": (
        "stream = NEW.stream AND position = NEW.position",
        "stream = NEW.stream AND command = NEW.command AND ordinal = NEW.ordinal",
    ),
    "log_sealed": ("stream = NEW.stream AND position = NEW.position AND place = NEW.place",),
    "log_forgotten": ("number = NEW.number",),
}

# The switch is looked up in the log's own schema: a temporary table of the same name lifts nothing.
POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION log_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    lifted boolean;
BEGIN
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I.log_switch)', TG_TABLE_SCHEMA) INTO lifted;
    IF NOT lifted THEN
        RAISE EXCEPTION 'the log is append-only: % of % refused; append a correction instead', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'UPDATE' THEN
        RETURN NEW;
    END IF;
    RETURN OLD;
END $$
"""


def install_triggers(connection: BaseDatabaseWrapper) -> None:
    """Create the switch and all triggers of the existing tables, replacing those that exist, and the function that
    appends. For migrations."""
    compare_append.install(connection)
    with connection.cursor() as cursor:
        cursor.execute(SWITCH)
        there = present(connection)
        for statement in _statements(connection.vendor, there):
            cursor.execute(statement)
        for table, part in _partitions(connection, there):
            for statement in _postgresql_trigger(part, f"{table}_no_truncate"):
                cursor.execute(statement)
    throw_away_if_unlike()


def guard(table: str, name: str, parts: Iterable[str]) -> Iterator[str]:
    """Statements that guard a table of PostgreSQL and its partitions, before it takes the place of the table `name`."""
    for _name, trigger in _names("postgresql", [name]):
        yield from _postgresql_trigger(table, trigger)
    for part in parts:
        yield from _postgresql_trigger(part, f"{name}_no_truncate")


def remove_triggers(connection: BaseDatabaseWrapper) -> None:
    """Undoes the first migration."""
    with connection.cursor() as cursor:
        for table, name in _names(connection.vendor, present(connection)):
            on = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")
        for table, part in _partitions(connection, present(connection)):
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_truncate ON {part}")
        if connection.vendor == "postgresql":
            cursor.execute("DROP FUNCTION IF EXISTS log_append_only()")
            cursor.execute(compare_append.DROP)
        cursor.execute("DROP TABLE log_switch")


def has_tables(connection: BaseDatabaseWrapper) -> bool:
    """Whether the first migration has made the log's tables."""
    return bool(present(connection))


def present(connection: BaseDatabaseWrapper) -> tuple[str, ...]:
    """The log tables that exist: during an upgrade from an older release the newest are missing."""
    names = set(connection.introspection.table_names())
    return tuple(table for table in TABLES if table in names)


def missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """Triggers that log tables lack or that are disabled; all of them before the first migration."""
    there = present(connection)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # A trigger is looked up by the tables' oids, so it counts only in the schema in use.
            oids = ", ".join(f"to_regclass('{table}')" for table in TABLES)
            of_parts = f"SELECT inhrelid FROM pg_inherits WHERE inhparent IN ({oids})"
            cursor.execute(
                "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE tgenabled IN ('O', 'A')"
                f" AND (tgrelid IN ({oids}) OR tgrelid IN ({of_parts}))"
            )
        else:
            cursor.execute("SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger'")
        found = set(cursor.fetchall())
    expected = _names(connection.vendor, there or TABLES)
    missing = [name for table, name in expected if (table, name) not in found]
    for table, part in _partitions(connection, there):
        missing += [f"{name} ({part})" for of, name in expected if of == table and (part, name) not in found]
    return missing


def may_lift() -> bool:
    """Whether the account of the database that is spoken to with may lift them. On PostgreSQL that is the owner of the
    tables: who only serves (`RIGHTS`) may not."""
    if connection.vendor != "postgresql":
        return True
    return bool(fetch("SELECT has_table_privilege('log_switch', 'INSERT')")[0][0])


@contextmanager
def lifted() -> Iterator[None]:
    """Lift the triggers for this transaction (one is opened if none is). An exception inside undoes everything."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO log_switch (reason) VALUES ('lifted')")
        yield
        cursor.execute("DELETE FROM log_switch")


def _names(vendor: str, tables: Iterable[str]) -> list[tuple[str, str]]:
    kinds = ("no_change", "no_truncate") if vendor == "postgresql" else ("no_update", "no_delete", "no_replace")
    return [(table, f"{table}_{kind}") for table in tables for kind in kinds]


def _partitions(connection: BaseDatabaseWrapper, tables: Iterable[str]) -> list[tuple[str, str]]:
    """Each partition of these tables, after its table."""
    if connection.vendor != "postgresql":
        return []
    query = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = to_regclass(%s) ORDER BY inhrelid"
    found = []
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(query, [table])
            found += [(table, part) for (part,) in cursor.fetchall()]
    return found


def _statements(vendor: str, tables: Iterable[str]) -> Iterator[str]:
    if vendor == "postgresql":
        yield POSTGRESQL_FUNCTION
    for table, name in _names(vendor, tables):
        if vendor == "postgresql":
            yield from _postgresql_trigger(table, name)
        else:
            yield f"DROP TRIGGER IF EXISTS {name}"
            yield _sqlite_trigger(table, name)


def _postgresql_trigger(table: str, name: str) -> Iterator[str]:
    when = "UPDATE OR DELETE" if name.endswith("no_change") else "TRUNCATE"
    each = "ROW" if name.endswith("no_change") else "STATEMENT"
    yield f"DROP TRIGGER IF EXISTS {name} ON {table}"
    yield f"CREATE TRIGGER {name} BEFORE {when} ON {table} FOR EACH {each} EXECUTE FUNCTION log_append_only()"


def _sqlite_trigger(table: str, name: str) -> str:
    event = {"no_update": "UPDATE", "no_delete": "DELETE", "no_replace": "INSERT"}[name.removeprefix(f"{table}_")]
    guard = "NOT EXISTS (SELECT 1 FROM log_switch)"
    if event == "INSERT":
        keys = ("rowid = NEW.rowid", *SAME_KEY[table])
        guard += f" AND ({' OR '.join(f'EXISTS (SELECT 1 FROM {table} WHERE {key})' for key in keys)})"
    what = "REPLACE" if event == "INSERT" else event
    return (
        f"CREATE TRIGGER {name} BEFORE {event} ON {table} WHEN {guard} BEGIN SELECT RAISE(ABORT,"
        f" 'the log is append-only: {what} of {table} refused; append a correction instead'); END"
    )
