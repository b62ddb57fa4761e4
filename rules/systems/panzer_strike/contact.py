"""Visual contact (R43): who could report what. Only buildings block it, not vehicles, wrecks, walls or barricades."""

from __future__ import annotations

from . import geometry
from .board import Board
from .geometry import Square
from .state import Miniature, State


def sees_over(board: Board, one: Square, other: Square) -> bool:
    """Whether no building lies under the ruler between two squares. A corner of one does not block, a corner at which
    two meet does, as in direct sight.
    """
    inside, corners = geometry.line(one, other)
    terrain = board.terrain
    if any(terrain.get(square) == "building" for square in inside):
        return False
    return not any(terrain.get(a) == terrain.get(b) == "building" for a, b in corners)


def in_contact(state: State, unit: Miniature, target: Miniature) -> bool:
    """Whether `unit` has visual contact with `target` as both stand now. Both have to be on the board."""
    return sees_over(state.board, unit.at, target.at)


def can_report(state: State, unit: Miniature) -> bool:
    """R43: an active vehicle on the board, under option 8 with a radio (R44); a fixed weapon is no vehicle."""
    if not (unit.active and unit.on_board and unit.figures.is_vehicle):
        return False
    return unit.radio or not state.options["radio_needed"]


def contacts(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """The enemies in visual contact now of every unit of a side that can report, both in the order of the muster; units
    that see nobody have an empty tuple.
    """
    enemies = [unit for unit in state.units.values() if unit.side != side and unit.active and unit.on_board]
    return {
        unit.id: tuple(enemy.id for enemy in enemies if in_contact(state, unit, enemy))
        for unit in state.of_side(side)
        if can_report(state, unit)
    }
