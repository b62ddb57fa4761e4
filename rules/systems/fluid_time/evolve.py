"""Applying one event to the State, in place. The handlers stand beside each other by what they are about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event

from .events import DeckShuffled
from .evolve_deck import DECK
from .evolve_fire import FIRE
from .evolve_frame import FRAME
from .evolve_impulses import IMPULSES
from .evolve_support import SUPPORT
from .state import State

_EVOLVE: dict[type[Event], Callable[[State, Any], None]] = {**DECK, **IMPULSES, **FIRE, **SUPPORT, **FRAME}


def evolve(state: State, event: Event) -> None:
    _EVOLVE[type(event)](state, event)
    state.quiet = type(event) is DeckShuffled


def between_rounds(state: State) -> bool:
    """Whether the depth of reporting may change: between two turns, or no card was drawn and no commander has acted."""
    return state.depth != "shots" or state.phase in ("turn", "shuffle") or state.quiet
