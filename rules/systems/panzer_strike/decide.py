"""Legality first (`Refused`), then the events; each is applied by the caller before the next is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Command, Decision, Dice, say
from rules.contract import gettext_noop as _

from . import (
    announcing,
    deployment,
    leaving,
    movement,
    recovery,
    repairs,
    shooting,
    towing,
    turns,
    turrets,
)
from . import commands as c
from . import events as e
from .aftermath import assess
from .lookup import unit_of
from .refusals import refused
from .state import State
from .words import each


def decide(state: State, command: Command, dice: Dice) -> Decision:
    yield from _DECIDE[type(command)](state, command, dice)


def reporter(state: State, command: Command) -> str:
    """Whose report a command is: a side, "" for either, "clerk"."""
    match command:
        case c.RollFirst() | c.DeclareRound():
            return ""
        case c.Assess():
            return "clerk"
        case c.EndMovement(side=side) | c.EndTurn(side=side) | c.Concede(side=side):
            if side not in state.sides:
                raise refused(
                    "R1",
                    "side",
                    say(_("There is no side “%(side)s”."), side=side),
                    say(_("Sides: %(sides)s."), sides=each(state.sides)),
                    code="unknown",
                )
            return side
    unit: str = getattr(command, "unit")  # noqa: B009 - every other report is of a unit
    return unit_of(state, unit).side


def _concede(state: State, command: c.Concede, dice: Dice) -> Decision:
    yield e.Conceded(side=command.side)


_DECIDE: dict[type[Command], Callable[[State, Any, Dice], Decision]] = {
    c.Deploy: deployment.deploy,
    c.RollFirst: deployment.roll_first,
    c.DeclareRound: deployment.declare_round,
    c.RollSpeed: movement.roll_speed,
    c.Move: movement.move,
    c.Traverse: turrets.traverse,
    c.Hook: towing.hook,
    c.Unhook: towing.unhook,
    c.Leave: leaving.leave,
    c.EndMovement: turns.end_movement,
    c.Announce: announcing.announce,
    c.Fire: shooting.fire,
    c.StartRepair: repairs.start_repair,
    c.StopRepair: repairs.stop_repair,
    c.Recover: recovery.recover,
    c.EndTurn: turns.end_turn,
    c.Concede: _concede,
    c.Assess: assess,
}
