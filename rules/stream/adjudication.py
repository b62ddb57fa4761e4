"""Reports decided one after another on a stream that is kept in memory. Nothing is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic

from rules.stream.codec import CommandCodec
from rules.stream.contract import Dice, Event, Refused, Roll, Unfallen
from rules.stream.decider import C, Decider, E, R, Row, S, Who
from rules.stream.dice import fallen
from rules.stream.history import History


class Adjudication(Generic[S, C, E, R]):
    """A stream as far as it has come: its `rows`, and the `state` they leave."""

    decider: Decider[S, C, E, R]
    rows: list[Row]
    state: S
    commands: CommandCodec | None = None  # once there is an event to tell which

    def __init__(self, decider: Decider[S, C, E, R], rows: Sequence[Row] = ()) -> None:
        self.decider, self.rows = decider, [*rows]
        self._fallen = fallen(row.event for row in rows)
        if rows:
            self.rewind()

    @property
    def history(self) -> History[S, R]:
        return History(self.decider, self.rows)

    @property
    def fallen(self) -> Mapping[str, Roll]:
        """The dice Leaguer has rolled, by question, whether they count or not."""
        return self._fallen

    def digest(self, position: int) -> str:
        """What stands for the digest of a row; there is no log here that would have one."""
        return ""

    def hear(self, command: C, who: Who, by: str, dice: Dice) -> tuple[E, ...]:
        """The events that follow from a report of `by`, each applied before the next is decided. On `Refused` (or
        `Unfallen`) the stream stands as it stood before."""
        first = len(self.rows) + 1
        events: list[E] = []
        try:
            for event in self.decider.decide(self.state, command, who, dice, lambda: self.rows):
                position = first + len(events)
                self.decider.evolve(self.state, event, position, self.digest(position), first)
                events.append(event)
        except (Refused, Unfallen):
            if events:
                self.rewind()
            raise
        self.add(command, by, events)
        return tuple(events)

    def add(self, command: Any, by: str, events: Sequence[Event]) -> None:
        """The rows of a report that has been decided."""
        if self.commands is None:
            self.commands = self.decider.commands(self.rows[0].event if self.rows else events[0])
        type_, data = self.commands.encode(command)
        self._fallen.update(fallen(events))
        for ordinal, event in enumerate(events):
            position = len(self.rows) + 1
            told = (type_, data) if ordinal == 0 else ("", "")
            self.rows.append(Row(position, ordinal, event, by, *told, self.digest(position)))

    def rewind(self) -> None:
        """Fold the rows anew."""
        self.state = self.history.state()
