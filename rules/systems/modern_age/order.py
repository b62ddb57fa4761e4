"""Whose turn it is: the models that may act now, by initiative, Advantage and the owner's choice (R6, R9, R11, R20)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .effects import any_of
from .figures import effects_on, initiative, may_have, may_shoot, speed
from .state import State, Tank
from .tables import ALPHA_66, LAST_STAND_INITIATIVE


def actors(state: State, phase: str = "") -> list[Tank]:
    """The models one of which acts next in the phase being played (or another): of one side, tied among themselves;
    empty when the phase is done."""
    match phase or state.phase:
        case "deployment":
            waiting = [tank for tank in state.tanks.values() if not tank.deployed]
            return _lowest(state, waiting, lambda tank: _deployment_rank(state, tank))
        case "movement":
            waiting = [tank for tank in state.tanks.values() if tank.in_play and not tank.moved and speed(state, tank)]
            return _lowest(state, waiting, lambda tank: initiative(state, tank, "movement"))
        case "shooting":
            waiting = [tank for tank in state.tanks.values() if tank.in_play and may_shoot(state, tank)]
            waiting = [tank for tank in waiting if not tank.fired or extra_attack(state, tank)]
            return _highest(state, waiting)
    return []


def _deployment_rank(state: State, tank: Tank) -> int:
    """Lowest initiative first (R6); in Alpha 66 the whole defending platoon before the attacker (R45)."""
    last = state.scenario == ALPHA_66 and tank.side == state.attacker
    return initiative(state, tank, "deployment") + (1000 if last else 0)


def extra_attack(state: State, tank: Tank) -> bool:
    """A Final Fury attack at initiative 0 after the turn's own: doomed, no Final Fury yet, and a card that gives it,
    or one face down that might (RULES.md)."""
    doomed = tank.damage >= tank.capacity
    open_ = tank.fired and not tank.extra_fired and not tank.fury_used
    return doomed and open_ and may_have(state, tank, "last_stand")


def may_fire(state: State, tank: Tank) -> bool:
    """May an actor of the Shooting Phase attack? The extra attack only once its card is face up (R5)."""
    return not tank.fired or any_of(effects_on(state, tank), "last_stand")


def _lowest(state: State, waiting: Iterable[Tank], rank: Callable[[Tank], int]) -> list[Tank]:
    """R9: among equals the side with Advantage counts as higher; what is then still equal its owner orders."""
    ranked = [((rank(tank), tank.side == state.advantage), tank) for tank in waiting]
    least = min((key for key, _tank in ranked), default=None)
    return [tank for key, tank in ranked if key == least]


def _highest(state: State, waiting: Iterable[Tank]) -> list[Tank]:
    def rank(tank: Tank) -> int:
        return -(LAST_STAND_INITIATIVE if tank.fired else initiative(state, tank, "shooting"))

    ranked = [((rank(tank), tank.side != state.advantage), tank) for tank in waiting]
    least = min((key for key, _tank in ranked), default=None)
    return [tank for key, tank in ranked if key == least]


def repairers(state: State) -> list[Tank]:
    """Models in play that may still try to repair a critical card this turn (R38.3)."""
    if state.phase != "command":
        return []
    return [tank for tank in state.tanks.values() if tank.in_play and not tank.repair_done and repairable(tank)]


def repairable(tank: Tank) -> list[str]:
    """The ids of the critical cards a repair may be tried on."""
    return [key for key, attached in tank.criticals.items() if attached.wound.repairable]


def between_rounds(state: State) -> bool:
    """May the depth of report change? Before anything was reported, and at the start of a turn."""
    if state.result or state.shot:
        return False
    if state.phase == "movement":
        return not any(tank.moved for tank in state.tanks.values())
    nothing_yet = state.phase == "terrain" and state.tries == 1
    undeployed = state.phase == "deployment" and state.scenario == ALPHA_66
    return nothing_yet or (undeployed and not any(tank.deployed for tank in state.tanks.values()))
