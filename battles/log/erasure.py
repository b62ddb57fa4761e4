"""Erases something from the log, which nothing else may. A row in `log_forgotten` says what was erased, and why.

Every function here works under the switch (`triggers.lifted`) in the caller's transaction, and writes a row of the
table `log_forgotten`, which nobody can change or remove. `manage.py forget` and the office come here by
`campaigns.erasure`, which says what may be forgotten.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from .bounds import sound_text, word
from .queries import as_text, fetch
from .reader import head, kind_of
from .rows import Unwritable, moment_text, uuid_text
from .triggers import lifted
from .writer import erase

LONGEST_REASON = 500
COLUMNS = 'number, what, {subject}, kind, rows, digest, "by", at, reason'


class Forgotten(Struct, frozen=True):
    """One row of the trail.

    `what` is "stream" (all of it), "sealed" (values beside the rows of a stream) or "account" (a person's names).
    `subject` is the stream's or the account's id, `kind` the stream's, `rows` how many rows or values were erased,
    `digest` the stream's head at that time (64 zeros for an account). `by` is an account's id or another word for who
    did it.
    """

    number: int
    what: str
    subject: str
    kind: str
    rows: int
    digest: str
    by: str
    at: str
    reason: str


class SealedText(Struct, frozen=True):
    """Where a sealed value is stored, and its JSON text."""

    stream: str
    position: int
    place: str
    value: str


def forget_stream(stream: UUID | str, by: str, reason: str, now: datetime) -> Forgotten:
    """Erase a whole stream: its rows, its sealed values, and its name. NoSuchStream if none."""
    stream = uuid_text(stream)
    kind, last = kind_of(stream), head(stream)
    with lifted(), connection.cursor() as cursor:
        _overwrite()
        cursor.execute("DELETE FROM log_sealed WHERE stream = %s", [stream])
        cursor.execute("DELETE FROM log_row WHERE stream = %s", [stream])
        rows = cursor.rowcount
        cursor.execute("DELETE FROM log_stream WHERE id = %s", [stream])
        return leave_trail("stream", stream, kind, rows, last.digest, by, reason, now)


def forget_sealed(
    stream: UUID | str, places: Sequence[tuple[int, str]], by: str, reason: str, now: datetime
) -> Forgotten:
    """Erase sealed values of one stream, each named by position and place. Every digest stays as it is."""
    stream = uuid_text(stream)
    kind, last = kind_of(stream), head(stream)
    with transaction.atomic():
        _overwrite()
        gone = sum(erase(stream, position, place) for position, place in places)
        return leave_trail("sealed", stream, kind, gone, last.digest, by, reason, now)


def leave_trail(
    what: str, subject: UUID | str, kind: str, rows: int, digest: str, by: str, reason: str, now: datetime
) -> Forgotten:
    """Append to the trail; `Unwritable` names a field out of bounds. For accounts, which the log does not hold."""
    check_reason(reason)
    word(by, "by")
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("LOCK TABLE log_forgotten IN EXCLUSIVE MODE")
        cursor.execute("SELECT COALESCE(MAX(number), 0) + 1 FROM log_forgotten")
        trail = Forgotten(
            *(int(cursor.fetchone()[0]), what, uuid_text(subject), kind, rows, digest),
            *(by, moment_text(now, "now"), reason),
        )
        cursor.execute(
            'INSERT INTO log_forgotten (number, what, subject, kind, rows, digest, "by", at, reason)'
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [getattr(trail, name) for name in Forgotten.__struct_fields__],
        )
    return trail


def check_reason(reason: str) -> None:
    """`Unwritable` unless there is a reason of at most one screen: it stays for ever."""
    sound_text(reason, "reason")
    if not reason.strip() or len(reason) > LONGEST_REASON:
        raise Unwritable(
            "reason", _("say in up to %(longest)d characters why; it stays for ever.") % {"longest": LONGEST_REASON}
        )


def forgotten() -> list[Forgotten]:
    """The whole trail, oldest first."""
    columns = COLUMNS.format(subject=as_text("subject"))
    return [Forgotten(*row) for row in fetch(f"SELECT {columns} FROM log_forgotten ORDER BY number")]


def sealed_by(by: str) -> Iterator[SealedText]:
    """Sealed values beside the rows that someone reported, stream by stream."""
    yield from _sealed('JOIN log_row r ON r.stream = s.stream AND r.position = s.position WHERE r."by" = %s', by)


def sealed_in(stream: UUID | str) -> Iterator[SealedText]:
    """Sealed values of one stream."""
    yield from _sealed("WHERE s.stream = %s", uuid_text(stream))


def _sealed(which: str, value: str) -> Iterator[SealedText]:
    columns = f"{as_text('s.stream')}, s.position, s.place, s.value"
    query = f"SELECT {columns} FROM log_sealed s {which} ORDER BY s.stream, s.position, s.place"
    yield from (SealedText(*row) for row in fetch(query, [value]))


def _overwrite() -> None:
    """Make SQLite overwrite deleted data, which it otherwise leaves in the file until it needs the room."""
    if connection.vendor == "sqlite":
        fetch("PRAGMA secure_delete = ON")
