"""What became of every platoon's points: each change of a purse with what it was for, from the log. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from campaigns.season.crews import CrewReplaced
from campaigns.season.enlistment import Enlisted
from campaigns.season.kept_events import BattleReported
from campaigns.season.penalties import Penalised
from campaigns.season.purchases import Bought, Sold
from campaigns.season.reinforcements import PointsGranted
from campaigns.season.values import Grant
from campaigns.season.workshop import WorkshopEntered, WorkshopWorked
from rules.contract import Event


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A change of a purse. `why`: enlisted, bought, sold, repair, crew, penalty, or what a grant was for. `owed`:
    points more that the purse could not pay, and pays as rounds close."""

    platoon: str
    points: int
    why: str
    fixture: str = ""
    owed: int = 0


def entries(event: Event, platoon_of: Mapping[str, str]) -> Iterator[Entry]:
    """The changes one event makes, none of nothing. `platoon_of`: the platoon of every vehicle, by its id."""
    return (entry for entry in _entries(event, platoon_of) if entry.points or entry.owed)


def _entries(event: Event, platoon_of: Mapping[str, str]) -> Iterator[Entry]:
    match event:
        case Enlisted():
            yield Entry(platoon=event.platoon, points=event.purse, why="enlisted")
        case Bought():
            yield Entry(platoon=event.platoon, points=-event.cost, why="bought")
        case Sold():
            yield Entry(platoon=event.platoon, points=event.points, why="sold")
        case WorkshopEntered() | WorkshopWorked():
            yield Entry(platoon=event.platoon, points=-sum(work.paid for work in event.works), why="repair")
        case CrewReplaced():
            yield Entry(platoon=platoon_of[event.vehicle], points=-event.cost, why="crew")
        case Penalised():
            yield Entry(platoon=event.platoon, points=-event.points, why="penalty")
        case BattleReported():
            yield from _granted(event.gains, event.owed)
        case PointsGranted():
            yield from _granted(event.grants, event.owed)


def _granted(grants: Iterable[Grant], owed: Iterable[Grant]) -> Iterator[Entry]:
    """What was given and taken, and what could not be taken: in one entry where it is for the same."""
    left = {(one.platoon, one.why, one.fixture): -one.points for one in owed}
    for one in grants:
        more = left.pop((one.platoon, one.why, one.fixture), 0) if one.points < 0 else 0
        yield Entry(platoon=one.platoon, points=one.points, why=one.why, fixture=one.fixture, owed=more)
    for (platoon, why, fixture), points in left.items():
        yield Entry(platoon=platoon, points=0, why=why, fixture=fixture, owed=points)
