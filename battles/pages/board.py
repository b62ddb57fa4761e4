"""Draws a squared board, and says the same in words for screen readers. Independent of rulebooks."""

from __future__ import annotations

from collections import Counter as Times
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import cos, radians, sin

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext
from msgspec.structs import replace

from battles.presenters.charts import TONES as TONES
from battles.presenters.markers import NONE, Marks
from battles.sentences import words
from rules.contract import Arc, Counter, Grid, Icon, Square, UnitView, Way

SIZE = 44  # of a square, in the picture's own units: at its full size, a thumb meets one square
EDGE = 22  # on every side, for the names of columns and rows
STEP = 5  # offset to the side and up for each counter more on one square
FITS = 7  # columns a phone shows at full size; a larger board has three sizes to choose from
CORNERS = (2, 12, 6, 0)  # corner radius of each side's counters: colour alone must not tell them apart


class DrawnUnit(msgspec.Struct, frozen=True):
    """A unit that a page shows."""

    unit: UnitView

    @property
    def state(self) -> str:
        """How its counter is drawn: fit, hurt or out."""
        if not self.unit.in_play:
            return "out"
        return "hurt" if self.unit.hurt else "fit"


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
    """A counter by its middle. `number` stands on it and in the list; `tone` and `corner` are its side's.

    `icon`: its class of vehicle, if it is one of the units. `target`: a form of the opened unit takes it. `arc`: the
    outline of where the opened unit can fire, from its middle.
    """

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
    icon: Icon | None = None
    able: bool = False
    opened: bool = False
    target: bool = False
    arc: str = ""
    marks: Marks = NONE

    @property
    def condition(self) -> str:
        return {"active": _("in action"), "hurt": _("damaged"), "out": _("out of action")}[self.state]

    @property
    def told(self) -> str:
        """What its marks show, in words, after its condition."""
        struck = {"hit": pgettext("of a unit", "hit"), "damage": _("damaged"), "kill": _("destroyed")}.get(
            self.marks.struck, ""
        )
        n = self.marks.kills
        kills = ngettext("%(n)s kill", "%(n)s kills", n) % {"n": n} if n else ""
        return "".join(f", {one}" for one in (kills, struck) if one)


class Spot(msgspec.Struct, frozen=True):
    """An open square that can be tapped, because a form takes it; `x` and `y` are its top left.

    `steps`: how a unit comes there, `says` in words where it stands then; where `barred`, why it cannot go there.
    """

    x: int
    y: int
    name: str
    steps: str = ""
    says: str = ""
    barred: bool = False


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
    def near(self) -> bool:
        """Whether it begins at its full size: something on it is to be tapped that would be too small otherwise."""
        return not self.fits and (bool(self.spots) or any(one.target for one in self.pieces))

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
    *,
    icons: Mapping[str, Icon] | None = None,
    able: Collection[str] = (),
    opened: str = "",
    squares: Collection[str] = (),
    ways: Sequence[Way] = (),
    targets: Collection[str] = (),
    names: Mapping[str, str] | None = None,
    marks: Mapping[str, Marks] | None = None,
) -> Board:
    """The board drawn. `sides` with their names, in the order that gives them their colours; `icons` of units.

    `able`: the units the viewer may report of; `opened`: the one of which the forms are shown. `squares`, `targets`:
    what these forms take; `ways`: where they lead, in words with `names`. `marks` of units.
    """
    return Board(
        width=2 * EDGE + SIZE * len(grid.columns),
        height=2 * EDGE + SIZE * len(grid.rows),
        columns=tuple(_named(grid.columns)),
        rows=tuple(_named(grid.rows)),
        patches=tuple(_patch(grid, square, sides) for square in grid.squares),
        pieces=tuple(_pieces(grid, sides, icons or {}, able, opened, targets, marks or {})),
        things=tuple(_things(grid, sides).items()),
        fits=len(grid.columns) <= FITS,
        spots=tuple(_spots(grid, squares, _first_to(grid, ways, opened), names or {})) if squares or ways else (),
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


def _first_to(grid: Grid, ways: Iterable[Way], opened: str) -> dict[str, Way]:
    """The way to each square but the unit's own. One that can be gone comes before one that is barred; nothing is said
    of why nobody drives over another unit."""
    stood = {one.unit: _name(grid, one.column, one.row) for one in grid.counters}
    found: dict[str, Way] = {}
    for way in sorted(ways, key=lambda way: (way.barred, len(way.steps))):
        if way.square != stood.get(opened) and not (way.barred and way.square in stood.values()):
            found.setdefault(way.square, way)
    return found


def _spots(grid: Grid, squares: Collection[str], led: Mapping[str, Way], names: Mapping[str, str]) -> Iterable[Spot]:
    """The squares that a form takes as they are, and those to which a way leads."""
    for row in range(len(grid.rows)):
        for column in range(len(grid.columns)):
            name, x, y = _name(grid, column, row), EDGE + column * SIZE, EDGE + row * SIZE
            if name in squares:
                yield Spot(x, y, name)
            elif found := led.get(name):
                yield Spot(x, y, name, " ".join(found.steps), words(found.label, names), found.barred)


def _pieces(
    grid: Grid,
    sides: Mapping[str, str],
    icons: Mapping[str, Icon],
    able: Collection[str],
    opened: str,
    targets: Collection[str],
    marks: Mapping[str, Marks],
) -> Iterable[Piece]:
    here: Times[tuple[int, int]] = Times()
    for number, one in enumerate(grid.counters, 1):
        aside = here[one.column, one.row] * STEP
        here[one.column, one.row] += 1
        tone = [*sides].index(one.side) if one.side in sides else len(sides)
        piece = _piece(grid, one, number, sides.get(one.side, one.side), tone, aside)
        is_open = one.unit == opened
        yield replace(
            piece,
            icon=icons.get(one.unit),
            able=one.unit in able,
            opened=is_open,
            target=one.unit in targets,
            marks=marks.get(one.unit, NONE),
            arc=_outline(one.arc, one.gun or 0, grid) if is_open and one.arc else "",
        )


def _outline(arc: Arc, toward: int, grid: Grid) -> str:
    """Where a unit can fire, as a path from its middle."""
    radius = SIZE * (arc.reach or len(grid.columns) + len(grid.rows))
    if arc.width >= 360:
        return f"M0-{radius}a{radius} {radius} 0 1 1-.1 0z"
    ends = (radians(toward + half) for half in (-arc.width / 2, arc.width / 2))
    (left, top), (right, bottom) = ((round(radius * sin(end)), round(-radius * cos(end))) for end in ends)
    return f"M0 0L{left} {top}A{radius} {radius} 0 {int(arc.width > 180)} 1 {right} {bottom}z"


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


# Directions on the board, clockwise
WAYS = (
    gettext_noop("up"),
    gettext_noop("up right"),
    gettext_noop("right"),
    gettext_noop("down right"),
    gettext_noop("down"),
    gettext_noop("down left"),
    gettext_noop("left"),
    gettext_noop("up left"),
)


def pointing(degrees: int | None) -> str:
    """A direction in words, as seen in the picture; "" for none."""
    if degrees is None:
        return ""
    turns, rest = divmod(degrees % 360, 45)
    return _(WAYS[turns]) if not rest else f"{degrees % 360}°"
