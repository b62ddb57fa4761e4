"""Draws a squared board, and says the same in words for screen readers. Independent of rulebooks."""

from __future__ import annotations

from collections import Counter as Times
from collections.abc import Collection, Iterable, Mapping

import msgspec
from django.utils.translation import gettext as _
from msgspec.structs import replace

from battles.sentences import words
from rules.contract import Counter, Grid, Square

SIZE = 44  # of a square, in the picture's own units: at its full size, a thumb meets one square
EDGE = 22  # on every side, for the names of columns and rows
STEP = 5  # offset to the side and up for each counter more on one square
FITS = 7  # columns a phone shows at full size; a larger board has three sizes to choose from
TONES = 4  # sides with a colour of their own
CORNERS = (2, 12, 6, 0)  # corner radius of each side's counters: colour alone must not tell them apart


class Name(msgspec.Struct, frozen=True):
    """The name of a column or row, and where it is written at both edges."""

    text: str
    at: int

    @property
    def base(self) -> int:
        """Its baseline, beside a row."""
        return self.at + 5


class Patch(msgspec.Struct, frozen=True):
    """A square with something on it; `x` and `y` are its top left."""

    x: int
    y: int
    kind: str
    title: str


class Piece(msgspec.Struct, frozen=True):
    """A counter by its middle. `number` stands on it and in the list; `tone` and `corner` are its side's."""

    number: int
    unit: str
    name: str
    side: str
    tone: int
    corner: int
    x: int
    y: int
    square: str
    facing: int | None
    gun: int | None
    ahead: str
    aim: str
    state: str
    able: bool = False
    opened: bool = False

    @property
    def condition(self) -> str:
        return {"active": _("in action"), "hurt": _("damaged"), "out": _("out of action")}[self.state]


class Spot(msgspec.Struct, frozen=True):
    """An open square that can be tapped, because a form takes it; `x` and `y` are its top left."""

    x: int
    y: int
    name: str


class Board(msgspec.Struct, frozen=True):
    """Everything the template draws and lists. `things`: what lies on squares, in words, with their names. `spots`: the
    squares that a form of the opened unit takes."""

    width: int
    height: int
    columns: tuple[Name, ...]
    rows: tuple[Name, ...]
    patches: tuple[Patch, ...]
    pieces: tuple[Piece, ...]
    things: tuple[tuple[str, str], ...]
    fits: bool
    spots: tuple[Spot, ...] = ()

    @property
    def right(self) -> int:
        return self.width - EDGE

    @property
    def bottom(self) -> int:
        return self.height - EDGE

    @property
    def inner_width(self) -> int:
        return self.right - EDGE

    @property
    def inner_height(self) -> int:
        return self.bottom - EDGE

    @property
    def below(self) -> int:
        """The baseline of the column names below the board."""
        return self.bottom + 16

    @property
    def beside(self) -> int:
        return self.right + EDGE // 2

    @property
    def across(self) -> list[int]:
        """The x positions of the vertical lines, from the left edge to the right one."""
        return [*range(EDGE, self.right + 1, SIZE)]

    @property
    def down(self) -> list[int]:
        return [*range(EDGE, self.bottom + 1, SIZE)]


def drawn(
    grid: Grid,
    sides: Mapping[str, str],
    able: Collection[str] = (),
    opened: str = "",
    squares: Collection[str] = (),
) -> Board:
    """The board drawn. `sides` with their names, in the order that gives them their colours. `able`: the units the
    viewer may report of; `opened`: the one of which the forms are shown; `squares`: what these forms take."""
    return Board(
        width=2 * EDGE + SIZE * len(grid.columns),
        height=2 * EDGE + SIZE * len(grid.rows),
        columns=tuple(_named(grid.columns)),
        rows=tuple(_named(grid.rows)),
        patches=tuple(_patch(grid, square, sides) for square in grid.squares),
        pieces=tuple(_pieces(grid, sides, able, opened)),
        things=tuple(_things(grid, sides).items()),
        fits=len(grid.columns) <= FITS,
        spots=tuple(_spots(grid, squares)) if squares else (),
    )


def _named(names: Iterable[str]) -> Iterable[Name]:
    return (Name(name, _middle(place)) for place, name in enumerate(names))


def _middle(place: int) -> int:
    return EDGE + place * SIZE + SIZE // 2


def _name(grid: Grid, column: int, row: int) -> str:
    """A square as people call it: b3."""
    return f"{grid.columns[column]}{grid.rows[row]}"


def _patch(grid: Grid, square: Square, sides: Mapping[str, str]) -> Patch:
    title = f"{_name(grid, square.column, square.row)}: {words(square.label, sides)}"
    return Patch(EDGE + square.column * SIZE, EDGE + square.row * SIZE, square.kind, title)


def _things(grid: Grid, sides: Mapping[str, str]) -> Mapping[str, str]:
    """Where everything lies that is not a unit."""
    found: dict[str, list[str]] = {}
    for square in grid.squares:
        found.setdefault(words(square.label, sides), []).append(_name(grid, square.column, square.row))
    return {thing: ", ".join(names) for thing, names in found.items()}


def _spots(grid: Grid, squares: Collection[str]) -> Iterable[Spot]:
    for row in range(len(grid.rows)):
        for column in range(len(grid.columns)):
            if (name := _name(grid, column, row)) in squares:
                yield Spot(EDGE + column * SIZE, EDGE + row * SIZE, name)


def _pieces(grid: Grid, sides: Mapping[str, str], able: Collection[str], opened: str) -> Iterable[Piece]:
    here: Times[tuple[int, int]] = Times()
    for number, one in enumerate(grid.counters, 1):
        aside = here[one.column, one.row] * STEP
        here[one.column, one.row] += 1
        tone = [*sides].index(one.side) if one.side in sides else len(sides)
        piece = _piece(grid, one, number, sides.get(one.side, one.side), tone, aside)
        yield replace(piece, able=one.unit in able, opened=one.unit == opened)


def _piece(grid: Grid, one: Counter, number: int, side: str, tone: int, aside: int) -> Piece:
    return Piece(
        number=number,
        unit=one.unit,
        name=words(one.label),
        side=side,
        tone=tone % len(CORNERS),
        corner=CORNERS[tone % len(CORNERS)],
        x=_middle(one.column) + aside,
        y=_middle(one.row) - aside,
        square=_name(grid, one.column, one.row),
        facing=one.facing,
        gun=one.gun,
        ahead=pointing(one.facing),
        aim=pointing(one.gun),
        state=one.state,
    )


def pointing(degrees: int | None) -> str:
    """A direction in words, as seen in the picture; "" for none."""
    if degrees is None:
        return ""
    ways = (_("up"), _("up right"), _("right"), _("down right"), _("down"), _("down left"), _("left"), _("up left"))
    turns, rest = divmod(degrees % 360, 45)
    return ways[turns] if not rest else f"{degrees % 360}°"
