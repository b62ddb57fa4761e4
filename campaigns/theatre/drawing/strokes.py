"""Paths of the map's lines: straight, in waves, in zigzag, and arrows."""

from __future__ import annotations

from math import hypot

from campaigns.theatre.drawing.svg_elements import Point, at
from campaigns.theatre.map_parts import Way

WAVE, SWELL = 14, 7  # length and height of a wave
TOOTH, BITE = 7, 4.5  # length and height of a front's teeth
HEAD = 11  # of an arrow
BESIDE = 7  # how far an arrow runs beside its link
SHORT = 24  # how far before the places it begins and ends


def way(kind: Way, start: Point, end: Point) -> str:
    """The path of a link."""
    return wave(start, end) if kind == "river" else line(start, end)


def line(start: Point, end: Point) -> str:
    return f"M{at(*start)}L{at(*end)}"


def wave(start: Point, end: Point) -> str:
    """Half waves to both sides in turn."""
    (x, y), along, across, length = start, *_frame(start, end)
    count = max(2, 2 * round(length / WAVE))
    half = length / count / 2
    path = f"M{at(x, y)}Q{at(x + along[0] * half + across[0] * SWELL, y + along[1] * half + across[1] * SWELL)} "
    path += at(x + along[0] * 2 * half, y + along[1] * 2 * half)
    rest = (length * n / count for n in range(2, count + 1))
    return path + "".join(f"T{at(x + along[0] * till, y + along[1] * till)}" for till in rest)


def zigzag(start: Point, end: Point) -> str:
    (x, y), along, across, length = start, *_frame(start, end)
    count = max(2, 2 * round(length / TOOTH / 2))
    path = f"M{at(x, y)}"
    for n in range(1, count):
        turn = BITE if n % 2 else -BITE
        till = length * n / count
        path += f"L{at(x + along[0] * till + across[0] * turn, y + along[1] * till + across[1] * turn)}"
    return f"{path}L{at(*end)}"


def across_middle(start: Point, end: Point, length: float) -> tuple[Point, Point]:
    """A stretch of that length that crosses the middle between two points."""
    _along, across, _length = _frame(start, end)
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    half = length / 2
    return (x - across[0] * half, y - across[1] * half), (x + across[0] * half, y + across[1] * half)


def arrow(start: Point, end: Point) -> tuple[str, str]:
    """The shaft of an arrow that runs beside a link, and its head."""
    (x, y), along, across, length = start, *_frame(start, end)
    first, last = min(SHORT, length / 4), length - min(SHORT, length / 4)

    def on(distance: float, aside: float) -> Point:
        return x + along[0] * distance + across[0] * aside, y + along[1] * distance + across[1] * aside

    shaft = line(on(first, BESIDE), on(last - HEAD, BESIDE))
    head = (on(last, BESIDE), on(last - HEAD, BESIDE + HEAD / 2), on(last - HEAD, BESIDE - HEAD / 2))
    return shaft, "M" + "L".join(at(*point) for point in head) + "z"


def _frame(start: Point, end: Point) -> tuple[Point, Point, float]:
    """The direction along, the one across, and the length."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    return (dx / length, dy / length), (-dy / length, dx / length), length
