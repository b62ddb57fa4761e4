"""The log's guard: what raw SQL may not do, the switch that lifts it, and the check that misses a trigger."""

from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from battles import checks, log
from battles.log import compare_append, tables
from battles.log.triggers import remove_triggers
from battles.log.view import drop_view, make_view
from tests.battles.logs import NOW, opened, tamper
from tests.battles.logs import written as written_stream
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, BOTH]
POSTGRESQL = connection.vendor == "postgresql"
on_postgresql = pytest.mark.only_on("postgresql")
on_sqlite = pytest.mark.only_on("sqlite")

# Each table with a column that is no key, and its columns in order.
COLUMNS = {"log_stream": "kind", "log_row": "data", "log_sealed": "value", "log_forgotten": "reason"}


def written(stream: str | None = None) -> str:
    """A stream, and a trail that another one was forgotten: a row in every table of the log."""
    log.leave_trail("stream", uuid4(), "story", 3, log.START, "clerk", "a test", NOW)
    return written_stream(stream=stream)


def refused(statement: str, what: str = "") -> None:
    with (
        pytest.raises(DatabaseError, match=f"append-only: {what}"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


def contents() -> list[list[tuple[object, ...]]]:
    with connection.cursor() as cursor:
        found = []
        for table in COLUMNS:
            cursor.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
            found.append(cursor.fetchall())
    return found


@pytest.mark.parametrize("table", COLUMNS)
def test_a_row_is_neither_changed_nor_removed(table: str) -> None:
    written()
    before = contents()
    refused(f"UPDATE {table} SET {COLUMNS[table]} = 'x'")
    refused(f"UPDATE {table} SET {COLUMNS[table]} = {COLUMNS[table]}")
    refused(f"DELETE FROM {table}")
    assert contents() == before


@on_postgresql
@pytest.mark.parametrize("table", COLUMNS)
def test_a_table_is_not_emptied(table: str) -> None:
    written()
    before = contents()
    refused(f"TRUNCATE {table}")
    refused(f"TRUNCATE {table} CASCADE")
    refused(
        f"INSERT INTO {table} SELECT * FROM {table} ON CONFLICT ({keys(table)}) DO UPDATE SET {COLUMNS[table]} = ''"
    )
    assert contents() == before


def keys(table: str) -> str:
    keys = {"log_stream": "id", "log_row": "stream, position", "log_sealed": "stream, position, place"}
    return (keys | {"log_forgotten": "number"})[table]


@on_sqlite
@pytest.mark.parametrize("table", COLUMNS)
@pytest.mark.parametrize("insert", ["INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"])
def test_a_row_is_not_replaced_through_its_key(table: str, insert: str) -> None:
    written()
    before = contents()
    refused(f"{insert} INTO {table} SELECT * FROM {table}", f"REPLACE of {table} refused")
    assert contents() == before


@on_sqlite
@pytest.mark.parametrize("table", COLUMNS)
def test_a_row_is_not_replaced_through_its_hidden_row_id(table: str) -> None:
    stream = written()
    before = contents()
    columns = {
        "log_stream": f"id, kind) SELECT rowid, '{uuid4()}', kind FROM log_stream",
        "log_row": "stream, position, type, version, data, command, ordinal, command_type, command_data, 'by', via, at,"
        f" digest) SELECT rowid, '{uuid4()}', position, type, version, data, command, ordinal, command_type,"
        ' command_data, "by", via, at, digest FROM log_row',
        "log_sealed": f"stream, position, place, salt, value) SELECT rowid, '{uuid4()}', position, place, salt, value"
        " FROM log_sealed",
        "log_forgotten": 'number, what, subject, kind, rows, digest, "by", at, reason) SELECT rowid, 99, what, subject,'
        ' kind, rows, digest, "by", at, reason FROM log_forgotten',
    }
    refused(f"INSERT OR REPLACE INTO {table} (rowid, {columns[table]}")
    assert contents() == before
    assert log.verify_stream(stream) is None


@on_sqlite
def test_a_row_is_not_replaced_through_the_key_of_its_report() -> None:
    stream = written()
    refused(
        "INSERT OR REPLACE INTO log_row SELECT stream, position + 100, type, version, data, command, ordinal,"
        ' command_type, command_data, "by", via, at, digest FROM log_row'
    )
    refused("UPDATE OR REPLACE log_row SET position = position + 1")
    assert len(log.read(stream)) == 3


@on_sqlite
def test_the_guard_stands_under_recursive_triggers_too() -> None:
    """With this setting REPLACE fires DELETE triggers; without it nothing but the insert trigger sees it."""
    written()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA recursive_triggers = ON")
        try:
            refused("INSERT OR REPLACE INTO log_row SELECT * FROM log_row")
        finally:
            cursor.execute("PRAGMA recursive_triggers = OFF")


def test_the_switch_lifts_the_guard_and_falls_back() -> None:
    stream = written()
    tamper("UPDATE log_row SET via = 'fax' WHERE position = 1")
    tamper("DELETE FROM log_row WHERE position = 3")
    assert [row.via for row in log.read(stream)] == ["fax", "script"]
    refused("DELETE FROM log_row")


def remove_and_fail() -> None:
    with log.lifted(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM log_row")
        raise ZeroDivisionError


def test_what_raises_under_the_switch_undoes_everything() -> None:
    stream = written()
    with pytest.raises(ZeroDivisionError):
        remove_and_fail()
    assert len(log.read(stream)) == 3
    refused("DELETE FROM log_row")


def test_the_view_lets_nobody_write() -> None:
    stream = written()
    for statement in ("UPDATE log_line SET via = 'fax'", "DELETE FROM log_line"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert log.verify_stream(stream) is None


@on_postgresql
def test_a_temporary_switch_lifts_nothing() -> None:
    written()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE log_switch AS SELECT 'mine' AS reason")
    refused("DELETE FROM log_row")


@pytest.mark.django_db(transaction=True)
def test_the_flush_between_tests_empties_the_log_and_leaves_it_guarded() -> None:
    written()
    call_command("flush", interactive=False, verbosity=0)
    assert list(log.streams()) == []
    stream = opened()
    written(stream=stream)
    refused("DELETE FROM log_row")
    assert log.missing_triggers(connection) == []


def test_the_check_is_content_with_every_trigger_in_place() -> None:
    assert checks.log_is_guarded(databases=["default"]) == []
    assert checks.log_is_guarded(databases=None) == []


def test_without_its_triggers_the_log_has_no_guard_until_they_are_installed_again() -> None:
    """As the first migration is undone, and done again."""
    stream = written()
    remove_triggers(connection)
    assert log.missing_triggers(connection) == [f"{table}_{kind}" for table in COLUMNS for kind in ALL]
    assert "log_switch" not in connection.introspection.table_names()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM log_row WHERE position = 3")
    log.install_triggers(connection)
    assert len(log.read(stream)) == 2
    refused("DELETE FROM log_row")


def drop(trigger: str) -> None:
    table = trigger.split("_no_")[0]
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {trigger} ON {table}" if POSTGRESQL else f"DROP TRIGGER {trigger}")


ALL = ["no_change", "no_truncate"] if POSTGRESQL else ["no_update", "no_delete", "no_replace"]


@pytest.mark.parametrize("trigger", [f"{table}_{kind}" for table in COLUMNS for kind in ALL])
def test_the_check_names_a_trigger_that_is_gone(trigger: str) -> None:
    drop(trigger)
    assert log.missing_triggers(connection) == [trigger]
    (error,) = checks.log_is_guarded(databases=["default"])
    assert error.id == "battles.E001"
    assert trigger in error.msg
    log.install_triggers(connection)
    assert checks.log_is_guarded(databases=["default"]) == []


@on_postgresql
def test_the_check_names_a_trigger_that_is_switched_off() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE log_row DISABLE TRIGGER log_row_no_change")
    assert log.missing_triggers(connection) == ["log_row_no_change"]


@on_postgresql
def test_the_check_misses_the_function_that_appends() -> None:
    with connection.cursor() as cursor:
        cursor.execute(compare_append.DROP)
    (error,) = checks.log_is_guarded(databases=["default"])
    assert error.id == "battles.E002"
    call_command("verify", "--restore-triggers", verbosity=0)
    assert checks.log_is_guarded(databases=["default"]) == []


@on_postgresql
def test_a_database_of_the_release_before_is_migrated_by_hand() -> None:
    """Django runs the checks before it migrates: what a migration is about to make is not missed."""
    with connection.cursor() as cursor:
        cursor.execute(compare_append.DROP)
    MigrationRecorder(connection).record_unapplied(*checks.MADE)
    call_command("migrate", skip_checks=False, verbosity=0)
    assert log.can_append(connection)


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_the_check_notices_a_migration_that_rebuilt_a_table() -> None:
    """SQLite cannot alter a column: Django copies the table into a new one, without its triggers."""
    written()
    narrow, wide = tables.LogRow._meta.get_field("type"), models.CharField(max_length=120)
    wide.set_attributes_from_name("type")
    drop_view(connection)
    try:
        with connection.schema_editor() as editor:
            editor.alter_field(tables.LogRow, narrow, wide)
        assert log.missing_triggers(connection) == ["log_row_no_update", "log_row_no_delete", "log_row_no_replace"]
        assert len(checks.log_is_guarded(databases=["default"])) == 1
    finally:
        with connection.schema_editor() as editor:
            editor.alter_field(tables.LogRow, wide, narrow)
        make_view(connection)
        log.install_triggers(connection)
    refused("DELETE FROM log_row")
