"""The file: a zip archive of JSON lines with a manifest. Its `README.txt` describes it."""

from __future__ import annotations

import fcntl
import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Annotated, Any

import msgspec
from django.utils.translation import gettext as _

FORMAT = "leaguer-backup"
VERSION = 1
MANIFEST = "manifest.json"
LARGEST_MANIFEST = 8 * 1024 * 1024
LARGEST_MEDIUM = 32 * 1024 * 1024
LONGEST_LINE = 64 * 1024 * 1024
BLOCK = 1024 * 1024
README = Path(__file__).with_name("README.txt")
_rows = msgspec.json.Decoder(list[Any])


class BadBackup(ValueError):
    """A file that cannot be restored; the text says why, and the remedy if there is one."""


class Table(msgspec.Struct, frozen=True):
    """One table of the archive: `sha256` is that of its member."""

    name: str
    columns: list[str]
    rows: int
    sha256: str

    @property
    def member(self) -> str:
        return f"tables/{self.name}.jsonl"


class Medium(msgspec.Struct, frozen=True):
    """One file that people have sent, a photo, with the SHA-256 of its member."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[\w-]{1,60}\.jpg$")]
    sha256: str

    @property
    def member(self) -> str:
        return f"media/{self.name}"


class Manifest(msgspec.Struct, frozen=True):
    """`migrations` are all that the database had, as [app, name]; `database` is where it came from. `media`: none in
    what earlier releases have written."""

    format: str
    version: int
    release: str
    made_at: datetime
    database: str
    migrations: list[tuple[str, str]]
    tables: list[Table]
    media: list[Medium] = []


class Writing:
    """An archive being written, table by table, the manifest last. The caller that opened it closes it."""

    def __init__(self, file: IO[bytes], made_at: datetime) -> None:
        self.zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=4)
        self.made_at = made_at
        self.tables: list[Table] = []
        self.media: list[Medium] = []
        self._text("README.txt", README.read_bytes())

    def table(self, name: str, columns: Iterable[str], pages: Iterable[list[Any]]) -> Iterator[int]:
        """Write the rows page by page, and report progress after each."""
        table = Table(name, list(columns), 0, "")
        encoder, digest, rows = msgspec.json.Encoder(enc_hook=str), sha256(), 0
        with self.zip.open(self._info(table.member), "w", force_zip64=True) as member:
            for page in pages:
                lines = encoder.encode_lines(page)
                digest.update(lines)
                member.write(lines)
                rows += len(page)
                yield rows
        self.tables.append(msgspec.structs.replace(table, rows=rows, sha256=digest.hexdigest()))

    def medium(self, name: str, content: bytes) -> None:
        """A file as it is: a JPEG gets no smaller."""
        one = Medium(name, sha256(content).hexdigest())
        self.zip.writestr(self._info(one.member), content, zipfile.ZIP_STORED)
        self.media.append(one)

    def finish(self, manifest: Manifest) -> None:
        self._text(MANIFEST, msgspec.json.format(msgspec.json.encode(manifest), indent=1))

    def close(self) -> None:
        self.zip.close()

    def _text(self, name: str, text: bytes) -> None:
        self.zip.writestr(self._info(name), text)

    def _info(self, name: str) -> zipfile.ZipInfo:
        info = zipfile.ZipInfo(name, self.made_at.timetuple()[:6])
        info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
        return info


class Reading:
    """An archive whose manifest has been read. `check` reads what its members hold."""

    def __init__(self, zip: zipfile.ZipFile) -> None:
        self.zip = zip
        self.manifest = _manifest(zip)

    def check(self, table: Table) -> Iterator[int]:
        """Read a whole table and report progress; `BadBackup` unless it is as it was written."""
        digest, rows = sha256(), 0
        for block in self._blocks(table):
            digest.update(block)
            rows += block.count(b"\n")
            yield rows
        if (rows, digest.hexdigest()) != (table.rows, table.sha256):
            raise BadBackup(_("The file is damaged: %(table)s is not what was written.") % {"table": table.member})

    def medium(self, one: Medium) -> bytes:
        """A file's content; `BadBackup` unless it is as it was written."""
        with _damage_told(one.member), self.zip.open(one.member) as member:
            content = member.read(LARGEST_MEDIUM + 1)
        if sha256(content).hexdigest() != one.sha256:
            raise BadBackup(_("The file is damaged: %(table)s is not what was written.") % {"table": one.member})
        return content

    def pages(self, table: Table) -> Iterator[list[list[Any]]]:
        """The rows of a table, some at a time."""
        rest = b""
        for block in self._blocks(table):
            lines, end, rest = (rest + block).rpartition(b"\n")
            if len(rest) > LONGEST_LINE:
                raise BadBackup(_("The file is damaged: a line of %(table)s has no end.") % {"table": table.member})
            if lines:
                yield _decoded(table, lines + end)
        if rest:
            yield _decoded(table, rest)

    def _blocks(self, table: Table) -> Iterator[bytes]:
        with _damage_told(table.member), self.zip.open(table.member) as member:
            while block := member.read(BLOCK):
                yield block


@contextmanager
def opened(path: Path) -> Iterator[Reading]:
    """The archive at a path; `BadBackup` if it is none, or none this release can read."""
    try:
        zip = zipfile.ZipFile(path)
    except OSError as error:
        raise BadBackup(_("The file cannot be read: %(error)s.") % {"error": error.strerror or error}) from None
    except (zipfile.BadZipFile, ValueError):
        raise BadBackup(_("This is not a Leaguer backup, or only the beginning of one: it was cut off.")) from None
    with zip:
        yield Reading(zip)


def _manifest(zip: zipfile.ZipFile) -> Manifest:
    try:
        with _damage_told(MANIFEST), zip.open(MANIFEST) as member:
            text = member.read(LARGEST_MANIFEST)
        said = msgspec.json.decode(text, type=_Said)
    except (KeyError, msgspec.MsgspecError):
        raise BadBackup(_("This zip archive is not a Leaguer backup: it has no manifest of ours.")) from None
    if said.format != FORMAT:
        raise BadBackup(_("This zip archive is not a Leaguer backup: it has no manifest of ours."))
    if said.version > VERSION:
        raise BadBackup(
            _(
                "This backup was made by release %(release)s, in a newer form. Install that release and restore it"
                " there."
            )
            % {"release": said.release}
        )
    try:
        manifest = msgspec.json.decode(text, type=Manifest)
    except msgspec.MsgspecError as error:
        raise BadBackup(_("The manifest cannot be read: %(error)s.") % {"error": error}) from None
    members = (*(table.member for table in manifest.tables), *(one.member for one in manifest.media))
    missing = set(members) - set(zip.namelist())
    if missing:
        raise BadBackup(_("The file is damaged: %(table)s is missing.") % {"table": min(missing)})
    return manifest


class _Said(msgspec.Struct):
    """What every manifest says, of whatever version."""

    format: str
    version: int
    release: str = "?"


def _decoded(table: Table, lines: bytes) -> list[list[Any]]:
    try:
        return _rows.decode_lines(lines)
    except msgspec.MsgspecError:
        raise BadBackup(_("The file is damaged: %(table)s cannot be read.") % {"table": table.member}) from None


@contextmanager
def _damage_told(member: str) -> Iterator[None]:
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError):
        raise BadBackup(_("The file is damaged: %(table)s cannot be read.") % {"table": member}) from None


@contextmanager
def written_whole(path: Path, draft: Path) -> Iterator[IO[bytes]]:
    """A file only its owner can read, which gets its name when all of it is on the disk.

    Until then it is a draft. A draft left by a killed process is overwritten; `BlockingIOError` while another process
    is still writing its own there.
    """
    descriptor = os.open(draft, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "r+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(descriptor).st_ino != os.stat(draft).st_ino:  # its writer renamed it while we waited for the lock
            raise BlockingIOError
        try:
            os.fchmod(descriptor, 0o600)
            file.truncate()
            yield file
            file.flush()
            os.fsync(descriptor)
            os.replace(draft, path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
