"""What a form comes to while it is filled in: the ruling, what is left of a move, and where it may go on a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from battles import viewer as viewers
from battles.forms.form_data import Typed
from battles.forms.trouble import Trouble
from battles.pages import draft as drafts
from battles.pages.board import Board, drawn
from battles.pages.by_unit import as_shown
from battles.pages.draft import Draft
from battles.pages.squares import path_of
from battles.sentences import words
from rules import visibility
from rules.adjudicate import Who
from rules.contract import Choice, Way

CELLS = {315: "Q", 0: "W", 45: "E", 270: "A", 90: "D", 225: "Z", 180: "X", 135: "C"}  # keys, as they lie on a keyboard


class Step(msgspec.Struct, frozen=True):
    """A step as a button of a compass pad. `key`: the letter that presses it, and where it lies; `turns`: it leaves the
    unit where it stands."""

    steps: str
    toward: int
    key: str
    says: str
    barred: bool
    turns: bool


class Foretold(msgspec.Struct, frozen=True):
    """What a form comes to (`draft`); where it asks for steps, those that may follow, and the board with them."""

    draft: Draft
    unit: str = ""
    pad: tuple[Step, ...] = ()
    board: Board | None = None

    @property
    def piece(self) -> object:
        """The unit where it then stands."""
        return next((one for one in self.board.pieces if one.opened), None) if self.board else None

    @property
    def begun(self) -> bool:
        return bool(self.draft.kept)


def foretold(stream: str, who: Who, typed: Sequence[Typed]) -> Foretold | Trouble:
    """What the last form comes to after those before it; none of it is reported."""
    last = typed[-1] if typed else None
    steps = (
        [value for key, values in last.fields.items() if key.startswith("path:") for value in values] if last else []
    )
    blank = bool(steps) and not any(value.strip() for value in steps)  # nothing is said yet
    found = drafts.draft(stream, who, typed[:-1] if blank else typed)
    if isinstance(found, Trouble) or last is None or not steps or found.battle is None:
        return found if isinstance(found, Trouble) else Foretold(found)
    unit = last.given.get("unit", last.value("pick:unit"))
    choice = _choice(found.choices, last, unit)
    ways = list(found.battle.rules.ways(found.battle.play, choice)) if choice else []
    view = visibility.see(found.battle, viewers.eyes(found.battle, who))
    if view.grid is None:
        return Foretold(found, unit)
    icons = {one.id: one.icon for one in view.units}
    sides = {side: found.names.get(side, side) for side in found.battle.muster.sides}
    board = drawn(view.grid, sides, icons=icons, opened=unit, ways=ways, names=found.names)
    here = next((one.square for one in board.pieces if one.opened), "")
    return Foretold(found, unit, tuple(_pad(ways, here, found)), board)


def _choice(choices: Sequence[Choice], last: Typed, unit: str) -> Choice | None:
    """The same choice of the same unit once more; with other terms, if those of the first no longer stand."""
    again = [as_shown(choice, unit) for choice in choices if choice.command == last.type and path_of(choice)]
    again = [choice for choice in again if choice.given.get("unit") == unit]
    return next((choice for choice in again if choice.given == last.given), again[0] if again else None)


def _pad(ways: Sequence[Way], here: str, found: Draft) -> Iterator[Step]:
    """Every single step, legal or not, in the order of the cells."""
    single = {way.toward: way for way in ways if len(way.steps) == 1}
    for toward, key in CELLS.items():
        if way := single.get(toward):
            says = words(way.label, found.names)
            yield Step(way.steps[0], toward, key, says, way.barred, way.square == here)
