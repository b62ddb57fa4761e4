"""What seasoned crews do better (house, RULES.md "Crews that learn"): only where a campaign's terms say so.

Crew quality is the ballistic skill (section 5): the condition a vehicle is mustered with carries it.
"""

from __future__ import annotations

from rules.upkeep import Grade

GRADES = "crew_grades"
WHAT = ("none", "skill")  # choices of the term, the default first
SKILL: dict[Grade, int] = {"green": 5, "trained": 4, "veteran": 3, "ace": 2}


def learned(what: str, grade: Grade) -> int | None:
    """The ballistic skill of a crew of that grade, where grades do `what`; None where the vehicle has its own."""
    return SKILL[grade] if what == "skill" else None
