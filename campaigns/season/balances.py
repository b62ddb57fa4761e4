"""What each purse held after every change: for whoever adds a ledger up. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from campaigns.season import ledger_entries
from campaigns.season.ledger import Entry
from campaigns.season.state import Season
from rules.contract import Event
from rules.stream.revision.reports import Declared


class Change(msgspec.Struct, frozen=True):
    """An entry of the ledger, the `ordinal`-th (from 1) of its row, and what the purse holds after it."""

    position: int
    ordinal: int
    entry: Entry
    purse: int


def balances(season: Season, facts: Iterable[tuple[int, Event]]) -> Iterator[Change]:
    """Every change of a purse. `facts`: those that count, each with its position, as they follow from one another;
    `season` is what they come to."""
    purses: dict[str, int] = {}
    for position, event in facts:
        entries = _declared(event, purses) if isinstance(event, Declared) else ledger_entries(season, event)
        for ordinal, entry in enumerate(entries, 1):
            purses[entry.platoon] = purses.get(entry.platoon, 0) + entry.points
            yield Change(position, ordinal, entry, purses[entry.platoon])


def _declared(event: Declared, purses: dict[str, int]) -> Iterator[Entry]:
    """What has to be booked for the purses to hold what was declared."""
    for path, value in event.facts.items():
        kind, platoon, name = [*path.split("."), "", ""][:3]
        if (kind, name) == ("platoons", "purse") and value != purses.get(platoon, 0):
            yield Entry(platoon=platoon, points=value - purses.get(platoon, 0), why="declared")
