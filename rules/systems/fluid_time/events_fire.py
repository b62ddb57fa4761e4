"""What shots came to, declared or from overwatch, and what every hit of shot or strike does."""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Event, Roll


class FireDeclared(Event, frozen=True, kw_only=True):
    """It spends a Free Action."""

    rules: ClassVar = ("R17", "B8", "A18")
    unit: str
    target: str


class ShotResolved(Event, frozen=True, kw_only=True):
    """A shooting of a die a shot; at or below `need` hits. overwatch: the trigger ("enters", "leaves", "return"), ""
    for a declared shot. modifiers: (name, value), those that count. needs below 1 and shots beyond range cast no die
    (`roll` None, hits 0)."""

    rules: ClassVar = ("R15", "R16", "R18", "R19", "A4", "A14", "A15", "A19", "B9")
    unit: str
    target: str
    overwatch: str
    range: str
    facing: str
    need: int
    modifiers: tuple[tuple[str, int], ...]
    roll: Roll | None
    hits: int
    distance: int | None = None
    measure: str = ""


class ShotWasted(Event, frozen=True, kw_only=True):
    """A declared shot that nobody can fire any more, or at what is out. why: "target" or "shooter"."""

    rules: ClassVar = ("A18",)
    unit: str
    target: str
    why: str


class HitResolved(Event, frozen=True, kw_only=True):
    """One hit: its dice (those of the gun, and one for flank, rear or top) against the armour.

    source: who fired, or the card of a strike; side: whose; cause: "shot" or "strike". effect: "none" (not penetrated),
    else as `tables.EFFECTS`; effect_roll where it penetrated. tests: the reason to test morale that follows, "" for
    none; repeated: with the modifier of a second strike, on this test or, where it is none, on those that wait (B3).
    """

    rules: ClassVar = ("R20", "R21", "R22", "R23", "R32", "R33", "A11", "A12", "A16", "A17", "B3", "B11")
    unit: str
    source: str
    side: str
    cause: str
    dice: int
    roll: Roll
    total: int
    armour: int
    effect: str
    effect_roll: Roll | None = None
    tests: str = ""
    repeated: bool = False


FIRE: tuple[type[Event], ...] = (FireDeclared, ShotResolved, ShotWasted, HitResolved)
