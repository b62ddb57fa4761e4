"""The fold of the Movement Phase: one small function an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from rules.contract import Event

from . import events as e
from .geometry import Compass
from .state import State
from .steps import Gear


def _speed_rolled(state: State, event: e.SpeedRolled) -> None:
    state.units[event.unit].change = event.change


def _moved(state: State, event: e.Moved) -> None:
    unit = state.units[event.unit]
    unit.square, unit.facing = event.square, cast(Compass, event.facing)
    unit.used += event.used
    unit.gear = cast(Gear, event.gear)
    unit.moved = unit.moved or bool(event.path)
    unit.turned = unit.turned or event.turned
    unit.spun, unit.halted = event.spun, event.halted
    state.walls = tuple(wall for wall in state.walls if wall not in event.broken)
    state.broken += event.broken
    for wreck, square in event.pushed.items():
        pushed = state.units[wreck] if wreck in state.units else state.wrecks[wreck]
        pushed.square = square
    if event.weapon:
        weapon = state.units[event.weapon]
        weapon.square, weapon.facing = event.weapon_square, cast(Compass, event.weapon_facing)
        weapon.pulled = True


def _traversed(state: State, event: e.Traversed) -> None:
    state.units[event.unit].turret = event.turret


def _hooked(state: State, event: e.Hooked) -> None:
    unit = state.units[event.unit]
    unit.tows, unit.hooked = event.weapon, state.round
    unit.along = "yes" if event.ready else ""


def _unhooked(state: State, event: e.Unhooked) -> None:
    """Who has just let it go is not asked whether to take it along."""
    unit = state.units[event.unit]
    unit.let_go()
    unit.along = "no"


def _left_standing(state: State, event: e.LeftStanding) -> None:
    state.units[event.unit].along = "no"


def _board_left(state: State, event: e.BoardLeft) -> None:
    """The step off the board counts among those of the turn (R7)."""
    unit = state.units[event.unit]
    unit.used += 1
    unit.moved = True
    unit.let_go()
    for gone in filter(None, (event.unit, event.weapon)):
        state.units[gone].life, state.units[gone].square = "left", ""


MOVES: dict[type[Event], Callable[[State, Any], None]] = {
    e.SpeedRolled: _speed_rolled,
    e.Moved: _moved,
    e.Traversed: _traversed,
    e.Hooked: _hooked,
    e.Unhooked: _unhooked,
    e.LeftStanding: _left_standing,
    e.BoardLeft: _board_left,
}
