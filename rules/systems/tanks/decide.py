"""Legality first (`Refused`), then the events; each is applied by the caller before the next is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Command, Decision, Dice

from . import areas, artillery, moving, ramming, setup, shooting, smoke, turns
from . import commands as c
from . import events as e
from .aftermath import assess
from .lookup import side_of, unit_of
from .state import State


def decide(state: State, command: Command, dice: Dice) -> Decision:
    yield from _DECIDE[type(command)](state, command, dice)


def reporter(state: State, command: Command) -> str:
    """Whose report a command is: a side, "" for either, "clerk"."""
    match command:
        case c.RollSetup() | c.DeclareRound():
            return ""
        case c.Assess():
            return "clerk"
        case c.Strike():
            unit_of(state, command.unit)
            return state.side  # it tells of friend and foe
    if (side := getattr(command, "side", None)) is not None:
        return side_of(state, side)
    unit: str = getattr(command, "unit")  # noqa: B009 - every other report is of a vehicle
    return unit_of(state, unit).side


def _concede(state: State, command: c.Concede, dice: Dice) -> Decision:
    yield e.Conceded(side=command.side)


_DECIDE: dict[type[Command], Callable[[State, Any, Dice], Decision]] = {
    c.RollSetup: setup.roll_setup,
    c.ChooseSetup: setup.choose_setup,
    c.Deploy: setup.deploy,
    c.DeclareRound: setup.declare_round,
    c.Drive: moving.drive,
    c.Cross: moving.cross,
    c.PopSmoke: smoke.pop_smoke,
    c.Leave: moving.leave,
    c.EndMovement: turns.end_movement,
    c.Fire: shooting.fire,
    c.Bombard: artillery.bombard,
    c.Strike: areas.strike,
    c.CloseArea: areas.close_area,
    c.HoldFire: turns.hold_fire,
    c.Ram: ramming.ram,
    c.Spot: turns.spot,
    c.Concede: _concede,
    c.Assess: assess,
}
