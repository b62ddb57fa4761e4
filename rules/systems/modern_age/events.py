"""What happened, as ruled: report and ruling together, so that the fold needs no table. Units and cards by id.

`rules` are the numbers of RULES.md that a ruling may hang on; "house" for the house rules written there in words.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from rules.contract import Event, Roll

Phase = Literal["terrain", "roll", "role", "edge", "deployment", "movement", "shooting", "command"]
Edge = Literal["north", "east", "south", "west"]


class TerrainRolled(Event, frozen=True, kw_only=True):
    """`first` places the first Forest; "" is a tie, rolled again."""

    rules: ClassVar = ("R1", "B16")
    roll: Roll
    first: str


class RoleRolled(Event, frozen=True, kw_only=True):
    """`chooser` attacks or defends as it likes; "" is a tie, rolled again."""

    rules: ClassVar = ("R2", "B16")
    roll: Roll
    chooser: str


class RoleChosen(Event, frozen=True, kw_only=True):
    """The Attacker starts with Advantage (R2)."""

    rules: ClassVar = ("R2",)
    attacker: str


class EdgeChosen(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R2",)
    side: str
    edge: Edge


class Deployed(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R6", "R9", "B14")
    unit: str


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase of a turn begins; "movement" begins a turn and resets the field (R38.5)."""

    rules: ClassVar = ("R10", "R38")
    phase: Phase
    turn: int


class Moved(Event, frozen=True, kw_only=True):
    """A model moved `moves` times; 0 is Stationary. With `evading` it took the tokens without changing place."""

    rules: ClassVar = ("R11", "R12", "R14", "R15")
    unit: str
    moves: int
    evading: bool = False


class Withdrew(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    unit: str


class AttackRolled(Event, frozen=True, kw_only=True):
    """An attack as first rolled: `hits` and `criticals` among the dice; `forced`: a hit made critical (Brutal).

    `final_fury`: shot by a model that will be destroyed; `extra`: the further attack a card gives at initiative 0.
    """

    rules: ClassVar = ("R20", "R25", "R27", "R35", "R37")
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


class AttackRerolled(Event, frozen=True, kw_only=True):
    """Dice re-rolled by being Stationary and by a stabiliser (none: declined), and the attack as it now stands."""

    rules: ClassVar = ("R26", "R8", "A7", "B7")
    unit: str
    stationary: tuple[str, ...]
    stabiliser: tuple[str, ...]
    roll: Roll
    faces: tuple[int, ...]
    hits: int
    criticals: int
    forced: int


class CriticalSwapped(Event, frozen=True, kw_only=True):
    """Sharpshooter: one critical became two hits, or (not `swapped`) the shooter did not want it."""

    rules: ClassVar = ("A19", "B11")
    unit: str
    swapped: bool
    hits: int
    criticals: int


class DefenceRolled(Event, frozen=True, kw_only=True):
    """The defence roll and what it left: each hit left is one damage, each critical left one card to draw."""

    rules: ClassVar = ("R28", "R32", "R33", "A1", "A6")
    unit: str
    attacker: str
    roll: Roll
    cancelled_hits: int
    cancelled_criticals: int
    hits: int
    criticals: int


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
    """A card was spent against the critical just drawn, or none was (""). `undone`: damage taken back."""

    rules: ClassVar = ("R33", "R5", "R7")
    unit: str
    card: str
    name: str
    against: str
    undone: int = 0


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
    """The attack is over; `damage` is what it did to the target in all."""

    rules: ClassVar = ("R33",)
    unit: str
    target: str
    damage: int


class FireHeld(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R20",)
    unit: str
    extra: bool = False


class Destroyed(Event, frozen=True, kw_only=True):
    """A tank at or above its damage capacity is a wreck, or (not `wreck`: base defence 0) gone. `by`: who did it."""

    rules: ClassVar = ("R38", "A8", "A10")
    unit: str
    wreck: bool
    by: str
    points: int


class RepairRolled(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R38",)
    unit: str
    critical: str
    card: str
    roll: Roll
    repaired: bool


class RepairSkipped(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R38",)
    unit: str


class AdvantageRolled(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R38",)
    roll: Roll
    side: str


class CardRevealed(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R5",)
    unit: str
    card: str
    name: str


class Conceded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("A9",)
    side: str


class Resumed(Event, frozen=True, kw_only=True):
    """Shots are reported again; `turns` turns were played unreported."""

    rules: ClassVar = ("house",)
    advantage: str
    attacker: str
    turns: int


How = Literal["last", "none_left", "both_destroyed", "abrams_lost", "conceded", "time", "reported"]


class BattleDecided(Event, frozen=True, kw_only=True):
    """The battle is over: `winner` is a side, "" a draw; `how` says by which rule."""

    rules: ClassVar = ("R39", "R40", "R45", "A9", "A13", "A14")
    winner: str
    how: How


class WreckHandled(Event, frozen=True, kw_only=True):
    """A wreck was recovered by its owner or is lost; `roll` when nobody held the field."""

    rules: ClassVar = ("house",)
    unit: str
    recovered: bool
    roll: Roll | None = None


class CrewFateRolled(Event, frozen=True, kw_only=True):
    """One die for each crew card aboard (`cards`, by id); `lost` are the names of those who did not live."""

    rules: ClassVar = ("house",)
    unit: str
    cards: tuple[str, ...]
    lost: tuple[str, ...]
    roll: Roll


class RepairedBetween(Event, frozen=True, kw_only=True):
    """Between battles: critical cards repaired (by id), the damage left, a wreck `in_service` again."""

    rules: ClassVar = ("house",)
    unit: str
    repaired: tuple[str, ...]
    damage: int
    in_service: bool
    roll: Roll


EVENTS: tuple[type[Event], ...] = (
    TerrainRolled,
    RoleRolled,
    RoleChosen,
    EdgeChosen,
    Deployed,
    PhaseBegan,
    Moved,
    Withdrew,
    AttackRolled,
    AttackRerolled,
    CriticalSwapped,
    DefenceRolled,
    CriticalDrawn,
    CardSpent,
    CardLost,
    CriticalSettled,
    FireReturned,
    AttackResolved,
    FireHeld,
    Destroyed,
    RepairRolled,
    RepairSkipped,
    AdvantageRolled,
    CardRevealed,
    Conceded,
    Resumed,
    BattleDecided,
    WreckHandled,
    CrewFateRolled,
    RepairedBetween,
)
