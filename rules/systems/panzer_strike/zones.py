"""Deployment zones of the board, and whether they have room for all units that deploy in them (R5, R67)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.contract import Refused, say
from rules.contract import gettext_noop as _

from . import tables
from .board import Board
from .forces import Fielded
from .geometry import Square
from .lookup import refused

UNITS, ANTI_AIRCRAFT = "A", "B"


def zone_of(scenario: str, anti_aircraft: bool) -> str:
    """The kind of zone that a unit deploys in: B for the anti-aircraft guns of the basic scenario (R67), A for
    others."""
    return ANTI_AIRCRAFT if scenario == tables.BASIC and anti_aircraft else UNITS


def squares_of(board: Board, side: int, kind: str) -> frozenset[Square]:
    """The squares where units of the first (0) or second (1) side may be deployed, while they are empty."""
    zones = [zone for zone in board.zones if (zone.side, zone.kind) == (side, kind)]
    return frozenset(
        (x, y)
        for zone in zones
        for x in range(zone.west, zone.east + 1)
        for y in range(zone.south, zone.north + 1)
        if (x, y) not in board.terrain and (x, y) not in board.wrecks
    )


def faults_of_zones(sides: Sequence[str], units: Sequence[Fielded], scenario: str, board: Board) -> Iterator[Refused]:
    """In whatever order units deploy, and wherever zones overlap, the last one still has to find a square."""
    count = Counter((sides.index(one.unit.side), zone_of(scenario, one.anti_aircraft)) for one in units)
    room = {zone: squares_of(board, *zone) for zone in count}
    for zone in sorted(count):
        others = sum(min(n, len(room[other] & room[zone])) for other, n in count.items() if other != zone)
        if count[zone] + others > len(room[zone]):
            side, kind = sides[zone[0]], zone[1]
            yield refused(
                "R67" if scenario == tables.BASIC else "R5",
                "board.map",
                say(
                    _("Zone %(zone)s of %(side)s has %(room)s open squares for %(n)s units."),
                    zone=kind,
                    side=side,
                    room=len(room[zone]) - others,
                    n=count[zone],
                ),
                say(_("Draw a larger zone, or field fewer units.")),
                fault=f"R5/room/{side}/{kind}",
            )
