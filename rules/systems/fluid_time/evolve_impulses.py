"""Folding Impulses: who may act, and what each vehicle has done with it (R7 to R16)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event

from . import editions
from . import events as e
from .state import Impulse, State, Vehicle


def _impulse_began(state: State, event: e.ImpulseBegan) -> None:
    volleys = event.grants.count("free")
    state.phase = "impulse"
    state.impulse = Impulse(side=event.side, card=event.card, platoon=event.platoon, volleys=volleys)
    for id in event.units:
        unit = state.units[id]
        unit.grants, unit.reach, unit.tested = event.grants, 0, False  # type: ignore[assignment]


def _morale_checked(state: State, event: e.MoraleChecked) -> None:
    """R27, R28, B4: who fails is suppressed and has no more of this Impulse; who has passed them all is steady."""
    unit = state.units[event.unit]
    over = (event.reason, *event.others)
    unit.tests = tuple(reason for reason in unit.tests if reason not in over)
    unit.repeated = tuple(reason for reason in unit.repeated if reason not in over)
    unit.struck_again = unit.struck_again and bool(unit.tests)  # to the last test of the check
    unit.tested = True
    match event.result:
        case "passed":
            unit.suppressed = unit.suppressed and not event.steady
        case "suppressed":
            suppress(state, unit)
            unit.grants, unit.reach = (), 0
        case "abandoned":
            take_out(state, unit, "abandoned")


def _last_of_platoon(state: State, event: e.LastOfPlatoon) -> None:
    unit = state.units[event.unit]
    unit.lasting = True
    unit.tests = (*(reason for reason in unit.tests if reason != "last_tank"), "last_tank")


def _moved(state: State, event: e.Moved) -> None:
    unit = state.units[event.unit]
    spend(unit, event.spent)
    unit.moving, unit.overwatch, unit.hull_down = True, False, False
    unit.reach = event.reach
    if unit.id not in state.moved:
        state.moved += (unit.id,)


def _halted(state: State, event: e.Halted) -> None:
    unit = state.units[event.unit]
    spend(unit, event.spent)
    unit.moving = False


def _went_on_overwatch(state: State, event: e.WentOnOverwatch) -> None:
    unit = state.units[event.unit]
    spend(unit, event.spent)
    unit.overwatch = True


def _took_hull_down(state: State, event: e.TookHullDown) -> None:
    """By option it ends a move."""
    unit = state.units[event.unit]
    unit.hull_down, unit.reach = True, 0


def _observed(state: State, event: e.Observed) -> None:
    spend(state.units[event.unit], "free")


def _left_table(state: State, event: e.LeftTable) -> None:
    take_out(state, state.units[event.unit], "left_table")
    if event.unit not in state.moved:
        state.moved += (event.unit,)


def _impulse_ended(state: State, event: e.ImpulseEnded) -> None:
    for id in event.halted:
        state.units[id].moving = False
    for unit in state.units.values():
        unit.grants, unit.reach, unit.tested = (), 0, False
    state.phase, state.impulse, state.volley = "gap", None, []


def spend(unit: Vehicle, grant: str) -> None:
    """Take one such grant away; whatever else a vehicle does, the move it had begun is over."""
    unit.reach = 0
    grants: list[Any] = list(unit.grants)
    if grant in grants:
        grants.remove(grant)
    unit.grants = tuple(grants)


def suppress(state: State, unit: Vehicle) -> None:
    """R22, R27: its crew takes cover, inside or outside, and watches for nobody."""
    unit.suppressed = True
    if editions.suppression_ends_overwatch(state.edition):
        unit.overwatch = False


def take_out(state: State, unit: Vehicle, presence: str) -> None:
    """It is in play no more: nothing of what it was doing counts."""
    unit.presence = presence  # type: ignore[assignment]
    unit.moving = unit.overwatch = unit.hull_down = unit.suppressed = unit.struck = unit.struck_again = False
    unit.tests, unit.repeated, unit.grants, unit.reach, unit.tested = (), (), (), 0, False


IMPULSES: dict[type[Event], Callable[[State, Any], None]] = {
    e.ImpulseBegan: _impulse_began,
    e.MoraleChecked: _morale_checked,
    e.LastOfPlatoon: _last_of_platoon,
    e.Moved: _moved,
    e.Halted: _halted,
    e.WentOnOverwatch: _went_on_overwatch,
    e.TookHullDown: _took_hull_down,
    e.Observed: _observed,
    e.LeftTable: _left_table,
    e.ImpulseEnded: _impulse_ended,
}
