"""What was ruled of shots, explosions and rams, die by die (R17)."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET, UnsetType

from rules.contract import Event, Roll


class ShotFired(Event, frozen=True, kw_only=True):
    """result: "hit", "miss", or why it could not hit: "range", "blocked", "arc". `modifiers` by name, of which each
    raised `needed`; a die of a shot that could not hit counts for nothing."""

    rules: ClassVar = ("R16", "R17", "R18", "R19", "A7", "A8", "A9", "B1", "B11", "B12")
    unit: str
    target: str
    distance: int
    measure: str
    facing: str
    cover: str
    roll: Roll | None
    modifiers: dict[str, int]
    needed: int
    result: str
    reloading: int


class Bombarded(Event, frozen=True, kw_only=True):
    """result: "hit", "miss" or "range". `spotter`: who sees the target for the gun, "" where it does so itself."""

    rules: ClassVar = ("R23", "R24", "R25", "R26", "A15", "B13")
    unit: str
    target: str
    distance: int
    measure: str
    sight: str
    spotter: str
    roll: Roll | None
    modifiers: dict[str, int]
    needed: int
    result: str
    reloading: int


class Scattered(Event, frozen=True, kw_only=True):
    """Where the cap lies: `reach` centimetres (`length` as measured) off in direction `hour`."""

    rules: ClassVar = ("R26", "A17")
    unit: str
    target: str
    direction: Roll
    roll: Roll
    hour: int
    reach: int
    length: int
    measure: str


class AreaClosed(Event, frozen=True, kw_only=True):
    """Everybody within the radius of the explosion ("blast") or under the cap ("cap") has been told."""

    rules: ClassVar = ("R22", "R27", "A14", "A17")
    cause: str
    source: str


class SaveRolled(Event, frozen=True, kw_only=True):
    """save: "heavy", "light", "smoke" or "glancing". `by` is the firer."""

    rules: ClassVar = ("R20", "A10", "A16", "B10")
    unit: str
    by: str
    save: str
    roll: Roll
    needed: int
    saved: bool


class PenetrationRolled(Event, frozen=True, kw_only=True):
    """strength + die = total, against `armour` of `facing` ("lowest" for artillery).

    cause: "shot", "cap", "blast" or "ram"; `by`: who or what did it. result: "penetrates", "glances" or "bounces".
    """

    rules: ClassVar = ("R21", "R28", "R32", "A11", "A14", "A20", "B15")
    unit: str
    by: str
    cause: str
    roll: Roll
    strength: int
    total: int
    facing: str
    armour: int
    result: str


class DamageRolled(Event, frozen=True, kw_only=True):
    """effect: a row of the damage table, "none" where a glance came to nothing. `stunned`, `knocked`: ends of own turns
    until each is over."""

    rules: ClassVar = ("R22", "A12", "A13", "B3")
    unit: str
    by: str
    cause: str
    roll: Roll
    glance: bool
    effect: str
    stunned: int
    knocked: int


class Exploded(Event, frozen=True, kw_only=True):
    """It is knocked out; everybody within `reach` centimetres (`length` as measured) takes a hit. touching: who stood
    in contact with it."""

    rules: ClassVar = ("R22", "A14")
    unit: str
    roll: Roll
    reach: int
    length: int
    measure: str
    touching: tuple[str, ...] | UnsetType = UNSET


FIRE: tuple[type[Event], ...] = (
    ShotFired,
    Bombarded,
    Scattered,
    AreaClosed,
    SaveRolled,
    PenetrationRolled,
    DamageRolled,
    Exploded,
)
