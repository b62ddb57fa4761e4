"""What support cards brought (R30 to R35)."""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Event, Roll


class SupportCalled(Event, frozen=True, kw_only=True):
    """kind: "air", "artillery" or "none" (a 6 that brings nothing); rolls: that of a Support card, that for the
    aircraft. stage: what comes next: "hold", "cancel", "send", or "" where nothing comes."""

    rules: ClassVar = ("R30", "R34", "A13", "B12", "B13")
    side: str
    card: str
    kind: str
    aircraft: str
    rolls: tuple[Roll, ...]
    stage: str


class SupportDiscarded(Event, frozen=True, kw_only=True):
    """Its conditions do not hold; no die falls."""

    rules: ClassVar = ("R30", "B18")
    side: str
    card: str


class FighterHeld(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R35", "A20")
    side: str


class StrikeCancelled(Event, frozen=True, kw_only=True):
    """`side` spends a held fighter; the strike was the other side's."""

    rules: ClassVar = ("R35", "B12", "A20")
    side: str


class StrikeLetPass(Event, frozen=True, kw_only=True):
    """The enemy does not cancel the strike; or, where `side` is its owner, the fighter is not held and attacks. stage:
    what comes next, "cancel" or "send"."""

    rules: ClassVar = ("R35", "B12")
    side: str
    stage: str = "send"


class StrikeSent(Event, frozen=True, kw_only=True):
    """`level` by the intensity die: `templates` templates. entry: 1 to 8, clockwise; 0 for untold."""

    rules: ClassVar = ("R30", "R31", "R36", "B1")
    side: str
    roll: Roll
    level: str
    templates: int
    entry: int = 0


class TargetAttacked(Event, frozen=True, kw_only=True):
    """The die to hit of a vehicle under a template; a hit is told by the event after it."""

    rules: ClassVar = ("R32", "A11", "B10", "B11")
    unit: str
    need: int
    roll: Roll | None
    hit: bool


class StrikeClosed(Event, frozen=True, kw_only=True):
    """Nobody else is under the templates."""

    rules: ClassVar = ("R32",)
    side: str


SUPPORT: tuple[type[Event], ...] = (
    SupportCalled,
    SupportDiscarded,
    FighterHeld,
    StrikeCancelled,
    StrikeLetPass,
    StrikeSent,
    TargetAttacked,
    StrikeClosed,
)
