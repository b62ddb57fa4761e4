"""The layout of the drawing: its scale, the places of sectors, their areas."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

import msgspec

from campaigns.theatre.drawing.cells import Cell, cells
from campaigns.theatre.drawing.svg_elements import Point
from campaigns.theatre.map_parts import FURTHEST, Sector, Theatre

STEP = 120  # between two sectors that are as near as most
CLOSEST = 70  # and between the two that are nearest of all
REACH = 96  # how far the area of a sector goes where nothing bounds it
RIM = 6  # of paper around the map
MARGIN = 78  # from the outermost places to the edge
LIFT = 12  # how far above the middle of its area a sector's links meet
LEAST = 300  # the width of a map of one sector
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
    """Whether a phone scrolls the drawing sideways, so that its names stay legible."""
    across = [one.x for one in theatre.sectors]
    return 2 * MARGIN + (max(across) - min(across)) * _scale(theatre.sectors) > SMALL * STEP


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
