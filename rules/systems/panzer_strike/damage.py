"""Whether armour is penetrated, the damage (R28 to R34, R37), and how it is mended during the battle (R51 to R61).

Seasoned crews do better, if a campaign's terms say so (house, RULES.md "Crews that learn"). It is part of the condition
in which a vehicle is mustered: `gunnery` is added to the sum of the accuracy dice, and `haste` is taken off the five
rounds of a crew's own repairs of a level.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.upkeep import Grade

from . import tables
from .state import Miniature, Mobility, State

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


class Harm(NamedTuple):
    """`outcome` as in `hits.PenetrationRolled`; `timer` as it is afterwards."""

    outcome: str
    timer: int = 0


def drop(unit: Miniature, range_: int) -> int:
    """R28, A8, A26: what AP loses with range; machine guns' too. HE loses nothing, and howitzers fire nothing else."""
    return 0 if unit.figures.howitzer else range_ - 1


def harm(state: State, victim: Miniature, zone: str, final: int, armour: int) -> Harm:
    """What a final penetration does to the armour of a zone."""
    result = _to_tracks(state, victim, final, armour) if zone == "tracks" else _to_body(victim, final, armour)
    if victim.timer and result != "destroyed":
        return _under_repair(victim, result)
    return Harm(result, 0 if result == "destroyed" else victim.timer)


def _to_body(victim: Miniature, final: int, armour: int) -> str:
    """R30 to R32, A17: armour 0 is only just penetrated by 0, and by anything less too."""
    if final == armour or (armour == 0 and final < 0):
        return "destroyed" if victim.injured else "injured"
    return "destroyed" if final > armour else "none"


def _to_tracks(state: State, victim: Miniature, final: int, armour: int) -> str:
    """R33, R34, B15: a hit on the tracks never destroys, and immobilises at worst."""
    if final < armour:
        return "none"
    if victim.mobility == "mobile" and state.options["semi_immobilised"]:
        return "semi"
    return "immobilised" if victim.mobility != "immobilised" or victim.timer else "none"


def _under_repair(victim: Miniature, result: str) -> Harm:
    """R58, R60, R61, A14, A16, B7: the crew is outside and cannot be hurt, but every hit delays its work."""
    if result in ("semi", "immobilised"):
        return Harm("reset", first_timer(victim))
    return Harm("delayed", delayed(victim))


def restored(state: State, unit: Miniature) -> Mobility:
    """R53, R56, B7: the mobility after one cycle. With option 7 an immobilised vehicle becomes semi-immobilised
    first."""
    if unit.mobility == "immobilised" and state.options["semi_immobilised"]:
        return "semi"
    return "mobile"
