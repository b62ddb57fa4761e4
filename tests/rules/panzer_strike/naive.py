"""The arithmetic of the board once more, from the words of the rulebook and by other means.

Angles are measured, the path of squares is walked, a ruler cuts squares like a knife, and the nearest point of a target
is looked for along its outline. Nothing here knows the rulebook's code, or a battle.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

Point = tuple[int, int]
DEGREES = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}
HAIR = 1e-9  # degrees or squares: far less than any difference on a board


def degrees_off(direction: str, one: Point, other: Point) -> float:
    """How far `other`, seen from `one`, lies to either side of a direction: 0 to 180."""
    bearing = math.degrees(math.atan2(other[0] - one[0], other[1] - one[1]))
    off = abs(bearing - DEGREES[direction]) % 360
    return min(off, 360 - off)


def in_arc(direction: str, gun: Point, target: Point) -> bool:
    """Within 45 degrees to either side, what lies exactly on the line excluded."""
    return degrees_off(direction, gun, target) < 45 - HAIR


def zone(facing: str, target: Point, firer: Point) -> str:
    """From where the shot comes; exactly 45 degrees off the long axis is the side."""
    off = degrees_off(facing, target, firer)
    if off < 45 - HAIR:
        return "front"
    return "rear" if off > 135 + HAIR else "side"


def angled(facing: str, target: Point, firer: Point) -> bool:
    """The path of squares from the target towards the firer, a diagonal step first, then a straight one, and so on,
    bounds the squares from which a target that stands orthogonally is hit at an angle: those on the path, and those
    between it and the exact diagonal. One that stands diagonally is hit at an angle from all others.
    """
    dx, dy = firer[0] - target[0], firer[1] - target[1]
    far, near = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    along, aside, diagonal = 0, 0, True
    while along < far:
        along += 1
        if diagonal:
            aside += 1
        diagonal = not diagonal
    on_path_or_inside = near >= aside
    return on_path_or_inside if facing in ("N", "E", "S", "W") else not on_path_or_inside


def hit(facing: str, target: Point, firer: Point) -> tuple[str, str]:
    """Where an angled shot hits: without the symbol of the side, and with it."""
    return ("front" if degrees_off(facing, target, firer) < 90 else "rear"), "side"


def range_to_nearest(firer: Point, target: Point, section: int) -> int:
    """The ruler lies from the centre of the firer to the point of the target that is nearest; its outline is tried in
    steps of a quarter of a square.
    """
    quarters = (-0.5, -0.25, 0.0, 0.25, 0.5)
    outline = [(a, b) for a in quarters for b in quarters if 0.5 in (abs(a), abs(b))]
    nearest = min(math.hypot(target[0] + a - firer[0], target[1] + b - firer[1]) for a, b in outline)
    return _section(nearest, section)


def range_to_centre(firer: Point, target: Point, section: int) -> int:
    return _section(math.dist(firer, target), section)


def _section(length: float, section: int) -> int:
    """The section that ends there or beyond."""
    return max(1, math.ceil((length - HAIR) / section))


def touched(one: Point, other: Point, square: Point) -> tuple[bool, Point | None]:
    """Whether a straight line between two centres goes through the inside of a square; else the corner it touches, in
    half squares, None for none. The line is a knife: a square of which corners lie on both sides of it is cut.
    """
    if any(not min(ends) <= place <= max(ends) for *ends, place in zip(one, other, square, strict=True)):
        return False, None
    (x, y), (dx, dy) = one, (other[0] - one[0], other[1] - one[1])
    sides = {}
    for corner in ((2 * square[0] + a, 2 * square[1] + b) for a in (-1, 1) for b in (-1, 1)):
        sides[corner] = dx * (corner[1] - 2 * y) - dy * (corner[0] - 2 * x)
    if min(sides.values()) < 0 < max(sides.values()):
        return True, None
    return False, next((corner for corner, side in sides.items() if side == 0), None)


def under(one: Point, other: Point, things: Iterable[Point]) -> set[Point]:
    """Which of the things on squares a ruler between two centres lies on: it goes through their square, or through a
    corner at which two of them meet. Nothing lies in its own way.
    """
    found = {square: touched(one, other, square) for square in set(things) - {one, other}}
    corners = Counter(corner for _through, corner in found.values() if corner is not None)
    return {square for square, (through, corner) in found.items() if through or (corner and corners[corner] > 1)}


def is_seen(one: Point, other: Point, things: Iterable[Point]) -> bool:
    return not under(one, other, things)


def is_lobbed(one: Point, other: Point, buildings: Iterable[Point]) -> bool:
    """Neither the howitzer nor its target stands right beside a building that the shell flies over."""
    return not any(math.dist(building, end) < 1.5 for building in under(one, other, buildings) for end in (one, other))
