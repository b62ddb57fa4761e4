"""What seasoned crews do better (house, RULES.md "Crews that learn"): only where a campaign's terms say so.

Experience steadies the nerves: it is one more row of the table of morale modifiers (R26), in the condition that a
vehicle is mustered with.
"""

from __future__ import annotations

from rules.upkeep import Grade

GRADES = "crew_grades"
WHAT = ("none", "morale")  # choices of the term, the default first
MORALE: dict[Grade, int] = {"green": -1, "trained": 0, "veteran": 1, "ace": 2}


def learned(what: str, grade: Grade) -> int | None:
    """The morale modifier of a crew of that grade, where grades do `what`; None where they do nothing."""
    return MORALE[grade] if what == "morale" else None
