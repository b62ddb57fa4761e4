"""What players report of TANKS: The Modern Age, and the clerk after the battle. Only what the table alone can show."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bounds import DiceFaces, Key, Text
from rules.contract import Command

Moves = Annotated[int, msgspec.Meta(ge=1, le=3)]
Damage = Annotated[int, msgspec.Meta(ge=0, le=20)]
Cancels = Annotated[int, msgspec.Meta(ge=0, le=6)]
DieLetter = Annotated[str, msgspec.Meta(pattern=r"^[a-z]$(?!\n)")]  # the first attack die is a, the second b
DieLetters = Annotated[tuple[DieLetter, ...], msgspec.Meta(max_length=26)]
KeyOrNone = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[a-z0-9_-]*$(?!\n)")]
CriticalName = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A critical card drawn at the table. With the house deck its name says the rest.

    `card` is a known name or "Other"; `effect` is the known card whose effect it has ("" is the card's own, "none").
    `repairable` is said of cards that are not known to be.
    """

    card: CriticalName
    damage: Damage = 0
    repairable: bool = False
    effect: Annotated[str, msgspec.Meta(max_length=40)] = ""


DrawnCards = Annotated[tuple[Drawn, ...], msgspec.Meta(max_length=12)]


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


class Deploy(Command, frozen=True, kw_only=True):
    """A model is put on the table by the mission's rule."""

    positional: ClassVar = ("unit",)
    unit: Key


# -- movement (R11 to R19) ---------------------------------------------------------------------------------------------


class Move(Command, frozen=True, kw_only=True):
    """A model makes `moves` moves. `terrain`: it entered or left a Forest (asked of Wheeled models only)."""

    positional: ClassVar = ("unit", "moves")
    unit: Key
    moves: Moves
    terrain: bool = False


class Stay(Command, frozen=True, kw_only=True):
    """A model stays where it is and is Stationary."""

    positional: ClassVar = ("unit",)
    unit: Key


class Evade(Command, frozen=True, kw_only=True):
    """A model stays where it is and takes speed tokens all the same: smoke, evasive driving (R15)."""

    positional: ClassVar = ("unit", "tokens")
    unit: Key
    tokens: Moves


class Withdraw(Command, frozen=True, kw_only=True):
    """House rule: a model moves at least once, touches its own edge and leaves the table for good, not destroyed."""

    positional: ClassVar = ("unit",)
    unit: Key


# -- shooting (R20 to R35) ---------------------------------------------------------------------------------------------


class Fire(Command, frozen=True, kw_only=True):
    """A model attacks. Reporting it says that sight and arc were there (R21 to R24).

    cover, close, side_shot: what the table shows of target and shooter; enemy_close: another enemy than the target
    is within close range of the shooter. dice: the attack as first rolled, die a, b, c ...; stationary, stabiliser:
    which of those dice were re-rolled by which rule, rerolled: what they then showed; swap: one critical became two
    hits; defence: the defence dice; shooter_cancels, target_cancels: how many criticals the shooter's fours and fives
    and the target's sixes take (as near as can be; left out: as few, as many as can be); criticals: cards drawn.
    A report may stop at any step; what it does not answer is asked for. Answering a later step passes over the
    re-roll and the swap before it.
    """

    positional: ClassVar = ("unit", "target")
    unit: Key
    target: Key
    cover: bool = False
    close: bool = False
    side_shot: bool = False
    enemy_close: bool = False
    dice: DiceFaces | None = None
    stationary: DieLetters | None = None
    stabiliser: DieLetters | None = None
    rerolled: DiceFaces | None = None
    swap: bool | None = None
    defence: DiceFaces | None = None
    shooter_cancels: Cancels | None = None
    target_cancels: Cancels | None = None
    criticals: DrawnCards = ()


class HoldFire(Command, frozen=True, kw_only=True):
    """A model whose turn to shoot has come does not."""

    positional: ClassVar = ("unit",)
    unit: Key


class Reroll(Command, frozen=True, kw_only=True):
    """The shooter re-rolls dice of the open attack, or none. `dice`: the new faces, stationary's, then stabiliser's."""

    positional: ClassVar = ("unit",)
    unit: Key
    stationary: DieLetters = ()
    stabiliser: DieLetters = ()
    dice: DiceFaces | None = None


class Swap(Command, frozen=True, kw_only=True):
    """Sharpshooter: the shooter turns one critical into two hits, or does not."""

    positional: ClassVar = ("unit",)
    unit: Key
    swap: bool


class Defend(Command, frozen=True, kw_only=True):
    """The target's owner rolls defence. `target_cancels` as in `Fire`; `criticals` are the cards then drawn."""

    positional: ClassVar = ("unit",)
    unit: Key
    dice: DiceFaces | None = None
    target_cancels: Cancels | None = None
    criticals: DrawnCards = ()


class DrawCritical(Command, frozen=True, kw_only=True):
    """The critical card the target's owner drew at the table, as `Drawn`; `note` keeps its printed words."""

    positional: ClassVar = ("unit", "card")
    sealed: ClassVar = ("note",)
    unit: Key
    card: CriticalName
    damage: Damage = 0
    repairable: bool = False
    effect: Annotated[str, msgspec.Meta(max_length=40)] = ""
    note: Text = ""


class Spend(Command, frozen=True, kw_only=True):
    """The owner spends a card against the critical just drawn, or ("") none."""

    positional: ClassVar = ("unit", "card")
    unit: Key
    card: KeyOrNone = ""


class LoseCrew(Command, frozen=True, kw_only=True):
    """The owner chooses which crew card is lost (Injured Crew)."""

    positional: ClassVar = ("unit", "card")
    unit: Key
    card: Key


class ReturnFire(Command, frozen=True, kw_only=True):
    """The die of a card that answers damage with damage (Robert Folk). `answer` false: a face-down card stays so."""

    positional: ClassVar = ("unit",)
    unit: Key
    answer: bool = True
    dice: DiceFaces | None = None


# -- command phase (R38) -----------------------------------------------------------------------------------------------


class Repair(Command, frozen=True, kw_only=True):
    """A model tries to repair one of its critical cards."""

    positional: ClassVar = ("unit", "critical")
    unit: Key
    critical: Key
    dice: DiceFaces | None = None


class SkipRepair(Command, frozen=True, kw_only=True):
    """A model with a repairable critical card does not try."""

    positional: ClassVar = ("unit",)
    unit: Key


class RollAdvantage(Command, frozen=True, kw_only=True):
    """Who has Advantage in the next turn: one die for each side, in the order of the sides' names."""

    dice: DiceFaces | None = None


# -- at any time -------------------------------------------------------------------------------------------------------


class Reveal(Command, frozen=True, kw_only=True):
    """The owner turns a face-down card up (R5)."""

    positional: ClassVar = ("unit", "card")
    unit: Key
    card: Key


class Concede(Command, frozen=True, kw_only=True):
    """A side gives up; the battle ends at once."""

    positional: ClassVar = ("side",)
    side: Key


class Resume(Command, frozen=True, kw_only=True):
    """What must be known to report shots again: who has Advantage, who is the Attacker, turns played meanwhile."""

    positional: ClassVar = ("advantage",)
    advantage: Key
    attacker: KeyOrNone = ""
    turns: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0


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
    Deploy,
    Move,
    Stay,
    Evade,
    Withdraw,
    Fire,
    HoldFire,
    Reroll,
    Swap,
    Defend,
    DrawCritical,
    Spend,
    LoseCrew,
    ReturnFire,
    Repair,
    SkipRepair,
    RollAdvantage,
    Reveal,
    Concede,
    Resume,
    *AFTERMATH,
)
