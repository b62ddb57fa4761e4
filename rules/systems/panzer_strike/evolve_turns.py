"""Folding deployment, rounds, turns and phases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from rules.contract import Event

from . import events as e
from .geometry import Compass
from .standing_by import look_at_end, look_at_start
from .state import Miniature, State


def _deployed(state: State, event: e.Deployed) -> None:
    unit = state.units[event.unit]
    unit.square, unit.facing = event.square, cast(Compass, event.facing)
    unit.turret = unit.turret_was = event.turret
    unit.facing_was = unit.facing


def _deployment_ended(state: State, event: e.DeploymentEnded) -> None:
    state.phase, state.first = "first", event.first


def _first_rolled(state: State, event: e.FirstRolled) -> None:
    state.first = event.first
    if not event.first:
        state.rolled += 1


def _round_declared(state: State, event: e.RoundDeclared) -> None:
    state.phase, state.round = "placing", event.round


def _round_began(state: State, event: e.RoundBegan) -> None:
    state.round = event.round
    if state.options["contact_at_round_start"]:
        for unit in state.units.values():
            unit.sees = event.contacts.get(unit.id, ())


def _turn_began(state: State, event: e.TurnBegan) -> None:
    state.phase, state.side, state.limit = "movement", event.side, event.limit
    state.broken, state.volley = (), False
    for unit in state.units.values():
        if unit.side == event.side:
            refresh(unit)
            if not state.options["contact_at_round_start"]:
                unit.sees = event.contacts.get(unit.id, ())
    look_at_start(state, event.side)


def refresh(unit: Miniature) -> None:
    """B21: what was of the last turn is over."""
    unit.used = unit.spun = 0
    unit.gear, unit.change = "", None
    unit.moved = unit.turned = unit.halted = unit.pulled = False
    unit.turret_was, unit.facing_was = unit.turret, unit.facing
    unit.along = ""
    unit.aim = None


def _movement_ended(state: State, event: e.MovementEnded) -> None:
    state.phase = "firing"


def _turn_ended(state: State, event: e.TurnEnded) -> None:
    """After the second side's turn the round is over."""
    look_at_end(state, event.side)
    state.side = ""
    if event.side != state.first:
        state.round += 1


TURNS: dict[type[Event], Callable[[State, Any], None]] = {
    e.Deployed: _deployed,
    e.DeploymentEnded: _deployment_ended,
    e.FirstRolled: _first_rolled,
    e.RoundDeclared: _round_declared,
    e.RoundBegan: _round_began,
    e.TurnBegan: _turn_began,
    e.MovementEnded: _movement_ended,
    e.TurnEnded: _turn_ended,
}
