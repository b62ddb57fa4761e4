"""Applying one event to the State, in place. The handlers stand beside each other by what they are about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event

from .events import TurnBegan
from .evolve_fire import FIRE
from .evolve_frame import FRAME
from .evolve_turns import TURNS
from .state import State

_EVOLVE: dict[type[Event], Callable[[State, Any], None]] = {**TURNS, **FIRE, **FRAME}


def evolve(state: State, event: Event) -> None:
    _EVOLVE[type(event)](state, event)
    state.quiet = type(event) is TurnBegan and event.side == state.first


def between_rounds(state: State) -> bool:
    """Whether the depth of reporting may change: before the set-up roll, or nothing was done in this round yet."""
    if state.depth != "shots" or state.phase in ("setup", "round"):
        return True
    return state.phase == "move" and state.side == state.first and state.quiet
