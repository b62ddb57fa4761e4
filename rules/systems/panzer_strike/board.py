"""The board: a small text map, read once at the muster.

..........    a row of squares, the northernmost first: . open, # building, w wall, b low barricade,
..#..w..x.    h high barricade, x wreck
..........
zone 1 A a1-j1      where side 1 (the first by name) deploys; B is for anti-aircraft guns of the basic scenario
wreck i2 40         the mass of a wreck, 25 t where it is not said
; a remark
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

import msgspec

from rules.contract import Sentence, say
from rules.contract import gettext_noop as _
from rules.messages import as_message

from .geometry import Square, name, named

Terrain = Literal["building", "wall", "low", "high"]
SIGNS: dict[str, Terrain] = {"#": "building", "w": "wall", "b": "low", "h": "high"}
OPEN, WRECK = ".", "x"
TERRAIN = "terrain"  # what a report calls cover that is not a unit (R21)
LEAST, MOST = 6, 52  # squares along an edge
WRECK_MASS, HEAVIEST = 25, 200
LONGEST = 4000  # characters of a map
DEPTH = 5  # R5: on a board without zones, sides deploy within so many squares of their edge
ZONE = re.compile(r"zone ([12]) ([AB]) ([a-z]{1,2}[0-9]{1,2})-([a-z]{1,2}[0-9]{1,2})")
LYING = re.compile(r"wreck ([a-z]{1,2}[0-9]{1,2}) ([0-9]{1,3})")


class Zone(msgspec.Struct, frozen=True):
    """A rectangle in which a side (0 or 1) deploys. `kind` A is for units, B for the scenario's anti-aircraft guns."""

    side: int
    kind: str
    west: int
    south: int
    east: int
    north: int

    def holds(self, square: Square) -> bool:
        return self.west <= square[0] <= self.east and self.south <= square[1] <= self.north


class Board(msgspec.Struct, frozen=True):
    """`terrain` and `wrecks` (with their masses in tonnes) are those at the start."""

    columns: int
    rows: int
    terrain: dict[Square, Terrain]
    wrecks: dict[Square, int]
    zones: tuple[Zone, ...]

    def has(self, square: Square) -> bool:
        return 0 <= square[0] < self.columns and 0 <= square[1] < self.rows

    def on_edge(self, square: Square) -> bool:
        return square[0] in (0, self.columns - 1) or square[1] in (0, self.rows - 1)

    def of(self, *kinds: Terrain) -> frozenset[Square]:
        """The squares with such terrain."""
        return frozenset(square for square, kind in self.terrain.items() if kind in kinds)

    def all_squares(self) -> tuple[Square, ...]:
        """Every square, row by row from the south-west corner."""
        return tuple((x, y) for y in range(self.rows) for x in range(self.columns))


class Unreadable(Exception):
    """The map, or the list of dice, cannot be read: `text` says what is wrong, `remedy` what would be right."""

    def __init__(self, text: Sentence, remedy: Sentence) -> None:
        self.text, self.remedy = as_message(text), as_message(remedy)
        super().__init__(self.text.text())


@lru_cache(maxsize=64)
def read(text: str) -> Board:
    """The board a map draws; `Unreadable` names the line at fault."""
    if len(text) > LONGEST:
        raise Unreadable(say(_("The map has more than %(most)s characters."), most=LONGEST), _("Draw a smaller board."))
    drawn: list[tuple[int, str]] = []
    said: list[tuple[int, str]] = []
    for number, raw in enumerate(text.splitlines(), 1):
        if words := raw.partition(";")[0].strip():
            if " " in words and not words.startswith(("zone ", "wreck ")):
                raise _neither(number, words)  # before the rows are counted, because these may have been meant for rows
            (said if " " in words else drawn).append((number, words))
    columns = _size(drawn)
    rows = len(drawn)
    terrain: dict[Square, Terrain] = {}
    wrecks: dict[Square, int] = {}
    for y, (number, row) in enumerate(reversed(drawn)):
        for x, sign in enumerate(row):
            _draw(number, sign, (x, y), terrain, wrecks)
    board = Board(columns, rows, dict(sorted(terrain.items())), dict(sorted(wrecks.items())), ())
    zones = _say(said, board)
    return msgspec.structs.replace(board, zones=tuple(zones) or _edges(columns, rows))


def _size(drawn: list[tuple[int, str]]) -> int:
    columns = len(drawn[0][1]) if drawn else 0
    for number, row in drawn:
        if len(row) != columns:
            raise Unreadable(
                say(
                    _("Line %(n)s has %(found)s squares, the first row %(count)s."),
                    n=number,
                    found=len(row),
                    count=columns,
                ),
                _("Draw all rows equally long."),
            )
    if not (LEAST <= columns <= MOST and LEAST <= len(drawn) <= MOST):
        raise Unreadable(
            say(_("The board has %(columns)s by %(rows)s squares."), columns=columns, rows=len(drawn)),
            say(_("Draw from %(least)s to %(most)s squares each way."), least=LEAST, most=MOST),
        )
    return columns


def _draw(number: int, sign: str, square: Square, terrain: dict[Square, Terrain], wrecks: dict[Square, int]) -> None:
    if sign == WRECK:
        wrecks[square] = WRECK_MASS
    elif sign in SIGNS:
        terrain[square] = SIGNS[sign]
    elif sign != OPEN:
        raise Unreadable(
            say(_("Line %(n)s: “%(sign)s” is no sign of a map."), n=number, sign=sign),
            _("Signs: . open, # building, w wall, b low barricade, h high barricade, x wreck."),
        )


def _say(said: list[tuple[int, str]], board: Board) -> list[Zone]:
    """Read the zones; set the masses of wrecks in place."""
    zones = []
    for number, words in said:
        if found := ZONE.fullmatch(words):
            one, other = _square(number, found[3], board), _square(number, found[4], board)
            (west, east), (south, north) = sorted((one[0], other[0])), sorted((one[1], other[1]))
            zones.append(Zone(int(found[1]) - 1, found[2], west, south, east, north))
        elif found := LYING.fullmatch(words):
            square, mass = _square(number, found[1], board), int(found[2])
            if square not in board.wrecks or not 1 <= mass <= HEAVIEST:
                raise Unreadable(
                    say(
                        _("Line %(n)s: no wreck of %(mass)s t can lie on %(square)s."),
                        n=number,
                        mass=mass,
                        square=found[1],
                    ),
                    say(_("Draw it as x in its row, with a mass from 1 to %(most)s t."), most=HEAVIEST),
                )
            board.wrecks[square] = mass
        else:
            raise _neither(number, words)
    return zones


def _neither(number: int, words: str) -> Unreadable:
    return Unreadable(
        say(_("Line %(n)s cannot be read: %(line)s."), n=number, line=words[:40]),
        _("Write “zone 1 A a1-j5”, “wreck c4 30”, or a row of squares without spaces."),
    )


def _square(number: int, text: str, board: Board) -> Square:
    square = named(text)
    if square is None or not board.has(square):
        raise Unreadable(
            say(_("Line %(n)s: the board has no square %(square)s."), n=number, square=text),
            say(_("It goes from a1 to %(last)s."), last=name((board.columns - 1, board.rows - 1))),
        )
    return square


def _edges(columns: int, rows: int) -> tuple[Zone, ...]:
    """R5: opposite edges, side 1 in the south."""
    depth = min(DEPTH, rows // 2)
    return (
        Zone(0, "A", 0, 0, columns - 1, depth - 1),
        Zone(1, "A", 0, rows - depth, columns - 1, rows - 1),
    )
