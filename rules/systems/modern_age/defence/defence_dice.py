"""The dice of a defence: how many, and which faces cancel (R28, R32)."""

from __future__ import annotations

from rules.systems.modern_age.effects import any_of, found, total
from rules.systems.modern_age.figures import aim_of, effects_on, facts_of, from_the_side, keyword, smoked
from rules.systems.modern_age.shot import Shot
from rules.systems.modern_age.state import State
from rules.systems.modern_age.tables import CANCEL_ON, COVER_DICE, DEFENCE_LIMIT


def defence_dice(state: State, shot: Shot) -> int:
    """R28, in its order; at most 6, at least 0 (A6)."""
    return max(0, min(DEFENCE_LIMIT, unclamped_defence(state, shot)))


def unclamped_defence(state: State, shot: Shot) -> int:
    """The pool before its limits, which may be below 0. Against an area attack it is the base defence only."""
    aim = aim_of(state, shot)
    shooter, target = aim.shooter, aim.target
    if shot.weapon == "area":
        return target.defence
    facts = facts_of(state, aim, target)
    effects = tuple(effects_on(state, target, aim.spent))
    pool = target.defence + total(effects, "defence", facts)
    pool += shooter.moves + target.moves
    if shot.cover or smoked(state, target):
        pool += max([1, *(dice for word, dice in COVER_DICE.items() if keyword(state, target, word))])
    if shot.close and not any_of(effects, "ignore_close", facts):
        pool -= 1
    if from_the_side(state, aim):
        pool -= 1
    return pool


def cancels_on(state: State, shot: Shot) -> int:
    """The lowest face that cancels: 4 (R32), or what a card of the target says."""
    aim = aim_of(state, shot)
    effects = found(effects_on(state, aim.target, aim.spent), "defend_on", facts_of(state, aim, aim.target))
    return min([CANCEL_ON, *(effect.delta for effect in effects)])


def pool(state: State) -> int:
    return defence_dice(state, state.shot) if state.shot else 0
