"""What was ruled, in the past tense: report and ruling together, so that `evolve` needs no tables.

Lengths are tenths of the unit of measure, and `measure` says of which (R4).
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET, UnsetType

from rules.contract import Event, Roll

from .events_fire import FIRE


class SetupRolled(Event, frozen=True, kw_only=True):
    """`winner` is "" while the dice tie."""

    rules: ClassVar = ("R6", "A1")
    roll: Roll
    winner: str


class SetupChosen(Event, frozen=True, kw_only=True):
    """`first` moves first and has built the table; the other side deploys first."""

    rules: ClassVar = ("R6", "A1", "B14")
    side: str
    choice: str
    first: str


class Deployed(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R6", "B14")
    side: str


class RoundDeclared(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    round: int


class TurnBegan(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R1", "R2", "R15")
    side: str
    round: int


class Driven(Event, frozen=True, kw_only=True):
    """A stretch of `length`; it cost `cost` halves of a tenth of Speed. corner: how much of it was driven before 90
    degrees had been turned on the road, where they came together on it. contact: the enemy it has run into after `ram`
    tenths of this move."""

    rules: ClassVar = ("R8", "R11", "R13", "R29", "A3", "B4", "B6", "B9")
    unit: str
    over: str
    length: int
    measure: str
    cost: int
    turned: int = 0
    corner: int | UnsetType = UNSET
    reverse: bool = False
    contact: str = ""
    ram: int = 0


class Crossed(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R8", "B9")
    unit: str
    cost: int


class SmokePopped(Event, frozen=True, kw_only=True):
    """`length` 0: it stays where it is."""

    rules: ClassVar = ("R14", "R15", "A5", "B8")
    unit: str
    over: str
    length: int
    measure: str
    cost: int
    contact: str = ""


class Retreated(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R35",)
    unit: str


class MovementEnded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R1", "R10")
    side: str


class FireHeld(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R1",)
    side: str


class Rammed(Event, frozen=True, kw_only=True):
    """`victim` takes a hit of `strength` and a die; `totals` of armour, and `stunned` in ends of own
    turns: of the rammer and of the rammed tank."""

    rules: ClassVar = ("R29", "R30", "R31", "R33", "A19", "A20", "B7")
    unit: str
    target: str
    totals: tuple[int, int]
    stunned: tuple[int, int]
    victim: str
    strength: int
    facing: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """Effects that cover this turn of the side lapse."""

    rules: ClassVar = ("R1", "A12")
    side: str


class Spotted(Event, frozen=True, kw_only=True):
    """The list of a side, which replaces its last one."""

    rules: ClassVar = ("R34", "B13")
    side: str
    spotted: tuple[str, ...]


class Conceded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("B2",)
    side: str


class Assessed(Event, frozen=True, kw_only=True):
    """What became of a vehicle. fate: "kept", "wrecked" (a hull to recover), "captured", "scrapped" or "lost"."""

    rules: ClassVar = ("B2", "B17", "house")
    unit: str
    fate: str


EVENTS: tuple[type[Event], ...] = (
    SetupRolled,
    SetupChosen,
    Deployed,
    RoundDeclared,
    TurnBegan,
    Driven,
    Crossed,
    SmokePopped,
    Retreated,
    MovementEnded,
    *FIRE,
    FireHeld,
    Rammed,
    TurnEnded,
    Spotted,
    Conceded,
    Assessed,
)
