"""Folding the end of a battle, and what is told of one without its shots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rules.contract import Event
from rules.reports import DepthChanged, ResultReported, StatusReported

from . import events as e
from .state import Condition, Result, State, Vehicle


def _conceded(state: State, event: e.Conceded) -> None:
    state.conceded = event.side


def _assessed(state: State, event: e.Assessed) -> None:
    unit = state.units[event.unit]
    unit.assessed = True
    unit.captured = event.fate == "captured"
    unit.crew = event.crew  # type: ignore[assignment]


def _depth_changed(state: State, event: DepthChanged) -> None:
    """Back to shots, what nobody has told is asked for: the turn. Leaguer's deck is shuffled anew."""
    if state.depth != "shots" and event.depth == "shots":
        state.phase, state.impulses, state.drawn, state.out = "turn", 0, (), ()
        state.commanders, state.queue, state.held, state.moved, state.fired = (), (), (), (), []
        state.impulse, state.volley, state.strike = None, [], None
        for unit in state.units.values():
            _forget(unit)
    state.depth = event.depth


def _forget(unit: Vehicle) -> None:
    """What nobody has told of: markers, tests and suppression."""
    unit.moving = unit.overwatch = unit.hull_down = unit.suppressed = unit.struck = unit.struck_again = False
    unit.tests, unit.repeated, unit.grants, unit.reach, unit.tested = (), (), (), 0, False


def _status_reported(state: State, event: StatusReported) -> None:
    _set(state, event.unit, event.condition)


def _result_reported(state: State, event: ResultReported) -> None:
    """It stands at once, whatever was still being told."""
    for unit, condition in event.conditions.items():
        _set(state, unit, condition)
    state.result = Result(event.winner)


def _set(state: State, id: str, told: dict[str, Any]) -> None:
    """A vehicle is what is told of it."""
    unit, condition = state.units[id], msgspec.convert(told, Condition)
    unit.presence = condition.out or "in_play"
    unit.gun_out, unit.immobile, unit.captured = condition.gun_out, condition.immobile, condition.captured
    unit.crew = condition.crew or ""
    if not unit.in_play or unit.immobile:
        unit.moving = False
    if not unit.in_play:
        _forget(unit)


FRAME: dict[type[Event], Callable[[State, Any], None]] = {
    e.Conceded: _conceded,
    e.Assessed: _assessed,
    DepthChanged: _depth_changed,
    StatusReported: _status_reported,
    ResultReported: _result_reported,
}
