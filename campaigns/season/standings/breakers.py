"""What parts platoons of equal score: small pure functions, found by registration. More is better for every one.

A breaker is asked about platoons that everything before it has left equal, and is told which those are. What it would
have to look up in the whole season is in the `Tables`, worked out once for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from campaigns.season.standings.results import Place, Tables
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
