"""What was ruled, in the past tense: report and ruling together, so that `evolve` needs no tables.

Lengths are tenths of the unit of measure, and `measure` says of which (R37).
"""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Event, Roll

from .events_fire import FIRE
from .events_support import SUPPORT


class DeckShuffled(Event, frozen=True, kw_only=True):
    """A turn begins; the deck of `cards` lies face down. order: Leaguer's, sealed (`Roll.sealed`); None where the
    players shuffle."""

    rules: ClassVar = ("R1", "R3", "B19")
    turn: int
    cards: tuple[str, ...]
    order: Roll | None = None


class CardDrawn(Event, frozen=True, kw_only=True):
    """`left` cards lie face down after it. roll: which of those left it was, where Leaguer draws."""

    rules: ClassVar = ("R2", "R5", "A22")
    card: str
    left: int
    roll: Roll | None = None


class CommanderInvoked(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R4", "B17")
    side: str


class CommandersTied(Event, frozen=True, kw_only=True):
    """Both announced at once; `first` acts first, then the other."""

    rules: ClassVar = ("R4", "B17")
    roll: Roll
    first: str


class ImpulseBegan(Event, frozen=True, kw_only=True):
    """Each vehicle of `units` has `grants` to spend. card "" is a commander's; platoon "" the whole side."""

    rules: ClassVar = ("R2", "R4", "R7", "R8", "R9", "R10", "R11", "R12", "A2", "A3")
    side: str
    card: str
    platoon: str
    grants: tuple[str, ...]
    units: tuple[str, ...]


class MoraleChecked(Event, frozen=True, kw_only=True):
    """One reason, one test: `total` of two dice and `modifier`. reason "rally": what keeps a suppressed vehicle from
    acting; others: reasons that this test stands for as well (A7). result: "passed", "suppressed" or "abandoned";
    steady: every test of this check was passed, and this was the last."""

    rules: ClassVar = ("R23", "R24", "R25", "R26", "R27", "R28", "R29", "A6", "A7", "A9", "B3", "B4", "B5")
    unit: str
    reason: str
    roll: Roll
    modifier: int
    total: int
    result: str
    steady: bool = False
    others: tuple[str, ...] = ()


class LastOfPlatoon(Event, frozen=True, kw_only=True):
    """It is the last of its platoon in play, and will test for it (R23, A8)."""

    rules: ClassVar = ("R23", "A8")
    unit: str


class Moved(Event, frozen=True, kw_only=True):
    """A stretch of `length`; it cost `cost` tenths of open ground, and `reach` is left of the move. spent: the
    expenditure it began with, "" where it goes on."""

    rules: ClassVar = ("R7", "R8", "R9", "R11", "R13", "A2", "A5")
    unit: str
    over: str
    length: int
    measure: str
    cost: int
    reach: int
    spent: str


class Halted(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R7", "R8", "R9", "R13", "R14")
    unit: str
    spent: str


class WentOnOverwatch(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R15", "B2", "B9")
    unit: str
    spent: str


class TookHullDown(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R16", "B7")
    unit: str


class Observed(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R7", "A25")
    sealed: ClassVar = ("note",)
    unit: str
    note: str


class LeftTable(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    unit: str
    spent: str


class ImpulseEnded(Event, frozen=True, kw_only=True):
    """why: "done", "time" (the players' clock) or "nobody" (none can act). `halted` have left a grant unspent (B14)."""

    rules: ClassVar = ("R2", "B6", "B14")
    side: str
    why: str
    halted: tuple[str, ...] = ()


class TurnEnded(Event, frozen=True, kw_only=True):
    """A Turn Over card. `out`: the cards that stay out of the next deck (B19)."""

    rules: ClassVar = ("R3", "A20", "A22", "B15", "B19")
    turn: int
    out: tuple[str, ...] = ()


class DeckDisclosed(Event, frozen=True, kw_only=True):
    """The order the deck of this turn has had from its shuffle on."""

    rules: ClassVar = ("R1", "A22")
    turn: int
    order: Roll


class TurnDeclared(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    turn: int


class Conceded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    side: str


class Assessed(Event, frozen=True, kw_only=True):
    """What became of a vehicle and its crew. fate: "kept", "wrecked" (a hull to recover), "captured" or "lost"; crew:
    "fit" or "lost"."""

    rules: ClassVar = ("R22", "R28", "house")
    unit: str
    fate: str
    crew: str
    roll: Roll | None = None


EVENTS: tuple[type[Event], ...] = (
    DeckShuffled,
    CardDrawn,
    CommanderInvoked,
    CommandersTied,
    ImpulseBegan,
    MoraleChecked,
    LastOfPlatoon,
    Moved,
    Halted,
    WentOnOverwatch,
    TookHullDown,
    Observed,
    LeftTable,
    *FIRE,
    *SUPPORT,
    ImpulseEnded,
    TurnEnded,
    DeckDisclosed,
    TurnDeclared,
    Conceded,
    Assessed,
)
