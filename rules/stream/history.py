"""Which rows of a log count: the live line, and the reports on it.

The state before row p is the state as it stood at p - 1. So the line that leads to a row is one walk backward from it,
jumping at `Revised(q)` to q - 1, and the state is one fold forward along it. An undo of an undo is a redo.

A revision may keep later rows (`Revised.keeps`): on the line they stand behind rows of its own, where each range says,
and are walked there. So a row may stand on the line behind rows that were written after it. Where a stream has such
rows, `Revised(q)` does not jump: the walk goes on along the line, counting nothing, until it has passed row q.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, Self

import msgspec

from rules.stream.codec import CommandCodec
from rules.stream.contract import Command, Event, Roll
from rules.stream.decider import Decider, R, S, Step
from rules.stream.decider import Row as Row
from rules.stream.dice import fallen
from rules.stream.revision.reports import Kept, Reseeded, Retold, Revised

# A history is looked through at every report: by their very types, which takes a tenth of `isinstance`.
_TELLS: tuple[type[Event], ...] = (Retold, Revised)


class Jumps(msgspec.Struct, frozen=True):
    """What revisions say of the line: from where each takes back, by its position; and the rows that stand behind a
    row of theirs, by the position of that row."""

    back: Mapping[int, int]
    kept: Mapping[int, Sequence[Kept]]

    @classmethod
    def of(cls, revisions: Iterable[tuple[int, Revision]]) -> Self:
        """`revisions`: each with its position."""
        back: dict[int, int] = {}
        kept: dict[int, list[Kept]] = {}
        for position, one in revisions:
            back[position] = one.from_position
            for rows in one.keeps or ():
                kept.setdefault(rows.after, []).append(rows)
        return cls(back, kept)


class _Stored(msgspec.Struct):
    from_position: int
    keeps: tuple[Kept, ...] | msgspec.UnsetType = msgspec.UNSET


_stored = msgspec.json.Decoder(_Stored)


def jumps(revisions: Iterable[tuple[int, str]]) -> Jumps:
    """What revisions say of the line; each with its position, and its data as stored."""
    return Jumps.of((position, _stored.decode(data)) for position, data in revisions)


class Revision(Protocol):
    """What the line asks of a `Revised`."""

    @property
    def from_position(self) -> int: ...

    @property
    def keeps(self) -> tuple[Kept, ...] | msgspec.UnsetType: ...


Span = tuple[int, int]  # from one row to another, both included


def _walked(head: int, jumps: Jumps) -> tuple[list[Span], list[tuple[Span, int]]]:
    """The way back from `head`: the spans of rows that count, last first, and those that were passed, each with the
    revision that takes it off the line. What counts may be among these: rows that are kept."""
    stops = sorted({*jumps.back, *jumps.kept})
    on: list[Span] = []
    off: list[tuple[Span, int]] = []
    sought: list[tuple[int, int]] = []  # the row up to which nothing counts, and the revision that says so

    def walk(first: int, last: int) -> None:
        by = sought[0][1] if sought else 0  # the others do not count themselves
        while sought and first <= sought[-1][0] <= last:
            row, _by = sought.pop()
            off.append(((row, last), by))
            last = row - 1
        if first <= last and sought:
            off.append(((first, last), by))
        elif first <= last:
            on.append((first, last))

    position = head
    while position > 0:
        for rows in reversed(jumps.kept.get(position, ())):
            walk(rows.first, rows.last)
        before, back = position - 1, jumps.back.get(position, 0)
        if not back:
            before = stops[at - 1] if (at := bisect_left(stops, position)) else 0
            walk(before + 1, position)
        elif sought and sought[-1][0] == position:
            walk(position, position)  # a revision that is taken back: what stood before it
        else:
            walk(position, position)
            if jumps.kept and back < position:  # the row may stand elsewhere on the line than where it was written
                sought.append((back, position))
            else:
                before = min(back, position) - 1
                off.append(((before + 1, position - 1), position))
        position = before
    if sought:
        raise ValueError(f"row {sought[-1][0]} does not count before row {sought[-1][1]}")
    return on, off


def line(head: int, jumps: Jumps) -> list[int]:
    """The positions that count for the row `head`, in order."""
    if not jumps.back:
        return list(range(1, head + 1))
    return [position for first, last in reversed(_walked(head, jumps)[0]) for position in range(first, last + 1)]


def struck(head: int, jumps: Jumps) -> dict[int, int]:
    """The positions that do not count for the row `head`, each with that of the Revised that took it off the line."""
    if not jumps.back:
        return {}
    on, off = _walked(head, jumps)
    taken: dict[int, int] = {}
    for (first, last), by in reversed(off):
        taken.update(dict.fromkeys(range(first, last + 1), by))
    for first, last in on if jumps.kept else ():
        for position in range(first, last + 1):
            taken.pop(position, None)
    return taken


class Past(msgspec.Struct, frozen=True):
    """One report as it was told: its rows from `position` to `end`, its sender and what it said, as it stood then.

    `how` is "" for a report told by its sender, else how it was told again (see `Retold`).
    """

    position: int
    end: int
    by: str
    type: str
    data: str
    how: str
    events: tuple[Event, ...]

    @property
    def is_talk(self) -> bool:
        return bool(self.events) and all(event.talk for event in self.events)

    @property
    def is_open(self) -> bool:
        """It stands as it was played, or waits, until somebody settles it."""
        return self.how in ("played", "waiting")


class History(Generic[S, R]):
    """Everything a log has ever held, counting or not. `rows` from the first on, without a gap."""

    def __init__(self, decider: Decider[S, Any, Any, R], rows: Sequence[Row]) -> None:
        self.decider, self.rows = decider, rows
        self.jumps = Jumps.of((row.position, row.event) for row in rows if type(row.event) is Revised)

    @property
    def head(self) -> int:
        return len(self.rows)

    def of(self, rows: Sequence[Row]) -> Self:
        """The history of other rows of this kind of stream."""
        return type(self)(self.decider, rows)

    @cached_property
    def commands(self) -> CommandCodec:
        return self.decider.commands(self.rows[0].event)

    def live(self, until: int | None = None) -> list[Row]:
        """The rows that count for the row `until` (the head)."""
        return [self.rows[position - 1] for position in line(self.head if until is None else until, self.jumps)]

    def state(self, until: int | None = None) -> S:
        """The state as it stood at `until`; a fold of its own every time."""
        return self._folded(self.live(until))

    def _folded(self, rows: Sequence[Row]) -> S:
        first, *others = rows
        state = self.decider.start(first.event, first.position, first.digest)
        advance(self.decider, state, others)
        return state

    def before(self, position: int) -> list[Row]:
        """The rows that count up to before a row that counts; of a revision, those that counted before it."""
        rows = [] if position in self.jumps.back else self.live()
        at = next((at for at, row in enumerate(rows) if row.position == position), None)
        return self.live(position - 1) if at is None else rows[:at]

    def state_before(self, position: int) -> S:
        """The state as it stood before a row that counts; a fold of its own every time."""
        return self._folded(self.before(position))

    def reports_from(self, position: int) -> list[Past]:
        """The reports that count from that at `position` on, in order; none where it does not count."""
        reports = self.live_reports()
        return reports[next((at for at, past in enumerate(reports) if past.position == position), len(reports)) :]

    def rows_of(self, past: Past) -> Sequence[Row]:
        return self.rows[past.position - 1 : past.end]

    @cached_property
    def reports(self) -> dict[int, Past]:
        """Every report ever told or told again, by its first position."""
        found: dict[int, Past] = {}
        said: dict[int, tuple[str, str, str]] = {}  # who said what
        cut: list[list[Row]] = []
        for row in self.rows:
            if row.ordinal == 0 or type(row.event) in _TELLS:
                cut.append([])
            cut[-1].append(row)
        for rows in cut:
            first = rows[0]
            if isinstance(first.event, Retold):
                told = first.event
                mine = (first.by, told.type, msgspec.json.encode(told.data).decode())
                said[first.position] = mine if told.type else said.get(told.of, (first.by, "", ""))
            else:
                said[first.position] = (first.by, first.type, first.data)
            how = first.event.how if isinstance(first.event, Retold) else ""
            events = tuple(row.event for row in rows if type(row.event) not in _TELLS)
            said_of_play = tuple(event for event in events if not event.talk)
            if said_of_play:  # a disclosure, and the new seed that is committed to with it
                said_of_play = tuple(event for event in events if not event.talk or type(event) is Reseeded)
            events = said_of_play or events  # facts agreed to: the agreement beside them is no part of what follows
            found[first.position] = Past(first.position, rows[-1].position, *said[first.position], how, events)
        return found

    def live_reports(self, until: int | None = None) -> list[Past]:
        """The reports that count, in order, the muster first; talk between the sides and revisions left out. What waits
        to be settled is among them."""
        found = (self.reports.get(row.position) for row in self.live(until))
        return [past for past in found if past is not None and (past.events or past.is_open) and not past.is_talk]

    def played(self, past: Past) -> tuple[Event, ...]:
        """What followed from a report when it was last told so that something did."""
        return self.last_played(past).events

    def said_by(self, past: Past) -> tuple[Event, ...]:
        """What follows from a report; of one that is left open, what followed when it was told last."""
        return self.played(past) if past.is_open else past.events

    def last_played(self, past: Past) -> Past:
        """The report as it was when it was last told so that something followed from it."""
        while not past.events and isinstance(event := self.rows[past.position - 1].event, Retold) and event.of:
            past = self.reports[event.of]
        return past

    def last_settled(self, past: Past) -> Past:
        """The report as it was when it was last told, and not left open."""
        while past.is_open and isinstance(event := self.rows[past.position - 1].event, Retold) and event.of:
            past = self.reports[event.of]
        return past

    def report_of(self, position: int) -> Past:
        """The report, told or told again, that the row at `position` belongs to."""
        return self.reports[self._begins[bisect_right(self._begins, position) - 1]]

    @cached_property
    def _begins(self) -> list[int]:
        return [*self.reports]

    def first_told(self, position: int) -> int:
        """Where a report that begins at `position` was first told, before any correction told it again."""
        while isinstance(event := self.rows[position - 1].event, Retold) and event.of:
            position = event.of
        return position

    def command(self, past: Past) -> Command:
        """What a report said; `Refused` when a value in it was erased or this release does not know it."""
        return self.commands.decode(past.type, past.data)

    def said(self, type_: str, data: dict[str, Any]) -> Command:
        """A report within a report; `Refused` as for any other."""
        return self.commands.decode(type_, msgspec.json.encode(data))

    def fallen(self) -> dict[str, Roll]:
        """Every die Leaguer ever rolled in this stream, by question; the longest roll of each."""
        return fallen(row.event for row in self.rows)


def advance(decider: Decider[S, Any, Any, R], state: S, rows: Iterable[Row], newest: int = 0) -> int:
    """Fold rows of a line onto a state, in place. `newest`: the newest row that was folded before. Returns the newest
    that is folded now."""
    steps: list[Step[Any]] = []
    for row in rows:
        if row.position > newest:
            newest = row.position
            steps.append((row.event, newest, row.digest, newest - row.ordinal))
        else:
            decider.fold(state, steps)
            steps = []
            decider.evolve_kept(state, row.event, row.position, row.digest, row.position - row.ordinal)
    decider.fold(state, steps)
    return newest


def moments(history: History[S, R], positions: Iterable[int]) -> Iterator[tuple[int, S]]:
    """The state as it stood at each of these rows, lowest first. The fold goes on with each state: look at it before
    you ask for the next. Only rows that no longer count, and histories with kept rows, take a fold for each."""
    rows = [] if history.jumps.kept else history.live()
    places = {row.position: place for place, row in enumerate(rows)}
    first, folded = history.rows[0], 1
    state = history.decider.start(first.event, first.position, first.digest)
    for position in sorted(positions):
        if position not in places:
            yield position, history.state(position)
            continue
        advance(history.decider, state, rows[folded : places[position] + 1])
        folded = max(folded, places[position] + 1)
        yield position, state


class Cursor(Generic[S, R]):
    """A state led along a line, stopping before and after rows of it: one fold however many stops. Only forward."""

    def __init__(self, history: History[S, R], until: int) -> None:
        self._decider, self._rows = history.decider, history.live(until)
        self._places = {row.position: place for place, row in enumerate(self._rows)}
        self._next, self._newest = 1, 1
        first = self._rows[0]
        self.state = self._decider.start(first.event, first.position, first.digest)

    def before(self, position: int) -> S:
        """The state before the row at `position`."""
        return self._to(self._places[position])

    def after(self, position: int) -> S:
        """The state after the row at `position`."""
        return self._to(self._places[position] + 1)

    def _to(self, place: int) -> S:
        self._newest = advance(self._decider, self.state, self._rows[self._next : place], self._newest)
        self._next = max(self._next, place)
        return self.state
