"""Reading a battle of 200 events back: our rows and rules against an aggregate of the `eventsourcing` library."""

from __future__ import annotations

from uuid import uuid4

from battles import handler
from tests.bench import aggregate, battles
from tests.bench.timing import Pair, pair

EVENTS = 200


def measure() -> Pair:
    stream = str(uuid4())
    events = battles.told(battles.played(EVENTS), stream, EVENTS)
    with aggregate.application() as library:
        other = aggregate.recorded(library, events)
        return pair(
            f"replay of a {events}-event battle",
            lambda: handler.state(stream),
            lambda: library.repository.get(other),
        )
