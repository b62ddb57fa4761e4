"""Makes every read table again from the log, and compares it with what was there, column by column.

First the whole log is folded, by several processes, into a file beside the database (`campaigns.rebuild_spool`):
readers and writers go on meanwhile, and whoever was killed goes on where they were. Then, in one transaction that keeps
writers out, streams that have moved since are folded again, and what differs from the read tables is written.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.db import connection, models, transaction

import rules
from battles import locks, log, progress_files
from battles import projections as battle_sheets
from battles.command_session import StreamKind
from battles.handler import BATTLE
from battles.models import Seat, Sheet
from battles.parallel import each, processes
from battles.replay import fold
from campaigns import projections as campaign_sheets
from campaigns import read_tables
from campaigns.handler import CAMPAIGN
from campaigns.models import Appointment, CampaignSheet, Fixture, Round, Sector, Standing, Vehicle
from campaigns.rebuild_compare import Difference, compare
from campaigns.rebuild_spool import FoldedRow, FoldedStream, Spool

Save = Callable[[str, Any, Sequence[log.Row]], None]
Tables = Callable[[str, Any, Sequence[log.Told]], Iterable[tuple[type[models.Model], Iterable[Any]]]]
Progress = Callable[[int, int], None]  # gets the rows of the log that were folded, and all there are


class Folding(NamedTuple):
    """A kind of stream, and how it is folded: `save` writes its read tables, `tables` gives their rows. So many streams
    are folded `together`."""

    kind: StreamKind[Any]
    save: Save
    tables: Tables
    together: int


# Floors above add theirs. What takes longest comes first, so that no process waits for another in the end.
FOLDED: list[Folding] = [
    Folding(CAMPAIGN, campaign_sheets.save, campaign_sheets.tables, 4),
    Folding(BATTLE, battle_sheets.insert, battle_sheets.tables, 50),
]
# In the order in which writers lock them, so that we never wait for each other.
READ_TABLES: list[type[models.Model]] = [
    *(CampaignSheet, Appointment, Round, Sector, Standing, Vehicle, Fixture),
    *(Sheet, Seat),
]
FEW = 20_000  # rows of a log that one process folds sooner than several have begun
FLOORS = ("rules", "battles", "campaigns", "leagues")


def rebuild(
    tell: Callable[[Difference], None],
    keep: bool = True,
    jobs: int | None = 1,
    progress: Progress = lambda done, of: None,
    also: Callable[[], None] = lambda: None,
) -> int:
    """Fold every stream, make the read tables equal to that, and `tell` of every difference; how many there were.

    With `keep` false nothing changes. `jobs`: how many processes fold; None: one for each core. Readers see the old
    rows or the new ones, and writers wait only while the tables are compared; `also` is called then, in the same
    transaction. Inside a transaction of the caller's one process does it all. Memory stays bounded. Raises
    `rebuild_spool.Busy`.
    """
    spool, done = Spool(None if connection.in_atomic_block else _place()), False
    try:
        spool.begin(_stamp() if spool.path else "", _erasures())
        _fold_all(spool, jobs, progress)
        with transaction.atomic():
            _keep_writers_out()
            _catch_up(spool)
            found = 0
            for number, model in enumerate(READ_TABLES):
                for difference in compare(model, number, spool, keep):
                    tell(difference)
                    found += 1
            also()
        done = True
    finally:
        spool.close(throw_away=done)
    return found


# -------------------------------------------------------------------------------------------------- fold


def _fold_all(spool: Spool, jobs: int | None, progress: Progress) -> None:
    """From where the spool has got to."""
    rows, all_rows = spool.rows_read(), log.count_rows()
    progress(rows, all_rows)
    many = processes(jobs) if all_rows - rows > FEW else 1
    for kind, last, streams in each(_folded, _tasks(spool), many):
        spool.keep(kind, last, streams)
        rows += sum(one.position for one in streams)
        progress(rows, all_rows)


def _tasks(spool: Spool) -> Iterator[tuple[str, list[str]]]:
    """Streams of a kind that are folded together."""
    for folding in FOLDED:
        name = folding.kind.name
        found = (stream for stream, _kind in log.streams(name, spool.reached(name)))
        while some := list(islice(found, folding.together)):
            yield name, some


def _folded(task: tuple[str, list[str]]) -> tuple[str, str, list[FoldedStream]]:
    """The kind of some streams, the last of them, and what each comes to, but of those without a row."""
    name, streams = task
    folding = next(one for one in FOLDED if one.kind.name == name)
    found = log.read_together(streams)
    return name, streams[-1], [_stream(folding, stream, rows) for stream, rows in found.items()]


def _stream(folding: Folding, stream: str, rows: list[log.Told]) -> FoldedStream:
    state = fold(folding.kind.decider, [one.fact for one in rows])
    made = [
        FoldedRow(READ_TABLES.index(model), str(values[0]), msgspec.msgpack.encode(values))
        for model, wanted in folding.tables(stream, state, rows)
        for values in read_tables.values(model, wanted)
    ]
    return FoldedStream(stream, rows[-1].position, rows[-1].digest, made)


# -------------------------------------------------------------------------------------------------- catch up


def _keep_writers_out() -> None:
    """Lock the tables: all of them soon, or none until everybody was let by. Who reports to a battle has its table
    before its stream, and who has that stream, to forget something of it, may want a table that we have. On SQLite the
    transaction does that."""
    if connection.vendor == "postgresql":
        locks.together([model._meta.db_table for model in READ_TABLES], "SHARE ROW EXCLUSIVE")


def _catch_up(spool: Spool) -> None:
    """Fold again what has moved, and what something was erased from; drop what is there no more."""
    for folding in FOLDED:
        name, last = folding.kind.name, None
        while heads := log.heads(name, last):
            there = [one for one in heads if one.head.position]
            known = spool.heads([one.stream for one in there])
            _fold_again(
                spool,
                name,
                [one.stream for one in there if known.get(one.stream) != (one.head.position, one.head.digest)],
            )
            last = heads[-1].stream
    for streams in spool.streams():
        positions = log.positions(streams)
        spool.drop([stream for stream in streams if not positions.get(stream)])
    for one in log.forgotten() if _erasures() != spool.erasures else ():
        if one.number > spool.erasures and one.what == "sealed":
            _fold_again(spool, one.kind, [one.subject])


def _fold_again(spool: Spool, kind: str, streams: Sequence[str]) -> None:
    for stream in streams:
        spool.replace(stream, _folded((kind, [stream]))[2])


# -------------------------------------------------------------------------------------------------- where it was


def _place() -> Path:
    return progress_files.place("rebuild", "sqlite3")


def _stamp() -> str:
    """By what a fold is made: tables with their columns, and every file of the floors and rulebooks that make it."""
    made = sha256(repr([(one._meta.db_table, read_tables.columns(one)) for one in READ_TABLES]).encode())
    folders = [Path(settings.ROOT) / floor for floor in FLOORS]
    for key in rules.all_systems():
        with contextlib.suppress(KeyError):  # one that a test has made up stands in no folder
            folders.append(rules.folder_of(key))
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".csv"):
                known = path.stat()
                made.update(f"{path} {known.st_mtime_ns} {known.st_size}\n".encode())
    return f"{settings.RELEASE} {made.hexdigest()}"


def _erasures() -> int:
    return max((one.number for one in log.forgotten()), default=0)
