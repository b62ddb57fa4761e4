"""A log of any size: the battles and seasons that release 0.2 left behind (`tests/data`), written down again and again
under ids of their own, with the digests that follow from those."""

from __future__ import annotations

import lzma
import re
import sqlite3
import tempfile
from collections.abc import Iterable
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.db import connection, transaction

from battles import log

LEFT = Path(__file__).parents[1] / "data" / "release_0_2" / "leaguer.sqlite3.xz"
NAMESPACE = UUID("5b1c6a52-7f0e-4a70-8f0b-5d9c8f3a7b22")
NAMED = re.compile(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
AT_ONCE = 20_000  # rows
ROW = 'stream, position, type, version, data, command, ordinal, command_type, command_data, "by", via, at, digest'
TABLES = {"log_stream": "id, kind", "log_row": ROW, "log_sealed": "stream, position, place, salt, value"}
Line = tuple[Any, ...]


class Stream(NamedTuple):
    id: str
    kind: str
    rows: list[Line]
    seals: list[Line]


def originals() -> list[Stream]:
    """Battles first: a campaign names the digests of its battles, and a battle of its campaign only the id."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(lzma.decompress(LEFT.read_bytes()))
        file.flush()
        with closing(sqlite3.connect(file.name)) as left:
            return [
                Stream(
                    id,
                    kind,
                    left.execute(f"SELECT {ROW} FROM log_row WHERE stream = ? ORDER BY position", [id]).fetchall(),
                    left.execute("SELECT * FROM log_sealed WHERE stream = ? ORDER BY position", [id]).fetchall(),
                )
                for id, kind in left.execute("SELECT id, kind FROM log_stream ORDER BY kind, id").fetchall()
            ]


def fill(rows: int, first: int = 0) -> int:
    """Write so many rows at least, in whole copies; how many were written. `first`: the number of the first copy."""
    streams, written = originals(), 0
    each = sum(len(one.rows) for one in streams)
    waiting = (copied(streams, number) for number in range(first, first - (-rows // each)))
    while some := list(islice(waiting, -(-AT_ONCE // each))):
        with transaction.atomic():
            _insert("log_stream", [(one.id, one.kind) for copy in some for one in copy])
            _insert("log_row", [row for copy in some for one in copy for row in one.rows])
            _insert("log_sealed", [seal for copy in some for one in copy for seal in one.seals])
        written += len(some) * each
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return written


def copied(streams: Iterable[Stream], number: int) -> list[Stream]:
    known = {one.id: str(uuid5(NAMESPACE, f"{number}/{one.id}")) for one in streams}
    return [_copied(one, known) for one in streams]


def _copied(stream: Stream, known: dict[str, str]) -> Stream:
    """`known`: the new ids and digests by the old ones; those of this stream are added."""
    id, previous, rows = known[stream.id], log.START, list[Line]()
    for _stream, position, type_, version, data, command, ordinal, command_type, said, *end, digest in stream.rows:
        texts = (_renamed(data, known), _renamed(said, known))
        fields = (id, position, type_, version, texts[0], command, ordinal, command_type, texts[1], *end)
        known[digest] = previous = log.digest(previous, fields)
        rows.append((*fields, previous))
    return Stream(id, stream.kind, rows, [(id, *seal[1:]) for seal in stream.seals])


def _renamed(text: str, known: dict[str, str]) -> str:
    return NAMED.sub(lambda found: known.get(found[0], found[0]), text) if len(text) > 36 else text


def _insert(table: str, lines: list[Line]) -> None:
    columns = TABLES[table]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for line in lines:
                    copy.write_row(line)
        else:
            places = ", ".join(["%s"] * (columns.count(",") + 1))
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", lines)
