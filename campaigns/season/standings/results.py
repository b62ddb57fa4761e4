"""How each fixture counts for each of its platoons, by its battle or by what was decided in its place; and what
tie-breakers look up, worked out once for a whole table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from campaigns.season.kept_events import BattleReported
from campaigns.season.state import Fixture, Season
from campaigns.season.values import Result
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
    return tuple(_fought(fixture, reported.outcome, results, points))


def results_in(fixture: Fixture) -> dict[str, Result]:
    """What the result of a fixture is for each platoon that was in it; nothing while it does not count."""
    decided, reported = fixture.decided, fixture.reported
    if reported is None or (decided is not None and not decided.results):
        return dict(decided.results) if decided is not None else {}
    if decided is None:
        return results_of(fixture, reported)
    return {forces.platoon: decided.results.get(forces.platoon, "drawn") for forces in fixture.sides.values()}


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


def _fought(
    fixture: Fixture, outcome: Outcome, results: Mapping[str, Result], points: Mapping[str, int]
) -> Iterator[Showing]:
    all_points = sum(points.values())
    objectives = outcome.objectives if isinstance(outcome.objectives, dict) else {}
    gone, back = dict.fromkeys(fixture.sides, 0), dict.fromkeys(fixture.sides, 0)
    for unit in outcome.units:  # a big season has many: each is looked at once
        counter = gone if unit.fate in ("wrecked", "lost") else back
        counter[unit.side] += 1
    all_gone = sum(gone.values())
    platoons = {side: forces.platoon for side, forces in fixture.sides.items()}
    for side, platoon in platoons.items():
        mine = points.get(platoon, 0)
        yield Showing(
            platoon=platoon,
            result=results.get(platoon, "drawn"),
            points=mine,
            against=all_points - mine,
            objectives=objectives.get(side, 0),
            destroyed=all_gone - gone[side],
            preserved=back[side],
            met=tuple(other for other in platoons.values() if other != platoon),
        )


class Place(msgspec.Struct, kw_only=True):
    """A platoon's standing. Rank 1 is best; platoons that nothing parts share a rank. `byes`: rounds it had no fixture
    in.

    `ties`: what each tie-breaker made of it where it was asked, by the breaker's key; `penalty` is taken from the
    score already. `met`: the platoons it met, as often as it met them.
    """

    platoon: str
    rank: int = 0
    score: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points_for: int = 0
    points_against: int = 0
    objectives: int = 0
    destroyed: int = 0
    preserved: int = 0
    penalty: int = 0
    byes: int = 0
    ties: dict[str, int] = {}
    met: tuple[str, ...] = ()


class Tables(msgspec.Struct, frozen=True):
    """`fixtures` that count, in the order they came; the `showings` of each platoon among them, and its `wins`.
    `seed`: that of the campaign; `alive`: the vehicles each platoon has that are not wrecked or gone; `scores`: of
    each, as far as they are worked out; `rungs`: who stands on the ladder, from the top."""

    fixtures: Sequence[tuple[Fixture, tuple[Showing, ...]]]
    showings: Mapping[str, Sequence[Showing]]
    wins: Mapping[str, int]
    seed: str
    alive: Mapping[str, int]
    scores: dict[str, int]
    rungs: list[str]
