"""The layout of the drawing: its scale, the places of sectors, their areas, and what all its parts need.

The area of a sector is everything nearer to its place than to any other, within a reach and on the sheet: a convex
polygon, clipped by one neighbour after the other, the nearest first. Each edge knows the neighbour beyond it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

import msgspec

from campaigns.theatre.drawing.svg_elements import COLOURS, HATCHES, Point, letters_of, pattern
from campaigns.theatre.map_parts import FURTHEST, Sector, Theatre
from campaigns.theatre.picture import Picture, Tell

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


STEP = 120  # between two sectors that are as near as most
CLOSEST = 70  # and between the two that are nearest of all
REACH = 96  # how far the area of a sector goes where nothing bounds it
RIM = 6  # of paper around the map
MARGIN = 78  # from the outermost places to the edge
LIFT = 12  # how far above the middle of its area a sector's links meet
LEAST = 300  # the width of a map of one sector
PHONE = 328  # pixels that a map has on a phone of 360
EASY = 400  # how wide a map may be whose letters are read there
SMALL, MIDDLING = 5, 9  # columns of a map that is small on a page, or not very large


class Plan(msgspec.Struct, frozen=True):
    """`places` of sectors by key; `width` and `height` of the map without its legend."""

    places: dict[str, Point]
    areas: dict[str, Cell]
    width: int
    height: int

    def meeting(self, key: str) -> Point:
        """Where the links of a sector meet."""
        x, y = self.places[key]
        return x, y - LIFT

    @property
    def size(self) -> str:
        """The class for how large it may grow on a page."""
        columns = self.width / STEP
        return "small" if columns <= SMALL else "middling" if columns <= MIDDLING else "large"

    @property
    def is_wide(self) -> bool:
        """Whether its letters are too small to be read where a phone shows the whole of it."""
        return _is_wide(self.width)

    @property
    def afar(self) -> float:
        """The size of letters that are 11 pixels high on a phone that shows the whole of it."""
        return round(11 * self.width / PHONE, 1)


def plan(theatre: Theatre) -> Plan:
    scale = _scale(theatre.sectors)
    left = min((one.x for one in theatre.sectors), default=0)
    top = min((one.y for one in theatre.sectors), default=0)
    places = {
        one.key: (round(MARGIN + (one.x - left) * scale, 1), round(MARGIN + (one.y - top) * scale, 1))
        for one in theatre.sectors
    }
    width = round(max(LEAST, MARGIN + max((x for x, _y in places.values()), default=0)))
    height = round(MARGIN + max((y for _x, y in places.values()), default=0))
    return Plan(places, cells(places, REACH, (width, height), RIM), width, height)


def is_wide(theatre: Theatre) -> bool:
    """Whether a phone shows the drawing smaller than its names are easily read, and so offers larger sizes of it."""
    across = [one.x for one in theatre.sectors]
    return _is_wide(2 * MARGIN + (max(across) - min(across)) * _scale(theatre.sectors))


def _is_wide(width: float) -> bool:
    return width > EASY


def _scale(sectors: tuple[Sector, ...]) -> float:
    """The scale at which most sectors are a step apart, and no two come too close."""
    gaps = sorted(gap for gap in _gaps(sectors) if gap)  # a draft may have two at one place
    return max(STEP / gaps[len(gaps) // 4], CLOSEST / gaps[0]) if gaps else STEP


def _gaps(sectors: tuple[Sector, ...]) -> Iterator[float]:
    """The distance from each sector to the nearest one, found by going left and right as far as nearer ones can be."""
    places = sorted((one.x, one.y) for one in sectors)
    for n, (x, y) in enumerate(places):
        nearest = float(FURTHEST * 2)
        for following in (range(n + 1, len(places)), range(n - 1, -1, -1)):
            for m in following:
                if abs(places[m][0] - x) >= nearest:
                    break
                nearest = min(nearest, hypot(places[m][0] - x, places[m][1] - y))
        yield nearest


class Hand(msgspec.Struct, frozen=True):
    """`prefix` begins every id of the drawing; `letters` are those of the sides."""

    picture: Picture
    plan: Plan
    prefix: str
    letters: dict[str, str]
    tell: Tell

    def colour(self, side: str) -> str:
        return COLOURS[self._number(side) % len(COLOURS)]

    def tone(self, side: str) -> str:
        """The class of a side's colour."""
        return f"side{self._number(side) % len(COLOURS)}"

    def hatch(self, side: str) -> str:
        return f"url(#{self.prefix}hatch{self._number(side)})"

    def hatches(self) -> str:
        """The patterns of all sides."""
        return "".join(pattern(f"{self.prefix}hatch{n}", n) for n in range(len(self.letters)))

    def _number(self, side: str) -> int:
        return list(self.letters).index(side) if side in self.letters else len(HATCHES) - 1


def hand(picture: Picture, prefix: str, tell: Tell) -> Hand:
    sides = sorted(picture.sides)  # the log's order, so that it looks the same before and after opening
    return Hand(picture, plan(picture.theatre), prefix, letters_of(sides, picture.sides), tell)
