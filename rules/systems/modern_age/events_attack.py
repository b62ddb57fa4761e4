"""What happened in an attack, as ruled, from its dice to its last critical card (R20 to R36). See `events`."""

from __future__ import annotations

from typing import ClassVar, Literal

from rules.contract import Event, Roll

Weapon = Literal["gun", "missiles", "fixed", "area"]


class AttackRolled(Event, frozen=True, kw_only=True):
    """An attack as first rolled: `hits` and `criticals` among the dice; `forced`: a hit made critical (Brutal).

    `final_fury`: shot by a model that will be destroyed; `extra`: the further attack a card gives at initiative 0.
    `again`: a second attack by that card. `weapon`, `told`, `spent` (cards by id, used up with it or not), `others` and
    `spotter` as reported; `critical_on`: the lowest face of a critical, 7 for none.
    """

    version: ClassVar = 2
    rules: ClassVar = ("R20", "R21", "R25", "R27", "R34", "R35", "R37", "A6", "A12", "B6", "B16")
    unit: str
    target: str
    cover: bool
    close: bool
    side_shot: bool
    enemy_close: bool
    final_fury: bool
    extra: bool
    roll: Roll
    hit_on: int
    hits: int
    criticals: int
    forced: int
    shooter_cancels: int | None = None
    weapon: Weapon = "gun"
    critical_on: int = 6
    told: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    spotter: str = ""
    again: str = ""


class SmokeLaid(Event, frozen=True, kw_only=True):
    """In place of an attack a card blinded the target until the Shooting Phase is over; `follows` as of an attack."""

    rules: ClassVar = ("R7", "R20")
    unit: str
    target: str
    card: str
    extra: bool = False
    follows: bool = False


class CardUsed(Event, frozen=True, kw_only=True):
    """A card was turned up and used; `discarded` is the card (by id) that went for it, "" for none.

    units: the models it reaches; phase: the one it favours; critical: the critical card it removed.
    """

    rules: ClassVar = ("R5", "R7")
    unit: str
    card: str
    name: str
    discarded: str = ""
    discarded_name: str = ""
    units: tuple[str, ...] = ()
    phase: Literal["", "movement", "shooting"] = ""
    critical: str = ""


class CardRefunded(Event, frozen=True, kw_only=True):
    """A spent Ammo card is back on its model, face up, or (not `back`) the die of `by` did not bring it back."""

    rules: ClassVar = ("R7",)
    unit: str
    card: str
    by: str
    back: bool
    roll: Roll | None = None


class AttackRerolled(Event, frozen=True, kw_only=True):
    """Dice re-rolled by being Stationary, a stabiliser and cards (none: declined); the attack as it now stands."""

    version: ClassVar = 2
    rules: ClassVar = ("R26", "R8", "A7", "B7")
    unit: str
    stationary: tuple[str, ...]
    stabiliser: tuple[str, ...]
    roll: Roll
    faces: tuple[int, ...]
    hits: int
    criticals: int
    forced: int
    cards: tuple[str, ...] = ()


class CriticalSwapped(Event, frozen=True, kw_only=True):
    """Results changed as a platoon's rule (`by` "") or a card allows, or (not `swapped`) the shooter did not want it.

    does: "split" a critical into two hits (Sharpshooter), "upgrade" a hit into a critical, "join" two hits into one,
    "exposed" an upgrade the target's card allows, "strike_crew" two hits for a crew card.
    """

    version: ClassVar = 2
    rules: ClassVar = ("A19", "B11", "R8", "R7")
    unit: str
    swapped: bool
    hits: int
    criticals: int
    by: str = ""
    does: str = "split"
    stage: Literal["rolled", "uncancelled"] = "rolled"


class DefenceRolled(Event, frozen=True, kw_only=True):
    """The defence roll and what it left: each hit left is one damage, each critical left one card to draw.

    `settled` false: dice may be re-rolled or results changed first; what is left comes with `DefenceSettled`.
    """

    version: ClassVar = 2
    rules: ClassVar = ("R28", "R29", "R30", "R31", "R32", "R33", "A1", "A6", "B2", "B4", "B12")
    unit: str
    attacker: str
    roll: Roll
    cancelled_hits: int
    cancelled_criticals: int
    hits: int
    criticals: int
    settled: bool = True
    told: tuple[str, ...] = ()
    target_cancels: int | None = None


class DefenceRerolled(Event, frozen=True, kw_only=True):
    """Defence dice re-rolled by cards and the platoon's rule (none: declined); `faces` are the dice as they now lie."""

    rules: ClassVar = ("R8", "R7", "R32")
    unit: str
    again: tuple[str, ...]
    roll: Roll
    faces: tuple[int, ...]
    target_cancels: int | None = None


class HitsCancelled(Event, frozen=True, kw_only=True):
    """What the defence dice cancelled, and what is left uncancelled for the shooter to change."""

    rules: ClassVar = ("R32", "A1", "A19")
    unit: str
    attacker: str
    cancelled_hits: int
    cancelled_criticals: int
    hits: int
    criticals: int
    forced: int = 0
    worn: int = 0


class DefenceSettled(Event, frozen=True, kw_only=True):
    """What is left in the end: each hit is one damage, each critical one card to draw."""

    rules: ClassVar = ("R33", "A19")
    unit: str
    attacker: str
    hits: int
    criticals: int


class CriticalTurned(Event, frozen=True, kw_only=True):
    """One of several critical cards drawn for one critical, of which `CriticalPicked` keeps one; no damage yet."""

    rules: ClassVar = ("R33", "R7", "A2")
    sealed: ClassVar = ("note",)
    unit: str
    attacker: str
    card: str
    damage: int
    repairable: bool
    effect: str
    roll: Roll | None = None
    note: str = ""


class CriticalPicked(Event, frozen=True, kw_only=True):
    """The card picked by `by` counts, with its damage; the others are discarded without effect. `place`: from 1, as
    they were drawn. Not `final`: the target's owner draws another beside it, and there is no damage yet.
    """

    rules: ClassVar = ("R33", "R7")
    unit: str
    attacker: str
    by: str
    place: int
    card: str
    damage: int
    thrown: tuple[str, ...]
    final: bool = True


class CriticalDrawn(Event, frozen=True, kw_only=True):
    """A critical card and its damage. `effect` names the card whose effect it has, "" for none."""

    rules: ClassVar = ("R33", "A2")
    sealed: ClassVar = ("note",)
    unit: str
    attacker: str
    card: str
    damage: int
    repairable: bool
    effect: str
    roll: Roll | None = None
    note: str = ""


class CardSpent(Event, frozen=True, kw_only=True):
    """A card was spent against the critical just drawn, or none was (""). `undone`: damage taken back.

    paid: the card given up for it, where not the card itself. redraw: another critical card is drawn for it.
    """

    version: ClassVar = 2
    rules: ClassVar = ("R33", "R5", "R7")
    unit: str
    card: str
    name: str
    against: str
    undone: int = 0
    paid: str = ""
    paid_name: str = ""
    redraw: bool = False


class CriticalTaken(Event, frozen=True, kw_only=True):
    """A friendly tank took the critical over, damage and effect, and its card was discarded for it."""

    rules: ClassVar = ("R33", "R7")
    unit: str
    taker: str
    card: str
    name: str
    against: str
    damage: int


class CardLost(Event, frozen=True, kw_only=True):
    """A crew or upgrade card left the game, face up; `cause` is the critical card."""

    rules: ClassVar = ("R33", "A2")
    unit: str
    card: str
    name: str
    cause: str


class CriticalSettled(Event, frozen=True, kw_only=True):
    """A critical card is done with: `attached` to its model under that id until repaired, or discarded ("")."""

    rules: ClassVar = ("R33",)
    unit: str
    card: str
    attached: str


class FireReturned(Event, frozen=True, kw_only=True):
    """The die of a card that answers damage with damage; no `roll`: a face-down card that might have stayed so."""

    rules: ClassVar = ("R5", "R7")
    unit: str
    target: str
    roll: Roll | None
    damage: int


class AttackResolved(Event, frozen=True, kw_only=True):
    """The attack is over; `damage` is what it did to the target in all.

    `marks`: the card by which the target is marked for others (Laurent Dyre). `follows`: something may follow at once.
    """

    version: ClassVar = 2
    rules: ClassVar = ("R33", "R7")
    unit: str
    target: str
    damage: int
    marks: str = ""
    follows: bool = False


class FireHeld(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R20",)
    unit: str
    extra: bool = False


class AttackClosed(Event, frozen=True, kw_only=True):
    """Nothing (more) follows the attack just made."""

    rules: ClassVar = ("R20",)
    unit: str


class Crashed(Event, frozen=True, kw_only=True):
    """A helicopter at or above its damage capacity is removed at once (R36)."""

    rules: ClassVar = ("R36",)
    unit: str
    by: str
    points: int
