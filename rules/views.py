"""A battle as one viewer may see it: the sheet, and a squared board where there is one."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.messages import Message


class Fact(msgspec.Struct, frozen=True):
    """One line of a sheet: what is known, in words."""

    name: str
    label: Message
    value: Message | str | int | bool


class UnitView(msgspec.Struct, frozen=True):
    """A unit as one viewer may see it."""

    id: str
    side: str
    name: str
    model: str
    in_play: bool
    status: Message
    facts: tuple[Fact, ...]


class Square(msgspec.Struct, frozen=True):
    """A square of a board with something on it. `kind` says how it is drawn, `label` says in words what it is.

    `column` and `row` count from 0, from the top left.
    """

    column: int
    row: int
    kind: Literal["building", "wall", "low", "high", "zone", "open"]
    label: Message


class Counter(msgspec.Struct, frozen=True):
    """A unit on a board. `facing` and `gun` are degrees clockwise from the top; None for a unit that points nowhere.

    `state`: how it is drawn; "out" is a wreck.
    """

    unit: str
    side: str
    column: int
    row: int
    label: Message
    facing: int | None = None
    gun: int | None = None
    state: Literal["active", "hurt", "out"] = "active"


class Grid(msgspec.Struct, frozen=True):
    """A squared board as one viewer may see it; squares that are not listed are open. Columns are named left to right,
    rows top to bottom."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    squares: tuple[Square, ...] = ()
    counters: tuple[Counter, ...] = ()


class View(msgspec.Struct, frozen=True):
    """A battle as one viewer may see it."""

    round: int
    phase: Message
    facts: tuple[Fact, ...]
    units: tuple[UnitView, ...]
    pending: Message | None = None
    waiting_for: tuple[str, ...] = ()
    grid: Grid | None = None
