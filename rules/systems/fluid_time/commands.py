"""What players report, in the imperative, and the clerk after the battle. Only what the table alone can show.

Lengths are whole tenths of the unit of measure: tenths of an inch, or millimetres (R37).
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bounds import Key, Text
from rules.contract import Command
from rules.lengths import Length, Stretch

OneUnit = Annotated[str, msgspec.Meta(max_length=40)]  # the id of a unit, "" for none
Card = Annotated[str, msgspec.Meta(max_length=130)]  # as the deck names it: "germans/panzers_a/move"
D6 = Annotated[int, msgspec.Meta(ge=1, le=6)]
D10 = Annotated[int, msgspec.Meta(ge=1, le=10)]
OneDie = Annotated[tuple[D6, ...], msgspec.Meta(min_length=1, max_length=1)]
Dice6 = Annotated[
    tuple[D6, ...], msgspec.Meta(min_length=1, max_length=80)
]  # six shots of a gun of 12 dice, each at a flank
Dice10 = Annotated[tuple[D10, ...], msgspec.Meta(min_length=1, max_length=10)]
Facing = Literal["", "front", "flank", "rear"]
Band = Literal["", "short", "medium", "long", "beyond"]
Concealment = Literal["", "light", "heavy"]
Over = Literal["open", "rough"]
Grant = Literal["move", "half_move", "free"]


# -- the deck ----------------------------------------------------------------------------------------------------------


class Shuffle(Command, frozen=True, kw_only=True):
    """The Command Deck is shuffled and lies face down: a turn begins (R1)."""


class Draw(Command, frozen=True, kw_only=True):
    """The top card is turned over (R2). card: which it is, where the players draw; left out, Leaguer draws."""

    positional: ClassVar = ("card",)
    card: Card = ""


class InvokeCommander(Command, frozen=True, kw_only=True):
    """A force commander plays his Free Action card before the next card is drawn (R4)."""

    positional: ClassVar = ("side",)
    side: Key


class InvokeTogether(Command, frozen=True, kw_only=True):
    """Both commanders announced at once: a die says who acts first, 1 to 3 the scenario's first side (B17)."""

    die: OneDie | None = None


class DeclareTurn(Command, frozen=True, kw_only=True):
    """Which turn comes next, after turns that were not reported."""

    positional: ClassVar = ("turn",)
    turn: Annotated[int, msgspec.Meta(ge=1, le=100)]


# -- an Impulse --------------------------------------------------------------------------------------------------------


class CheckMorale(Command, frozen=True, kw_only=True):
    """A vehicle tests its morale before it activates (R24): two dice for each reason, in the order they came."""

    positional: ClassVar = ("unit",)
    unit: Key
    dice: Dice6 | None = None


class Move(Command, frozen=True, kw_only=True):
    """A stretch of a move. by: the expenditure it begins with; "on" goes on with the move that was begun."""

    positional: ClassVar = ("unit", "distance", "over")
    unit: Key
    distance: Stretch
    over: Over = "open"
    by: Literal["move", "half_move", "free", "on"]


class Halt(Command, frozen=True, kw_only=True):
    """A vehicle becomes stationary: it loses its Moving marker (R7 to R9)."""

    positional: ClassVar = ("unit",)
    unit: Key
    by: Grant


class GoOnOverwatch(Command, frozen=True, kw_only=True):
    """A stationary vehicle goes on overwatch (R15, B2)."""

    positional: ClassVar = ("unit",)
    unit: Key
    by: Grant


class TakeHullDown(Command, frozen=True, kw_only=True):
    """A stationary vehicle at a crest line is hull down from here on (R16, B7)."""

    positional: ClassVar = ("unit",)
    unit: Key


class Observe(Command, frozen=True, kw_only=True):
    """A vehicle spends a Free Action to observe; what it looks for is kept as words (A25)."""

    positional: ClassVar = ("unit",)
    sealed: ClassVar = ("note",)
    unit: Key
    note: Text = ""


class Leave(Command, frozen=True, kw_only=True):
    """A vehicle drives off the table (house)."""

    positional: ClassVar = ("unit",)
    unit: Key
    by: Grant


class Aim(Command, frozen=True, kw_only=True):
    """A shot is declared: before any die of the volley, with those of its platoon, or of every platoon (R17, B8)."""

    positional: ClassVar = ("unit", "target")
    unit: Key
    target: Key


class Fire(Command, frozen=True, kw_only=True):
    """The next shot that was declared is resolved (A18). Of range and distance one is told.

    hull_down: the target is hull down towards this shooter. hit: a die a shot; damage: those of each hit, one hit after
    the other; effect: a die for each penetrating hit.
    """

    positional: ClassVar = ("unit", "range", "facing")
    unit: Key
    range: Band = ""
    distance: Length | None = None
    facing: Facing = ""
    concealment: Concealment = ""
    hull_down: bool = False
    hit: Dice10 | None = None
    damage: Dice6 | None = None
    effect: Dice6 | None = None


class OverwatchFire(Command, frozen=True, kw_only=True):
    """A vehicle on overwatch fires at an enemy that enters or leaves its view, or that has just shot at it (R15)."""

    positional: ClassVar = ("unit", "target", "trigger", "range", "facing")
    unit: Key
    target: Key
    trigger: Literal["enters", "leaves", "return"]
    range: Band = ""
    distance: Length | None = None
    facing: Facing = ""
    concealment: Concealment = ""
    hull_down: bool = False
    hit: Dice10 | None = None
    damage: Dice6 | None = None
    effect: Dice6 | None = None


class EndImpulse(Command, frozen=True, kw_only=True):
    """The unit or side has finished (R2). What it has not spent halts it (B14)."""

    positional: ClassVar = ("side",)
    side: Key


class CallTime(Command, frozen=True, kw_only=True):
    """The minutes of the Impulse are over, by the players' clock (B6)."""


# -- support -----------------------------------------------------------------------------------------------------------


class CallSupport(Command, frozen=True, kw_only=True):
    """A support card that was drawn is called, or discarded: observer says whether its conditions hold (R30, B18).

    kind: the die of a Support card, air or artillery; aircraft: the die for what comes by air (R34).
    """

    positional: ClassVar = ("side",)
    side: Key
    observer: bool
    kind: OneDie | None = None
    aircraft: OneDie | None = None


class HoldFighter(Command, frozen=True, kw_only=True):
    """A drawn fighter is held off until the turn ends (R35)."""

    positional: ClassVar = ("side",)
    side: Key


class CancelStrike(Command, frozen=True, kw_only=True):
    """A held fighter is spent to cancel the enemy's airstrike (R35, B12)."""

    positional: ClassVar = ("side",)
    side: Key


class LetPass(Command, frozen=True, kw_only=True):
    """The enemy's airstrike is not cancelled."""

    positional: ClassVar = ("side",)
    side: Key


class SendStrike(Command, frozen=True, kw_only=True):
    """The intensity die falls and the templates are laid (R31, R36). entry: where aircraft come in, counted clockwise
    from the nominated corner, corners and side centres alike; 0 for untold (B1)."""

    positional: ClassVar = ("side",)
    side: Key
    entry: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0
    intensity: OneDie | None = None


class Strike(Command, frozen=True, kw_only=True):
    """A vehicle of either side under a template is attacked (R32, B11). concealment: where `air_modifiers` are on."""

    positional: ClassVar = ("unit",)
    unit: Key
    concealment: Concealment = ""
    hit: Dice10 | None = None
    damage: Dice6 | None = None
    effect: Dice6 | None = None


class CloseStrike(Command, frozen=True, kw_only=True):
    """Nobody else is under the templates."""

    positional: ClassVar = ("side",)
    side: Key


# -- any time, and after -----------------------------------------------------------------------------------------------


class Concede(Command, frozen=True, kw_only=True):
    """A side gives the field up (house)."""

    positional: ClassVar = ("side",)
    side: Key


class Assess(Command, frozen=True, kw_only=True):
    """The clerk sees what becomes of a vehicle that was hurt, lost or left behind, or has left the table, and of its
    crew."""

    positional: ClassVar = ("unit",)
    unit: Key
    dice: OneDie | None = None


COMMANDS: tuple[type[Command], ...] = (
    DeclareTurn,
    Shuffle,
    InvokeCommander,
    InvokeTogether,
    Draw,
    CheckMorale,
    Aim,
    Fire,
    OverwatchFire,
    Move,
    Halt,
    GoOnOverwatch,
    TakeHullDown,
    Observe,
    Leave,
    EndImpulse,
    CallTime,
    CallSupport,
    HoldFighter,
    CancelStrike,
    LetPass,
    SendStrike,
    Strike,
    CloseStrike,
    Concede,
    Assess,
)
