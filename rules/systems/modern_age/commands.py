"""What players report of TANKS: The Modern Age, and the clerk after the battle. Only what the table alone can show."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bounds import DiceFaces, Key, Text
from rules.contract import Command

from .effects import TOLD

Moves = Annotated[int, msgspec.Meta(ge=1, le=3)]
Damage = Annotated[int, msgspec.Meta(ge=0, le=20)]
Cancels = Annotated[int, msgspec.Meta(ge=0, le=6)]
DieLetter = Annotated[str, msgspec.Meta(pattern=r"^[a-z]$(?!\n)")]  # the first attack die is a, the second b
DieLetters = Annotated[tuple[DieLetter, ...], msgspec.Meta(max_length=26)]
KeyOrNone = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[a-z0-9_-]*$(?!\n)")]
Circumstance = Literal[
    "shooter_concealed", "shooter_in_cover", "shooter_near_friend", "target_near_friend", "target_near_enemy"
]
Held = Annotated[str, msgspec.Meta(max_length=60, pattern=r"^[a-z0-9_:-]+$(?!\n)")]  # "side:objective"
Points = Annotated[int, msgspec.Meta(ge=0, le=99)]
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


Circumstances = Annotated[tuple[Circumstance, ...], msgspec.Meta(max_length=len(TOLD))]
CardKeys = Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)]
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

    weapon: "gun" for the attack value, the machine guns against a helicopter (R27) or Rapid Fire; "missiles" (R34);
    "fixed" or "area" for the dice of a card. told: circumstances that cards in play hang on. spend: cards of the
    shooter's used for this attack; instead: a card discarded in place of the Ammo card among them. others: the tanks
    close to the target of an area attack. spotter: the model whose line of sight an Artillery tank uses.
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
    weapon: Literal["gun", "missiles", "fixed", "area"] = "gun"
    told: Circumstances = ()
    spend: CardKeys = ()
    instead: KeyOrNone = ""
    others: Annotated[tuple[Key, ...], msgspec.Meta(max_length=12)] = ()
    spotter: KeyOrNone = ""


class FireAgain(Command, frozen=True, kw_only=True):
    """The second attack of a card, right after the first (Connor Styles, Jurgen Schmidt); fields as in `Fire`."""

    positional: ClassVar = ("unit", "target")
    unit: Key
    target: Key
    card: Key
    cover: bool = False
    close: bool = False
    side_shot: bool = False
    enemy_close: bool = False
    weapon: Literal["gun", "missiles"] = "gun"
    told: Circumstances = ()
    dice: DiceFaces | None = None


class RollOn(Command, frozen=True, kw_only=True):
    """The dice of an area attack on its next target."""

    positional: ClassVar = ("unit",)
    unit: Key
    dice: DiceFaces | None = None


class Smoke(Command, frozen=True, kw_only=True):
    """In place of an attack a card blinds the target until the Shooting Phase is over (Willie Pete)."""

    positional: ClassVar = ("unit", "target")
    unit: Key
    target: Key
    card: Key
    instead: KeyOrNone = ""


class Refund(Command, frozen=True, kw_only=True):
    """A spent Ammo card comes back to its model, on the die of a card where it asks for one (David Mason)."""

    positional: ClassVar = ("unit", "card")
    unit: Key
    card: Key  # the one that brings it back
    dice: DiceFaces | None = None


class Pass(Command, frozen=True, kw_only=True):
    """Nothing (more) follows this model's attack: no free move, no second attack, no card comes back."""

    positional: ClassVar = ("unit",)
    unit: Key


class HoldFire(Command, frozen=True, kw_only=True):
    """A model whose turn to shoot has come does not."""

    positional: ClassVar = ("unit",)
    unit: Key


class Reroll(Command, frozen=True, kw_only=True):
    """The shooter re-rolls dice of the open attack, or none.

    cards: dice re-rolled by crew or upgrade cards; ones: by cards that name the face they show; spend: the card
    discarded to re-roll any dice (those under `cards`); instead: the one discarded in its place. dice: the new faces,
    in the order of stationary, stabiliser, cards, ones, each die once.
    """

    positional: ClassVar = ("unit",)
    unit: Key
    stationary: DieLetters = ()
    stabiliser: DieLetters = ()
    dice: DiceFaces | None = None
    cards: DieLetters = ()
    ones: DieLetters = ()
    spend: KeyOrNone = ""
    instead: KeyOrNone = ""


class Swap(Command, frozen=True, kw_only=True):
    """The shooter changes results as the platoon's rule or a card allows, or does not: the change that is open.

    A critical into two hits (Sharpshooter), a hit into a critical, two hits into a critical, two hits for a crew card.
    """

    positional: ClassVar = ("unit",)
    unit: Key
    swap: bool


class Defend(Command, frozen=True, kw_only=True):
    """The target's owner rolls defence. `target_cancels` as in `Fire`; `criticals` are the cards then drawn.

    told: circumstances that the target's cards hang on. spend: a card discarded before the roll (Countermeasures).
    """

    positional: ClassVar = ("unit",)
    unit: Key
    dice: DiceFaces | None = None
    target_cancels: Cancels | None = None
    criticals: DrawnCards = ()
    told: Circumstances = ()
    spend: KeyOrNone = ""


class RerollDefence(Command, frozen=True, kw_only=True):
    """The target's owner re-rolls defence dice, or none. The first die rolled is a.

    spend: the card discarded to re-roll them all; pay: the upgrade given up for a card that asks for one. dice: the new
    faces in the order of `again`.
    """

    positional: ClassVar = ("unit",)
    unit: Key
    again: DieLetters = ()
    dice: DiceFaces | None = None
    spend: KeyOrNone = ""
    pay: KeyOrNone = ""
    target_cancels: Cancels | None = None


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


class PickCritical(Command, frozen=True, kw_only=True):
    """Of several critical cards drawn for one critical, the one that counts: its place, from 1, as they were drawn.

    `unit` is the shooter where its card drew them (Sharpshooter Gunner), the target where its own did. `criticals` are
    the cards then drawn.
    """

    positional: ClassVar = ("unit", "place")
    unit: Key
    place: Annotated[int, msgspec.Meta(ge=1, le=9)]
    criticals: DrawnCards = ()


class Spend(Command, frozen=True, kw_only=True):
    """The owner spends a card against the critical just drawn, or ("") none.

    pay: the card given up where the one named asks for another (Komissar). taker: the friendly tank close by whose
    card takes the critical over (Altruistic Commander); then `card` is that tank's. criticals: the card then drawn
    (Protected Ammo).
    """

    positional: ClassVar = ("unit", "card")
    unit: Key
    card: KeyOrNone = ""
    pay: KeyOrNone = ""
    taker: KeyOrNone = ""
    criticals: DrawnCards = ()


class LoseCrew(Command, frozen=True, kw_only=True):
    """The owner chooses which crew card is lost (Injured Crew, Asassin). `criticals` are the cards then drawn."""

    positional: ClassVar = ("unit", "card")
    unit: Key
    card: Key
    criticals: DrawnCards = ()


class ReturnFire(Command, frozen=True, kw_only=True):
    """The die of a card that answers damage with damage (Robert Folk). `answer` false: a face-down card stays so."""

    positional: ClassVar = ("unit",)
    unit: Key
    answer: bool = True
    dice: DiceFaces | None = None


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
    Use,
    Concede,
    Resume,
    *AFTERMATH,
)
