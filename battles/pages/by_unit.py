"""Shows the choices of one unit at a time where there are many: a page with all their forms is slow and long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from rules.contract import Choice

MANY = 40  # choices that are shown all at once


class Fold(msgspec.Struct, frozen=True):
    """A unit with choices of its own, which are shown if it is `opened`."""

    unit: str
    name: str
    opened: bool


def fold(
    choices: Sequence[Choice], names: Mapping[str, str], asked: str = "", typed: str = ""
) -> tuple[list[Choice], tuple[Fold, ...]]:
    """The choices to show now, and the units to choose between; no units if all choices are shown.

    Of several units with more than one choice each, only one is opened: the one `typed` for, else the one `asked` for,
    else the first. Urgent choices, and those that belong to no such unit, are always shown.
    """
    counted = Counter(_unit(choice) for choice in choices if not choice.urgent)
    units = [unit for unit, count in counted.items() if unit and count > 1]
    if len(choices) <= MANY or len(units) < 2:
        return list(choices), ()
    opened = next((unit for unit in (typed, asked) if unit in units), units[0])
    closed = set(units) - {opened}
    folds = [Fold(unit, names.get(unit, unit), unit == opened) for unit in units]
    return [choice for choice in choices if choice.urgent or _unit(choice) not in closed], tuple(folds)


def _unit(choice: Choice) -> str:
    unit = choice.given.get("unit")
    return unit if isinstance(unit, str) else ""
