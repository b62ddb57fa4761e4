"""What a season comes to: each platoon's standing, by the declared scoring and tie-breakers. Pure functions of it.

A tie-breaker parts platoons of equal score: a small function, found by registration. It is asked about platoons that
everything before it has left equal, and is told which those are; more is better for every one. What it would have to
look up in the whole season is in the `Tables`, worked out once for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate

from campaigns.season.standings.results import Place, Showing, Tables, tables_of
from campaigns.season.state import Season
from campaigns.season.values import Rank, Scoring
from rules.contract import gettext_noop as _
from rules.stream import dice

Function = Callable[[Tables, Sequence[Place], Place], int]


@dataclass(frozen=True)
class Breaker:
    """`label` and `help` are to be translated."""

    key: str
    label: str
    help: str
    of: Function


BREAKERS: dict[str, Breaker] = {}
HOUSE = ("difference", "scored", "wins")  # where a campaign declares none
DRAWN = ("lots",)  # by Leaguer: what a campaign has not declared yet has not been drawn


def breaker(key: str, label: str, help: str) -> Callable[[Function], Function]:
    """Register a tie-breaker under `key`: it can be declared from then on."""

    def register(function: Function) -> Function:
        if key in BREAKERS:
            raise ValueError(f"there is a tie-breaker {key!r} already")
        BREAKERS[key] = Breaker(key, label, help, function)
        return function

    return register


@breaker("difference", _("difference"), _("Points scored, less those scored against it."))
def difference(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return place.points_for - place.points_against


@breaker("scored", _("points scored"), _("Points it scored in its battles."))
def scored(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return place.points_for


@breaker("wins", _("wins"), _("Fixtures it won."))
def wins(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return place.won


@breaker("losses", _("fewest losses"), _("Fixtures it lost; fewer is better."))
def losses(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return -place.lost


@breaker("destroyed", _("destroyed"), _("Vehicles of its enemies that were wrecked or lost."))
def destroyed(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return place.destroyed


@breaker("preserved", _("preserved"), _("Vehicles it brought home from its battles."))
def preserved(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return place.preserved


@breaker("objectives", _("objectives"), _("Objectives it held and victory points, as the rulebook counts them."))
def objectives(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return place.objectives


@breaker("direct", _("direct encounters"), _("Results against those it is level with: two for a win, one for a draw."))
def direct(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    level = {one.platoon for one in equals}
    value = {"won": 2, "drawn": 1, "lost": 0}
    return sum(value[showing.result] for showing in tables.showings[place.platoon] if not level.isdisjoint(showing.met))


@breaker("opponents", _("strength of opponents"), _("Wins of those it met (after Buchholz), as often as it met them."))
def opponents(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return sum(tables.wins[other] for other in place.met)


@breaker(
    "lots", _("lots"), _("Drawn by Leaguer: fixed by the seed of the campaign, which nobody knows before it is over.")
)
def lots(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return dice.die(tables.seed, f"lots/{place.platoon}", 1, 1_000_000)


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
    breakers = [one for one in breakers_of(season) if one not in without]
    ranked: list[Place] = []
    for group in parted(tables, list(places.values()), ("score", *breakers)):
        for place in group:
            place.rank = len(ranked) + 1
        ranked += group
    return ranked


def place_of(season: Season, key: str, showings: Sequence[tuple[int, Showing]], scorings: dict[int, Scoring]) -> Place:
    """What a platoon has come to by its showings, each with its round, by its byes and its penalty, without a rank.
    `scorings`: of the rounds that were asked about already."""
    place, penalty = Place(platoon=key), season.platoons[key].penalty
    for round, showing in showings:
        count(season, place, round, showing, scorings)
    idle = [one.number for one in season.rounds if key in one.byes]
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
    if breaker == "score":
        return place.score
    figure = BREAKERS[breaker].of(tables, group, place)
    place.ties[breaker] = figure
    return figure
