"""Imports an exported stream with its digests, all of it or nothing."""

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from .bounds import number, plain, sound_json, way_in, word
from .chain import EMPTY, broken_link
from .exporter import FORMAT, VERSION, ExportedRow, Header
from .reader import head, kind_of
from .rows import Head, NoSuchStream, Row, Unwritable, uuid_text
from .seals import LONGEST_PLACE, Seal
from .verifier import broken_seal
from .writer import insert_rows, insert_seals, open_stream

LONGEST_LINE = 8 * 1024 * 1024
TOGETHER = 500
_moment = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z\Z", re.ASCII)
_header = msgspec.json.Decoder(Header)
_line = msgspec.json.Decoder(ExportedRow)


class BadExport(ValueError):
    """A file that is not a valid export. `line` counts from 1, the header being the first."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(_("Line %(line)d: %(text)s") % {"line": line, "text": text})
        self.line = line
        self.text = text


class Imported(NamedTuple):
    """The imported stream; `already`: the log had the very same stream, and nothing was written."""

    stream: str
    kind: str
    head: Head
    already: bool


class _Read(NamedTuple):
    number: int
    row: Row
    seals: list[Seal]


def import_lines(file: BinaryIO) -> Imported:
    """Write an exported stream into the log, rows and digests verbatim. BadExport names a line, and nothing is kept."""
    with transaction.atomic():
        header = _read_header(file)
        already = _exists(header.stream)
        if not already:
            open_stream(header.stream, header.kind)
        last, waiting = EMPTY, list[_Read]()
        for read in _read_rows(file, header.stream):
            if reason := broken_link(last, read.row) or broken_seal(read.row, read.seals):
                raise BadExport(read.number, reason)
            last = Head(read.row.position, read.row.digest, read.row.at)
            waiting.append(read)
            if len(waiting) == TOGETHER:
                _write(waiting, already)
        _write(waiting, already)
        if last[:2] != (header.position, header.digest):
            raise BadExport(last.position + 1, _("the file was cut off: its first line promises more, or other, rows."))
        if already and (kind_of(header.stream), head(header.stream)) != (header.kind, last):
            raise BadExport(
                1, _("stream %(stream)s is in the log already, with other rows.") % {"stream": header.stream}
            )
    return Imported(header.stream, header.kind, last, already)


def _exists(stream: str) -> bool:
    try:
        kind_of(stream)
    except NoSuchStream:
        return False
    return True


def _write(waiting: list[_Read], already: bool) -> None:
    if waiting and not already:
        try:
            insert_rows([read.row for read in waiting])
            insert_seals(waiting[0].row.stream, [(read.row.position, seal) for read in waiting for seal in read.seals])
        except IntegrityError:
            raise BadExport(waiting[0].number, _("from here on, a report or a sealed value comes twice.")) from None
    waiting.clear()


def _numbered(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    line = 0
    while text := file.readline(LONGEST_LINE + 1):
        line += 1
        if len(text) > LONGEST_LINE:
            raise BadExport(line, _("longer than %(limit)d bytes.") % {"limit": LONGEST_LINE})
        yield line, text


def _read_header(file: BinaryIO) -> Header:
    text = file.readline(LONGEST_LINE)
    try:
        header = _header.decode(text)
        if uuid_text(header.stream) != header.stream:
            raise Unwritable("stream", _("not in canonical form."))
        word(header.kind, "kind")
        number(header.position, "position", 0)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, Unwritable) as error:
        raise BadExport(1, _("not the header of an exported log: %(error)s") % {"error": error}) from None
    if (header.format, header.version) != (FORMAT, VERSION):
        known = {"format": FORMAT, "version": VERSION}
        raise BadExport(1, _("only format %(format)s, version %(version)d, can be read.") % known)
    return header


def _read_rows(file: BinaryIO, stream: str) -> Iterator[_Read]:
    for line, text in _numbered(file):
        try:
            read = _line.decode(text)
            _check(read)
        except (msgspec.MsgspecError, UnicodeError, RecursionError, Unwritable) as error:
            raise BadExport(line + 1, str(error)) from None
        yield _Read(line + 1, read.row(stream), read.sealed)


def _check(line: ExportedRow) -> None:
    """Check the bounds an appended row has to keep."""
    number(line.position, "position", 1)
    number(line.version, "version", 1)
    number(line.ordinal, "ordinal", 0)
    word(line.type, "type")
    word(line.command_type, "command_type", empty=True)
    word(line.by, "by")
    way_in(line.via)
    plain(line.data, "data")
    if line.command_data:
        plain(line.command_data, "command_data")
    if uuid_text(line.command, "command") != line.command:
        raise Unwritable("command", _("not in canonical form."))
    if not _moment.match(line.at):
        raise Unwritable("at", _("has to be a time such as 2026-05-01T18:30:00.000000Z."))
    for seal in line.sealed:
        if len(seal.place) > LONGEST_PLACE or "\0" in seal.place:
            raise Unwritable("sealed", _("a place is too long, or holds a NUL character."))
        word(seal.salt, "sealed", longest=32)
        sound_json(seal.value, "sealed")
