"""Compares a read table with what was folded of the log, column by column, and makes it equal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from django.db import connection, models

from campaigns import read_tables
from campaigns.rebuild_spool import Spool

Row = Sequence[Any]
AT_ONCE = 500
_encode = msgspec.msgpack.encode
_decode = msgspec.msgpack.decode


class Difference(NamedTuple):
    """A column that was not as the log has it. "" if a whole row was missing or too many."""

    table: str
    key: str
    column: str
    stood: Any
    folded: Any


def compare(model: type[models.Model], number: int, spool: Spool, keep: bool) -> Iterator[Difference]:
    """Every column that differs, then the rows that were missing. `number`: the table's place in the spool. With `keep`
    the table is changed meanwhile."""
    table, columns, found = model._meta.db_table, read_tables.columns(model), 0
    for page in _pages(table, columns):
        folded = spool.rows(number, [str(row[0]) for row in page])
        found += len(folded)
        changed, gone = [], []
        for row in page:
            now = folded.get(str(row[0]))
            if now is None:
                gone.append(row[0])
                yield Difference(table, str(row[0]), "", row[0], None)
            elif now != (was := _encode(row)):
                differences = list(_columns(table, columns, _decode(was), _decode(now)))
                if differences:
                    changed.append(_decode(now))
                yield from differences
        if keep:
            read_tables.write(model, changed)
            read_tables.remove(model, gone)
    if found < spool.count(number):
        yield from _missing(model, number, spool, keep)


def _columns(table: str, columns: Sequence[str], stood: Row, folded: Row) -> Iterator[Difference]:
    for column, was, now in zip(columns, stood, folded, strict=True):
        if was != now:
            yield Difference(table, str(stood[0]), column, was, now)


def _missing(model: type[models.Model], number: int, spool: Spool, keep: bool) -> Iterator[Difference]:
    table, key = model._meta.db_table, _quoted(str(model._meta.pk.column))
    for page in spool.every_row(number):
        places = ", ".join(["%s"] * len(page))
        there = _run(f"SELECT {key} FROM {table} WHERE {key} IN ({places})", [one for one, _data in page])
        known = {str(one) for (one,) in there}
        new = [(one, data) for one, data in page if one not in known]
        yield from (Difference(table, one, "", None, one) for one, _data in new)
        if keep:
            read_tables.insert(model, [_decode(data) for _key, data in new])


def _pages(table: str, columns: Sequence[str]) -> Iterator[list[Row]]:
    """The rows of a table, its key first, a bounded number at a time."""
    key = _quoted(columns[0])
    select = f"SELECT {', '.join(map(_quoted, columns))} FROM {table}"
    page = _run(f"{select} ORDER BY {key} LIMIT {AT_ONCE}")
    while page:
        yield page
        page = _run(f"{select} WHERE {key} > %s ORDER BY {key} LIMIT {AT_ONCE}", [page[-1][0]])


def _run(statement: str, values: Sequence[Any] = ()) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        found: list[Row] = cursor.fetchall()
        return found


def _quoted(column: str) -> str:
    return connection.ops.quote_name(column)
