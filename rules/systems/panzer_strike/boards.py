"""House boards, for battles whose organisers draw none, and the deployment zones of every board (R5, R67).

The booklet's two maps of the basic scenario are lost; these take their names (R67). Each is symmetric under half a
turn, so both sides see the same board. Zones need room for all units that deploy in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.contract import Refused, say
from rules.contract import gettext_noop as _

from . import tables
from .board import OPEN, SIGNS, WRECK, Board
from .forces import Fielded
from .geometry import Square
from .lookup import refused

NORTHERN = """\
; house: anti-aircraft guns along the edges, the others before them
........................
...##..........b........
...##.....ww...b...##...
..........w........##...
.....x..................
.##.......hh......w.....
.##...........##..w..#..
......b.......##.....#..
......b..w..............
..............w..b......
..#.....##.......b......
..#..w..##...........##.
.....w......hh.......##.
..................x.....
...##........w..........
...##...b...ww.....##...
........b..........##...
........................
zone 1 A a3-x5
zone 1 B a1-x2
zone 2 A a14-x16
zone 2 B a17-x18
"""

CENTRAL = """\
; house: a town in the middle, anti-aircraft guns ahead of the others
........................
..bb..............##....
..........x.......##....
....##..................
....##....ww.....hh...x.
...........w............
.bb...............w..##.
........##..##....w..##.
........##..##..........
..........##..##........
.##..w....##..##........
.##..w...............bb.
............w...........
.x...hh.....ww....##....
..................##....
....##.......x..........
....##..............bb..
........................
zone 1 A a1-x3
zone 1 B h4-q5
zone 2 A a16-x18
zone 2 B h14-q15
"""

OPEN_FIELD = """\
; house: sides deploy within five squares of their edges
........................
........................
....b..............##...
....b...##.........##...
........##..............
...............ww.......
..##...........w........
..##.....h..............
.........h....##....b...
...b....##....h.........
..............h.....##..
........w...........##..
.......ww...............
..............##........
...##.........##...b....
...##..............b....
........................
........................
"""

HOUSE = {"northern": NORTHERN, "central": CENTRAL, "open field": OPEN_FIELD}
BLANK = {tables.BASIC: NORTHERN, tables.OPEN_BATTLE: OPEN_FIELD}


def is_name(asked: str) -> bool:
    """Whether these words name a board, one of ours or not. A drawn map has rows, and signs in them."""
    lines = asked.strip().splitlines()
    return len(lines) == 1 and any(sign not in {OPEN, WRECK, *SIGNS} for sign in lines[0].partition(";")[0])


def house_map(asked: str, scenario: str) -> str | None:
    """The house board of this name, or the scenario's if no name is given; None if there is no board of that name."""
    words = asked.strip().casefold()
    return HOUSE.get(words) if words else BLANK[scenario]


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
                _("Draw a larger zone, or field fewer units."),
                fault=f"R5/room/{side}/{kind}",
            )
