"""The area of each sector: everything nearer to its place than to any other, within a reach and on the sheet.

It is a convex polygon, clipped by one neighbour after the other, the nearest first. Each edge knows the neighbour
beyond it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

import msgspec

from campaigns.theatre.drawing.svg_elements import Point

# An area without neighbours is a square of twice the reach without its corners.
OCTAGON = ((1, 0.72), (0.72, 1), (-0.72, 1), (-1, 0.72), (-1, -0.72), (-0.72, -1), (0.72, -1), (1, -0.72))
Edge = tuple[Point, str]  # its start, and the neighbour beyond it, "" for none


class Cell(msgspec.Struct, frozen=True):
    """`corners` in order; `beyond`: for each edge, from a corner to the next one, the neighbour there."""

    corners: tuple[Point, ...]
    beyond: tuple[str, ...]

    def border(self, neighbour: str) -> tuple[Point, Point] | None:
        """The edge shared with a neighbour; None where they do not touch."""
        if neighbour not in self.beyond:
            return None
        n = self.beyond.index(neighbour)
        return self.corners[n], self.corners[(n + 1) % len(self.corners)]


def cells(places: Mapping[str, Point], reach: float, sheet: Point, rim: float) -> dict[str, Cell]:
    """The area of every place, by key; none comes nearer than `rim` to the edges of a sheet of that size."""
    near, (width, height) = _buckets(places, reach), sheet
    found: dict[str, Cell] = {}
    for key, (x, y) in places.items():
        left, right = max(x - reach, rim), min(x + reach, width - rim)
        top, bottom = max(y - reach, rim), min(y + reach, height - rim)
        corners = ((min(max(x + reach * a, left), right), min(max(y + reach * b, top), bottom)) for a, b in OCTAGON)
        found[key] = _cell(key, places, near, [(corner, "") for corner in corners], reach)
    return found


def _buckets(places: Mapping[str, Point], reach: float) -> dict[tuple[int, int], list[str]]:
    """Places by squares of the reach, so that only near ones are looked at."""
    found: dict[tuple[int, int], list[str]] = {}
    for key, (x, y) in places.items():
        found.setdefault((int(x // reach), int(y // reach)), []).append(key)
    return found


def _cell(
    key: str, places: Mapping[str, Point], near: Mapping[tuple[int, int], list[str]], area: list[Edge], reach: float
) -> Cell:
    (x, y), furthest = places[key], 2 * reach
    for distance, other in sorted(_neighbours(key, places, near, reach)):
        if distance / 2 >= furthest:
            break
        area = _clipped(area, (x, y), places[other], other)
        furthest = max(hypot(corner[0] - x, corner[1] - y) for corner, _beyond in area)
    return Cell(tuple(corner for corner, _beyond in area), tuple(beyond for _corner, beyond in area))


def _neighbours(
    key: str, places: Mapping[str, Point], near: Mapping[tuple[int, int], list[str]], reach: float
) -> Iterator[tuple[float, str]]:
    """The places that may bound the area, with their distances."""
    x, y = places[key]
    across, down = int(x // reach), int(y // reach)
    for column in range(across - 3, across + 4):
        for row in range(down - 3, down + 4):
            for other in near.get((column, row), ()):
                if places[other] != (x, y):  # a draft may have two sectors at one place
                    yield hypot(places[other][0] - x, places[other][1] - y), other


def _clipped(area: list[Edge], place: Point, other: Point, beyond: str) -> list[Edge]:
    """The part of an area that is nearer to `place` than to `other`."""
    across, down = other[0] - place[0], other[1] - place[1]
    half = (other[0] ** 2 + other[1] ** 2 - place[0] ** 2 - place[1] ** 2) / 2
    kept: list[Edge] = []
    sides = [corner[0] * across + corner[1] * down - half for corner, _beyond in area]
    for n, (corner, edge) in enumerate(area):
        following, here, there = area[(n + 1) % len(area)][0], sides[n], sides[(n + 1) % len(area)]
        if here <= 0:
            kept.append((corner, edge))
        if (here <= 0) != (there <= 0):
            part = here / (here - there)
            met = (corner[0] + (following[0] - corner[0]) * part, corner[1] + (following[1] - corner[1]) * part)
            kept.append((met, beyond if here <= 0 else edge))
    return kept
