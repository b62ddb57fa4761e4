"""What a season comes to: each platoon's standing, by the declared scoring and tie-breakers. Pure functions of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate

from campaigns.season.standings.breakers import BREAKERS, HOUSE
from campaigns.season.standings.byes import idle_in
from campaigns.season.standings.results import Place, Showing, Tables
from campaigns.season.standings.tables import tables_of
from campaigns.season.state import Season
from campaigns.season.values import Rank, Scoring


def standings(season: Season, without: Collection[str] = (), tables: Tables | None = None) -> list[Place]:
    """Best first: by score, then by the campaign's tie-breakers (but for those `without`). Equals go by key. `tables`:
    of the season, where somebody has them already."""
    tables = tables or tables_of(season)
    showings: dict[str, list[tuple[int, Showing]]] = {key: [] for key in season.platoons}
    for fixture, all_of_it in tables.fixtures:
        for showing in all_of_it:
            showings[showing.platoon].append((fixture.round, showing))
    scorings: dict[int, Scoring] = {}
    places = {key: place_of(season, key, showings[key], scorings) for key in sorted(season.platoons)}
    tables.scores.update((key, place.score) for key, place in places.items())
    by = tuple(one for one in order_of(season) if one not in without)
    return ranked(tables, list(places.values()), by)


def place_of(season: Season, key: str, showings: Sequence[tuple[int, Showing]], scorings: dict[int, Scoring]) -> Place:
    """What a platoon has come to by its showings, each with its round, by its byes and its penalty, without a rank.
    `scorings`: of the rounds that were asked about already."""
    place, penalty = Place(platoon=key), season.platoons[key].penalty
    for round, showing in showings:
        count(season, place, round, showing, scorings)
    idle = idle_in(season, key)
    place.byes = len(idle)
    place.penalty = penalty
    place.score += sum(int(season.settings(number).terms["bye_score"]) for number in idle) - penalty
    return place


def scores_by_round(season: Season) -> dict[str, list[int]]:
    """Each platoon's score after each round, as its fixtures count today; without penalties, which belong to none."""
    gained = {key: dict.fromkeys((round.number for round in season.rounds), 0) for key in season.platoons}
    for fixture, showings in tables_of(season).fixtures:
        scoring = season.settings(fixture.round).scoring
        for showing in showings:
            rounds = gained[showing.platoon]
            at = fixture.round if fixture.round in rounds else min(rounds, default=0)  # before the first round
            rounds[at] = rounds.get(at, 0) + worth(showing, scoring)
    for key, rounds in gained.items():
        for number in idle_in(season, key):
            at = number if number in rounds else max(rounds)  # who comes late may be there before their round is
            rounds[at] += int(season.settings(number).terms["bye_score"])
    return {key: [*accumulate(rounds.values())] for key, rounds in gained.items()}


def breakers_of(season: Season) -> tuple[str, ...]:
    """The tie-breakers that part its platoons now, the first first."""
    return season.settings(season.turn).breakers or HOUSE


def order_of(season: Season) -> tuple[str, ...]:
    """All that orders the standings, the gravest first: the score, unless the tie-breakers say when, then these. On a
    ladder the rungs come before all that, unless the tie-breakers say when."""
    breakers = breakers_of(season)
    order = breakers if "score" in breakers else ("score", *breakers)
    return order if season.ladder is None or "rung" in order else ("rung", *order)


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


def count(season: Season, place: Place, round: int, showing: Showing, scorings: dict[int, Scoring]) -> None:
    """Add one showing to what a platoon has come to."""
    if round not in scorings:
        scorings[round] = season.settings(round).scoring
    place.met += showing.met
    place.score += worth(showing, scorings[round])
    place.played += 1
    place.won += showing.result == "won"
    place.drawn += showing.result == "drawn"
    place.lost += showing.result == "lost"
    place.points_for += showing.points
    place.points_against += showing.against
    place.objectives += showing.objectives
    place.destroyed += showing.destroyed
    place.preserved += showing.preserved


def ranked(tables: Tables, group: list[Place], by: tuple[str, ...], ahead: int = 0) -> list[Place]:
    """The group in order, best first, each with its rank; so many more are `ahead` of all of it."""
    found: list[Place] = []
    for equals in parted(tables, group, by):
        for place in equals:
            place.rank = ahead + len(found) + 1
        found += equals
    return found


def parted(tables: Tables, group: list[Place], by: tuple[str, ...]) -> list[list[Place]]:
    """The group in order, best first, in groups that none of `by` parts. Each breaker is asked of those that the ones
    before it left together, and of nobody else."""
    if len(group) == 1 or not by:
        return [group]
    first, *rest = by
    figures = {place.platoon: figure_of(tables, group, place, first) for place in group}
    found: list[list[Place]] = []
    for figure in sorted(set(figures.values()), reverse=True):
        equals = [place for place in group if figures[place.platoon] == figure]
        found += parted(tables, equals, tuple(rest))
    return found


def figure_of(tables: Tables, group: list[Place], place: Place, breaker: str) -> int:
    if breaker == "score":  # it has a column of its own
        return place.score
    figure = BREAKERS[breaker].of(tables, group, place)
    place.ties[breaker] = figure
    return figure
