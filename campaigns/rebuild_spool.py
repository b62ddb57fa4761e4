"""What `manage.py rebuild` has folded so far: rows of read tables, kept in a file beside the database until all are
there, so that whoever was killed goes on where they were.

A file of SQLite, whatever the database is. It holds nothing that is believed: how far each stream was folded stands
there with the digest of its last row, and `campaigns.projection_rebuild` asks the log in the end.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

TABLES = """
CREATE TABLE IF NOT EXISTS begun (stamp text, erasures int);
CREATE TABLE IF NOT EXISTS reached (kind text PRIMARY KEY, stream text, rows int);
CREATE TABLE IF NOT EXISTS stream (id text PRIMARY KEY, position int, digest text) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS folded (model int, key text, stream text, data blob, PRIMARY KEY (model, key));
"""
AT_ONCE = 500


class Busy(Exception):
    """Another rebuild of the same database is at work."""


class FoldedRow(NamedTuple):
    """A row of a read table. `model`: the table's place among them. `data`: its values, as MessagePack."""

    model: int
    key: str
    data: bytes


class FoldedStream(NamedTuple):
    """What became of a stream, up to which row of it, and of how many."""

    stream: str
    position: int
    digest: str
    rows: list[FoldedRow]


class Spool:
    """`path` None: a file of this process alone, which nobody finds again. Busy."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._file = sqlite3.connect(path or "", timeout=0, isolation_level=None)
        try:
            self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")  # whole after a power cut, or a little shorter
            self._file.execute("BEGIN IMMEDIATE")
            self._file.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raise Busy(str(error)) from None
        self._file.executescript(TABLES)

    def begin(self, stamp: str, erasures: int) -> None:
        """Go on with what was begun with this stamp; what was begun with another is thrown away. `erasures`: the number
        of the log's newest erasure."""
        found = self._file.execute("SELECT stamp FROM begun").fetchall()
        if found == [(stamp,)]:
            return
        for table in ("begun", "reached", "stream", "folded"):
            self._file.execute(f"DELETE FROM {table}")
        self._file.execute("INSERT INTO begun VALUES (?, ?)", [stamp, erasures])

    @property
    def erasures(self) -> int:
        """The number of the newest erasure before anything here was read."""
        return int(self._file.execute("SELECT erasures FROM begun").fetchone()[0])

    def reached(self, kind: str) -> str | None:
        """The last stream of a kind, by id, up to which all are here."""
        found = self._file.execute("SELECT stream FROM reached WHERE kind = ?", [kind]).fetchone()
        return str(found[0]) if found else None

    def rows_read(self) -> int:
        """How many rows of the log were folded."""
        return int(self._file.execute("SELECT COALESCE(SUM(rows), 0) FROM reached").fetchone()[0])

    def keep(self, kind: str, last: str, streams: Sequence[FoldedStream]) -> None:
        """What was folded of the next streams of a kind, up to `last`: all of it or nothing."""
        rows = sum(one.position for one in streams)
        self._file.execute("BEGIN")
        self._put(streams)
        self._file.execute(
            "INSERT INTO reached VALUES (?, ?, ?) ON CONFLICT (kind)"
            " DO UPDATE SET stream = excluded.stream, rows = rows + excluded.rows",
            [kind, last, rows],
        )
        self._file.execute("COMMIT")

    def replace(self, stream: str, folded: Sequence[FoldedStream]) -> None:
        """What was folded anew of a stream that is here, or of a new one; nothing where it has no row."""
        self._file.execute("BEGIN")
        self._drop(stream)
        self._put(folded)
        self._file.execute("COMMIT")

    def drop(self, streams: Sequence[str]) -> None:
        """Streams that are no more."""
        for stream in streams:
            self.replace(stream, [])

    def _drop(self, stream: str) -> None:
        self._file.execute("CREATE INDEX IF NOT EXISTS folded_of ON folded (stream)")  # nobody else asks by stream
        self._file.execute("DELETE FROM folded WHERE stream = ?", [stream])
        self._file.execute("DELETE FROM stream WHERE id = ?", [stream])

    def _put(self, streams: Sequence[FoldedStream]) -> None:
        self._file.executemany("INSERT INTO stream VALUES (?, ?, ?)", [one[:3] for one in streams])
        self._file.executemany(
            "INSERT INTO folded (model, key, stream, data) VALUES (?, ?, ?, ?)",
            [(row.model, row.key, one.stream, row.data) for one in streams for row in one.rows],
        )

    def heads(self, streams: Sequence[str]) -> dict[str, tuple[int, str]]:
        """Up to which position and digest each of these streams was folded, of those that are here."""
        found = self._file.execute(
            f"SELECT id, position, digest FROM stream WHERE id IN ({', '.join('?' * len(streams))})", streams
        )
        return {stream: (position, digest) for stream, position, digest in found}

    def streams(self) -> Iterator[list[str]]:
        """Every stream that is here, a bounded number at a time."""
        yield from ([one[0] for one in page] for page in self._pages("SELECT id, id FROM stream WHERE id > ?", "id"))

    def count(self, model: int) -> int:
        return int(self._file.execute("SELECT COUNT(*) FROM folded WHERE model = ?", [model]).fetchone()[0])

    def rows(self, model: int, keys: Sequence[str]) -> dict[str, bytes]:
        """The rows of a table with these keys."""
        places = ", ".join("?" * len(keys))
        found = self._file.execute(
            f"SELECT key, data FROM folded WHERE model = ? AND key IN ({places})", [model, *keys]
        )
        return dict(found.fetchall())

    def every_row(self, model: int) -> Iterator[list[tuple[str, bytes]]]:
        """Every row of a table, a bounded number at a time."""
        select = f"SELECT key, data FROM folded WHERE model = {model} AND key > ?"
        yield from self._pages(select, "key")

    def _pages(self, select: str, key: str) -> Iterator[list[tuple[str, bytes]]]:
        last = ""
        while page := self._file.execute(f"{select} ORDER BY {key} LIMIT {AT_ONCE}", [last]).fetchall():
            yield page
            last = page[-1][0]

    def close(self, throw_away: bool) -> None:
        self._file.close()
        if throw_away and self.path is not None:
            for end in ("", "-wal", "-shm"):
                self.path.with_name(self.path.name + end).unlink(missing_ok=True)
