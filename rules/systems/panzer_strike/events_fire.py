"""What was ruled of a shot, die by die (R19)."""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Event, Roll


class Announced(Event, frozen=True, kw_only=True):
    """A shot is announced. `range` counts; `by` says whether the board or the ruler of the table gave it.

    board_range: what the board says, 0 where it says that there is no shot (no line, no trajectory, too far). contact:
    "held", "new", or "" where nobody has to report the target.
    """

    rules: ClassVar = ("R16", "R17", "R18", "R21", "R38", "R39", "R43")
    unit: str
    target: str
    wall: str
    how: str
    range: int
    by: str
    board_range: int
    cover: str = ""
    reporter: str = ""
    contact: str = ""


class RadioRolled(Event, frozen=True, kw_only=True):
    """Whether the target was reported; if not there is no shot."""

    rules: ClassVar = ("R43", "A9")
    unit: str
    reporter: str
    roll: Roll
    heard: bool


class AccuracyRolled(Event, frozen=True, kw_only=True):
    """result: "hit", "miss", or "obstacle": the cover `victim` was struck ("" for terrain or a wreck, which is a miss).

    For a hit `victim` is the target. `range` is to the victim.
    """

    rules: ClassVar = ("R20", "R21", "A5")
    unit: str
    target: str
    wall: str
    roll: Roll
    total: int
    needed: int
    result: str
    victim: str
    range: int


class ShotDrifted(Event, frozen=True, kw_only=True):
    """Where a parabolic shot that missed came down: `square` is "" for nowhere that matters; `victim` "" for nobody."""

    rules: ClassVar = ("R45",)
    unit: str
    roll: Roll
    square: str
    victim: str
    range: int


class WallDestroyed(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R65",)
    unit: str
    square: str


class HitRolled(Event, frozen=True, kw_only=True):
    """Where the victim was hit. `roll` is None where no die is needed. missed: "" or the symbol that made it a miss.

    zone: "front", "side", "rear", "top" or "tracks"; `armour` is what counts, angled or not.
    """

    rules: ClassVar = ("R22", "R23", "R24", "R25", "R27", "R36", "R42")
    unit: str
    victim: str
    die: str
    roll: Roll | None
    missed: str
    zone: str
    angled: bool
    armour: int


class PenetrationRolled(Event, frozen=True, kw_only=True):
    """base + change - drop = final, against `armour` in `zone`.

    outcome: "none", "destroyed", "injured", "semi", "immobilised", "delayed" (timer +1, R60) or "reset" (timer at 5,
    R61). `timer` as it stands then. unusual: a face the configured die has not.
    """

    rules: ClassVar = ("R28", "R29", "R30", "R31", "R32", "R33", "R34", "R60", "R61")
    unit: str
    victim: str
    roll: Roll
    base: int
    drop: int
    final: int
    zone: str
    armour: int
    outcome: str
    timer: int = 0
    unusual: bool = False


FIRE: tuple[type[Event], ...] = (
    Announced,
    RadioRolled,
    AccuracyRolled,
    ShotDrifted,
    WallDestroyed,
    HitRolled,
    PenetrationRolled,
)
