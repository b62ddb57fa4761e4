"""Reads the log: rows with their sealed values put back, heads, and the lock for writers; and only what a fold needs of
a stream, for half the cost of whole rows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection, transaction
from django.utils.translation import gettext as _
from msgspec.structs import replace

from .chain import EMPTY
from .queries import as_text, fetch
from .rows import Head, NoSuchStream, Row, StreamHead, Tail, moment_text, uuid_text
from .seals import MARK, Seal, unseal

COLUMNS = 'position, type, version, data, {command}, ordinal, command_type, command_data, "by", via, at, digest'
PAGE = 500
LAST = 2**31 - 1


def read(stream: UUID | str, after: int = 0, until: int | None = None) -> list[Row]:
    """The rows of a stream from `after` (exclusive) to `until` (inclusive), in order, with their sealed values.

    An erased value reads as "". A stream that does not exist has no rows. One query: sealed values come with the rows,
    as ordinal -1 with their place, JSON text and salt.
    """
    stream = uuid_text(stream)
    span = [stream, after, LAST if until is None else until]
    return _unsealed(stream, fetch(_rows_with_seals(), [*span, *span]))


def read_on(stream: UUID | str, after: int) -> Tail:
    """The rows after `after`, as `read` returns them, and by what to know whether those up to there are still what they
    were. One query."""
    stream = uuid_text(stream)
    standing = (
        "SELECT 0, (SELECT digest FROM log_row WHERE stream = %s AND position = %s), (SELECT COUNT(*) FROM log_sealed"
        " WHERE stream = %s AND position <= %s), '', '', -2, '', '',"
        " CAST((SELECT COALESCE(MAX(number), 0) FROM log_forgotten) AS TEXT), '', '', ''"
    )
    span = [stream, after, LAST]
    found = fetch(f"{_rows_with_seals()} UNION ALL {standing}", [*span, *span, stream, after, stream, after])
    (before,) = (line for line in found if line[5] == -2)
    found.remove(before)
    new_seals = sum(line[5] < 0 for line in found)
    return Tail(str(before[1] or ""), int(before[2]), _unsealed(stream, found), new_seals, int(before[8]))


def _rows_with_seals() -> str:
    """Takes stream, last position before and last position twice."""
    columns = COLUMNS.format(command=as_text("command"))
    where = "WHERE stream = %s AND position > %s AND position <= %s"
    return (
        f"SELECT {columns} FROM log_row {where} UNION ALL"
        f" SELECT position, place, 0, value, '', -1, '', '', '', '', '', salt FROM log_sealed {where}"
    )


def _unsealed(stream: str, found: list[Any]) -> list[Row]:
    """What `_rows_with_seals` selects, as rows."""
    found.sort(key=itemgetter(0, 5))  # the sealed values of a row right before it
    rows: list[Row] = []
    seals: list[Seal] = []
    for line in found:
        if line[5] < 0:
            seals.append(Seal(line[1], line[11], line[3]))
            continue
        row = Row(stream, *line)
        if MARK in row.data or MARK in row.command_data:
            row = replace(row, data=unseal(row.data, seals), command_data=unseal(row.command_data, seals))
        seals = []
        rows.append(row)
    return rows


def reasons(places: Collection[tuple[UUID | str, int]]) -> dict[tuple[str, int], str]:
    """The reasons that were told with the reports of these rows, by stream and position; "" for none, or an erased one.
    Two queries for any number of streams; they are for a page of rows."""
    if not places:
        return {}
    here = " OR ".join(["(stream = %s AND position = %s)"] * len(places))
    values = [value for stream, position in places for value in (uuid_text(stream), position)]
    name = as_text("stream")
    rows = fetch(f"SELECT {name}, position, command_data FROM log_row WHERE {here}", values)
    query = f"SELECT {name}, position, place, salt, value FROM log_sealed WHERE place = 'command.reason' AND ({here})"
    seals: dict[tuple[str, int], list[Seal]] = {}
    for stream, position, *seal in fetch(query, values):
        seals.setdefault((stream, position), []).append(Seal(*seal))
    told = {(stream, at): unseal(data, seals.get((stream, at), ())) for stream, at, data in rows}
    return {place: msgspec.json.decode(data or "{}", type=_Told).reason for place, data in told.items()}


class _Told(msgspec.Struct):
    reason: str = ""


def stored(stream: UUID | str, after: int = 0, until: int | None = None, limit: int | None = None) -> list[Row]:
    """The rows as they are stored: a commitment in place of each sealed value."""
    stream = uuid_text(stream)
    columns = COLUMNS.format(command=as_text("command"))
    query = f"SELECT {columns} FROM log_row WHERE stream = %s AND position > %s AND position <= %s ORDER BY position"
    values: list[Any] = [stream, after, LAST if until is None else until]
    if limit is not None:
        query += " LIMIT %s"
        values.append(limit)
    return [Row(stream, *row) for row in fetch(query, values)]


def sealed(stream: UUID | str, after: int = 0, until: int | None = None) -> dict[int, list[Seal]]:
    """The sealed values of the rows, by position, each list in order of place."""
    query = (
        "SELECT position, place, salt, value FROM log_sealed"
        " WHERE stream = %s AND position > %s AND position <= %s ORDER BY position, place"
    )
    found: dict[int, list[Seal]] = {}
    for position, *seal in fetch(query, [uuid_text(stream), after, LAST if until is None else until]):
        found.setdefault(position, []).append(Seal(*seal))
    return found


def pages(stream: UUID | str, until: int | None = None) -> Iterator[tuple[list[Row], dict[int, list[Seal]]]]:
    """The whole stream as stored, a bounded number of rows at a time, each page with its sealed values."""
    after = 0
    while rows := stored(stream, after, until, limit=PAGE):
        yield rows, sealed(stream, after, rows[-1].position)
        after = rows[-1].position


def head(stream: UUID | str) -> Head:
    """The last row's position, digest and time; position 0 if there is none."""
    query = "SELECT position, digest, at FROM log_row WHERE stream = %s ORDER BY position DESC LIMIT 1"
    return next((Head(*row) for row in fetch(query, [uuid_text(stream)])), EMPTY)


def stamp(stream: UUID | str) -> tuple[int, str, int]:
    """What stands for the rows of a stream with their sealed values: position and digest of the last, and how many
    values are left beside the rows, of which some can be erased but none changed. (0, "", 0) if there is none."""
    query = (
        "SELECT position, digest, (SELECT COUNT(*) FROM log_sealed WHERE stream = %s) FROM log_row"
        " WHERE stream = %s ORDER BY position DESC LIMIT 1"
    )
    for position, digest, seals in fetch(query, [uuid_text(stream)] * 2):
        return int(position), str(digest), int(seals)
    return 0, "", 0


def positions(streams: Sequence[str]) -> dict[str, int]:
    """The position of each stream's last row, of those that exist. One query for each `PAGE` of them."""
    selected = f"{as_text('id')}, (SELECT MAX(position) FROM log_row WHERE stream = id)"
    found: dict[str, int] = {}
    for first in range(0, len(streams), PAGE):
        some = [uuid_text(stream) for stream in streams[first : first + PAGE]]
        marks = ", ".join(["%s"] * len(some))
        there = fetch(f"SELECT {selected} FROM log_stream WHERE id IN ({marks})", some)
        found.update((stream, position or 0) for stream, position in there)
    return found


def position_at(stream: UUID | str, moment: datetime | str) -> int:
    """The last position written by a moment (aware, or as text, see `Row.at`); 0 before the first row."""
    by = moment if isinstance(moment, str) else moment_text(moment, "moment")
    query = 'SELECT MAX(position) FROM log_row WHERE stream = %s AND "at" <= %s'
    return int(fetch(query, [uuid_text(stream), by])[0][0] or 0)


def heads(kind: str, after_stream: UUID | str | None = None, limit: int = PAGE) -> list[StreamHead]:
    """The heads of up to `limit` streams of a kind, in order of their ids, from `after_stream` (exclusive) on."""
    beyond, values = _beyond("s.id", after_stream)
    query = (
        f"SELECT {as_text('s.id')}, r.position, r.digest, r.at FROM log_stream s LEFT JOIN log_row r ON r.stream = s.id"
        " AND r.position = (SELECT MAX(position) FROM log_row WHERE stream = s.id)"
        f" WHERE s.kind = %s{beyond} ORDER BY s.id LIMIT %s"
    )
    found = fetch(query, [kind, *values, limit])
    return [StreamHead(stream, Head(*last) if last[0] else EMPTY) for stream, *last in found]


def streams(kind: str | None = None, last: str | None = None) -> Iterator[tuple[str, str]]:
    """Every stream (of one kind) with its kind, in order of ids, a bounded number at a time. `last`: the one before the
    first."""
    yield from _each("1 = 1" if kind is None else "kind = %s", [] if kind is None else [kind], last)


def streams_about(person: str) -> Iterator[tuple[str, str]]:
    """Every stream with a row that `person` reported or that has their id in it, sealed or not, with its kind, in order
    of ids, a bounded number at a time. It looks through the whole log."""
    named = f'%"{person}"%'
    about = (
        'EXISTS (SELECT 1 FROM log_row r WHERE r.stream = s.id AND (r."by" = %s OR r.data LIKE %s))'
        " OR EXISTS (SELECT 1 FROM log_sealed v WHERE v.stream = s.id AND v.value LIKE %s)"
    )
    yield from _each(about, [person, named, named])


def _each(which: str, values: Sequence[str], last: str | None = None) -> Iterator[tuple[str, str]]:
    while True:
        beyond, after = _beyond("s.id", last)
        found = fetch(  # by its name alone PostgreSQL would sort by the texts
            f"SELECT {as_text('s.id')}, kind FROM log_stream s WHERE ({which}){beyond} ORDER BY s.id LIMIT {PAGE}",
            [*values, *after],
        )
        if not found:
            return
        yield from ((stream, kind) for stream, kind in found)
        last = found[-1][0]


def kind_of(stream: UUID | str, lock: bool = False) -> str:
    """The kind of a stream; NoSuchStream if there is none."""
    stream = uuid_text(stream)
    locking = " FOR UPDATE" if lock and connection.features.has_select_for_update else ""
    for (kind,) in fetch(f"SELECT kind FROM log_stream WHERE id = %s{locking}", [stream]):
        return str(kind)
    raise NoSuchStream(stream)


def lock(stream: UUID | str) -> str:
    """Keep other writers out of a stream until this transaction ends; returns its kind, or raises NoSuchStream.

    SQLite has one writer at a time: there the transaction's own BEGIN IMMEDIATE is the lock.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError(_("A stream can be locked only inside a transaction."))
    return kind_of(stream, lock=True)


def holds(stream: UUID | str, position: int, digest: str) -> bool:
    """Whether the row at a position has this digest: False if a receipt's row was cut off or recomputed."""
    if position == 0:
        return digest == EMPTY.digest
    found = stored(stream, position - 1, position)
    return bool(found) and found[0].digest == digest


def _beyond(column: str, last: UUID | str | None) -> tuple[str, list[str]]:
    return ("", []) if last is None else (f" AND {column} > %s", [uuid_text(last)])


# One query. The sealed values come with the rows, as ordinal -1 with their place and JSON text.
QUERY = """
SELECT position, type, version, data, ordinal, digest FROM log_row WHERE stream = %s AND position <= %s
UNION ALL
SELECT position, place, 0, value, -1, salt FROM log_sealed
 WHERE stream = %s AND position <= %s AND place LIKE 'data.%%'
"""


# position, type, version, data (sealed values put back, an erased one reads as ""), ordinal, digest. A plain tuple:
# two hundred of anything else would cost as much as the query.
Fact = tuple[int, str, int, str, int, str]


def facts(stream: UUID | str, until: int | None = None) -> list[Fact]:
    """The stream's rows in order, up to `until` (inclusive); none if the stream does not exist."""
    stream = uuid_text(stream)
    last = LAST if until is None else until
    found = fetch(QUERY, [stream, last, stream, last])
    rows = [fact for fact in found if fact[4] >= 0]
    rows.sort(key=itemgetter(0))
    seals: dict[int, list[Seal]] = {}
    for position, place, _zero, value, _ordinal, salt in found if len(rows) < len(found) else ():
        if _ordinal < 0:
            seals.setdefault(position, []).append(Seal(place, salt, value))
    return [
        fact if MARK not in fact[3] else (*fact[:3], unseal(fact[3], seals.get(fact[0], ())), *fact[4:])
        for fact in rows
    ]
