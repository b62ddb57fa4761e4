"""What every hit does, of shot or strike: dice against armour, then the table of penetrating hits (R20 to R23, R33)."""

from __future__ import annotations

from typing import NamedTuple

from rules.contract import Decision, Roll

from . import editions, tables
from . import events_fire as f
from .reported import Reported
from .state import State, Vehicle

DESTROYS = ("burning", "exploded")
TELLING = {"shot": (1, 3), "strike": (1, 4, 6)}  # of the table of hits, for random players


class Hit(NamedTuple):
    """A hit with so many dice. source: who fired, or the card of a strike; side: whose; cause: "shot" or "strike"."""

    unit: Vehicle
    source: str
    side: str
    cause: str
    dice: int


def resolve(state: State, hit: Hit, place: int, reported: Reported) -> Decision:
    """The `place`-th hit of a shooting. What an earlier one has destroyed is hit all the same, to no further effect."""
    unit, armour = hit.unit, hit.unit.figures.armour
    roll = reported.roll("damage", hit.dice, part=place, near=(armour,))
    total = sum(roll.numbers)
    effect_roll = reported.roll("effect", part=place, near=TELLING[hit.cause]) if total >= armour else None
    effect = effect_of(effect_roll)
    reason = reason_of(hit.cause, effect) if unit.in_play else ""
    yield f.HitResolved(
        unit=unit.id,
        source=hit.source,
        side=hit.side,
        cause=hit.cause,
        dice=hit.dice,
        roll=roll,
        total=total,
        armour=armour,
        effect=effect,
        effect_roll=effect_roll,
        tests=reason,
        repeated=is_repeated(state, unit, reason, effect),
    )


def effect_of(roll: Roll | None) -> str:
    """R22; "none" where the armour has held."""
    return tables.EFFECTS[roll.numbers[0]] if roll else "none"


def reason_of(cause: str, effect: str) -> str:
    """R21 to R23: why the target tests its morale. R33: of a strike every hit marks what it does not destroy."""
    if effect == "crew_suppressed":
        return effect
    if effect == "none" or (cause == "strike" and effect not in DESTROYS):
        return "struck"
    return ""


def is_repeated(state: State, unit: Vehicle, reason: str, effect: str) -> bool:
    """R26, A9, B3: it is suppressed already, and is struck; by option, a second time in the turn."""
    again = unit.in_play and unit.suppressed and effect not in DESTROYS
    if editions.strikes_weigh_on_the_check(state.edition):
        return again and (unit.struck or tables.chosen(state.options, "struck_again") == "suppressed")
    return again and unit.struck and bool(reason or unit.tests)
