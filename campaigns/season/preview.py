"""What a ruling would change: two seasons side by side, with it and without. Pure.

Asked before house rules are amended, a fixture is adjudicated or a penalty given: the door's dry run has the season
after. Pages and API show the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from campaigns.season.standings import DRAWN, breakers_of, standings
from campaigns.season.state import GONE, Season, grade
from rules.upkeep import Job


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A platoon in the standings, and the points of its purse."""

    rank: int
    score: int
    purse: int


class Stock(msgspec.Struct, frozen=True, kw_only=True):
    """A vehicle as it stands, its crew's grade, and the jobs the workshop would have on it if it came in now."""

    status: str
    condition: dict[str, Any]
    grade: str
    jobs: tuple[Job, ...] = ()


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """A platoon that stands otherwise afterwards."""

    platoon: str
    before: Standing
    after: Standing


class Altered(msgspec.Struct, frozen=True, kw_only=True):
    """A vehicle that is otherwise afterwards, or would be repaired otherwise."""

    platoon: str
    vehicle: str
    before: Stock
    after: Stock


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """Only what differs: platoons in the order in which they stand afterwards, vehicles in that of their enlisting."""

    platoons: tuple[Moved, ...] = ()
    vehicles: tuple[Altered, ...] = ()


def preview(before: Season, after: Season, round: int | None = None) -> Preview:
    """From `before` to `after`, two states of one campaign. Repairs and grades are those of `round`: that from which
    the rules are amended, when it is a later one; the present one if left out."""
    return Preview(platoons=tuple(_moved(before, after)), vehicles=tuple(_altered(before, after, round)))


def _moved(before: Season, after: Season) -> Iterator[Moved]:
    was = standings_of(before)
    for platoon, now in standings_then(before, after).items():
        if platoon in was and was[platoon] != now:
            yield Moved(platoon=platoon, before=was[platoon], after=now)


def standings_then(before: Season, after: Season) -> dict[str, Standing]:
    """Lots are drawn once they are declared: who only asks is not told how they would fall."""
    declared = breakers_of(before)
    return standings_of(after, [one for one in DRAWN if one not in declared])


def standings_of(season: Season, without: Collection[str] = ()) -> dict[str, Standing]:
    return {
        place.platoon: Standing(rank=place.rank, score=place.score, purse=season.platoons[place.platoon].purse)
        for place in standings(season, without)
    }


def _altered(before: Season, after: Season, round: int | None) -> Iterator[Altered]:
    was = stock_of(before, round)
    for id, now in stock_of(after, round).items():
        if id in was and was[id] != now:
            yield Altered(platoon=after.vehicles[id].platoon, vehicle=id, before=was[id], after=now)


def stock_of(season: Season, round: int | None = None) -> dict[str, Stock]:
    settings = season.settings(season.turn if round is None else round)
    house, workshop = settings.options | settings.terms, bool(settings.terms["workshop"])
    found: dict[str, Stock] = {}
    for id, vehicle in season.vehicles.items():
        level = grade(settings.terms, vehicle.crew.experience)
        owned = msgspec.structs.replace(season.owned(vehicle), grade=level)
        repaired = workshop and vehicle.status not in GONE
        jobs = tuple(season.rules.upkeep.jobs(house, owned)) if repaired else ()
        found[id] = Stock(status=vehicle.status, condition=vehicle.condition, grade=level, jobs=jobs)
    return found
