"""Folding repairs and recovery."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from rules.contract import Event, Feat

from . import events as e
from .state import Mobility, State


def _repair_started(state: State, event: e.RepairStarted) -> None:
    """A shot that was announced and not fired is none."""
    unit = state.units[event.unit]
    unit.timer, unit.since, unit.aim = event.timer, state.round, None


def _repair_stopped(state: State, event: e.RepairStopped) -> None:
    unit = state.units[event.unit]
    unit.timer, unit.since, unit.fires_from = 0, 0, event.fires_from


def _repair_ticked(state: State, event: e.RepairTicked) -> None:
    state.units[event.unit].timer = event.timer


def _repair_finished(state: State, event: e.RepairFinished) -> None:
    unit = state.units[event.unit]
    unit.mobility, unit.timer = cast(Mobility, event.mobility), event.timer
    unit.since = state.round if event.timer else 0
    unit.feats.append(Feat("repair", state.report))


def _recovery_began(state: State, event: e.RecoveryBegan) -> None:
    unit = state.units[event.unit]
    unit.patient, unit.worked, unit.since = event.patient, event.worked, state.round - event.ready


def _recovery_worked(state: State, event: e.RecoveryWorked) -> None:
    state.units[event.unit].worked = event.worked


def _recovery_finished(state: State, event: e.RecoveryFinished) -> None:
    """With option 7 the next level begins at once."""
    unit, patient = state.units[event.unit], state.units[event.patient]
    patient.mobility = cast(Mobility, event.mobility)
    unit.feats.append(Feat("repair", state.report, event.patient))
    unit.worked, unit.since = 0, state.round
    unit.beside = {one: rounds for one, rounds in unit.beside.items() if one != event.patient}
    if patient.mobility == "mobile":
        unit.patient, unit.since = "", 0


def _recovery_broken(state: State, event: e.RecoveryBroken) -> None:
    unit = state.units[event.unit]
    unit.patient, unit.worked, unit.since = "", 0, 0


REPAIRS: dict[type[Event], Callable[[State, Any], None]] = {
    e.RepairStarted: _repair_started,
    e.RepairStopped: _repair_stopped,
    e.RepairTicked: _repair_ticked,
    e.RepairFinished: _repair_finished,
    e.RecoveryBegan: _recovery_began,
    e.RecoveryWorked: _recovery_worked,
    e.RecoveryFinished: _recovery_finished,
    e.RecoveryBroken: _recovery_broken,
}
