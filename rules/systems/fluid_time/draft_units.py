"""Vehicles of a club's own for random musters. Their figures are at the bounds of the sheet, because the published
vehicles are too well matched to meet every ruling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from .house_units import BANDS, COLUMNS, MODIFIERS

Choose = Callable[[int], int]
Picked = TypeVar("Picked")
LEAST_LINES, MORE_LINES = 2, 3
NATIONS = ("GER", "USSR", "UK")
ROLES = ("heavy", "medium", "light")
SIZES = (1, 2, 4, 7, 9, 10)
ARMOURS = (1, 3, 7, 10, 14, 20)  # about the totals of one to six dice
MOVES = (0, 5, 7, 12)
DICE = (1, 2, 3, 4, 6, 12)
SHOTS = (1, 1, 2, 3)


def sheet(choose: Choose) -> str:
    """A few lines, whatever `choose(n)` picks; all of the vehicles drive or fire."""
    columns = [column.name for column in COLUMNS]
    lines = [_line(choose, number) for number in range(1, 1 + LEAST_LINES + choose(MORE_LINES))]
    return "\n".join([",".join(columns), *(",".join(line[name] for name in columns) for line in lines), ""])


def models(text: str) -> list[str]:
    """The names of the vehicles of such a sheet."""
    return [line.partition(",")[0] for line in text.splitlines()[1:]]


def _line(choose: Choose, number: int) -> dict[str, str]:
    cells = dict.fromkeys((column.name for column in COLUMNS), "")
    reach = choose(len(BANDS) + 1)
    move = _one_of(choose, MOVES)
    soft = not choose(4)
    cells |= {
        "name": f"Club {number}",
        "nation": _one_of(choose, NATIONS),
        "points": str(5 + choose(20)),
        "role": "soft vehicle" if soft else _one_of(choose, ROLES),
        "size": str(_one_of(choose, SIZES)),
        "armour": str(_one_of(choose, ARMOURS)),
        "shots": str(_one_of(choose, SHOTS)),
        "move": str(move or (0 if reach else 6)),
        "soft": "yes" if soft else "",
        "morale": _one_of(choose, MODIFIERS) if not choose(3) else "",
    }
    for place, band in enumerate(BANDS):
        cells[f"dice_{band}"] = str(_one_of(choose, DICE)) if place < reach else ""
        cells[f"modifier_{band}"] = _one_of(choose, MODIFIERS) if not choose(3) else ""
    return cells


def _one_of(choose: Choose, values: Sequence[Picked]) -> Picked:
    return values[choose(len(values))]
