"""What became of every platoon's points: each change of a purse with what it was for, from the log. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from campaigns import reports as r
from rules.contract import Event


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A change of a purse. `why`: enlisted, bought, sold, repair, crew, penalty, or what a grant was for."""

    platoon: str
    points: int
    why: str
    fixture: str = ""


def entries(event: Event, platoon_of: Mapping[str, str]) -> Iterator[Entry]:
    """The changes one event makes, none of nothing. `platoon_of`: the platoon of every vehicle, by its id."""
    return (entry for entry in _entries(event, platoon_of) if entry.points)


def _entries(event: Event, platoon_of: Mapping[str, str]) -> Iterator[Entry]:
    match event:
        case r.Enlisted():
            yield Entry(platoon=event.platoon, points=event.purse, why="enlisted")
        case r.Bought():
            yield Entry(platoon=event.platoon, points=-event.cost, why="bought")
        case r.Sold():
            yield Entry(platoon=event.platoon, points=event.points, why="sold")
        case r.WorkshopEntered() | r.WorkshopWorked():
            yield Entry(platoon=event.platoon, points=-sum(work.paid for work in event.works), why="repair")
        case r.CrewReplaced():
            yield Entry(platoon=platoon_of[event.vehicle], points=-event.cost, why="crew")
        case r.Penalised():
            yield Entry(platoon=event.platoon, points=-event.points, why="penalty")
        case r.BattleReported():
            yield from _granted(event.gains)
        case r.PointsGranted():
            yield from _granted(event.grants)


def _granted(grants: Iterable[r.Grant]) -> Iterator[Entry]:
    for grant in grants:
        yield Entry(platoon=grant.platoon, points=grant.points, why=grant.why, fixture=grant.fixture)
