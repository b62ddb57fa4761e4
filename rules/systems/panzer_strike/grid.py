"""The board as it is drawn: what stands, where sides deploy, who is where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rules.contract import Counter, Grid, Message, Square, say, verbatim
from rules.contract import gettext_noop as _

from . import geometry
from .outcome import is_hurt
from .state import Miniature, State, Wreck
from .words import TERRAIN_NAMES

ZONES = {
    "A": _("Deployment zone of %(side)s"),
    "B": _("Zone for the anti-aircraft guns of %(side)s"),
}


def grid(state: State) -> Grid:
    """Rows from the north; walls as they stand, zones while units are deployed."""
    board = state.board
    return Grid(
        columns=tuple(geometry.name((x, 0))[:-1] for x in range(board.columns)),
        rows=tuple(str(y + 1) for y in reversed(range(board.rows))),
        squares=tuple(_squares(state)),
        counters=tuple(_counters(state)),
    )


def _squares(state: State) -> Iterator[Square]:
    board, standing = state.board, set(state.walls)
    taken = set()
    for at, terrain in board.terrain.items():
        if terrain != "wall" or geometry.name(at) in standing:
            taken.add(at)
            yield Square(at[0], board.rows - 1 - at[1], terrain, TERRAIN_NAMES[terrain])
    if state.phase == "deployment":
        for at, label in _zones(state).items():
            if at not in taken:
                yield Square(at[0], board.rows - 1 - at[1], "zone", label)


def _zones(state: State) -> dict[geometry.Square, Message]:
    """Where a side deploys, square by square; where zones overlap, the first."""
    found: dict[geometry.Square, Message] = {}
    for zone in state.board.zones:
        label = say(ZONES[zone.kind], side=state.sides[zone.side])
        for y in range(zone.south, zone.north + 1):
            for x in range(zone.west, zone.east + 1):
                found.setdefault((x, y), label)
    return dict(sorted(found.items()))


def _counters(state: State) -> Iterator[Counter]:
    for unit in state.units.values():
        if unit.on_board:
            yield _counter(state, unit)
    for wreck in state.wrecks.values():
        if at := geometry.named(wreck.square):
            yield _wreck(state, wreck, at)


def _counter(state: State, unit: Miniature) -> Counter:
    column, y = unit.at
    drawn: Literal["active", "hurt", "out"] = "out"
    if unit.active:
        drawn = "hurt" if is_hurt(unit) else "active"
    return Counter(
        unit=unit.id,
        side=unit.side,
        column=column,
        row=state.board.rows - 1 - y,
        label=verbatim(unit.name),
        facing=unit.heading * 45,
        gun=unit.gun if unit.figures.accuracy else None,
        state=drawn,
    )


def _wreck(state: State, wreck: Wreck, at: geometry.Square) -> Counter:
    label = say(_("wreck of %(mass)s t"), mass=wreck.mass)
    return Counter(wreck.id, "", at[0], state.board.rows - 1 - at[1], label, state="out")
