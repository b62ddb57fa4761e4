"""What players report of an attack (R20 to R35). See `commands`."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bounds import DiceFaces, Key, Text
from rules.contract import Command

from .effects import TOLD

Damage = Annotated[int, msgspec.Meta(ge=0, le=20)]
Cancels = Annotated[int, msgspec.Meta(ge=0, le=6)]
DieLetter = Annotated[str, msgspec.Meta(pattern=r"^[a-z]$(?!\n)")]  # the first attack die is a, the second b
DieLetters = Annotated[tuple[DieLetter, ...], msgspec.Meta(max_length=26)]
KeyOrNone = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[a-z0-9_-]*$(?!\n)")]
Circumstance = Literal[
    "shooter_concealed", "shooter_in_cover", "shooter_near_friend", "target_near_friend", "target_near_enemy"
]
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
    close to the target of an area attack. spotter: the model whose line of sight an Artillery tank uses. keep_hidden:
    no face-down card of the shooter's is turned up before the damage; with the defence dice reported, none of the
    target's.
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
    keep_hidden: bool = False


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
    keep_hidden: no face-down card of the target's is turned up before the damage.
    """

    positional: ClassVar = ("unit",)
    unit: Key
    dice: DiceFaces | None = None
    target_cancels: Cancels | None = None
    criticals: DrawnCards = ()
    told: Circumstances = ()
    spend: KeyOrNone = ""
    keep_hidden: bool = False


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


class KeepHidden(Command, frozen=True, kw_only=True):
    """The owner turns none (or no other) of the face-down cards up that might answer now; `Reveal` turns one up."""

    positional: ClassVar = ("unit",)
    unit: Key


class ReturnFire(Command, frozen=True, kw_only=True):
    """The die of a card that answers damage with damage (Robert Folk). `answer` false: a face-down card stays so."""

    positional: ClassVar = ("unit",)
    unit: Key
    answer: bool = True
    dice: DiceFaces | None = None
