"""What orders the standings: tie-breakers, and where in their order the score stands. Pure.

A tie-breaker parts platoons: a small function, found by registration. It is asked about platoons that everything before
it has left equal, and is told which those are; more is better for every one. What it would have to look up in the whole
season is in the `Tables`, worked out once for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.season.standings.results import Place, Showing, Tables
from rules.contract import gettext_noop as _
from rules.stream import dice

Function = Callable[[Tables, Sequence[Place], Place], int]


@dataclass(frozen=True)
class Breaker:
    """`label` and `help` are to be translated. What it is added up of, where it is: `each` of its fixtures, or
    `of_met`, each of those it met, as often as it met them."""

    key: str
    label: str
    help: str
    of: Function
    each: Callable[[Showing], int] | None = None
    of_met: Callable[[Tables, str], int] | None = None


BREAKERS: dict[str, Breaker] = {}
HOUSE = ("difference", "scored", "wins")  # where a campaign declares none
DRAWN = ("lots",)  # by Leaguer: what a campaign has not declared yet has not been drawn


def breaker(key: str, label: str, help: str, **parts: Any) -> Callable[[Function], Function]:
    """Register a tie-breaker under `key`: it can be declared from then on. `parts`: see `Breaker`."""

    def register(function: Function) -> Function:
        if key in BREAKERS:
            raise ValueError(f"there is a tie-breaker {key!r} already")
        BREAKERS[key] = Breaker(key, label, help, function, **parts)
        return function

    return register


@breaker(
    "difference",
    _("difference"),
    _("Points scored, less those scored against it."),
    each=lambda one: one.points - one.against,
)
def difference(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return place.points_for - place.points_against


@breaker(
    "scored",
    _("points scored"),
    _("Points it scored in its battles."),
    each=lambda one: one.points,
)
def scored(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return place.points_for


@breaker(
    "wins",
    _("wins"),
    _("Fixtures it won."),
    each=lambda one: int(one.result == "won"),
)
def wins(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return place.won


@breaker(
    "losses", _("fewest losses"), _("Fixtures it lost; fewer is better."), each=lambda one: -int(one.result == "lost")
)
def losses(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return -place.lost


@breaker(
    "destroyed", _("destroyed"), _("Vehicles of its enemies that were wrecked or lost."), each=lambda one: one.destroyed
)
def destroyed(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return place.destroyed


@breaker(
    "preserved",
    _("preserved"),
    _("Vehicles it brought home from its battles."),
    each=lambda one: one.preserved,
)
def preserved(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return place.preserved


@breaker(
    "objectives",
    _("objectives"),
    _("Objectives it held and victory points, as the rulebook counts them."),
    each=lambda one: one.objectives,
)
def objectives(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return place.objectives


@breaker("direct", _("direct encounters"), _("Results against those it is level with: two for a win, one for a draw."))
def direct(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    level = {one.platoon for one in equals}
    value = {"won": 2, "drawn": 1, "lost": 0}
    return sum(value[showing.result] for showing in tables.showings[place.platoon] if not level.isdisjoint(showing.met))


@breaker(
    "opponents",
    _("strength of opponents"),
    _("Wins of those it met (after Buchholz), as often as it met them."),
    of_met=lambda tables, other: tables.wins[other],
)
def opponents(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return sum(tables.wins[other] for other in place.met)


@breaker(
    "strength",
    _("strength of schedule"),
    _("Scores of those it met (Buchholz), as often as it met them. Byes are no opponents."),
    of_met=lambda tables, other: tables.scores[other],
)
def strength(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return sum(tables.scores[other] for other in place.met)


def _strength_of(tables: Tables, key: str) -> int:
    return sum(tables.scores[other] for one in tables.showings[key] for other in one.met)


@breaker(
    "second_strength",
    _("second-order strength of schedule"),
    _("Strengths of schedule of those it met, as often as it met them."),
    of_met=_strength_of,
)
def second_strength(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return sum(_strength_of(tables, other) for other in place.met)


def _win_rate_of(tables: Tables, key: str) -> int:
    played = len(tables.showings[key])
    return 1000 * tables.wins[key] // played if played else 0


@breaker(
    "win_rate",
    _("opponents’ win rate"),
    _("Of those it met, how many of a thousand fixtures they won, on average; rounded down. Byes are left out."),
    of_met=_win_rate_of,
)
def win_rate(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return sum(_win_rate_of(tables, other) for other in place.met) // max(len(place.met), 1)


@breaker("alive", _("alive at the end"), _("Vehicles it has that are neither wrecked nor gone for good."))
def alive(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return tables.alive[place.platoon]


@breaker("rung", _("rung"), _("On a ladder, how many platoons stand below it."))
def rung(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return len(tables.rungs) - tables.rungs.index(place.platoon) if place.platoon in tables.rungs else 0


@breaker("penalties", _("fewest penalties"), _("Penalties in the standings; fewer is better."))
def penalties(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return -place.penalty


@breaker("score", _("score"), _("The score, where it is not to come before everything else: name what goes before it."))
def score(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return place.score


@breaker(
    "lots", _("lots"), _("Drawn by Leaguer: fixed by the seed of the campaign, which nobody knows before it is over.")
)
def lots(tables: Tables, equals: Sequence[Place], place: Place) -> int:
    return dice.die(tables.seed, f"lots/{place.platoon}", 1, 1_000_000)
