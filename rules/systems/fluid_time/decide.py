"""Legality first (`Refused`), then the events; each is applied by the caller before the next is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Command, Decision, Dice

from . import acting, checking, commanding, drawing, impulses, moving, overwatch, shooting, strikes, support
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
        case c.DeclareTurn() | c.Shuffle() | c.Draw() | c.InvokeTogether() | c.CallTime():
            return ""
        case c.Assess():
            return "clerk"
        case c.Strike():
            unit = unit_of(state, command.unit)
            return state.strike.side if state.strike else unit.side  # it tells of friend and foe
    if (side := getattr(command, "side", None)) is not None:
        return side_of(state, side)
    id: str = getattr(command, "unit")  # noqa: B009 - every other report is of a vehicle
    return unit_of(state, id).side


def _concede(state: State, command: c.Concede, dice: Dice) -> Decision:
    yield e.Conceded(side=command.side)


_DECIDE: dict[type[Command], Callable[[State, Any, Dice], Decision]] = {
    c.DeclareTurn: drawing.declare_turn,
    c.Shuffle: drawing.shuffle,
    c.Draw: drawing.draw,
    c.InvokeCommander: commanding.invoke_commander,
    c.InvokeTogether: commanding.invoke_together,
    c.CheckMorale: checking.check_morale,
    c.Move: moving.move,
    c.Halt: acting.halt,
    c.GoOnOverwatch: acting.go_on_overwatch,
    c.TakeHullDown: acting.take_hull_down,
    c.Observe: acting.observe,
    c.Leave: moving.leave,
    c.Aim: shooting.aim,
    c.Fire: shooting.fire,
    c.OverwatchFire: overwatch.overwatch_fire,
    c.EndImpulse: impulses.end_impulse,
    c.CallTime: impulses.call_time,
    c.CallSupport: support.call_support,
    c.HoldFighter: support.hold_fighter,
    c.CancelStrike: support.cancel_strike,
    c.LetPass: support.let_pass,
    c.SendStrike: strikes.send_strike,
    c.Strike: strikes.strike,
    c.CloseStrike: strikes.close_strike,
    c.Concede: _concede,
    c.Assess: assess,
}
