"""What seasoned crews do better (house, RULES.md "Crews that learn"), if a campaign's terms say so.

It is part of the condition in which a vehicle is mustered: `gunnery` is added to the sum of the accuracy dice, and
`haste` is taken off the five rounds of a crew's own repairs of a level.
"""

from __future__ import annotations

from rules.upkeep import Grade

from . import tables
from .state import Miniature

GRADES = "crew_grades"
WHAT = ("none", "repairs", "gunnery", "both")  # choices of the term, the default first
GUNNERY: dict[Grade, int] = {"green": 0, "trained": 0, "veteran": 1, "ace": 1}
HASTE: dict[Grade, int] = {"green": 0, "trained": 1, "veteran": 1, "ace": 2}


def learned(what: str, grade: Grade) -> tuple[int, int]:
    """`gunnery` and `haste` of a crew of that grade, if grades do `what`."""
    return GUNNERY[grade] * (what in ("gunnery", "both")), HASTE[grade] * (what in ("repairs", "both"))


def first_timer(unit: Miniature) -> int:
    """R51: where the timer of a crew's own repairs starts."""
    return tables.TIMER - unit.haste


def delayed(unit: Miniature) -> int:
    """R60: a hit adds one to the timer, up to where it started. A higher timer stays as it is."""
    return max(unit.timer, min(first_timer(unit), unit.timer + 1))
