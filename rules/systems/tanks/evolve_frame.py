"""Folding what is told of a battle without its shots: its depth, the state of vehicles, its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rules.contract import Event
from rules.reports import DepthChanged, ResultReported, StatusReported

from .contacts import forget
from .evolve_turns import refresh
from .state import Condition, Result, State, Vehicle


def _depth_changed(state: State, event: DepthChanged) -> None:
    """Back to shots, what nobody has told is asked for: the round, and what artillery has spotted."""
    if state.depth != "shots" and event.depth == "shots":
        state.phase, state.side, state.listed, state.areas = "round", "", (), []
        forget(state)
        for unit in state.units.values():
            _forget(unit)
    state.depth = event.depth


def _forget(unit: Vehicle) -> None:
    """What lasts a turn; smoke of a turn long past is used."""
    refresh(unit)
    unit.stunned = unit.knocked = unit.reloading = 0
    unit.spotted = False
    if unit.smoke == "smoking":
        unit.smoke = "used"


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
    unit.presence = condition.out or "on_table"
    unit.tracked, unit.gun_out = condition.tracked, condition.gun_out
    unit.captured, unit.scrapped = condition.captured, condition.scrapped


FRAME: dict[type[Event], Callable[[State, Any], None]] = {
    DepthChanged: _depth_changed,
    StatusReported: _status_reported,
    ResultReported: _result_reported,
}
