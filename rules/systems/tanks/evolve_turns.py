"""Folding set-up, turns and moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event

from . import events as e
from .contacts import part, touch
from .state import State, Vehicle


def _setup_rolled(state: State, event: e.SetupRolled) -> None:
    state.winner = event.winner
    if event.winner:
        state.phase = "choice"
    else:
        state.rolled += 1


def _setup_chosen(state: State, event: e.SetupChosen) -> None:
    state.first = event.first
    state.phase = "deployment" if len(state.deployed) < len(state.sides) else "radio"


def _deployed(state: State, event: e.Deployed) -> None:
    state.deployed += (event.side,)
    if len(state.deployed) == len(state.sides):
        state.phase = "radio"  # B13: the first lists are made as the sides stand


def _round_declared(state: State, event: e.RoundDeclared) -> None:
    """Who played rounds has deployed; who moves first may still be rolled for."""
    state.round, state.deployed = event.round, state.sides
    state.phase = "radio" if state.first else "setup"


def _turn_began(state: State, event: e.TurnBegan) -> None:
    """What was of its last turn is over for this side: smoke lasts to its next Move step (R15)."""
    state.phase, state.side, state.round = "move", event.side, event.round
    for unit in state.units.values():
        if unit.side == event.side:
            refresh(unit)
            if unit.smoke == "smoking":
                unit.smoke = "used"


def refresh(unit: Vehicle) -> None:
    unit.driven = unit.used = unit.turned = unit.ram_length = 0
    unit.halted, unit.ram = False, ""


def _driven(state: State, event: e.Driven) -> None:
    unit = state.units[event.unit]
    unit.driven += event.length
    unit.used += event.cost
    unit.turned = min(360, unit.turned + event.turned)
    _touch(state, unit, event.contact, event.ram)


def _crossed(state: State, event: e.Crossed) -> None:
    unit = state.units[event.unit]
    unit.used += event.cost
    part(state, unit)


def _smoke_popped(state: State, event: e.SmokePopped) -> None:
    unit = state.units[event.unit]
    unit.smoke = "smoking"
    unit.driven += event.length
    unit.used += event.cost
    if event.length:
        _touch(state, unit, event.contact, event.length)


def _touch(state: State, unit: Vehicle, contact: str, length: int) -> None:
    """R29, B6: who moves is out of contact, or has run into somebody."""
    part(state, unit)
    if contact:
        touch(state, unit, state.units[contact])
        unit.halted, unit.ram, unit.ram_length = True, contact, length


def _retreated(state: State, event: e.Retreated) -> None:
    unit = state.units[event.unit]
    unit.presence = "retreated"
    part(state, unit)


def _movement_ended(state: State, event: e.MovementEnded) -> None:
    state.phase = "shoot"


def _fire_held(state: State, event: e.FireHeld) -> None:
    state.phase = "ram"


def _rammed(state: State, event: e.Rammed) -> None:
    """R33: both are stunned, whatever the hit comes to."""
    unit = state.units[event.unit]
    unit.ram, unit.ram_length = "", 0
    unit.stunned, state.units[event.target].stunned = event.stunned


def _turn_ended(state: State, event: e.TurnEnded) -> None:
    """A12, A6: what covered this turn lapses, guns are loaded; after the second side's turn the round is over."""
    state.phase, state.listed = "radio", ()
    for unit in state.units.values():
        unit.spotted = False  # R34: the lists are made anew now
        if unit.side == event.side:
            unit.stunned, unit.knocked = max(0, unit.stunned - 1), max(0, unit.knocked - 1)
            unit.reloading = max(0, unit.reloading - 1)
            unit.ram, unit.ram_length = "", 0
    if event.side != state.first:
        state.round = min(100, state.round + 1)


def _spotted(state: State, event: e.Spotted) -> None:
    state.listed += (event.side,)
    for unit in state.units.values():
        if unit.side != event.side:
            unit.spotted = unit.id in event.spotted


def _conceded(state: State, event: e.Conceded) -> None:
    state.conceded = event.side


def _assessed(state: State, event: e.Assessed) -> None:
    unit = state.units[event.unit]
    unit.assessed = True
    unit.captured = event.fate == "captured"
    unit.scrapped = event.fate == "scrapped"


TURNS: dict[type[Event], Callable[[State, Any], None]] = {
    e.SetupRolled: _setup_rolled,
    e.SetupChosen: _setup_chosen,
    e.Deployed: _deployed,
    e.RoundDeclared: _round_declared,
    e.TurnBegan: _turn_began,
    e.Driven: _driven,
    e.Crossed: _crossed,
    e.SmokePopped: _smoke_popped,
    e.Retreated: _retreated,
    e.MovementEnded: _movement_ended,
    e.FireHeld: _fire_held,
    e.Rammed: _rammed,
    e.TurnEnded: _turn_ended,
    e.Spotted: _spotted,
    e.Conceded: _conceded,
    e.Assessed: _assessed,
}
