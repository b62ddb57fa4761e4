"""Where everything of the drawing is: the scale of the map, the places of its sectors, their areas."""

from __future__ import annotations

from math import hypot

import msgspec

from campaigns.theatre.drawing.cells import Cell, cells
from campaigns.theatre.drawing.ink import Point
from campaigns.theatre.kinds import Sector, Theatre

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
        """How large it may grow on a page, as a class."""
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
    width = max((x for x, _y in places.values()), default=0) + MARGIN
    height = max((y for _x, y in places.values()), default=0) + MARGIN
    width, height = round(max(width, LEAST)), round(height)
    return Plan(places, cells(places, REACH, (width, height), RIM), width, height)


def _scale(sectors: tuple[Sector, ...]) -> float:
    """So that most sectors are a step from the next, and no two come too close."""
    nearest = sorted(
        min((hypot(one.x - other.x, one.y - other.y) for other in sectors if other is not one), default=1.0)
        for one in sectors
    )
    if not nearest:
        return STEP
    return max(STEP / nearest[len(nearest) // 4], CLOSEST / nearest[0])
