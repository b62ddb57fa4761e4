"""A battle kept in memory: who reported what, and the events that followed. The door without a log.

The random player, golden battles and the tests of every rulebook keep their battles in a `Table`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

import msgspec

from rules import adjudicate, frame
from rules.adjudicate import Who
from rules.battle import Battle, History
from rules.contract import Command, Dice, Event, Muster, Mustered, RuleSystem
from rules.reports import command_codec, event_codec
from rules.stream.adjudication import Adjudication
from rules.stream.codec import CommandCodec, EventCodec


class RecordedReport(msgspec.Struct, frozen=True):
    """One report: the side that told it, the command, and the events that followed (at least one)."""

    side: str
    command: Command
    events: tuple[Event, ...]


class Table(Adjudication[Battle, Command, Event, str]):
    """A battle in play. Rows have no digests here; position n stands in for one as n in 64 hex digits."""

    def __init__(self, entries: Sequence[RecordedReport], named: Mapping[int, str] | None = None) -> None:
        super().__init__(frame.BATTLES)
        self.entries: list[RecordedReport] = []
        self._named = dict(named or {})
        for entry in entries:
            self._add(entry)
        self.rewind()

    @classmethod
    def open(cls, muster: Muster) -> Self:
        """A battle just mustered. `Refused` when the muster is not legal."""
        return cls([RecordedReport("", muster, (adjudicate.muster(muster),))])

    @property
    def history(self) -> History:
        return frame.of(self.rows)

    @property
    def battle(self) -> Battle:
        return self.state

    @property
    def mustered(self) -> Mustered:
        return self.state.muster

    def digest(self, position: int) -> str:
        return self._named.get(position, digest(position))

    def report(self, side: str, command: Command, dice: Dice | None = None) -> tuple[Event, ...]:
        """The events that follow, applied. On `Refused` (or `Unfallen`) the battle stands as it stood before."""
        person = self.teller(side, command)
        events = self.hear(command, person, person.id, dice or self.decider.dice(self.state, self.fallen))
        self.entries.append(RecordedReport(side, command, events))
        return events

    def teller(self, side: str, command: Command) -> Who:
        return teller(self.mustered, side, command)

    def copy(self) -> Table:
        """Another table at the same point of the same battle."""
        other = Table.__new__(Table)
        other.decider, other.entries, other.rows = self.decider, [*self.entries], [*self.rows]
        other._named, other._fallen = dict(self._named), dict(self._fallen)
        other.rewind()
        return other

    def _add(self, entry: RecordedReport) -> None:
        mustered = self.rows[0].event if self.rows else entry.events[0]
        assert isinstance(mustered, Mustered)
        self.entries.append(entry)
        self.add(entry.command, who(mustered, entry.side).id, entry.events)


def who(mustered: Mustered, side: str) -> Who:
    """The first player of `side`; a referee where nobody plays it, for the clerk ("clerk") and the organiser ("")."""
    players = mustered.sides[side].players if side in mustered.sides else ()
    return Who(players[0]) if players else Who(side or "organiser", referee=True)


def teller(mustered: Mustered, side: str, command: Command) -> Who:
    """Who tells a report of `side`. All sides sit at this table: what it says in the name of all they say together."""
    person = who(mustered, side)
    if side in mustered.sides and any(not one.field for one in command.spoken):
        return msgspec.structs.replace(person, seats=tuple((every, (person.id,)) for every in mustered.sides))
    return person


def digest(position: int) -> str:
    return f"{position:064x}"


def codecs(system: RuleSystem) -> tuple[EventCodec, CommandCodec]:
    """The codecs of a battle of `system`, the frame's events and commands among them."""
    return event_codec(system), command_codec(system)
