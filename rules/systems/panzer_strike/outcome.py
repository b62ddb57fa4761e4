"""Who has won (R5, R68), and what a campaign may know of a battle (sections 4 and 5)."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.contract import Message, Outcome, UnitOutcome, say
from rules.contract import gettext_noop as _

from . import tables
from .editions import counts_enemy_fire_alone
from .state import Condition, Miniature, State

How = Literal["reported", "conceded", "objectives", "wiped_out", "rounds"]
Fate = Literal["fit", "damaged", "withdrawn", "wrecked", "lost"]
HOW: dict[How, Message] = {
    "reported": say(_("The result was reported as such.")),
    "conceded": say(_("The enemy has conceded.")),
    "objectives": say(_("The enemy has lost two anti-aircraft guns.")),
    "wiped_out": say(_("The enemy has no active unit left.")),
    "rounds": say(_("The last round is over.")),
}


class Verdict(msgspec.Struct, frozen=True):
    """A battle that is over. `winner` is "" for a draw."""

    winner: str
    how: How


def verdict(state: State) -> Verdict | None:
    """How the battle has ended; None while it goes on. What people report outranks what the rules make of it.

    Where a side is beaten the other one has won; where both are at once, the side whose turn it is.
    """
    if state.result:
        return Verdict(state.result.winner, "reported")
    if state.conceded:
        return Verdict(state.other(state.conceded), "conceded")
    beaten = {side: how for side in state.sides if (how := _beaten(state, side))}
    if beaten:
        winner = state.side if len(beaten) == len(state.sides) else state.other(*beaten)
        return Verdict(winner, beaten.get(state.other(winner), "wiped_out") if winner else "wiped_out")
    return Verdict("", "rounds") if state.round > (last_round(state) or tables.LAST_ROUND) else None


def _beaten(state: State, side: str) -> How | None:
    """R68: a side two of whose anti-aircraft guns the enemy has destroyed; R5: one none of whose units is active, those
    that left the board not.
    """
    if state.scenario == tables.BASIC and objectives_lost(state, side) >= tables.BASIC_KILLS:
        return "objectives"
    return None if any(unit.active for unit in state.units.values() if unit.side == side) else "wiped_out"


def objectives_lost(state: State, side: str) -> int:
    """How many of the anti-aircraft guns a side has to guard count as destroyed (R68): those the enemy shot, in the
    first edition those its own side shot as well."""
    own_fire_too = not counts_enemy_fire_alone(state.edition)
    guns = [unit for unit in state.units.values() if unit.side == side and unit.objective]
    return sum(gun.life == "destroyed" and (own_fire_too or not gun.own_fire) for gun in guns)


def last_round(state: State) -> int:
    """The round after which the battle is a draw (R68, house): no battle goes on for ever."""
    asked = tables.BASIC_ROUNDS if state.scenario == tables.BASIC else int(state.options["rounds"])
    return asked or tables.LAST_ROUND


def holds_field(state: State) -> str:
    """The winner holds the field; "" after a draw, and while the battle goes on."""
    over = verdict(state)
    return over.winner if over else ""


def outcome(state: State) -> Outcome:
    """The winner holds the field. Points: see `points`."""
    over = verdict(state)
    holder = over.winner if over else ""
    return Outcome(
        over=over is not None,
        winner=holder,
        points={side: points(state, side, holder) for side in state.sides},
        field=holder,
        how=HOW[over.how] if over else None,
        units=tuple(_unit(state, unit, holder) for unit in state.units.values()),
    )


def points(state: State, side: str, holder: str) -> int:
    """The Effectiveness of what the enemy has lost, whoever destroyed it, and half of what a side found on the field it
    holds: enemies left behind."""
    enemies = [unit for unit in state.units.values() if unit.side != side]
    destroyed = sum(unit.figures.effectiveness for unit in enemies if unit.life == "destroyed")
    found = sum(unit.figures.effectiveness for unit in enemies if is_abandoned(state, unit, holder))
    return destroyed + found // 2


def is_abandoned(state: State, unit: Miniature, holder: str) -> bool:
    """House: left behind on a field that the enemy holds. Who cannot drive off stays behind: vehicles with injured
    crews or hurt tracks, and fixed weapons that nobody tows away.
    """
    if not unit.active or holder in ("", unit.side):
        return False
    return not any(_drives_off(tug) for tug in (unit, *_tugs(state, unit)))


def _drives_off(unit: Miniature) -> bool:
    return unit.active and unit.figures.is_vehicle and not unit.injured and unit.mobility == "mobile"


def _tugs(state: State, weapon: Miniature) -> list[Miniature]:
    """Who has a fixed weapon in tow."""
    if weapon.figures.is_vehicle:
        return []
    return [unit for unit in state.units.values() if unit.tows == weapon.id]


def _unit(state: State, unit: Miniature, holder: str) -> UnitOutcome:
    return UnitOutcome(
        id=unit.id,
        side=unit.side,
        fate=fate(state, unit, holder),
        condition=msgspec.to_builtins(condition(unit)),
        feats=tuple(unit.feats),
    )


def fate(state: State, unit: Miniature, holder: str) -> Fate:
    """A wreck is its owner's to recover, but for one on a field the enemy holds."""
    if unit.lost or is_abandoned(state, unit, holder):
        return "lost"
    if unit.life == "destroyed":
        return "wrecked" if holder in ("", unit.side) else "lost"
    if unit.life == "left":
        return "withdrawn"
    return "damaged" if is_hurt(unit) else "fit"


def is_hurt(unit: Miniature) -> bool:
    return unit.injured or unit.mobility != "mobile"


def condition(unit: Miniature) -> Condition:
    """What of the unit outlives the battle; what its crew has learned is the campaign's to know. That it left the board
    is told until the clerk has seen to it."""
    return Condition(
        destroyed=unit.life == "destroyed",
        lost=unit.lost,
        left=unit.life == "left" and not unit.assessed,
        injured=unit.injured,
        mobility=unit.mobility,
        timer=unit.timer,
        rounds=unit.rounds,
        stuck=unit.stuck,
    )
