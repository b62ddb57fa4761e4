"""Folding support cards (R30 to R35)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event

from . import events_support as s
from .state import State


def _support_called(state: State, event: s.SupportCalled) -> None:
    strike = state.strike
    if strike is None or not event.stage:
        _over(state)
        return
    strike.kind, strike.aircraft = event.kind, event.aircraft  # type: ignore[assignment]
    strike.stage = event.stage  # type: ignore[assignment]


def _support_discarded(state: State, event: s.SupportDiscarded) -> None:
    _over(state)


def _fighter_held(state: State, event: s.FighterHeld) -> None:
    state.held += (event.side,)
    _over(state)


def _strike_cancelled(state: State, event: s.StrikeCancelled) -> None:
    held = list(state.held)
    if event.side in held:
        held.remove(event.side)
    state.held = tuple(held)
    _over(state)


def _strike_let_pass(state: State, event: s.StrikeLetPass) -> None:
    if state.strike is not None:
        state.strike.stage = event.stage  # type: ignore[assignment]


def _strike_sent(state: State, event: s.StrikeSent) -> None:
    if state.strike is not None:
        state.strike.level, state.strike.stage = event.level, "targets"  # type: ignore[assignment]


def _target_attacked(state: State, event: s.TargetAttacked) -> None:
    if state.strike is not None:
        state.strike.told += (event.unit,)


def _strike_closed(state: State, event: s.StrikeClosed) -> None:
    _over(state)


def _over(state: State) -> None:
    state.phase, state.strike = "gap", None


SUPPORT: dict[type[Event], Callable[[State, Any], None]] = {
    s.SupportCalled: _support_called,
    s.SupportDiscarded: _support_discarded,
    s.FighterHeld: _fighter_held,
    s.StrikeCancelled: _strike_cancelled,
    s.StrikeLetPass: _strike_let_pass,
    s.StrikeSent: _strike_sent,
    s.TargetAttacked: _target_attacked,
    s.StrikeClosed: _strike_closed,
}
