"""Option 9: where a parabolic shot that missed comes down (R45); by a house option also one the hit die made a miss."""

from __future__ import annotations

from collections.abc import Generator

from rules.contract import Dice, Event

from . import events_fire as e
from . import geometry
from .geometry import Square
from .lookup import question, standing_at
from .parabolic import is_trajectory_clear
from .state import Miniature, State

LETTERS = {"N": 1, "S": -1, "E": 1, "W": -1, "-": 0}
FARTHEST = 8  # sections of a ruler


def drift(
    state: State, unit: Miniature, reported: tuple[str, ...] | None, dice: Dice
) -> Generator[Event, None, e.ShotDrifted]:
    """Two dice name one of the squares around the target; who stands there, friend or foe, is the `victim`.

    Nowhere: both blank, off the board, a square the trajectory does not reach. Returns the event.
    """
    assert unit.aim is not None
    roll = dice.roll(
        question(state, unit, "miss"),
        2,
        shows=state.dice.miss,
        reported=reported,
        field="miss",
    )
    north, east = (LETTERS[str(letter)] for letter in roll.values)
    x, y = state.units[unit.aim.target].at
    square = (x + east, y + north)
    reached = (north, east) != (0, 0) and _is_reached(state, unit, square)
    victim = _victim(state, unit, square) if reached else None
    drifted = e.ShotDrifted(
        unit=unit.id,
        roll=roll,
        square=geometry.name(square) if reached else "",
        victim=victim.id if victim else "",
        range=_range(state, unit, victim) if victim else 0,
    )
    yield drifted
    return drifted


def _is_reached(state: State, unit: Miniature, square: Square) -> bool:
    """Not where a building shields the square; a table that measured its shot itself has buildings of its own."""
    assert unit.aim is not None
    if not state.board.has(square) or state.board.terrain.get(square) == "building":
        return False
    return unit.aim.by == "ruler" or is_trajectory_clear(state.board, unit.at, square)


def _victim(state: State, unit: Miniature, square: Square) -> Miniature | None:
    """An active unit. A howitzer does not hit itself (ruling); into a wreck nobody is hit."""
    there = standing_at(state, square)
    if isinstance(there, Miniature) and there.active and there.id != unit.id:
        return there
    return None


def _range(state: State, unit: Miniature, victim: Miniature) -> int:
    """To its centre; where the table measured the shot itself, as far as it measured (HE loses nothing with range)."""
    assert unit.aim is not None
    if unit.aim.by == "ruler":
        return unit.aim.range
    return min(geometry.ruler_to_centre(unit.at, victim.at, state.options["ruler"]), FARTHEST)
