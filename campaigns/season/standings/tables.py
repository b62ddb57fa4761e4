"""What tie-breakers look up in the whole season, worked out once for all platoons. Pure."""

from __future__ import annotations

from campaigns.season.standings.results import Showing, Tables, counted
from campaigns.season.standings.rungs import rungs
from campaigns.season.state import GONE, Season


def tables_of(season: Season) -> Tables:
    fixtures = list(counted(season))
    showings: dict[str, list[Showing]] = {key: [] for key in season.platoons}
    for _fixture, all_of_it in fixtures:
        for showing in all_of_it:
            showings[showing.platoon].append(showing)
    wins = {key: sum(one.result == "won" for one in mine) for key, mine in showings.items()}
    return Tables(fixtures, showings, wins, season.opened.seed, alive_in(season), {}, rungs(season))


def alive_in(season: Season) -> dict[str, int]:
    """The vehicles of each platoon that are not wrecked or gone."""
    found = dict.fromkeys(season.platoons, 0)
    for vehicle in season.vehicles.values():
        if vehicle.status != "wrecked" and vehicle.status not in GONE and vehicle.platoon in found:
            found[vehicle.platoon] += 1
    return found
