"""What a gun can reach: where it points, what the ruler shows between two squares, and what stands under the ruler."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

import msgspec

from . import geometry
from .geometry import Square, bearing, name, named
from .lookup import standing_at
from .state import Miniature, State, Wreck

Obstacles = frozenset[Square]


# -- where the gun points ----------------------------------------------------------------------------------------------


def in_arc(state: State, unit: Miniature, square: Square) -> bool:
    """R18, R46; with option 3 turrets point at their targets, and one-piece turrets face anywhere (A27, B13)."""
    if unit.figures.all_round:
        return True
    if points_exactly(state, unit):
        return points_at(unit, square)
    return geometry.in_arc(unit.at, (unit.gun + 22) // 45, square)


def points_exactly(state: State, unit: Miniature) -> bool:
    """Option 3: whether the unit's gun has to point at the target itself."""
    return bool(state.options["free_turrets"]) and unit.figures.turreted


def points_at(unit: Miniature, square: Square) -> bool:
    """Option 3: the gun points at the centre of a square to the degree, or at least into the square."""
    at = unit.at
    centre = bearing(at, square)
    off = _difference(unit.gun, centre)
    if abs(off) <= 1:
        return True
    x, y = 2 * (square[0] - at[0]), 2 * (square[1] - at[1])
    corners = [_difference(bearing((0, 0), (x + dx, y + dy)), centre) for dx in (-1, 1) for dy in (-1, 1)]
    return min(corners) <= off <= max(corners)


def _difference(one: float, other: float) -> float:
    """From -180 to 180 degrees."""
    return (one - other + 180) % 360 - 180


def too_close(unit: Miniature, square: Square) -> bool:
    """R17: the target is on an adjacent square, and the unit has no mark of immediate proximity."""
    return geometry.adjacent(unit.at, square) and not unit.figures.proximity


# -- the ruler ---------------------------------------------------------------------------------------------------------


def range_to(state: State, unit: Miniature, square: Square) -> int:
    """R17: the section of the ruler over the nearest point of a square, whatever stands in between."""
    return geometry.ruler(unit.at, square, state.options["ruler"])


def direct_range(state: State, unit: Miniature, square: Square, obstacles: Obstacles) -> int:
    """The range of a direct shot by the board; 0 if the target is too far away, or something is in the way."""
    found = range_to(state, unit, square)
    if found > unit.figures.range or not geometry.is_clear(unit.at, square, obstacles):
        return 0
    return found


def obstacles(state: State) -> Obstacles:
    """R17, B1, R65, R66: the squares that no direct shot passes, including those of all units and wrecks. The two ends
    of a shot do not count (`geometry.line`)."""
    walls = (named(wall) for wall in (*state.walls, *state.broken))
    there = (square for _piece, square in pieces(state))
    return state.board.of("building", "high") | {square for square in (*walls, *there) if square is not None}


def between(state: State, one: Square, other: Square) -> Square | None:
    """The first square that blocks the line from `one` to `other`; None if the line is clear."""
    blocks = obstacles(state)
    inside, corners = geometry.line(one, other)
    found = [square for square in inside if square in blocks]
    found += [pair[0] for pair in corners if pair[0] in blocks and pair[1] in blocks]
    return min(found, key=lambda square: (square[0] - one[0]) ** 2 + (square[1] - one[1]) ** 2, default=None)


def rule_of(state: State, square: Square) -> str:
    """The rule by which a square blocks direct shots: R65 for walls, R66 for barricades, otherwise R17."""
    if standing_at(state, square) is not None:
        return "R17"
    if name(square) in (*state.walls, *state.broken):
        return "R65"
    return "R66" if state.board.terrain.get(square) == "high" else "R17"


# -- cover -------------------------------------------------------------------------------------------------------------


def covers(state: State, unit: Miniature, target: Square) -> Iterator[Miniature | Wreck]:
    """R21: the units and wrecks of either side that could hide part of a target, or of a wall, from its firer."""
    return (piece for piece, square in pieces(state) if may_hide(unit.at, target, square))


def may_hide(firer: Square, target: Square, square: Square) -> bool:
    """Whether a piece on a square between the two reaches far enough to the line to hide part of the target."""
    x, y = firer
    return (square[0] - x, square[1] - y) in _hiding(target[0] - x, target[1] - y)


@lru_cache(maxsize=4096)
def _hiding(dx: int, dy: int) -> frozenset[Square]:
    """Such squares as seen from the firer: nearer than the target, and less than two half diagonals off the line."""
    length = dx * dx + dy * dy
    wide, high = (range(min(0, way) - 1, max(0, way) + 2) for way in (dx, dy))
    return frozenset(
        (x, y) for x in wide for y in high if 0 < dx * x + dy * y < length and (dx * y - dy * x) ** 2 <= 2 * length
    )


def pieces(state: State) -> Iterator[tuple[Miniature | Wreck, Square]]:
    """All pieces on the board, and where: units, destroyed or not, and wrecks."""
    there: tuple[Miniature | Wreck, ...] = (*state.units.values(), *state.wrecks.values())
    for piece in there:
        if (square := named(piece.square)) is not None:
            yield piece, square


class Reading(msgspec.Struct, frozen=True):
    """`range` is the one that counts, in sections of the ruler; `by` says whose it is. board_range: the range on the
    board, 0 if the board has no such shot. For a parabolic shot that has to be reported: by whom, and whether the
    `contact` was held before ("held") or is new ("new"); "" if the firer sees its target."""

    range: int
    by: Literal["board", "ruler"]
    board_range: int
    contact: Literal["", "held", "new"] = ""
    reporter: str = ""
