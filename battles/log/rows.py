"""The types of the log: what is appended, what is read, and its errors."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from msgspec import Struct

MOST_KNOWN = 1_000  # ids
VIAS = frozenset({"api", "page", "admin", "script", "clerk"})


class Row(Struct, frozen=True, gc=False):
    """One ruled fact in the log. The fields are in the order the digest covers; `digest` is the last.

    `data` and `command_data` are JSON texts (`command_data` is "" except on the first row of a report; it is what was
    reported, with what was added to it before it was ruled on, see `rules.stream.codec`). `at` is UTC,
    fixed width (2026-05-01T18:30:00.000000Z), so that texts sort as times do.
    """

    stream: str
    position: int
    type: str
    version: int
    data: str
    command: str
    ordinal: int
    command_type: str
    command_data: str
    by: str
    via: str
    at: str
    digest: str


class NewRow(Struct, frozen=True):
    """One fact to append. `data` and `command_data` are JSON objects, as a dict of plain values or as text.

    `command` is the id of the report the fact came from, `ordinal` its place within that report, from 0. Only ordinal 0
    has the report itself (`command_data`). `seals` and `command_seals` name the top-level fields to seal; a field that
    is absent, null or empty is left as it is.
    """

    type: str
    version: int
    data: dict[str, Any] | str
    command: UUID | str
    ordinal: int
    seals: tuple[str, ...] = ()
    command_type: str = ""
    command_data: dict[str, Any] | str = ""
    command_seals: tuple[str, ...] = ()


class Head(NamedTuple):
    """The last row of a stream, for receipts. An empty stream has position 0, digest `START` and at ""."""

    position: int
    digest: str
    at: str


class Tail(NamedTuple):
    """The rows of a stream after a position, with how many sealed values lie beside them (`new_seals`); the digest of
    the row at that position ("" if there is none), and how many lie beside the rows up to there. `erasures`: the number
    of the newest erasure, of whatever stream (`log.forgotten`); 0 before the first."""

    digest: str
    seals: int
    rows: list[Row]
    new_seals: int
    erasures: int


class StreamHead(NamedTuple):
    stream: str
    head: Head


class Fault(NamedTuple):
    """The first row of a stream that does not verify, and why."""

    stream: str
    position: int
    reason: str


class NoSuchStream(LookupError):
    def __init__(self, stream: str) -> None:
        super().__init__(_("The log has no stream %(stream)s.") % {"stream": stream})
        self.stream = stream


class Conflict(Exception):
    """Someone wrote first: the stream's head is not where the writer read it. Nothing was appended.

    `found` is None if another writer's rows are not visible yet, or if the report's id is in the stream already. Give
    up the surrounding transaction, read again and decide again.
    """

    def __init__(self, stream: str, expected: int, found: int | None) -> None:
        super().__init__(_("Someone wrote to the log first. Read the newest rows and try again."))
        self.stream = stream
        self.expected = expected
        self.found = found


class Unwritable(ValueError):
    """A value that cannot stand in the log. `field` names it; the text has the rule and the remedy."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(f"{field}: {text}")
        self.field = field
        self.text = text


def uuid_text(value: UUID | str, field: str = "stream") -> str:
    """The canonical text of an id; Unwritable if it is none."""
    if isinstance(value, UUID):
        return str(value)
    try:
        return _canonical(value)
    except (ValueError, AttributeError, TypeError):
        raise Unwritable(field, _("is no id: that is 32 hexadecimal digits with dashes.")) from None


@lru_cache(MOST_KNOWN)
def _canonical(text: str) -> str:
    """A report asks fifteen times for the same few."""
    return str(UUID(text))


def moment_text(moment: datetime, field: str) -> str:
    """A moment as rows are dated (see `Row.at`); Unwritable without a time zone."""
    if moment.tzinfo is None:
        raise Unwritable(field, _("has to be a time with its time zone."))
    return moment.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
