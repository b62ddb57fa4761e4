"""Whether armour is penetrated, and what comes of it (R21, R22, A11 to A14): of shots, artillery, explosions, rams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET

from rules.contract import Decision, Roll

from . import events_fire as f
from . import measures, tables
from .contacts import touched
from .editions import reaches_who_touches
from .reported import Reported
from .state import State, Vehicle

MOST_TURNS = 2


class Hit(NamedTuple):
    """A hit of this strength against `armour` of `facing`. by: who or what did it; cause: "shot", "cap", "blast" or
    "ram"; faces: of the penetration die."""

    unit: Vehicle
    by: str
    cause: str
    strength: int
    facing: str
    armour: int
    faces: int = 6


def resolve(state: State, hit: Hit, reported: Reported) -> Decision:
    """R21, R22: the penetration die, then what it comes to."""
    unit = hit.unit
    least = hit.armour - hit.strength
    roll = reported.roll("penetration", hit.faces, near=(least, least + 1))
    total = hit.strength + roll.numbers[0]
    result = penetration(roll.numbers[0], total, hit.armour)
    yield f.PenetrationRolled(
        unit=unit.id,
        by=hit.by,
        cause=hit.cause,
        roll=roll,
        strength=hit.strength,
        total=total,
        facing=hit.facing,
        armour=hit.armour,
        result=result,
    )
    if result != "bounces":
        yield from _damage(state, hit, result == "glances", reported)


def penetration(die: int, total: int, armour: int) -> str:
    """R21, A11: a natural 1 bounces, even where the sum equals the armour."""
    if die == 1 or total < armour:
        return "bounces"
    return "glances" if total == armour else "penetrates"


def _damage(state: State, hit: Hit, glance: bool, reported: Reported) -> Decision:
    unit = hit.unit
    roll = reported.roll("damage", near=_telling(state, hit, glance))
    effect = effect_of(roll.numbers[0], glance, bool(state.options["glance_zero_is_stunned"]))
    turns, near = lasting(state, unit), touched(state, unit)
    yield f.DamageRolled(
        unit=unit.id,
        by=hit.by,
        cause=hit.cause,
        roll=roll,
        glance=glance,
        effect=effect,
        stunned=max(unit.stunned, turns * (effect in ("stunned", "knocked_about"))),
        knocked=max(unit.knocked, turns * (effect == "knocked_about")),
    )
    if effect == "knocked_out":
        yield from _explode(state, hit, [one.id for one in near], reported)


def _telling(state: State, hit: Hit, glance: bool) -> tuple[int, ...]:
    """R22, A13: a glance turns on the 1; a chain, and an explosion that nobody is left near, on the last row."""
    if glance:
        return (1,)
    few = sum(unit.on_table for unit in state.units.values()) <= 2
    return (len(tables.DAMAGE),) if few or hit.cause == "blast" else ()


def effect_of(die: int, glance: bool, zero_stuns: bool) -> str:
    """R22, A13: a row of the damage table; a glance counts one less, and a 0 as 1 or for nothing."""
    row = die - glance
    if not row:
        return "stunned" if zero_stuns else "none"
    return tables.DAMAGE[row]


def lasting(state: State, unit: Vehicle) -> int:
    """A12: ends of own turns until an effect is over: of its next own turn, and of this one where it is its own."""
    return MOST_TURNS if unit.side == state.side else 1


def _explode(state: State, hit: Hit, near: Sequence[str], reported: Reported) -> Decision:
    """R22, A14: unless the explosion of another one did it and there are no chains. Where nobody is left to be near it
    no die is needed; one that was rolled all the same is written down. `near`: who stood in contact with it."""
    if hit.cause == "blast" and not state.options["explosion_chain"]:
        return
    anybody = any(unit.on_table for unit in state.units.values())
    roll: Roll | None = reported.roll("radius") if anybody else reported.maybe("radius")
    if roll is None:
        return
    reach = roll.numbers[0]
    yield f.Exploded(
        unit=hit.unit.id,
        roll=roll,
        reach=reach,
        length=measures.measured(state.options, reach),
        measure=measures.measure(state.options),
        touching=tuple(near) if reaches_who_touches(state.edition) else UNSET,
    )


def stunned(state: State, unit: Vehicle) -> int:
    """R33, A12: what a ram leaves of a vehicle's `stunned`."""
    return max(unit.stunned, lasting(state, unit))
