"""Rulings as stories: given these events, when this report, then these events.

    given(muster(), e.Moved(unit="m1", moves=1), ...).when("americans", "fire m1 t64 dice=2,5,6,6").then(
        happened(e.AttackRolled, hits=1, criticals=2),
    )

Reports are written as battle script. Positions are counted as in a log, so that a story's events can be cited.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules import adjudicate, battle, frame
from rules.adjudicate import CLERK, Who
from rules.battle import Battle, History
from rules.contract import Command, Dice, Event, Muster, Mustered, Refused
from rules.record import codecs
from rules.reports import command_codec
from rules.stream import script
from rules.stream.dice import SeededDice
from rules.stream.history import Row


class Happened(msgspec.Struct, frozen=True):
    """An expected event: its type, and the fields that matter."""

    kind: type[Event]
    fields: dict[str, Any]

    def fits(self, event: Event) -> bool:
        return type(event) is self.kind and all(getattr(event, name) == value for name, value in self.fields.items())


def happened(kind: type[Event], **fields: Any) -> Happened:
    assert set(fields) <= set(kind.__struct_fields__), f"{kind.__name__} has no such field"
    return Happened(kind, fields)


class Told:
    """What followed from a report: events (already applied), or a refusal."""

    def __init__(self, story: Story, events: tuple[Event, ...], refused: Refused | None) -> None:
        self.story, self.events, self._refused = story, events, refused

    def then(self, *expected: Happened | type[Event]) -> Story:
        """Exactly these events followed, in this order. The story goes on from there."""
        assert self._refused is None, f"refused: {self._refused}"
        wanted = [one if isinstance(one, Happened) else Happened(one, {}) for one in expected]
        assert [type(event).__name__ for event in self.events] == [one.kind.__name__ for one in wanted]
        for event, one in zip(self.events, wanted, strict=True):
            assert one.fits(event), f"expected {one.fields} of {event}"
        return self.story

    def refused(self, rule: str, field: str = "") -> Refused:
        """The rules said no, by this rule, about this field, with a remedy."""
        assert self._refused is not None, f"accepted: {self.events}"
        assert (self._refused.rule, self._refused.field) == (rule, field), self._refused
        assert self._refused.text.text()
        assert self._refused.remedy is not None
        assert self._refused.remedy.text()
        return self._refused

    def refused_for(self, field: str, says: str) -> Refused:
        """The house or the rules said no, about this field, in words that hold `says`."""
        assert self._refused is not None, f"accepted: {self.events}"
        assert self._refused.field == field, self._refused
        assert says in self._refused.text.text()
        return self._refused


class Story:
    """A battle as far as it has been told, with the rows of its log: reports in it can be corrected."""

    def __init__(self, state: Battle, mustered: Mustered) -> None:
        self.state, self.rows = state, [Row(1, 0, mustered, "organiser", "Muster", digest=f"{1:064x}")]

    @property
    def position(self) -> int:
        return len(self.rows)

    @property
    def history(self) -> History:
        return frame.of(self.rows)

    @property
    def play(self) -> Any:
        """The rulebook's own State."""
        return self.state.play

    def and_then(self, *events: Event) -> Story:
        """Further events, each its own report."""
        for event in events:
            self._add(event, 0, "organiser")
        return self

    def _add(self, event: Event, ordinal: int, by: str, report: tuple[str, str] = ("", "")) -> None:
        position = self.position + 1
        told = report if ordinal == 0 else ("", "")
        self.rows.append(Row(position, ordinal, event, by, *told, digest=f"{position:064x}"))
        battle.evolve(self.state, event, position, f"{position:064x}", position - ordinal)

    def when(self, side: str, report: str | Command, dice: Dice | None = None) -> Told:
        """`side`'s player reports (the clerk as "clerk", the organiser as ""); events are applied as they follow."""
        command = self._read(report) if isinstance(report, str) else report
        who, said = self._who(side), codecs(self.state.rules)[1].encode(command)
        told: list[Event] = []
        try:
            for event in frame.BATTLES.decide(self.state, command, who, dice or self._dice(), lambda: self.rows):
                self._add(event, len(told), who.id, said)
                told.append(event)
        except Refused as refused:
            return Told(self, tuple(told), refused)
        return Told(self, tuple(told), None)

    def tell(self, text: str) -> Story:
        """A stretch of battle script, all of which must be accepted."""
        for line in script.parse(text, command_codec(self.state.rules)):
            told = self.when(line.side, line.command)
            assert told._refused is None, f"line {line.number} is refused: {told._refused}"
        return self

    def _read(self, line: str) -> Command:
        return next(script.parse(line, command_codec(self.state.rules))).command

    def _who(self, side: str) -> Who:
        if side in ("", CLERK):
            return Who(side or "organiser", referee=True)
        return Who(self.state.muster.sides[side].players[0])

    def _dice(self) -> SeededDice:
        return SeededDice(self.state.muster.seed, self.history.fallen())


def given(forces: Muster | Mustered, *events: Event) -> Story:
    """A battle mustered, and what has happened in it."""
    mustered = adjudicate.muster(forces) if isinstance(forces, Muster) else forces
    state = battle.start(mustered)
    state.head = state.fought = (1, f"{1:064x}")
    return Story(state, mustered).and_then(*events)


def not_mustered(forces: Muster, rule: str, field: str) -> Refused:
    """The forces are refused, by this rule, about this field, with a remedy."""
    with pytest.raises(Refused) as caught:
        adjudicate.muster(forces)
    assert (caught.value.rule, caught.value.field) == (rule, field), caught.value
    assert caught.value.remedy is not None
    return caught.value
