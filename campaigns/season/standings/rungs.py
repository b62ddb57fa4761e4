"""The rungs of a ladder: what moved them, one after the other, as it counts today. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.season.ladder import Climb
from campaigns.season.standings.results import results_in
from campaigns.season.state import Fixture, Season


def rungs(season: Season) -> list[str]:
    """Who stands on the ladder, from the top; nobody where there is none."""
    found: list[str] = []
    for standing in orders(season):
        found = standing
    return found


def rung_of(season: Season, platoon: str) -> int:
    """On which it stands, counted from the top; 0 where it stands on no ladder."""
    standing = rungs(season)
    return standing.index(platoon) + 1 if platoon in standing else 0


def orders(season: Season) -> Iterator[list[str]]:
    """Who stood on the ladder after each thing that may have moved it, from the top; the same list goes on."""
    found: list[str] = []
    for climb in season.ladder.climbs if season.ladder is not None else ():
        _climb(season, found, climb)
        yield found


def is_of_ladder(season: Season, fixture: Fixture) -> bool:
    """Whether its result moves rungs: it was announced in a round of the ladder."""
    of_ladder = any(one.number == fixture.round and one.ladder for one in season.rounds)
    return of_ladder and fixture.announced and len(fixture.platoons) == 2


def note(season: Season, fixture: Fixture) -> None:
    """It has a result: rungs may move."""
    if season.ladder is not None and is_of_ladder(season, fixture):
        season.ladder.fought(fixture.key)


def _climb(season: Season, rungs: list[str], climb: Climb) -> None:
    match climb.how:
        case "came":
            if climb.key not in rungs:
                rungs.append(climb.key)
        case "left":
            if climb.key in rungs:
                rungs.remove(climb.key)
        case "fought":
            _fought(season, rungs, season.fixtures.get(climb.key))
        case "place":
            passes(rungs, climb.key, climb.over)
        case "swap" if {climb.key, climb.over} <= {*rungs}:
            lower, upper = rungs.index(climb.key), rungs.index(climb.over)
            if lower > upper:
                rungs[lower], rungs[upper] = climb.over, climb.key


def _fought(season: Season, rungs: list[str], fixture: Fixture | None) -> None:
    """Nobody moves by a draw, or where both have lost."""
    results = results_in(fixture) if fixture is not None else {}
    won = [key for key, result in results.items() if result == "won"]
    lost = [key for key, result in results.items() if result == "lost"]
    if len(won) == len(lost) == 1:
        passes(rungs, won[0], lost[0])


def passes(rungs: list[str], winner: str, loser: str) -> None:
    """Who comes from below takes the other's rung; that one and those between move down by one."""
    if {winner, loser} <= {*rungs} and rungs.index(winner) > rungs.index(loser):
        rungs.remove(winner)
        rungs.insert(rungs.index(loser), winner)
