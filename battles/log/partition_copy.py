"""Fills the partitioned copy of the log's rows (`partitions`), and compares it, some rows at a time in the order of
their keys.

Each of these transactions keeps the switch of the triggers (`triggers.lifted`) as it is: nobody takes anything out of
the log meanwhile, so that no row is put into the copy that somebody is just erasing. Who adds rows waits for nobody.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db import connection

from .queries import fetch
from .second_table import COPIED, LIVE, PARTS, columns

AT_ONCE = 2000  # rows
SHOWN = 5  # rows that differ


class Key(NamedTuple):
    stream: str
    position: int


class Done(NamedTuple):
    """How far it has got: about how many rows are done, the key of the last, and whether that was all."""

    rows: int
    last: Key | None
    all: bool


class Differs(Exception):
    """The copy is none: `rows` are the first keys for which it has another row, or only one of both tables has one."""

    def __init__(self, rows: list[Key]) -> None:
        super().__init__()
        self.rows = rows


def copied() -> Done:
    """How far an earlier run got."""
    ((stream, position, rows, done),) = fetch(f"SELECT stream::text, position, rows, done FROM {COPIED}")
    return Done(int(rows), Key(stream, position) if stream else None, bool(done))


def copy_some() -> Done:
    """Copy the rows that come next. What writers have brought into the copy since it was made stays."""
    _nobody_erases()
    before, names = copied(), ", ".join(columns())
    if before.all:
        return before
    until = _last_of_next(before.last)
    which, values = _between(before.last, until)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {PARTS} ({names}) SELECT {names} FROM {LIVE} WHERE {which} ON CONFLICT DO NOTHING", values
        )
        now = Done(before.rows + (AT_ONCE if until else cursor.rowcount), until or before.last, until is None)
        cursor.execute(
            f"UPDATE {COPIED} SET stream = %s, position = %s, rows = %s, done = %s",
            [*(now.last or (None, None)), now.rows, now.all],
        )
    return now


def compare_some(before: Done, other: str) -> Done:
    """Compare the rows that come next, in the table in use and in the `other` one, by their number and by a digest of
    all columns. Differs if they are not the same."""
    _nobody_erases()
    until, names = _last_of_next(before.last), ", ".join(columns())
    which, values = _between(before.last, until)
    sums = "SELECT count(*) AS n, md5(string_agg(md5(ROW({names})::text), '' ORDER BY stream, position)) AS digest"
    some = " FROM {table} WHERE {which}"
    both = ", ".join(
        f"{name} AS ({(sums + some).format(names=names, table=table, which=which)})"
        for name, table in (("one", LIVE), ("two", other))
    )
    query = f"WITH {both} SELECT one.n, one.n = two.n AND one.digest IS NOT DISTINCT FROM two.digest FROM one, two"
    ((n, same),) = fetch(query, [*values, *values])
    if not same:
        raise Differs(_different(other, names, which, values))
    return Done(before.rows + int(n), until or before.last, until is None)


def _different(other: str, names: str, which: str, values: list[str | int]) -> list[Key]:
    selected = f"SELECT stream, position, md5(ROW({names})::text) AS digest FROM {{table}} WHERE {which}"
    found = fetch(
        f"SELECT stream::text, position FROM ({selected.format(table=LIVE)}) one"
        f" FULL JOIN ({selected.format(table=other)}) two USING (stream, position)"
        f" WHERE one.digest IS DISTINCT FROM two.digest ORDER BY stream, position LIMIT {SHOWN}",
        [*values, *values],
    )
    return [Key(stream, position) for stream, position in found]


def _nobody_erases() -> None:
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE log_switch IN SHARE MODE")


def _last_of_next(last: Key | None) -> Key | None:
    """The last key of the next rows; None where fewer are left."""
    which, values = _between(last, None)
    query = f"SELECT stream::text, position FROM {LIVE} WHERE {which}"
    ordered = f"{query} ORDER BY {LIVE}.stream, position LIMIT 1 OFFSET {AT_ONCE - 1}"
    return next((Key(stream, position) for stream, position in fetch(ordered, values)), None)


def _between(last: Key | None, until: Key | None) -> tuple[str, list[str | int]]:
    """The rows after `last` up to `until`, as a condition with its values; all where there is none."""
    bounds = [f"(stream, position) {sign} (%s, %s)" for sign, key in ((">", last), ("<=", until)) if key]
    values = [value for key in (last, until) if key for value in key]
    return " AND ".join(bounds) or "true", values
