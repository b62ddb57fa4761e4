"""A stream as JSON lines: a header, then one line a row. `deploy/verify_export.py` says what may be relied on."""

from collections.abc import Iterator
from uuid import UUID

import msgspec
from msgspec import Struct

from .reader import head, kind_of, pages
from .rows import Row, uuid_text
from .seals import Seal

FORMAT = "leaguer-log"
VERSION = 1


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line. `position` and `digest` are the head's, so that a truncated file is noticed."""

    format: str
    version: int
    stream: str
    kind: str
    position: int
    digest: str


class ExportedRow(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A row as stored; its stream is the header's. `sealed` holds the sealed values that were asked for."""

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
    sealed: list[Seal] = []

    def row(self, stream: str) -> Row:
        return Row(stream, *msgspec.structs.astuple(self)[:-1])


def export_lines(stream: UUID | str, with_sealed: bool = False) -> Iterator[str]:
    """The lines of a stream as it stands now, without line ends. Sealed values only if asked for.

    NoSuchStream if there is none. Memory stays bounded.
    """
    stream = uuid_text(stream)
    kind, last = kind_of(stream), head(stream)
    yield _text(Header(FORMAT, VERSION, stream, kind, last.position, last.digest))
    for rows, seals in pages(stream, until=last.position):
        for row in rows:
            fields = msgspec.structs.asdict(row)
            del fields["stream"]
            yield _text(ExportedRow(**fields, sealed=seals.get(row.position, []) if with_sealed else []))


def _text(line: Struct) -> str:
    return msgspec.json.encode(line).decode()
