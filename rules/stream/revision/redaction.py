"""What a preview may not tell: what is hidden from its reader, though it would show if the revision were done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic

from rules.stream.contract import Command, Event
from rules.stream.decider import Decider, R, S


class OthersToTell(Exception):
    """What a preview comes to is for others to know, and not for who looks."""


class Redaction(Generic[S, R]):
    """What `reader` may not know of a stream as it stands at `now`. This one hides nothing but whole events.

    A kind of stream with secrets has one of its own: `hides` says whether there is anything at all. `tells_why`:
    whether why a report cannot be told again may be known; if not, it may of reports of the types in `told_why`.
    """

    hides: bool = False
    tells_why: bool = True
    told_why: frozenset[str] = frozenset()

    def __init__(self, decider: Decider[S, Any, Any, R], now: S, reader: R) -> None:
        self.decider, self.now, self.reader = decider, now, reader

    def may_tell_why(self, type_: str) -> bool:
        """Whether why a report of this type cannot be told again may be known."""
        return self.tells_why or type_ in self.told_why

    def lifted(self, state: S) -> bool:
        """Whether something hidden shows in `state`."""
        return False

    def guards(self, state: S, command: Command) -> bool:
        """Whether the refusal of this report might tell what is hidden."""
        return False

    def without(self, state: S) -> S:
        """The state as it would be if what is hidden were nothing at all."""
        return state

    def blind(self, history: Any) -> Any:
        """The same rows, told of a stream in which what is hidden is nothing at all."""
        return history

    def seen(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Of the events those that may be known."""
        found = (self.decider.see_event(self.now, event, self.reader) for event in events)
        return tuple(event for event in found if event is not None)
