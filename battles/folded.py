"""Streams as they stand, folded, kept in this process: who reports, and who looks, reads and folds only what is new.

What is kept is never changed: who folds on does so on a copy (`rules.stream.copying`), so a report that fails, a
transaction that is rolled back and a page that reads at the same time all leave it as it was. And it is never believed:
every time the database is asked for the row that it ends with, for how many sealed values are left up to there, for the
newest erasure, and for the rows after it, in one statement; a writer asks under the lock of the stream. A digest covers
all rows before it, and sealed values can be erased but not changed. So what another process wrote is read as new, and
what was cut off, restored from a backup or never committed is folded anew, from the first row, as is a history that a
revision changes. After an erasure, of whatever stream, by whichever process, nothing is kept of any: an erased text
does not outlive it in a stream that nobody asks for.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from threading import Lock
from typing import Any, Generic

from battles import log
from battles.replay import REVISED, replay
from battles.reports import Ruled
from rules.contract import Roll
from rules.stream.copying import Uncopied, copied
from rules.stream.decider import Decider, S
from rules.stream.dice import fallen, longest

MOST = 6_000_000  # characters of the rows of all streams that one process keeps
MOST_STREAMS = 64
AHEAD = 16  # rows by which a writer may be ahead of what is kept: to keep what they go on from costs them a second copy
A_ROW = 300  # characters that a row counts for besides its texts


class Folded(Generic[S]):
    """A stream after all its rows. It is only read, by many at once. `seals`: how many sealed values lie beside it.
    `erasures`: the number of the newest erasure when it was read."""

    def __init__(self, decider: Decider[S, Any, Any, Any], state: S, told: list[Ruled], rows: list[log.Row]) -> None:
        self.decider, self.state, self.told, self.rows = decider, state, told, rows
        self.seals = self.erasures = 0
        self.shared = True  # others may look at its state
        self.weight = _weight(rows)

    @property
    def head(self) -> log.Row:
        return self.rows[-1]

    @cached_property
    def fallen(self) -> Mapping[str, Roll]:
        """The dice Leaguer ever rolled in it, by question."""
        return fallen(fact.event for fact in self.told)

    @cached_property
    def reports(self) -> Mapping[str, int]:
        """Where each report begins, as an index into `rows`, by its id."""
        return {row.command: at for at, row in reversed(list(enumerate(self.rows)))}

    def own(self) -> S:
        """Its state, to be changed by whoever asks; of one that is not shared, once."""
        if not self.shared:
            return self.state
        try:
            return copied(self.state)
        except Uncopied:
            return replay(self.decider, self.rows)[0]

    def on(self, new: Sequence[log.Row]) -> Folded[S]:
        """The same stream some rows later, none of which is a revision."""
        state, read = self.own(), self.decider.events(self.told[0].event).readers
        told = [Ruled(row.position, read[row.type, row.version](row.data), row.digest) for row in new]
        steps = [
            (fact.event, row.position, row.digest, row.position - row.ordinal)
            for row, fact in zip(new, told, strict=True)
        ]
        self.decider.fold(state, steps)
        made = Folded(self.decider, state, [*self.told, *told], [*self.rows])
        made.rows += new
        made.weight = self.weight + _weight(new)
        made.__dict__["fallen"] = longest([*self.fallen.values(), *fallen(fact.event for fact in told).values()])
        made.__dict__["reports"] = {
            **{row.command: len(self.rows) + at for at, row in reversed(list(enumerate(new)))},
            **self.reports,
        }
        return made


Key = tuple[type[Any], str]
_kept: OrderedDict[Key, Folded[Any]] = OrderedDict()
_lock = Lock()
# What else keeps what was made of these streams, and drops it when they are dropped after an erasure.
beside: list[Callable[[], None]] = []
# For tests: is asked of everything that was folded on from what was kept, and may raise.
check: Callable[[Folded[Any]], None] | None = None


def load(decider: Decider[S, Any, Any, Any], stream: str, to_write: bool = False) -> Folded[S] | None:
    """The stream as the database has it now, None without a row, or if it is of another kind. One statement; two where
    what is kept is no use.

    `to_write`: for who changes its state, in a transaction that has locked the stream.
    """
    key = (type(decider), stream)
    with _lock:
        kept: Folded[S] | None = _kept.get(key)
    if kept is not None:
        tail = log.read_on(stream, kept.head.position)
        stands = (tail.digest, tail.seals, tail.erasures) == (kept.head.digest, kept.seals, kept.erasures)
        if stands and not _revises(tail.rows):
            made = kept
            if tail.rows:
                made = kept.on(tail.rows)
                made.seals, made.erasures = kept.seals + tail.new_seals, kept.erasures
            made.shared = not (to_write and 0 < len(tail.rows) <= AHEAD)
            _keep(key, made if made.shared else kept)
            if check is not None:
                check(made)
            return made
        forget(stream)
    tail = log.read_on(stream, 0)
    if not tail.rows or tail.rows[0].type not in decider.events(None).types:
        return None
    made = Folded(decider, *replay(decider, tail.rows), tail.rows)
    made.seals, made.erasures = tail.new_seals, tail.erasures
    _keep(key, made)
    return made


def replayed(decider: Decider[S, Any, Any, Any], stream: str) -> tuple[S, list[Ruled], list[log.Row]]:
    """The stream as it stands, for who may change the state they are given: state, events, rows.
    `log.NoSuchStream` if there is none."""
    found = load(decider, stream)
    if found is None:
        raise log.NoSuchStream(stream)
    return found.own(), [*found.told], [*found.rows]


def forget(stream: str | None = None) -> None:
    """Keep nothing of a stream, or of any."""
    with _lock:
        for key in [key for key in _kept if stream is None or key[1] == stream]:
            del _kept[key]


def _keep(key: Key, made: Folded[Any]) -> None:
    """What was asked for longest ago goes first, and what was read before an erasure at once."""
    with _lock:
        if any(one.erasures != made.erasures for one in _kept.values()):
            _kept.clear()
            for drop in beside:
                drop()
        _kept[key] = made
        _kept.move_to_end(key)
        weight = sum(one.weight for one in _kept.values())
        while weight > MOST or len(_kept) > MOST_STREAMS:
            weight -= _kept.popitem(last=False)[1].weight


def _weight(rows: Sequence[log.Row]) -> int:
    return sum(A_ROW + len(row.data) + len(row.command_data) for row in rows)


def _revises(rows: Sequence[log.Row]) -> bool:
    return any(row.type == REVISED for row in rows)
