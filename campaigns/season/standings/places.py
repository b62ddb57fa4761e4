"""What a season comes to: each platoon's standing, by the declared scoring and tie-breakers. Pure functions of it."""

from __future__ import annotations

from collections.abc import Collection
from itertools import accumulate

from campaigns.season.standings.breakers import BREAKERS, HOUSE
from campaigns.season.standings.results import Place, Showing, Tables, tables_of
from campaigns.season.state import Season
from campaigns.season.values import Rank, Scoring


def standings(season: Season, without: Collection[str] = (), tables: Tables | None = None) -> list[Place]:
    """Best first: by score, then by the campaign's tie-breakers (but for those `without`). Equals go by key. `tables`:
    of the season, where somebody has them already."""
    places = {key: Place(platoon=key) for key in sorted(season.platoons)}
    tables, scorings = tables or tables_of(season), dict[int, Scoring]()
    for fixture, showings in tables.fixtures:
        if fixture.round not in scorings:
            scorings[fixture.round] = season.settings(fixture.round).scoring
        for showing in showings:
            _count(places[showing.platoon], showing, scorings[fixture.round])
    for round in season.rounds:
        for key in round.byes:
            places[key].byes += 1
            places[key].score += int(season.settings(round.number).terms["bye_score"])
    for key, platoon in season.platoons.items():
        places[key].penalty = platoon.penalty
        places[key].score -= platoon.penalty
        places[key].met = tuple(other for showing in tables.showings[key] for other in showing.met)
    breakers = [one for one in breakers_of(season) if one not in without]
    ranked: list[Place] = []
    for group in _parted(tables, list(places.values()), ("score", *breakers)):
        for place in group:
            place.rank = len(ranked) + 1
        ranked += group
    return ranked


def scores_by_round(season: Season) -> dict[str, list[int]]:
    """Each platoon's score after each round, as its fixtures count today; without penalties, which belong to none."""
    gained = {key: dict.fromkeys((round.number for round in season.rounds), 0) for key in season.platoons}
    for fixture, showings in tables_of(season).fixtures:
        scoring = season.settings(fixture.round).scoring
        for showing in showings:
            rounds = gained[showing.platoon]
            at = fixture.round if fixture.round in rounds else min(rounds, default=0)  # before the first round
            rounds[at] = rounds.get(at, 0) + worth(showing, scoring)
    for round in season.rounds:
        for key in round.byes:
            gained[key][round.number] += int(season.settings(round.number).terms["bye_score"])
    return {key: [*accumulate(rounds.values())] for key, rounds in gained.items()}


def breakers_of(season: Season) -> tuple[str, ...]:
    """The tie-breakers that part its platoons now, the first first."""
    return season.settings(season.turn).breakers or HOUSE


def ranks(season: Season) -> tuple[Rank, ...]:
    """The standings as a round publishes them."""
    return tuple(Rank(platoon=one.platoon, rank=one.rank, score=one.score) for one in standings(season))


def worth(showing: Showing, scoring: Scoring) -> int:
    """What one fixture counts for one of its platoons."""
    points = 0
    for _what, n, each in parts_of(showing, scoring):  # a big season asks this a thousand times
        points += n * each
    return points


def parts_of(showing: Showing, scoring: Scoring) -> tuple[tuple[str, int, int], ...]:
    """What it counts for: what there was, how many, and what each of them is worth."""
    return (
        (showing.result, 1, {"won": scoring.win, "drawn": scoring.draw, "lost": scoring.loss}[showing.result]),
        ("scored", showing.points, scoring.scored),
        ("objectives", showing.objectives, scoring.objectives),
        ("destroyed", showing.destroyed, scoring.destroyed),
        ("preserved", showing.preserved, scoring.preserved),
    )


def _count(place: Place, showing: Showing, scoring: Scoring) -> None:
    place.score += worth(showing, scoring)
    place.played += 1
    place.won += showing.result == "won"
    place.drawn += showing.result == "drawn"
    place.lost += showing.result == "lost"
    place.points_for += showing.points
    place.points_against += showing.against
    place.objectives += showing.objectives
    place.destroyed += showing.destroyed
    place.preserved += showing.preserved


def _parted(tables: Tables, group: list[Place], by: tuple[str, ...]) -> list[list[Place]]:
    """The group in order, best first, in groups that none of `by` parts. Each breaker is asked of those that the ones
    before it left together, and of nobody else."""
    if len(group) == 1 or not by:
        return [group]
    first, *rest = by
    figures = {place.platoon: _figure(tables, group, place, first) for place in group}
    parted: list[list[Place]] = []
    for figure in sorted(set(figures.values()), reverse=True):
        equals = [place for place in group if figures[place.platoon] == figure]
        parted += _parted(tables, equals, tuple(rest))
    return parted


def _figure(tables: Tables, group: list[Place], place: Place, breaker: str) -> int:
    if breaker == "score":
        return place.score
    figure = BREAKERS[breaker].of(tables, group, place)
    place.ties = place.ties | {breaker: figure}
    return figure
