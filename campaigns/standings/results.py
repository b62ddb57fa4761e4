"""How each fixture counts for each of its platoons: by its battle, or by what was decided in its place."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from campaigns.reports import BattleReported
from campaigns.reports.kinds import Result
from campaigns.season import Fixture, Season
from rules.contract import Outcome


class Showing(msgspec.Struct, frozen=True, kw_only=True):
    """A platoon in one fixture: result, points as its rulebook scores them and those of the others, objectives held,
    enemy vehicles wrecked or lost, vehicles of its own that were not; whom it met."""

    platoon: str
    result: Result
    points: int = 0
    against: int = 0
    objectives: int = 0
    destroyed: int = 0
    preserved: int = 0
    met: tuple[str, ...] = ()


def counted(season: Season) -> Iterator[tuple[Fixture, tuple[Showing, ...]]]:
    """The fixtures that count, in the order they came."""
    for fixture in season.fixtures.values():
        if showings := showings_of(fixture):
            yield fixture, showings


def showings_of(fixture: Fixture) -> tuple[Showing, ...]:
    """What a fixture is to each platoon that was in it; () while it does not count."""
    decided, reported = fixture.decided, fixture.reported
    if decided is not None and (not decided.results or reported is None):
        points = decided.points or {}
        return tuple(
            _showing(fixture, key, result, points, sum(points.values())) for key, result in decided.results.items()
        )
    if reported is None:
        return ()
    results = decided.results if decided is not None else results_of(fixture, reported)
    points = points_of(fixture, reported) if decided is None or decided.points is None else decided.points
    fought = (_fought(fixture, reported.outcome, side) for side in fixture.sides)
    return tuple(
        msgspec.structs.replace(
            showing,
            result=results.get(showing.platoon, "drawn"),
            points=points.get(showing.platoon, 0),
            against=sum(points.values()) - points.get(showing.platoon, 0),
        )
        for showing in fought
    )


def results_of(fixture: Fixture, reported: BattleReported) -> dict[str, Result]:
    """By the battle alone."""
    winner = reported.outcome.winner
    lost: Result = "lost" if winner else "drawn"
    return {forces.platoon: "won" if side == winner else lost for side, forces in fixture.sides.items()}


def points_of(fixture: Fixture, reported: BattleReported) -> dict[str, int]:
    return {forces.platoon: reported.outcome.points.get(side, 0) for side, forces in fixture.sides.items()}


def _showing(fixture: Fixture, platoon: str, result: Result, points: dict[str, int], all_points: int) -> Showing:
    mine = points.get(platoon, 0)
    met = tuple(key for key in fixture.platoons if key != platoon)
    return Showing(platoon=platoon, result=result, points=mine, against=all_points - mine, met=met)


def _fought(fixture: Fixture, outcome: Outcome, side: str) -> Showing:
    gone = ("wrecked", "lost")
    objectives = outcome.objectives if isinstance(outcome.objectives, dict) else {}
    return Showing(
        platoon=fixture.sides[side].platoon,
        result="drawn",
        objectives=objectives.get(side, 0),
        destroyed=sum(unit.side != side and unit.fate in gone for unit in outcome.units),
        preserved=sum(unit.side == side and unit.fate not in gone for unit in outcome.units),
        met=tuple(forces.platoon for other, forces in fixture.sides.items() if other != side),
    )
