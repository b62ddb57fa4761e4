"""A line of events told on a state of its own, before anything is told for good."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import Generic

import msgspec

from rules.stream.contract import Event
from rules.stream.decider import R, Row, S
from rules.stream.history import History
from rules.stream.revisions import Retold


class Branch(Generic[S, R]):
    """`state` is where the line stands, `events` what was told.

    `begin` makes the state it starts from, as often as it is asked; the first event told stands at `after` + 1.
    `report` is where the report begins that all this belongs to.
    """

    def __init__(self, history: History[S, R], begin: Callable[[], S], after: int, report: int | None = None) -> None:
        self.history, self.begin = history, begin
        self.after, self.report = after, after + 1 if report is None else report
        self.state = begin()
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        self.events.append(event)
        self._apply(event, self.after + len(self.events))

    def _apply(self, event: Event, position: int) -> None:
        self.history.decider.evolve(self.state, event, position, "", self.report)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """All that is told within stands, or nothing of it."""
        kept, stood = len(self.events), copy(self.state)
        try:
            yield
        except Exception:
            over = self.events[kept:]
            del self.events[kept:]
            if all(isinstance(event, Retold) for event in over):  # mostly: what is refused is refused at once
                become(self.state, stood)
            else:
                self.state = self.begin()
                for position, event in enumerate(self.events, self.after + 1):
                    self._apply(event, position)
            raise

    def rows(self, by: str) -> list[Row]:
        """What was told, as the rows it would be, reported by `by`."""
        return [
            Row(position, position - self.report, event, by)
            for position, event in enumerate(self.events, self.after + 1)
        ]


def become(state: S, other: S) -> None:
    """Make `state` what `other` is, in place: it is rewound."""
    assert isinstance(state, msgspec.Struct)
    for name in state.__struct_fields__:
        setattr(state, name, getattr(other, name))
