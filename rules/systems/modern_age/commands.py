"""What players report of TANKS: The Modern Age, and the clerk after the battle. Only what the table alone can show."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bounds import DiceFaces, Key
from rules.contract import Command

from .commands_attack import (
    Defend as Defend,
)
from .commands_attack import (
    DrawCritical as DrawCritical,
)
from .commands_attack import (
    Drawn as Drawn,
)
from .commands_attack import (
    Fire as Fire,
)
from .commands_attack import (
    FireAgain as FireAgain,
)
from .commands_attack import (
    HoldFire as HoldFire,
)
from .commands_attack import (
    KeepHidden as KeepHidden,
)
from .commands_attack import (
    KeyOrNone as KeyOrNone,
)
from .commands_attack import (
    LoseCrew as LoseCrew,
)
from .commands_attack import (
    Pass as Pass,
)
from .commands_attack import (
    PickCritical as PickCritical,
)
from .commands_attack import (
    Refund as Refund,
)
from .commands_attack import (
    Reroll as Reroll,
)
from .commands_attack import (
    RerollDefence as RerollDefence,
)
from .commands_attack import (
    ReturnFire as ReturnFire,
)
from .commands_attack import (
    RollOn as RollOn,
)
from .commands_attack import (
    Smoke as Smoke,
)
from .commands_attack import (
    Spend as Spend,
)
from .commands_attack import (
    Swap as Swap,
)

Moves = Annotated[int, msgspec.Meta(ge=1, le=3)]
Held = Annotated[str, msgspec.Meta(max_length=60, pattern=r"^[a-z0-9_:-]+$(?!\n)")]  # "side:objective"
Points = Annotated[int, msgspec.Meta(ge=0, le=99)]


# -- set-up (R1, R2, R6) -----------------------------------------------------------------------------------------------


class RollForTerrain(Command, frozen=True, kw_only=True):
    """Who places the first Forest: one die for each side, in the order of the sides' names."""

    dice: DiceFaces | None = None


class RollForRole(Command, frozen=True, kw_only=True):
    """Who chooses to attack or defend: one die for each side, in the order of the sides' names."""

    dice: DiceFaces | None = None


class ChooseRole(Command, frozen=True, kw_only=True):
    """The winner of the roll attacks or defends."""

    positional: ClassVar = ("role",)
    role: Literal["attacker", "defender"]


class ChooseEdge(Command, frozen=True, kw_only=True):
    """The Defender's edge of the table; the Attacker gets the opposite one."""

    positional: ClassVar = ("edge",)
    edge: Literal["north", "east", "south", "west"]


class PlaceObjective(Command, frozen=True, kw_only=True):
    """An objective of the mission is put on the table by the side whose turn it is to place one (R41 to R43)."""

    positional: ClassVar = ("objective",)
    objective: Literal["centre", "attacker", "defender", "first", "second"]


class Deploy(Command, frozen=True, kw_only=True):
    """A model is put on the table by the mission's rule.

    elevation: a helicopter's (R16, B3; low when left out). moves: those a Spearhead makes at once (R37); they leave no
    token. reserve: it is held off the table, by a card that allows that.
    """

    positional: ClassVar = ("unit",)
    unit: Key
    elevation: Literal["", "low", "high"] = ""
    moves: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    reserve: bool = False


class Redeploy(Command, frozen=True, kw_only=True):
    """After deployment a tank is deployed anew, where the platoon card allows it (First Panzer)."""

    positional: ClassVar = ("unit",)
    unit: Key


class Arrive(Command, frozen=True, kw_only=True):
    """A tank held in reserve comes on, in the first repair step, by an edge nobody deployed at (Paul Durand)."""

    positional: ClassVar = ("unit", "edge")
    unit: Key
    edge: Literal["north", "east", "south", "west"]


# -- movement (R11 to R19) ---------------------------------------------------------------------------------------------


class Move(Command, frozen=True, kw_only=True):
    """A model makes `moves` moves. `terrain`: it entered or left a Forest (asked of Wheeled models only).

    elevation: the height a helicopter flies at from before this move on; left out, it keeps its own (R16, B3).
    """

    positional: ClassVar = ("unit", "moves")
    unit: Key
    moves: Moves
    terrain: bool = False
    elevation: Literal["", "low", "high"] = ""


class Stay(Command, frozen=True, kw_only=True):
    """A model stays where it is and is Stationary. A helicopter that changes its height takes a speed token (R16)."""

    positional: ClassVar = ("unit",)
    unit: Key
    elevation: Literal["", "low", "high"] = ""


class Evade(Command, frozen=True, kw_only=True):
    """A model stays where it is and takes speed tokens all the same: smoke, evasive driving (R15)."""

    positional: ClassVar = ("unit", "tokens")
    unit: Key
    tokens: Moves


class RepairHalt(Command, frozen=True, kw_only=True):
    """In place of moving a model tries a repair, and takes a speed-1 token (Red Ferguson)."""

    positional: ClassVar = ("unit", "critical")
    unit: Key
    critical: Key
    dice: DiceFaces | None = None


class FreeMove(Command, frozen=True, kw_only=True):
    """By a card a model makes one move that leaves no speed token, or (`elevation`) changes its height instead.

    When: after the Movement Phase and before the first shot, or right after its own attack, as the card says. pay: the
    card that is given up for it. dice: where a die decides whether it happens (Bertie McGann's token, Günter Weber).
    """

    positional: ClassVar = ("unit", "card")
    unit: Key
    card: Key
    elevation: Literal["", "low", "high"] = ""
    pay: KeyOrNone = ""
    dice: DiceFaces | None = None


class Withdraw(Command, frozen=True, kw_only=True):
    """House rule: a model moves at least once, touches its own edge and leaves the table for good, not destroyed."""

    positional: ClassVar = ("unit",)
    unit: Key


# -- command phase (R38) -----------------------------------------------------------------------------------------------


class Repair(Command, frozen=True, kw_only=True):
    """A model tries to repair one of its critical cards, or by a card tries again the one that just failed."""

    positional: ClassVar = ("unit", "critical")
    unit: Key
    critical: Key
    dice: DiceFaces | None = None


class SkipRepair(Command, frozen=True, kw_only=True):
    """A model with a repairable critical card does not try."""

    positional: ClassVar = ("unit",)
    unit: Key


class CheckObjectives(Command, frozen=True, kw_only=True):
    """Which sides have a tank within an arrow of which objective, for the victory check: "side:objective" (R41 to R43).

    An objective both sides reach, or neither, gives nobody a point (A21).
    """

    held: Annotated[tuple[Held, ...], msgspec.Meta(max_length=9)] = ()


class CallTime(Command, frozen=True, kw_only=True):
    """Time is up on the club's clock (A13); only where the battle has a time limit."""


class RollAdvantage(Command, frozen=True, kw_only=True):
    """Who has Advantage in the next turn: one die for each side, in the order of the sides' names."""

    dice: DiceFaces | None = None


# -- at any time -------------------------------------------------------------------------------------------------------


class Reveal(Command, frozen=True, kw_only=True):
    """The owner turns a face-down card up (R5)."""

    positional: ClassVar = ("unit", "card")
    unit: Key
    card: Key


class Use(Command, frozen=True, kw_only=True):
    """A card is used that waits for no step of an attack; a face-down one is turned up with it.

    units: the models a card names (Platoon Coordinator, Forward Commander). phase: the one a card favours this turn
    (Volkov). pay, critical: the card given up, and the critical card it removes (Komissar).
    """

    positional: ClassVar = ("unit", "card")
    unit: Key
    card: Key
    units: Annotated[tuple[Key, ...], msgspec.Meta(max_length=60)] = ()
    phase: Literal["", "movement", "shooting"] = ""
    pay: KeyOrNone = ""
    critical: KeyOrNone = ""


class Concede(Command, frozen=True, kw_only=True):
    """A side gives up; the battle ends at once."""

    positional: ClassVar = ("side",)
    side: Key


class Resume(Command, frozen=True, kw_only=True):
    """What must be known to report shots again: Advantage, Attacker, turns played meanwhile, and in missions with
    objectives the victory points as they stand (of the Attacker alone in R43).
    """

    positional: ClassVar = ("advantage",)
    advantage: Key
    attacker: KeyOrNone = ""
    turns: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    attacker_points: Points | None = None
    defender_points: Points | None = None


# -- the clerk's, after the battle -------------------------------------------------------------------------------------


class Recover(Command, frozen=True, kw_only=True):
    """What becomes of a wreck: recovered by its owner or captured."""

    positional: ClassVar = ("unit",)
    unit: Key


class RepairBetween(Command, frozen=True, kw_only=True):
    """Workshop time between two battles: critical cards, damage, recovered wrecks."""

    positional: ClassVar = ("unit",)
    unit: Key


class CrewFate(Command, frozen=True, kw_only=True):
    """Which crew cards lived through the loss of their tank."""

    positional: ClassVar = ("unit",)
    unit: Key


AFTERMATH: tuple[type[Command], ...] = (Recover, CrewFate, RepairBetween)
COMMANDS: tuple[type[Command], ...] = (
    RollForTerrain,
    RollForRole,
    ChooseRole,
    ChooseEdge,
    PlaceObjective,
    Deploy,
    Redeploy,
    Move,
    Stay,
    Evade,
    RepairHalt,
    FreeMove,
    Withdraw,
    Fire,
    FireAgain,
    RollOn,
    Smoke,
    HoldFire,
    Reroll,
    Swap,
    Defend,
    RerollDefence,
    DrawCritical,
    PickCritical,
    Spend,
    LoseCrew,
    ReturnFire,
    Refund,
    Pass,
    CheckObjectives,
    Repair,
    SkipRepair,
    Arrive,
    RollAdvantage,
    CallTime,
    Reveal,
    KeepHidden,
    Use,
    Concede,
    Resume,
    *AFTERMATH,
)
