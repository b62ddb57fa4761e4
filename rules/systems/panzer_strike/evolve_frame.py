"""Folding what is told of a battle without its shots: its depth, the state of units, its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rules.contract import Event
from rules.reports import DepthChanged, ResultReported, StatusReported

from .evolve_turns import refresh
from .state import Condition, Life, Miniature, Result, State


def _depth_changed(state: State, event: DepthChanged) -> None:
    """Back to shots, what nobody has told is asked for: the round, and where the units stand."""
    if state.depth != "shots" and event.depth == "shots":
        state.phase, state.side, state.limit = "round", "", 0
        state.broken, state.volley = (), False
        for unit in state.units.values():
            _forget(unit)
    state.depth = event.depth


def _forget(unit: Miniature) -> None:
    """Where it stood and what it was about; a wreck lies where it lay."""
    refresh(unit)
    unit.let_go()
    unit.patient, unit.beside, unit.sees = "", {}, ()
    unit.worked = unit.since = unit.fires_from = unit.hurt = 0
    if unit.active:
        unit.square = ""


def _status_reported(state: State, event: StatusReported) -> None:
    _set(state, event.unit, event.condition)


def _result_reported(state: State, event: ResultReported) -> None:
    for unit, condition in event.conditions.items():
        _set(state, unit, condition)
    state.result = Result(event.winner)


def _set(state: State, id: str, told: dict[str, Any]) -> None:
    """A unit is what is told of it. A timer stands only where there is something to repair and a crew to do it (R51,
    R57), and a fixed weapon has neither tracks nor wheels."""
    unit, condition = state.units[id], msgspec.convert(told, Condition)
    life: Life = "destroyed" if condition.destroyed else "left" if condition.left else "active"
    if life != "active":
        _take_away(state, unit, life)
    if life != unit.life:
        unit.own_fire = False
    unit.life, unit.lost, unit.injured = life, condition.lost, condition.injured
    unit.mobility = condition.mobility if unit.figures.is_vehicle else "mobile"
    repairable = unit.active and unit.mobility != "mobile" and not unit.injured
    unit.timer = condition.timer if repairable else 0
    unit.rounds, unit.stuck = condition.rounds, condition.stuck


def _take_away(state: State, unit: Miniature, life: Life) -> None:
    """It is not where it was, and nobody is about anything with it. Where a new wreck lies nobody has said."""
    if life == "left" or unit.active:
        unit.square = ""
    unit.let_go()
    unit.patient, unit.beside = "", {}
    unit.worked = unit.since = 0
    for other in state.units.values():
        if other.tows == unit.id:
            other.let_go()
        if other.patient == unit.id:
            other.patient, other.worked, other.since = "", 0, 0


FRAME: dict[type[Event], Callable[[State, Any], None]] = {
    DepthChanged: _depth_changed,
    StatusReported: _status_reported,
    ResultReported: _result_reported,
}
