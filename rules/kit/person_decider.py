"""The Decider of a stream to which people report as persons (a season, a league), as far as it is the same in each.

What a person may do stands in the chapters; a person reads, or None as a spectator.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, ClassVar

from rules.contract import Command, Dice, Event
from rules.kit.person_mending import PersonMending
from rules.stream import facts
from rules.stream.codec import CommandCodec, EventCodec
from rules.stream.decider import Row, Who
from rules.stream.revision.contract import M, MendedDecider, MendedHistory
from rules.stream.revision.decide import decide


class PersonDecider(MendedDecider[M, Command, Event, Who | None]):
    """`reports` and `rows` are its codecs, `opened` the event that its log begins with."""

    reports: ClassVar[CommandCodec]
    rows: ClassVar[EventCodec]
    opened: ClassVar[type[Event]]

    @property
    @abstractmethod
    def mending(self) -> PersonMending[M]: ...

    @abstractmethod
    def ruled(self, state: M | None, command: Command, who: Who, dice: Dice) -> Generator[Event, None, None]:
        """What its chapters come to; the state is None before it begins. `Refused`."""

    @abstractmethod
    def begun(self, first: Any) -> M:
        """The state after its first event."""

    def events(self, first: Event | None) -> EventCodec:
        return self.rows

    def commands(self, first: Event | None) -> CommandCodec:
        return self.reports

    def open(self, command: Command, who: Who, dice: Dice) -> Generator[Event, None, None]:
        return self.ruled(None, command, who, dice)

    def start(self, first: Event, position: int, digest: str) -> M:
        assert isinstance(first, self.opened)
        state = self.begun(first)
        state.head = (position, digest)
        return state

    def decide(
        self, state: M, command: Command, who: Who, dice: Dice, rows: Callable[[], Sequence[Row]]
    ) -> Generator[Event, None, None]:
        if self.mending.mends(command):
            yield from decide(self.mending, state, command, who, dice, lambda: MendedHistory(self, rows()))
        else:
            yield from self.ruled(state, command, who, dice)

    def stamp(self, state: M, digests: Mapping[int, str]) -> None:
        position, digest = state.head
        state.head = (position, digests.get(position, digest))

    def facts(self, state: M) -> dict[str, Any]:
        return facts.facts(state)

    def rules_of(self, state: M, event: Event) -> tuple[str, ...]:
        return type(event).rules
