"""manage.py partition: the log's rows in partitions, and everything else as it was. How it goes while people play: see
test_partition_meanwhile."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.management import CommandError
from django.db import DatabaseError, connection, transaction

from battles import locks, log
from battles.models import LogLine
from tests.battles.logs import NOW, append, entry, tamper, written
from tests.databases import Scratch
from tests.deploy.house import contents, holds, play_on, run

on_postgresql = pytest.mark.only_on("postgresql")
State = log.partitions.State
KINDS = ("SELECT", "WITH", "(SELECT")


@pytest.fixture(autouse=True)
def _small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """The demo has fewer rows than a club of clubs."""
    monkeypatch.setattr(log.partition_copy, "AT_ONCE", 100)
    monkeypatch.setattr(locks, "PAUSE", 0.05)
    monkeypatch.setattr(locks, "LONG", 0.0)


@pytest.fixture
def parted(lent: Scratch) -> Scratch:
    """In four partitions, and the old table beside them."""
    run("partition", "--partitions", "4")
    return lent


def asked(query: str, *values: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return list(cursor.fetchall())


def tables() -> set[str]:
    """All that has to do with the log's rows, functions too."""
    found = asked("SELECT relname FROM pg_class WHERE relname LIKE 'log\\_row%%' AND relkind IN ('r', 'p')")
    return {name for (name,) in [*found, *asked("SELECT proname FROM pg_proc WHERE proname LIKE 'log\\_row%%'")]}


def shape() -> list[list[Any]]:
    """Columns, keys, indexes, account and rights of the log's rows."""
    table = "'log_row'::regclass"
    columns = "attname, attnum, format_type(atttypid, atttypmod), attnotnull, attacl"
    return [
        asked(f"SELECT {columns} FROM pg_attribute WHERE attrelid = {table} AND attnum > 0 ORDER BY attnum"),
        asked(f"SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = {table} ORDER BY 1"),
        asked("SELECT indexname, replace(indexdef, 'ON ONLY', 'ON') FROM pg_indexes WHERE tablename = 'log_row'"),
        asked(f"SELECT relowner, relacl, obj_description(oid, 'pg_class') FROM pg_class WHERE oid = {table}"),
    ]


def of_partitions(n: int) -> list[str]:
    return [f"log_row_part_{number}" for number in range(n)]


def refused(statement: str) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def whole_log() -> list[Any]:
    """As those ask who go through the log: a copy of it, lists, who is in it."""
    return [
        [list(log.table_copy.copy_out(table)) for table in log.table_copy.tables()],
        log.count_rows(),
        log.heads("battle"),
        log.positions([stream for stream, _kind in log.streams()]),
        list(log.streams_about("1")),
        sorted(LogLine.objects.values_list("key", "kind", "digest")),
    ]


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db
def test_sqlite_has_no_partitions() -> None:
    with pytest.raises(CommandError, match="SQLite has no partitions"):
        run("partition")


@on_postgresql
@pytest.mark.parametrize("n", [0, 1, 3, 512])
def test_a_number_that_is_not_to_be_had(lent: Scratch, n: int) -> None:
    with pytest.raises(CommandError, match="power of two from 2 to 256"):
        run("partition", "--partitions", str(n))
    assert log.partitions.state() is State.PLAIN


@on_postgresql
def test_all_is_as_it_was(lent: Scratch) -> None:
    with connection.cursor() as cursor:
        cursor.execute("COMMENT ON TABLE log_row IS 'all that was reported'")
        cursor.execute("GRANT SELECT ON log_row TO PUBLIC; GRANT UPDATE (via) ON log_row TO PUBLIC")
    before, read, formed = contents(), whole_log(), shape()
    said = run("partition", "--partitions", "4")
    assert "The log is partitioned: partitions 4." in said
    assert "--drop-old takes it away, --undo puts it back" in said
    assert log.partitions.state() is State.BOTH
    assert (contents(), whole_log(), shape()) == (before, read, formed)
    assert {name for (name,) in asked("SELECT DISTINCT tableoid::regclass::text FROM log_row")} == {*of_partitions(4)}
    play_on()
    assert "partitioned already: partitions 4" in run("partition")
    assert "The old table is gone" in run("partition", "--drop-old")
    assert "There is no old table" in run("partition", "--drop-old")
    assert tables() == {"log_row", *of_partitions(4)}
    play_on()
    holds()
    with pytest.raises(CommandError, match="The old table is gone"):
        run("partition", "--undo")


@on_postgresql
@pytest.mark.parametrize("old", ["kept", "gone"])
def test_nobody_changes_a_row(parted: Scratch, old: str) -> None:
    if old == "gone":
        run("partition", "--drop-old")
    stream = written()
    found = ["log_row", *of_partitions(4), *(["log_row_whole"] if old == "kept" else [])]
    before = contents()
    assert log.missing_triggers(connection) == []
    ((part,),) = asked("SELECT DISTINCT tableoid::regclass::text FROM log_row WHERE stream = %s", stream)
    for table in found:
        refused(f"TRUNCATE {table}")
        if table in ("log_row", part, "log_row_whole"):
            refused(f"DELETE FROM {table}")
            refused(f"UPDATE {table} SET via = via")
            refused(f"INSERT INTO {table} SELECT * FROM {part} ON CONFLICT (stream, position) DO UPDATE SET via = ''")
    assert contents() == before


@on_postgresql
def test_a_guard_that_is_gone_from_a_partition_is_told_and_put_back(parted: Scratch) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER log_row_no_truncate ON log_row_part_2")
        cursor.execute("ALTER TABLE log_row_part_3 DISABLE TRIGGER log_row_no_change")
    lacks = ["log_row_no_truncate (log_row_part_2)", "log_row_no_change (log_row_part_3)"]
    assert log.missing_triggers(connection) == lacks
    run("verify", "--restore-triggers")
    refused("TRUNCATE log_row_part_2")
    refused("DELETE FROM log_row_part_3")


@on_postgresql
def test_what_is_read_by_stream_is_looked_for_in_one_partition(parted: Scratch) -> None:
    stream, other = written(), written()
    found = set[str]()

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().startswith(KINDS):
            ((plan,),) = asked(f"EXPLAIN (FORMAT JSON) {sql}", *params)
            found.update(partitions_in(plan if isinstance(plan, list) else json.loads(plan)))
        return execute(sql, params, many, context)

    def seen(deed: Any) -> set[str]:
        found.clear()
        with connection.execute_wrapper(note):
            deed()
        return set(found)

    ((own,),) = asked("SELECT DISTINCT tableoid::regclass::text FROM log_row WHERE stream = %s", stream)
    reads = {
        "read": lambda: log.read(stream),
        "read on": lambda: log.read_on(stream, 1),
        "facts": lambda: log.facts(stream),
        "head": lambda: log.head(stream),
        "stamp": lambda: log.stamp(stream),
        "holds": lambda: log.holds(stream, 1, ""),
        "as of": lambda: log.position_at(stream, NOW),
        "verify": lambda: log.verify_stream(stream),
        "export": lambda: list(log.export_lines(stream, with_sealed=True)),
        "append": lambda: append(stream, entry(), after=3),
        "reasons": lambda: log.reasons([(stream, 1)]),
        "together": lambda: log.read_together([stream]),
    }
    assert {name: seen(deed) for name, deed in reads.items()} == {name: {own} for name in reads}
    with connection.execute_wrapper(note):
        log.read_together([stream, other])
    assert own in found
    assert len(found) <= 2


def partitions_in(plans: list[Any]) -> Iterator[str]:
    """Of the log, that a plan looks at."""
    for one in plans:
        node = one.get("Plan", one)
        if node.get("Relation Name", "").startswith("log_row"):
            yield node["Relation Name"]
        yield from partitions_in(node.get("Plans", []))


@on_postgresql
def test_what_is_forgotten_goes_from_the_old_table_too(parted: Scratch) -> None:
    kept, gone = written(), written()
    both = (
        "SELECT count(*) FROM log_row WHERE stream = %s UNION ALL SELECT count(*) FROM log_row_whole WHERE stream = %s"
    )
    assert asked(both, gone, gone) == [(3,), (3,)]
    log.forget_stream(gone, "clerk", "asked to", NOW)
    assert asked(both, gone, gone) == [(0,), (0,)]
    tamper("UPDATE log_row SET via = 'fax' WHERE stream = %s", kept)
    assert asked("SELECT DISTINCT via FROM log_row_whole WHERE stream = %s", kept) == [("fax",)]


@on_postgresql
def test_an_export_comes_in(parted: Scratch) -> None:
    stream = written()
    lines = "".join(f"{line}\n" for line in log.export_lines(stream, with_sealed=True)).encode()
    log.forget_stream(stream, "clerk", "asked to", NOW)
    assert not log.import_lines(BytesIO(lines)).already
    assert log.import_lines(BytesIO(lines)).already
    with pytest.raises(log.Conflict), transaction.atomic():
        append(stream, entry(command=log.read(stream)[1].command), after=3)
    assert log.verify_stream(stream) is None


@on_postgresql
def test_the_old_table_is_put_back_with_all_that_came_since(lent: Scratch) -> None:
    formed = shape()
    run("partition", "--partitions", "2")
    play_on()
    before = contents(), whole_log()
    assert "one table again" in run("partition", "--undo")
    assert (contents(), whole_log()) == before
    assert shape() == formed
    assert tables() == {"log_row"}
    assert log.missing_triggers(connection) == []
    assert "The log is one table." in run("partition", "--undo")
    with pytest.raises(CommandError, match="not partitioned yet"):
        run("partition", "--drop-old")
    play_on()
    holds()


@on_postgresql
def test_tables_that_differ_do_not_change_places(lent: Scratch) -> None:
    streams = sorted(written() for _n in range(2))
    locks.in_haste(lambda: log.partitions.begin(2))
    while not log.partition_copy.copy_some().all:
        pass
    tamper("UPDATE log_row_parts SET via = 'fax' WHERE stream = %s AND position = 2", streams[0])
    tamper("DELETE FROM log_row_parts WHERE stream = %s AND position = 3", streams[1])
    with pytest.raises(CommandError, match=f"First in: {streams[0]} 2") as differs:
        run("partition")
    assert log.partitions.state() is State.COPYING
    with pytest.raises(CommandError, match="another number of partitions was begun: 2"):
        run("partition", "--partitions", "4")
    assert "thrown away" in run("partition", "--undo")
    assert tables() == {"log_row"}
    assert streams[0] in str(differs.value)
    run("partition")
    assert log.partitions.parts() == 16
    tamper("DELETE FROM log_row_whole WHERE stream = %s", streams[1])
    with pytest.raises(CommandError, match=f"First in: {streams[1]} 1, {streams[1]} 2"):
        run("partition", "--undo")
    assert log.partitions.state() is State.BOTH


@on_postgresql
def test_an_old_table_that_is_no_longer_filled_is_not_put_back(parted: Scratch) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE log_row DISABLE TRIGGER log_row_mirror")
    with pytest.raises(CommandError, match="was not filled all the time"):
        run("partition", "--undo")
    assert log.partitions.state() is State.BOTH


@on_postgresql
@pytest.mark.parametrize("when", ["copying", "partitioned"])
def test_a_migration_that_alters_the_log_takes_the_second_table_away(lent: Scratch, when: str) -> None:
    """It would be filled with columns that are no longer there, and every report refused."""
    locks.in_haste(lambda: log.partitions.begin(2))
    if when == "partitioned":
        run("partition")
    log.install_triggers(connection)
    assert tables() != {"log_row", *of_partitions(2)}, "as long as nothing is altered it stays"
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE log_row ADD COLUMN weather text NOT NULL DEFAULT ''")
    log.install_triggers(connection)
    written()
    assert tables() == {"log_row", *(of_partitions(2) if when == "partitioned" else ())}
    run("partition", "--partitions", "2")
    written()
    assert asked("SELECT DISTINCT weather FROM log_row") == [("",)]


@on_postgresql
def test_what_others_have_hung_on_the_table_is_named(lent: Scratch) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE VIEW late AS SELECT * FROM log_row WHERE via = 'api'")
        cursor.execute("CREATE TABLE notes (s uuid, p int, FOREIGN KEY (s, p) REFERENCES log_row)")
        cursor.execute(
            "CREATE FUNCTION watch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';"
            "CREATE TRIGGER log_row_watch AFTER INSERT ON log_row FOR EACH ROW EXECUTE FUNCTION watch()"
        )
    with pytest.raises(CommandError, match="make them again afterwards") as told:
        run("partition")
    for one in ("rule _RETURN on view late", "constraint notes_s_p_fkey", "trigger log_row_watch"):
        assert one in str(told.value)
    assert str(told.value).count(",") == 3, "nothing else is named"
    assert log.partitions.state() is State.PLAIN


@on_postgresql
@pytest.mark.parametrize("what", ["fails", "copies nothing"])
@pytest.mark.parametrize("when", ["begun", "copied"])
def test_a_trigger_that_does_not_work_is_found_before_anybody_reports(
    lent: Scratch, monkeypatch: pytest.MonkeyPatch, when: str, what: str
) -> None:
    if when == "copied":
        locks.in_haste(lambda: log.partitions.begin(2))
    works = log.partitions.FUNCTION
    broken = (
        works.replace("({values})", "(NULL)") if what == "fails" else works.replace("IF TG_ARGV", "IF true OR TG_ARGV")
    )
    monkeypatch.setattr(log.partitions, "FUNCTION", broken)
    with pytest.raises((DatabaseError, RuntimeError)):
        run("partition")
    assert log.partitions.state() is (State.PLAIN if when == "begun" else State.COPYING)
    written()
    monkeypatch.setattr(log.partitions, "FUNCTION", works)
    run("partition")
    holds()


@on_postgresql
def test_a_copy_that_missed_something_is_made_anew(lent: Scratch) -> None:
    """As where a backup was restored meanwhile, or a migration has changed the table."""
    locks.in_haste(lambda: log.partitions.begin(2))
    log.partition_copy.copy_some()
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER log_row_mirror ON log_row")
    play_on()
    assert "It is made anew" in run("partition")
    assert log.partitions.parts() == 16
    holds()


@on_postgresql
def test_a_backup_holds_the_same(database: Scratch, tmp_path: Path) -> None:
    """And where one is restored, nothing of the partitions is left."""
    files = [tmp_path / f"{when}.zip" for when in ("before", "copying", "partitioned")]
    run("backup", str(files[0]))
    locks.in_haste(lambda: log.partitions.begin(2))
    run("backup", str(files[1]))
    run("partition")
    run("backup", str(files[2]))
    before, *after = ([zipped.read(f"tables/{table}.jsonl") for table in TABLES] for zipped in map(ZipFile, files))
    assert before[1]
    assert after == [before, before]
    log.table_copy.drop_tables(connection)
    assert tables() == set()


TABLES = ("log_stream", "log_row", "log_sealed", "log_forgotten")


@on_postgresql
@pytest.mark.soak  # to restore is to run every migration
@pytest.mark.parametrize("when", ["copying", "partitioned"])
def test_a_backup_makes_it_one_table_again(database: Scratch, tmp_path: Path, when: str) -> None:
    """And that of one table is restored in the place of partitions."""
    locks.in_haste(lambda: log.partitions.begin(2))
    log_before, files = whole_log(), [tmp_path / "club.zip", tmp_path / "of-one-table.zip"]
    if when == "partitioned":
        run("partition")
    run("backup", str(files[0]))
    written()
    for file in files:
        assert "The log holds." in run("restore", str(file), "--replace")
        assert whole_log() == log_before
        assert tables() == {"log_row"}
        assert log.missing_triggers(connection) == []
        if not files[1].exists():
            run("backup", str(files[1]))
        run("partition", "--partitions", "4")
        assert whole_log() == log_before
        play_on()
        holds()
