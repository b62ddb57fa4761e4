"""Events that end a battle, and of the aftermath."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event

from . import events as e
from .state import State


def _conceded(state: State, event: e.Conceded) -> None:
    state.conceded = event.side


def _assessed(state: State, event: e.Assessed) -> None:
    """A timer that ran is among the rounds of repair now."""
    unit = state.units[event.unit]
    unit.assessed = True
    unit.lost = event.fate == "lost"
    unit.rounds, unit.stuck, unit.timer = event.rounds, event.stuck, 0


AFTER: dict[type[Event], Callable[[State, Any], None]] = {
    e.Conceded: _conceded,
    e.Assessed: _assessed,
}
