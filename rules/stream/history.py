"""Which rows of a log count: the live line, and the reports on it.

The state before row p is the state as it stood at p - 1. So the line that leads to a row is one walk backward from it,
jumping at `Revised(q)` to q - 1, and the state is one fold forward along it. An undo of an undo is a redo.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Self

import msgspec

from rules.stream.codec import CommandCodec
from rules.stream.contract import Command, Event, Roll
from rules.stream.decider import Decider, R, S
from rules.stream.decider import Row as Row
from rules.stream.dice import fallen
from rules.stream.revision.reports import Retold, Revised

# A history is looked through at every report: by their very types, which takes a tenth of `isinstance`.
_TELLS: tuple[type[Event], ...] = (Retold, Revised)


def line(head: int, jumps: Mapping[int, int]) -> list[int]:
    """The positions that count for the row `head`, in order. `jumps`: from where each Revised takes back."""
    if not jumps:
        return list(range(1, head + 1))
    found: list[int] = []
    position = head
    while position > 0:
        found.append(position)
        position = min(jumps.get(position, position), position) - 1
    found.reverse()
    return found


def struck(head: int, jumps: Mapping[int, int]) -> dict[int, int]:
    """The positions that do not count for the row `head`, each with that of the Revised that took it off the line."""
    taken: dict[int, int] = {}
    position = head if jumps else 0
    while position > 0:
        before = min(jumps.get(position, position), position)
        taken.update(dict.fromkeys(range(before, position), position))
        position = before - 1
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
        self.jumps = {row.position: row.event.from_position for row in rows if type(row.event) is Revised}

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
        rows = iter(self.live(until))
        first = next(rows)
        state = self.decider.start(first.event, first.position, first.digest)
        advance(self.decider, state, rows)
        return state

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
        while not past.events and isinstance(event := self.rows[past.position - 1].event, Retold) and event.of:
            past = self.reports[event.of]
        return past.events

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


def advance(decider: Decider[S, Any, Any, R], state: S, rows: Iterable[Row]) -> None:
    """Fold rows of a line onto a state, in place."""
    for row in rows:
        decider.evolve(state, row.event, row.position, row.digest, row.position - row.ordinal)


class Cursor(Generic[S, R]):
    """A state led along a line, stopping before and after reports: one fold however many stops. Only forward."""

    def __init__(self, history: History[S, R], until: int) -> None:
        self._decider, self._rows = history.decider, history.live(until)
        self._next = 1
        first = self._rows[0]
        self.state = self._decider.start(first.event, first.position, first.digest)

    def to(self, position: int) -> S:
        """The state after the row at `position` (or the last of the line before it)."""
        start = self._next
        while self._next < len(self._rows) and self._rows[self._next].position <= position:
            self._next += 1
        advance(self._decider, self.state, self._rows[start : self._next])
        return self.state
