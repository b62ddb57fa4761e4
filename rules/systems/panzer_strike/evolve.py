"""Applying one event to the State, in place. The handlers stand beside each other by what they are about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event

from .events import TurnBegan
from .evolve_after import AFTER
from .evolve_fire import FIRE
from .evolve_frame import FRAME
from .evolve_moves import MOVES
from .evolve_repairs import REPAIRS
from .evolve_turns import TURNS
from .state import State

_EVOLVE: dict[type[Event], Callable[[State, Any], None]] = {**TURNS, **MOVES, **FIRE, **REPAIRS, **FRAME, **AFTER}


def evolve(state: State, event: Event) -> None:
    _EVOLVE[type(event)](state, event)
    state.quiet = type(event) is TurnBegan and event.side == state.first


def between_rounds(state: State) -> bool:
    """Whether the depth of reporting may change: nobody has been deployed, or nothing been done in this round yet."""
    if state.depth != "shots" or state.phase == "round":
        return True
    if state.phase == "movement" and state.side == state.first:
        return state.quiet
    return state.phase == "deployment" and not any(unit.on_board for unit in state.units.values())
