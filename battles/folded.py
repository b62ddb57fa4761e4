"""Streams as they stand, folded, kept in this process: who reports, and who looks, reads and folds only what is new.

What is kept is never changed: who folds on does so on a copy (`rules.stream.copying`), so a report that fails, a
transaction that is rolled back and a page that reads at the same time all leave it as it was. And it is never believed:
every time the database is asked for the row that it ends with, for how many sealed values are left up to there, for the
newest erasure, and for the rows after it, in one statement. Who reports to a battle may leave that question out
(`take`): the database compares as it appends (`log.append`), and refuses what was decided on something else. A digest
covers all rows before it, and sealed values can be erased but not changed. So what another process wrote is read as
new, and what was cut off, restored from a backup or never committed is folded anew, from the first row, as is a history
that a revision changes. After an erasure, of whatever stream, by whichever process, nothing is kept of any: an erased
text does not outlive it in a stream that nobody asks for.

Whoever writes to a stream has a state of their own beside that (`take`, `give_back`): copying a season costs as much as
it is long, and a report to it need not. It is changed in place, by one thread, which is the only one that ever sees it:
so who still looks at the state that a report has left, in the same thread, sees no report of another.
While one is written it is in nobody's hands but the writer's; whatever goes wrong then, it is not given back.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from threading import Lock, get_ident
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
# States for writers: rows and what events brought they share with what is kept for readers, if that is kept.
MOST_FOR_WRITERS = 16  # of each kind of stream: many battles leave a season its own, which costs more to make
# Times `MOST`, as this process has it, that the rows of all of them but the longest come to: one is kept, however long
# it is, and does not drop the others.
HEAVIEST_FOR_WRITERS = 4
AHEAD = 16  # rows by which a writer may be ahead of what is kept: to keep what they go on from costs them a second copy
A_ROW = 300  # characters that a row counts for besides its texts


class Folded(Generic[S]):
    """A stream after all its rows. One that is shared is only read, by many at once; another one belongs to one writer,
    who changes it in place.

    `seals`: how many sealed values lie beside it. `erasures`: the number of the newest erasure when it was read.
    `weight`: of the rows, where it is known.
    """

    def __init__(
        self,
        decider: Decider[S, Any, Any, Any],
        state: S,
        told: list[Ruled],
        rows: list[log.Row],
        weight: int | None = None,
    ) -> None:
        self.decider, self.state, self.told, self.rows = decider, state, told, rows
        self.seals = self.erasures = 0
        self.shared = True  # others may look at its state
        self.asked = True  # the database has said that it stands so, since it was taken
        self.weight = _weight(rows) if weight is None else weight
        self.tables: Any = None  # what `StreamKind.save_touched` goes by, of one that is for a writer

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
        state, told = self.own(), self._read(new)
        self._fold(state, told, new)
        made = Folded(self.decider, state, [*self.told, *told], [*self.rows, *new], self.weight + _weight(new))
        made.__dict__["fallen"] = longest([*self.fallen.values(), *fallen(fact.event for fact in told).values()])
        made.__dict__["reports"] = {
            **{row.command: len(self.rows) + at for at, row in reversed(list(enumerate(new)))},
            **self.reports,
        }
        return made

    def for_writer(self) -> Folded[S]:
        """The same, for one writer to change in place."""
        if not self.shared:
            return self
        made = Folded(self.decider, self.own(), [*self.told], [*self.rows], self.weight)
        made.seals, made.erasures, made.shared = self.seals, self.erasures, False
        made.__dict__ |= {"fallen": {**self.fallen}, "reports": {**self.reports}}
        return made

    def goes_on(self, new: Sequence[log.Row], seals: int, folded: bool = False) -> None:
        """It stands some rows later, none of which is a revision, in place. `seals`: how many sealed values lie beside
        those; `folded`: its state stands there already."""
        told = self._read(new)
        if not folded:
            self._fold(self.state, told, new)
        if rolled := fallen(fact.event for fact in told):
            self.__dict__["fallen"] = longest([*self.fallen.values(), *rolled.values()])
        for at, row in enumerate(new, len(self.rows)):
            self.__dict__["reports"].setdefault(row.command, at)
        self.told += told
        self.rows += new
        self.weight += _weight(new)
        self.seals += seals

    def _read(self, new: Sequence[log.Row]) -> list[Ruled]:
        read = self.decider.events(self.told[0].event).readers
        return [Ruled(row.position, read[row.type, row.version](row.data), row.digest) for row in new]

    def _fold(self, state: S, told: Sequence[Ruled], new: Sequence[log.Row]) -> None:
        where = zip(told, new, strict=True)
        steps = [(fact.event, row.position, row.digest, row.position - row.ordinal) for fact, row in where]
        self.decider.fold(state, steps)


Key = tuple[type[Any], str]
_for_readers: OrderedDict[Key, Folded[Any]] = OrderedDict()
# Each with the thread that it is for; none of which somebody writes just now.
_for_writers: OrderedDict[tuple[Key, int], Folded[Any]] = OrderedDict()
_lock = Lock()
# What else keeps what was made of these streams, and drops it when they are dropped after an erasure.
beside: list[Callable[[], None]] = []
# For tests: is asked of everything that was folded on from what was kept, and may raise.
check: Callable[[Folded[Any]], None] | None = None


def load(decider: Decider[S, Any, Any, Any], stream: str, to_write: bool = False) -> Folded[S] | None:
    """The stream as the database has it now, None without a row, or if it is of another kind. One statement; two where
    what is kept is no use.

    `to_write`: for a writer. Where few rows are new (`AHEAD`), the stream with them is the writer's own, and what is
    kept for readers stays where it is: that spares a copy.
    """
    key = (type(decider), stream)
    with _lock:
        kept: Folded[S] | None = _for_readers.get(key)
    if kept is not None:
        tail = log.read_on(stream, kept.head.position)
        if _goes_on(kept, tail):
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


def take(decider: Decider[S, Any, Any, Any], stream: str, at: int | None = None) -> Folded[S] | None:
    """The same, for one writer to change in place. Nobody else has it meanwhile. The writer gives it back
    (`give_back`) once what was decided on it is written, or if nothing was decided; else it is dropped.

    `at`: the position that a read table has just told of the stream. If this thread has left its own there, the log is
    not asked again (`asked` is False): appending compares with the log anyway.
    """
    key = (type(decider), stream), get_ident()
    with _lock:
        mine: Folded[S] | None = _for_writers.pop(key, None)
    if mine is None:
        found = load(decider, stream, to_write=True)
        return found.for_writer() if found is not None else None
    mine.asked = mine.head.position != at
    if not mine.asked:
        return mine
    tail = log.read_on(stream, mine.head.position)
    if not _goes_on(mine, tail):
        return take(decider, stream)
    mine.goes_on(tail.rows, tail.new_seals)
    if check is not None:
        check(mine)
    return mine


def give_back(mine: Folded[Any], stream: str) -> None:
    """For the next report by the same thread. If the transaction is rolled back, its last row is not in the log, and
    nobody goes on from it."""
    with _lock:
        _drop_all_before(mine.erasures)
        kind = type(mine.decider)
        _for_writers[(kind, stream), get_ident()] = mine
        alike = [key for key in _for_writers if key[0][0] is kind]
        for key in alike[:-MOST_FOR_WRITERS]:
            del _for_writers[key]
        most = HEAVIEST_FOR_WRITERS * MOST
        while sum(weights := [one.weight for one in _for_writers.values()]) - max(weights) > most:
            _for_writers.popitem(last=False)


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
        for key in [key for key in _for_readers if stream is None or key[1] == stream]:
            del _for_readers[key]
        for mine in [mine for mine in _for_writers if stream is None or mine[0][1] == stream]:
            del _for_writers[mine]


def _keep(key: Key, made: Folded[Any]) -> None:
    """What was asked for longest ago goes first, and what was read before an erasure at once."""
    with _lock:
        _drop_all_before(made.erasures)
        _for_readers[key] = made
        _for_readers.move_to_end(key)
        weight = sum(one.weight for one in _for_readers.values())
        while weight > MOST or len(_for_readers) > MOST_STREAMS:
            weight -= _for_readers.popitem(last=False)[1].weight


def _drop_all_before(erasures: int) -> None:
    """Under the lock: there may have been another erasure than those that what is kept knows of."""
    if any(one.erasures != erasures for one in (*_for_readers.values(), *_for_writers.values())):
        _for_readers.clear()
        _for_writers.clear()
        for drop in beside:
            drop()


def _goes_on(kept: Folded[Any], tail: log.Tail) -> bool:
    """Whether the database still has what is kept, and only goes on from there."""
    stands = (tail.digest, tail.seals, tail.erasures) == (kept.head.digest, kept.seals, kept.erasures)
    return stands and not revises(tail.rows)


def _weight(rows: Sequence[log.Row]) -> int:
    return sum(A_ROW + len(row.data) + len(row.command_data) for row in rows)


def revises(rows: Sequence[log.Row]) -> bool:
    """Whether a revision is among them, after which a stream is folded anew."""
    return any(row.type == REVISED for row in rows)
