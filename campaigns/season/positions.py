"""Who stands where on the map, whose it is and what supply comes there: read from a season, kept nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from campaigns.season import editions
from campaigns.season.kept_events import Gone
from campaigns.season.state import Platoon, Season
from campaigns.theatre import RESERVE, Sector, Supply, Theatre, graph
from campaigns.theatre.graph import MapState, supply_at


class Allowance(msgspec.Struct, frozen=True):
    """What a state of supply allows, by the terms: a march that costs so much, what the workshop does ("all", "one"
    vehicle at a time, "none"), purchases."""

    supply: Supply
    march: int
    workshop: str
    purchases: bool


def theatre_of(season: Season) -> Theatre:
    """The map of a campaign that has one."""
    assert season.opened.theatre is not None
    return season.opened.theatre


def sectors_of(season: Season) -> dict[str, Sector]:
    return {sector.key: sector for sector in theatre_of(season).sectors}


def standing_in(season: Season) -> dict[str, list[Platoon]]:
    """The platoons in each sector where there are any, by key."""
    found: dict[str, list[Platoon]] = {}
    for key in sorted(season.platoons):
        platoon = season.platoons[key]
        if platoon.sector not in ("", RESERVE):
            found.setdefault(platoon.sector, []).append(platoon)
    return found


def lay_of(season: Season) -> MapState:
    """The map as it is now. Who asks more than one thing of it asks this once."""
    sides_in = {key: {one.side for one in platoons} for key, platoons in standing_in(season).items()}
    return MapState(theatre_of(season), sides_in, season.owners, season.closed_links)


def contested(season: Season) -> frozenset[str]:
    """The sectors in which platoons of several sides stand."""
    return lay_of(season).contested


def engaged(season: Season) -> dict[str, str]:
    """The platoons that have a battle on the map before them, or go on with one, each with its fixture."""
    return {
        key: fixture.key
        for fixture in season.fixtures.values()
        if fixture.ground is not None and (fixture.is_fought or (fixture.announced and fixture.is_open))
        for key in fixture.platoons
    }


def supply_costs(season: Season) -> dict[str, dict[str, int]]:
    """For each side what supply costs in each sector that it reaches."""
    lay = lay_of(season)
    return {side: lay.supplied(side) for side in season.opened.sides}


def supplies(season: Season) -> dict[str, Supply]:
    """The supply of every platoon on the map or in reserve, by key. In reserve everyone is supplied."""
    costs, reach = supply_costs(season), int(season.terms["supply_reach"])
    return {
        key: "supplied" if one.sector == RESERVE else supply_at(costs[one.side].get(one.sector), reach)
        for key, one in season.platoons.items()
        if one.sector
    }


def supplies_of_sectors(season: Season) -> dict[str, Supply]:
    """The supply of its owner in every sector that has one, by key."""
    costs, reach = supply_costs(season), int(season.terms["supply_reach"])
    return {key: supply_at(costs[side].get(key), reach) for key, side in season.owners.items()}


def allowance(season: Season, supply: Supply) -> Allowance:
    """What a platoon in that supply may do, by the table of the terms."""
    terms, name = season.terms, supply.replace(" ", "_")
    return Allowance(
        supply,
        int(terms[f"{name}_march"]),
        str(terms[f"{name}_workshop"]),
        bool(terms[f"{name}_purchases"]),
    )


def allowed(season: Season, platoon: Platoon) -> Allowance | None:
    """What the supply of a platoon allows it; None in a campaign without a map, and off it: everything."""
    if season.opened.theatre is None or not platoon.sector:
        return None
    return allowance(season, supplies(season)[platoon.key])


def changing_hands(season: Season, places: Mapping[str, str]) -> dict[str, str]:
    """The sectors that would change hands with the platoons (by key) in these places."""
    return graph.changing_hands({key: one.side for key, one in season.platoons.items()}, places, season.owners)


def places(season: Season) -> dict[str, str]:
    """Where every platoon is that has not left the campaign."""
    return {key: one.sector for key, one in season.platoons.items() if one.sector}


def go(season: Season, moves: Iterable[Gone]) -> None:
    """Nobody keeps a trench, or an order, that has left."""
    for gone in moves:
        platoon = season.platoons[gone.platoon]
        platoon.sector, platoon.entrenched = gone.place, False
        season.orders.pop(gone.platoon, None)


def hold(season: Season, held: dict[str, str]) -> None:
    """Once everybody is where an event puts them. `held`: what changed hands as it was ruled; where it stands as it was
    played, others may stand elsewhere by now."""
    if editions.owns_where_it_stands(season.opened):
        held = changing_hands(season, places(season))
    season.owners = season.owners | held
