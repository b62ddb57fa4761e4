"""Reading a battle of 200 events: our rows and rules against an aggregate of the `eventsourcing` library. From its
first row; and as whoever has read it before reads it again, we what the process keeps, the library its snapshot."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from uuid import uuid4

from battles import folded, handler, log
from rules import all_systems
from rules.frame import BATTLES
from tests.bench import aggregate, battles
from tests.bench.timing import Pair, pair

EVENTS = 200


def measure() -> Iterator[Pair]:
    """Each rulebook, first from the first row, then again."""
    with aggregate.application() as library, aggregate.application(snapshots=True) as with_snapshots:
        for key in sorted(all_systems()):
            stream = str(uuid4())
            events = battles.told(battles.played(EVENTS, key), stream, EVENTS)
            whole, short = aggregate.recorded(library, events), aggregate.recorded(with_snapshots, events)
            with_snapshots.take_snapshot(short)
            yield pair(
                f"replay of a {events}-event battle, {key}",
                partial(_replayed, stream),
                partial(library.repository.get, whole),
            )
            yield pair(
                "the same again, as kept against a snapshot",
                partial(folded.load, BATTLES, stream),
                partial(with_snapshots.repository.get, short),
            )


def _replayed(stream: str) -> object:
    return handler.state_of(stream, log.facts(stream))
