"""Where many tests begin: played once in a process. Whoever begins there later finds its rows put back."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple, TypeVar

from django.apps import apps
from django.db import connection

T = TypeVar("T")
Row = tuple[Any, ...]


class Ground(NamedTuple):
    """What `once` returns, and its rows, by the statement that writes them."""

    told: Any
    rows: dict[str, list[Row]]


_kept: dict[Callable[[], Any], Ground] = {}


def once(play: Callable[[], T]) -> T:
    """What `play` returns, and its rows in the transaction of the test, where it is to be the first to write.

    `play` only adds rows; it changes none that are there before it. Each test has a copy of what it returns. On
    PostgreSQL, where few tests run, it is played every time.
    """
    if connection.vendor != "sqlite":
        return play()
    if play not in _kept:
        before = _newest()
        told = play()
        _kept[play] = Ground(deepcopy(told), _rows_after(before))
        return told
    told, rows = _kept[play]
    with connection.cursor() as cursor:
        for statement, those in rows.items():
            cursor.executemany(statement, those)
    return deepcopy(told)


def _tables() -> dict[str, list[str]]:
    """The columns of each, as they are written in a statement."""
    quoted = connection.ops.quote_name
    models = (model for model in apps.get_models(include_auto_created=True) if model._meta.managed)
    return {
        quoted(model._meta.db_table): [quoted(str(field.column)) for field in model._meta.concrete_fields]
        for model in models
        if not model._meta.proxy
    }


def _newest() -> dict[str, int]:
    with connection.cursor() as cursor:
        return {table: _first(cursor, f"SELECT COALESCE(MAX(rowid), 0) FROM {table}") for table in _tables()}


def _first(cursor: Any, query: str) -> int:
    cursor.execute(query)
    return int(cursor.fetchone()[0])


def _rows_after(before: dict[str, int]) -> dict[str, list[Row]]:
    """A plus before each column: so SQLite tells what it keeps, not what Django makes of it."""
    found: dict[str, list[Row]] = {}
    with connection.cursor() as cursor:
        for table, columns in _tables().items():
            asked = ", ".join(f"+{column}" for column in columns)
            cursor.execute(f"SELECT {asked} FROM {table} WHERE rowid > %s ORDER BY rowid", [before[table]])
            if rows := cursor.fetchall():
                places = ", ".join(["%s"] * len(columns))
                found[f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})"] = rows
    return found
