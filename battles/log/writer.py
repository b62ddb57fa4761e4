"""Appends to the log, and erases sealed values."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext as _
from msgspec.structs import astuple

from .bounds import number, plain, way_in, word
from .chain import digest
from .compare_append import ROW, SEALED, Beside, Line, Standing, append_if, insert
from .reader import head, kind_of
from .rows import Conflict, Head, NewRow, Row, Unwritable, moment_text, uuid_text
from .seals import Seal, seal, sealed_in
from .triggers import lifted

Sealing = tuple[int, Seal]  # the position of a row and a value sealed in it


def open_stream(stream: UUID | str, kind: str) -> None:
    """Begin an empty stream. Conflict if it exists already, whatever its kind."""
    stream = uuid_text(stream)
    word(kind, "kind")
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("INSERT INTO log_stream (id, kind) VALUES (%s, %s)", [stream, kind])
    except IntegrityError:
        raise Conflict(stream, 0, None) from None


def append(
    stream: UUID | str,
    after: int | Head,
    entries: Sequence[NewRow],
    by: str,
    via: str,
    now: datetime,
    *,
    erasures: int | None = None,
    beside: Callable[[list[Row]], Beside | None] | None = None,
) -> list[Row]:
    """Append facts after position `after`, all of them or none; returns them as `read` would.

    A caller that has read the head passes it, which saves a query. `now` is an aware datetime; rows are dated no
    earlier than the row before. `erasures`: the number of the newest erasure that the caller knows of (`Tail`).
    `beside`: given the rows, says what row of a read table is written with them, if one is.

    Raises Conflict if the head is not at `after`, or if something was erased since: nothing was written, and a
    transaction can go on. NoSuchStream, and Unwritable (before anything is written) if an entry is out of bounds.
    Conflict if a report's id is in the stream already, and NoRowBeside: these undo the surrounding transaction.
    """
    stream = uuid_text(stream)
    word(by, "by")
    way_in(via)
    checked = [_checked(entry) for entry in entries]
    last = after if isinstance(after, Head) else head(stream)
    if not isinstance(after, Head) and last.position != after:
        raise Conflict(stream, after, last.position)
    if last.position == 0:
        kind_of(stream)
    if not checked:
        return []
    at = max(moment_text(now, "now"), last.at)
    rows, kept, seals = _chained(stream, last.position, last.digest, checked, by, via, at)
    stands = Standing(stream, last.position, last.digest, erasures)
    follows = beside(rows) if beside is not None else None
    try:
        with _together():
            done = append_if(stands, [astuple(row) for row in kept], _lines(stream, seals), follows)
    except IntegrityError:
        raise Conflict(stream, last.position, None) from None
    if not done:
        raise Conflict(stream, last.position, None)
    return rows


def _together() -> AbstractContextManager[Any]:
    """What is written is written in one transaction: on PostgreSQL it is one statement, which is one by itself."""
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        return nullcontext()
    return transaction.atomic(savepoint=False)


def seals_of(entries: Iterable[NewRow]) -> int:
    """How many sealed values lie beside the rows of these entries once they are appended."""
    told = ((one.data, one.seals) for one in entries)
    reported = ((one.command_data, one.command_seals) for one in entries)
    return sum(sealed_in(plain(data, "data"), names) for data, names in (*told, *reported) if names and data != "")


def erase(stream: UUID | str, position: int, place: str) -> bool:
    """Erase the sealed value at a place ("data.reason") for good; every digest stays as it is.

    Returns whether there was one. Leaves no trail: `erasure.forget_sealed` does.
    """
    with lifted(), connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM log_sealed WHERE stream = %s AND position = %s AND place = %s",
            [uuid_text(stream), position, place],
        )
        return bool(cursor.rowcount)


def insert_rows(rows: Sequence[Row]) -> None:
    """Insert rows as they are."""
    insert("log_row", ROW, [astuple(row) for row in rows])


def insert_seals(stream: str, seals: Sequence[Sealing]) -> None:
    insert("log_sealed", SEALED, _lines(stream, seals))


def _lines(stream: str, seals: Sequence[Sealing]) -> list[Line]:
    return [(stream, position, seal.place, seal.salt, seal.value) for position, seal in seals]


class _Checked:
    """An entry within bounds: its texts as they read, its texts as they are stored, and its seals."""

    __slots__ = ("command", "data", "entry", "reported", "seals", "stored_data", "stored_reported")

    def __init__(self, entry: NewRow) -> None:
        self.entry = entry
        self.command = uuid_text(entry.command, "command")
        self.data = plain(entry.data, "data")
        self.stored_data, self.seals = seal("data", self.data, entry.seals)
        self.reported = self.stored_reported = ""
        if entry.command_data != "":
            self.reported = plain(entry.command_data, "command_data")
            self.stored_reported, more = seal("command", self.reported, entry.command_seals)
            self.seals += more


def _checked(entry: NewRow) -> _Checked:
    word(entry.type, "type")
    number(entry.version, "version", 1)
    number(entry.ordinal, "ordinal", 0)
    word(entry.command_type, "command_type", empty=True)
    if entry.ordinal and entry.command_data != "":
        raise Unwritable("command_data", _("only the first row of a report holds what was reported."))
    return _Checked(entry)


def _chained(
    stream: str, position: int, previous: str, checked: list[_Checked], by: str, via: str, at: str
) -> tuple[list[Row], list[Row], list[Sealing]]:
    """The rows as they read and as they are stored, each digest over the one before, and the sealed values."""
    rows, kept, seals = [], [], []
    for one in checked:
        entry, position = one.entry, position + 1
        start = (stream, position, entry.type, entry.version)
        report = (one.command, entry.ordinal, entry.command_type)
        end = (by, via, at)
        previous = digest(previous, (*start, one.stored_data, *report, one.stored_reported, *end))
        stored = Row(*start, one.stored_data, *report, one.stored_reported, *end, previous)
        kept.append(stored)
        rows.append(Row(*start, one.data, *report, one.reported, *end, previous) if one.seals else stored)
        seals += [(position, seal) for seal in one.seals]
    return rows, kept, seals
