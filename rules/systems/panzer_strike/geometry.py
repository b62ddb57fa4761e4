"""The squared board as arithmetic: directions, arcs, armour zones, ranges and the ruler line. All of it is exact, in
integers, except for bearings.

A square is (x, y): columns count to the east, rows to the north, from 0. The eight directions count clockwise from
north. Lengths are in squares, from centre to centre.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import atan2, degrees
from typing import Literal

Square = tuple[int, int]
Compass = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
COMPASS: tuple[Compass, ...] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
STEPS: tuple[Square, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
Zone = Literal["front", "side", "rear"]


def step(square: Square, direction: int, times: int = 1) -> Square:
    """The square `times` steps away in one of the eight directions; backward if `times` is negative."""
    dx, dy = STEPS[direction % 8]
    return square[0] + times * dx, square[1] + times * dy


def adjacent(one: Square, other: Square) -> bool:
    """R17: one of the eight squares around."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def towards(origin: Square, other: Square) -> int | None:
    """The one of the eight directions in which `other` lies exactly; None if it lies between two, or is the same
    square."""
    dx, dy = other[0] - origin[0], other[1] - origin[1]
    if (dx, dy) == (0, 0) or (dx and dy and abs(dx) != abs(dy)):
        return None
    return STEPS.index(((dx > 0) - (dx < 0), (dy > 0) - (dy < 0)))


def bearing(one: Square, other: Square) -> float:
    """The direction in which `other` lies: degrees clockwise from north, 0 to 360."""
    return degrees(atan2(other[0] - one[0], other[1] - one[1])) % 360


def offsets(origin: Square, other: Square, direction: int) -> tuple[int, int]:
    """B4: how far forward and how far sideways `other` lies from a unit at `origin` that points in `direction`."""
    (ux, uy), dx, dy = STEPS[direction % 8], other[0] - origin[0], other[1] - origin[1]
    return ux * dx + uy * dy, ux * dy - uy * dx


def in_arc(gun: Square, direction: int, target: Square) -> bool:
    """R18: within 45 degrees of the gun's direction; squares exactly on the limit are outside."""
    forward, lateral = offsets(gun, target, direction)
    return forward > abs(lateral)


def zone(target: Square, facing: int, firer: Square) -> Zone:
    """R25, R26: the armour that a shot from `firer` meets. Exactly 45 degrees off the long axis is the side."""
    forward, lateral = offsets(target, firer, facing)
    if forward > abs(lateral):
        return "front"
    return "rear" if -forward > abs(lateral) else "side"


def angled(target: Square, facing: int, firer: Square) -> bool:
    """R27, A7: whether the firer lies in the angled zone, by the path of squares diagonal, straight, diagonal, ...

    For a firer on the path itself the target is angled only if it stands orthogonally.
    """
    near, far = sorted((abs(firer[0] - target[0]), abs(firer[1] - target[1])))
    inside = near >= (far + 1) // 2
    return inside if facing % 2 == 0 else not inside


def angled_zones(target: Square, facing: int, firer: Square) -> tuple[Zone, Zone]:
    """B5: the zone without the side symbol, and the zone with it."""
    forward, _lateral = offsets(target, firer, facing)
    return ("front" if forward > 0 else "rear"), "side"


def thickened(armour: int) -> int:
    """R27: angled armour, 4/3 of it to the nearest whole number; 0 stays 0 (A7)."""
    return (4 * armour + 1) // 3


def _sections(square_of_four_lengths: int, squares: int) -> int:
    """The ruler section of a length that is given as four times its square. Sections are `squares` long and count from
    1."""
    section = 1
    while square_of_four_lengths > (2 * section * squares) ** 2:
        section += 1
    return section


def ruler(firer: Square, target: Square, squares: int) -> int:
    """R17, B1: the ruler section over the nearest point of the target's square, measured from the centre of the
    firer's."""
    dx = max(0, 2 * abs(target[0] - firer[0]) - 1)
    dy = max(0, 2 * abs(target[1] - firer[1]) - 1)
    return _sections(dx * dx + dy * dy, squares)


def ruler_to_centre(firer: Square, target: Square, squares: int) -> int:
    """R38: the ruler section over the target's centre."""
    dx, dy = target[0] - firer[0], target[1] - firer[1]
    return _sections(4 * (dx * dx + dy * dy), squares)


@lru_cache(maxsize=1 << 14)  # after every report the same pairs are asked for again
def line(one: Square, other: Square) -> tuple[tuple[Square, ...], tuple[tuple[Square, Square], ...]]:
    """What a ruler from centre to centre passes over: the squares whose inside it crosses, and the pairs of squares
    between which it passes exactly through a corner. Without the two ends; in order from `one`."""
    (x, y), dx, dy = one, abs(other[0] - one[0]), abs(other[1] - one[1])
    east, north = (1 if other[0] > one[0] else -1), (1 if other[1] > one[1] else -1)
    inside: list[Square] = []
    corners: list[tuple[Square, Square]] = []
    right = up = 0  # sides crossed so far, of each kind
    while (x, y) != other:
        # The next vertical side is met at (2 right + 1) / 2dx of the way, the next horizontal one at (2 up + 1) / 2dy.
        ahead = (2 * right + 1) * dy - (2 * up + 1) * dx
        if dx and dy and ahead == 0:
            corners.append(((x + east, y), (x, y + north)))
            x, y, right, up = x + east, y + north, right + 1, up + 1
        elif not dy or (dx and ahead < 0):
            x, right = x + east, right + 1
        else:
            y, up = y + north, up + 1
        if (x, y) != other:
            inside.append((x, y))
    return tuple(inside), tuple(corners)


def is_clear(one: Square, other: Square, blocks: frozenset[Square] | set[Square]) -> bool:
    """R17: whether nothing of `blocks` lies under the ruler between the two squares. One corner alone does not block;
    two that meet do."""
    inside, corners = line(one, other)
    if any(square in blocks for square in inside):
        return False
    return not any(a in blocks and b in blocks for a, b in corners)


@cache
def name(square: Square) -> str:
    """As players call a square: "a1" is the south-west corner, the 27th column is "aa". Only for squares of a board."""
    x, y = square
    letters = chr(97 + x % 26)
    return f"{chr(96 + x // 26) if x >= 26 else ''}{letters}{y + 1}"


@cache
def named(text: str) -> Square | None:
    """The square of this name; None if there is none."""
    letters = text.rstrip("0123456789")
    digits = text[len(letters) :]
    if not digits or len(digits) > 2 or digits[0] == "0" or not 1 <= len(letters) <= 2:
        return None
    if not all("a" <= letter <= "z" for letter in letters):
        return None
    x = ord(letters[-1]) - 97 + (26 * (ord(letters[0]) - 96) if len(letters) == 2 else 0)
    return x, int(digits) - 1
