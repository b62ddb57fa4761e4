"""Appends if the log still stands as it was read: the one statement, or transaction, that writes to a stream.

Whoever decides has read the stream before, without keeping others from it. So the database compares at the moment it
appends, under the lock of the stream: its last row, by position and digest, and where the writer knows it the number of
the newest erasure, after which no text may come back that was read before. Where something else stands it appends
nothing, and the writer reads and decides anew.

On PostgreSQL all of it is one function, so that a report takes one trip to the database where it took five, and no
transaction is left open while Python works. Its statements see what others have committed before it got the lock, which
those of one query would not. SQLite has one writer at a time, and compares in the INSERT.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from .queries import fetch

ROW = {"stream": "uuid", "position": "int", "type": "text", "version": "int", "data": "text", "command": "uuid"}
ROW |= {"ordinal": "int", "command_type": "text", "command_data": "text", "by": "text", "via": "text", "at": "text"}
ROW |= {"digest": "text"}
SEALED = {"stream": "uuid", "position": "int", "place": "text", "salt": "text", "value": "text"}
AT_ONCE = 1000  # rows that PostgreSQL is handed as one text

Line = tuple[Any, ...]


class Beside(NamedTuple):
    """What a row of a read table is to be once the log has been appended to: both are written, or neither.

    `key` is the value of its column `by`; `values` are those of `columns`.
    """

    table: str
    by: str
    key: Any
    columns: tuple[str, ...]
    values: Sequence[Any]


class NoRowBeside(LookupError):
    """The read table lacks the row: nothing was appended."""

    def __init__(self, beside: Beside) -> None:
        super().__init__(f"{beside.table} has no row {beside.key}; `manage.py rebuild` makes it anew.")


class Standing(NamedTuple):
    """What the last row of a stream has to be: position and digest (0 and any before the first); and the newest
    erasure, or None for whichever."""

    stream: str
    position: int
    digest: str
    erasures: int | None


def append_if(stands: Standing, rows: Sequence[Line], seals: Sequence[Line], beside: Beside | None) -> bool:
    """Whether the stream stood so, and rows, sealed values and the row beside them are written. `rows` and `seals` are
    values of `ROW` and `SEALED`. In a transaction on SQLite. NoRowBeside."""
    if connection.vendor == "postgresql":
        return _by_function(stands, rows, seals, beside)
    with connection.cursor() as cursor:
        cursor.execute(FIRST, [*rows[0], *_compared(stands)])
        if not cursor.rowcount:
            return False
        if beside is not None:
            cursor.execute(_update(beside.table, beside.by, beside.columns), [*beside.values, beside.key])
            if cursor.rowcount != 1:
                raise NoRowBeside(beside)
    insert("log_row", ROW, rows[1:])
    insert("log_sealed", SEALED, seals)
    return True


def insert(table: str, columns: dict[str, str], lines: Sequence[Line]) -> None:
    """Insert lines of values into a log table; `columns` are names with SQL types."""
    if not lines:
        return
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            places = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({_names(columns)}) VALUES ({places})", lines)
            return
        for start in range(0, len(lines), AT_ONCE):
            cursor.execute(_insert_all(table, columns, "%s"), [_as_json(columns, lines[start : start + AT_ONCE])])


def _names(columns: dict[str, str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


def _insert_all(table: str, columns: dict[str, str], lines: str) -> str:
    """Of lines as one JSON text: psycopg parses many placeholders anew each time, which is slower."""
    typed = ", ".join(f'"{name}" {kind}' for name, kind in columns.items())
    names = _names(columns)
    return f"INSERT INTO {table} ({names}) SELECT {names} FROM json_to_recordset({lines}) AS r ({typed})"


def _as_json(columns: dict[str, str], lines: Sequence[Line]) -> str:
    return msgspec.json.encode([dict(zip(columns, line, strict=True)) for line in lines]).decode()


# On SQLite: the first row of a report, where the stream stands as it was read.
FIRST = (
    f"INSERT INTO log_row ({_names(ROW)}) SELECT {', '.join(['%s'] * len(ROW))}"
    " WHERE NOT EXISTS (SELECT 1 FROM log_row WHERE stream = %s AND position > %s)"
    " AND (%s = 0 OR EXISTS (SELECT 1 FROM log_row WHERE stream = %s AND position = %s AND digest = %s))"
    " AND (%s IS NULL OR %s = (SELECT COALESCE(MAX(number), 0) FROM log_forgotten))"
)


def _compared(stands: Standing) -> list[Any]:
    stream, position, digest, erasures = stands
    return [stream, position, position, stream, position, digest, erasures, erasures]


@lru_cache
def _update(table: str, by: str, columns: tuple[str, ...], source: str = "") -> str:
    values = ", ".join(f"{column} = %s" for column in columns)
    return f"UPDATE {table} SET {values}{source} WHERE {table}.{by} = %s"


# Of PostgreSQL. By whichever transaction: VOLATILE, so that each statement sees what was committed before it.
FUNCTION = "log_append"
TYPES = "uuid, integer, text, bigint, json, json"
CREATE = f"""
CREATE OR REPLACE FUNCTION {FUNCTION}(
    to_stream uuid, after integer, after_digest text, erasures bigint, new_rows json, new_seals json
) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM FROM log_stream WHERE id = to_stream FOR UPDATE;
    IF NOT FOUND
        OR EXISTS (SELECT FROM log_row WHERE stream = to_stream AND "position" > after)
        OR (after > 0 AND NOT EXISTS (
            SELECT FROM log_row WHERE stream = to_stream AND "position" = after AND digest = after_digest
        ))
        OR erasures <> (SELECT COALESCE(max(number), 0) FROM log_forgotten)
    THEN
        RETURN false;
    END IF;
    {_insert_all("log_row", ROW, "new_rows")};
    IF new_seals IS NOT NULL THEN
        {_insert_all("log_sealed", SEALED, "new_seals")};
    END IF;
    RETURN true;
END $$
"""
SIGNATURE = f"{FUNCTION}({TYPES})"
DROP = f"DROP FUNCTION IF EXISTS {SIGNATURE}"
CALL = f"SELECT {FUNCTION}({', '.join(f'%s::{type}' for type in TYPES.split(', '))}) AS done"


def _by_function(stands: Standing, rows: Sequence[Line], seals: Sequence[Line], beside: Beside | None) -> bool:
    values = [*stands, _as_json(ROW, rows), _as_json(SEALED, seals) if seals else None]
    with connection.cursor() as cursor:
        if beside is None:
            cursor.execute(CALL, values)
        else:
            statement = _with_beside(beside.table, beside.by, beside.columns)
            cursor.execute(statement, [*values, beside.key, *beside.values, beside.key])
        answer = cursor.fetchone()
    if answer is None and beside is not None:
        if fetch("SELECT 1 FROM log_stream WHERE id = %s", [stands.stream]):
            raise NoRowBeside(beside)
        return False  # both are gone
    return bool(answer[0])


@lru_cache
def _with_beside(table: str, by: str, columns: tuple[str, ...]) -> str:
    """Appends, and then changes the row beside: what it is to be waits for what the function says."""
    return (
        f"WITH appended AS MATERIALIZED ({CALL} WHERE EXISTS (SELECT 1 FROM {table} WHERE {by} = %s)),"
        f" beside AS ({_update(table, by, columns, ' FROM appended')} AND appended.done)"
        " SELECT done FROM appended"
    )


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the function, or make it anew. For migrations."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(CREATE)


def can_append(connection: BaseDatabaseWrapper) -> bool:
    """Whether the database has the function that this release calls, if it takes one."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regprocedure(%s) IS NOT NULL", [SIGNATURE])
        return bool(cursor.fetchone()[0])
