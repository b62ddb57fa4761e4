"""A battle of TANKS: The Modern Age as the fold keeps it, and the base classes of its commands and events."""

from __future__ import annotations

from collections.abc import Generator
from typing import Annotated, ClassVar, Literal

import msgspec

from rules import contract
from rules.bounds import Key, Name
from rules.contract import Command, DiceCommand, Feat, Piece
from rules.contract import Event as ContractEvent
from rules.contract import gettext_noop as _
from rules.kit.declarable import Declarable

from .catalogue import Entry
from .effects import Effect
from .grades import Skill
from .shot import After, Damage, EffectName, Shot, Small, Word

Phase = Literal["terrain", "roll", "role", "edge", "objectives", "deployment", "movement", "shooting", "command"]
Edge = Literal["north", "east", "south", "west"]
Elevation = Literal["", "low", "high"]  # "" for tanks
How = Literal[
    "last",
    "none_left",
    "both_destroyed",
    "abrams_lost",
    "conceded",
    "time",
    "reported",
    "hill",  # R41: three victory points
    "broken_through",  # R42, R43: two
    "held",  # R43: the Defender, after eight turns
    "time_points",  # R41, R42: more victory points when time is up
]
SET_UP = ("terrain", "roll", "role", "edge")
TURN = ("movement", "shooting", "command")
# The bounds of what people may declare. The fold does not check them, and play stays well within them. The chapters say
# how facts have to fit one another (`forbids`).
CriticalKey = Annotated[str, msgspec.Meta(max_length=8, pattern=r"^c[1-9][0-9]*$(?!\n)")]
NameOrNone = Annotated[str, msgspec.Meta(max_length=40)]  # of a side or a model
Row = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]  # of the log


class Wound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A critical card that a model still carries. `effect` names the known card whose effect it has, "" for none."""

    card: Name
    repairable: bool = True
    effect: EffectName = ""


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What outlives a battle of a model; {} is brand new. `lost_cards` are names, or ids of face-down cards. The bounds
    are for reports; no battle comes near them.

    fate: "" in service, "destroyed" (a wreck), "removed" (lost for good), "withdrawn" (only within the battle).

    The others are for campaigns, and are in no JSON if they say nothing. skills: what the crew has learnt, as a
    campaign musters it; no outcome has any. crew, hull: what became of the crew, and whether a model that is lost for
    good leaves a hull. The outcome of a campaign's battle has these two, and nobody reports them.
    """

    damage: Damage = 0
    criticals: Annotated[tuple[Wound, ...], msgspec.Meta(max_length=1000)] = ()
    lost_cards: Annotated[tuple[Name, ...], msgspec.Meta(max_length=200)] = ()
    fate: Literal["", "destroyed", "removed", "withdrawn"] = ""
    skills: Annotated[tuple[Skill, ...], msgspec.Meta(max_length=9)] | msgspec.UnsetType = msgspec.UNSET
    crew: Literal["fit", "wounded", "lost"] | msgspec.UnsetType = msgspec.UNSET
    hull: bool | msgspec.UnsetType = msgspec.UNSET


class Card(Piece):
    """A crew or upgrade card on a model. `id` is made of its type and never of its name, so it may be shown."""

    fixed: ClassVar = ("id", "kind", "name", "crew", "points", "crew_of", "effects", "waived")

    id: str
    kind: str
    name: str
    crew: bool
    points: int = 0
    crew_of: str = ""
    effects: tuple[Effect, ...] = ()
    face_up: Annotated[bool, Declarable(_("Card is face up"), "units.{0}.card-{1}")] = False
    gone: Annotated[bool, Declarable(_("Card is out of the game"), "units.{0}.card-{1}")] = False
    used: Annotated[
        int, Declarable(_("Turn in which the card was used"), "units.{0}.card-{1}"), msgspec.Meta(ge=0, le=99_999)
    ] = 0
    waived: bool = False  # let pass at the muster although something is wrong with it: it may be anything of its kind


class Attached(msgspec.Struct, forbid_unknown_fields=True):
    """A critical card on a model, by an id of its own."""

    id: CriticalKey
    wound: Wound


class Boost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card does to a model other than its own until the turn is over; `unit` and `card` are the source.

    does: "initiative" as the card's effects say; "smoke" (attacks less, is in cover), until the Shooting Phase is over;
    "mark": whoever else attacks it may re-roll an attack die.
    """

    does: Literal["initiative", "smoke", "mark"]
    unit: Key
    card: Key


class Model(Piece):
    """A tank or a helicopter. `moves` is its speed token; `doomed` says who brought it to its damage capacity, and in
    which report; `capacity` is the printed one (see `figures.capacity`)."""

    fixed: ClassVar = (
        *("id", "side", "name", "model", "kind", "nation", "points", "initiative", "attack", "rapid_fire", "missiles"),
        *("defence", "capacity", "speed", "keywords", "lost_before", "skills"),
    )

    id: str
    side: str
    name: str
    model: str
    kind: Literal["tank", "helicopter"]
    nation: str
    points: int
    initiative: int
    attack: int
    rapid_fire: int
    missiles: int
    defence: int
    capacity: int
    speed: int
    keywords: tuple[str, ...]
    cards: dict[str, Card]
    damage: Annotated[Damage, Declarable(_("Damage"))] = 0
    criticals: Annotated[
        dict[CriticalKey, Attached], Declarable(_("Critical cards"), "outcome.units.{0}.condition")
    ] = {}
    # far more than one report can do
    last_critical: Annotated[int, Declarable(_("Critical cards so far")), msgspec.Meta(ge=0, le=1_999)] = 0
    lost_before: tuple[str, ...] = ()  # in earlier battles
    skills: tuple[Skill, ...] = ()  # of its crew, in campaigns that have agreed on what grades do
    lost_cards: Annotated[
        list[Name], Declarable(_("Lost cards"), "outcome.units.{0}.condition"), msgspec.Meta(max_length=999)
    ] = []
    fate: Annotated[Literal["", "destroyed", "removed", "withdrawn"], Declarable(_("Fate"), "units.{0}.status")] = ""
    deployed: Annotated[bool, Declarable(_("Deployed"))] = False
    # held off the table until the first repairs (Paul Durand)
    reserve: Annotated[bool, Declarable(_("In reserve"))] = False
    elevation: Annotated[Literal["", "low", "high"], Declarable(_("Elevation"))] = ""  # a helicopter's
    moved: Annotated[bool, Declarable(_("Has moved"))] = False
    moves: Annotated[int, Declarable(_("Speed token"), "units.{0}.speed"), msgspec.Meta(ge=0, le=3)] = 0
    strayed: Annotated[bool, Declarable(_("Has moved in this battle"), "")] = False  # it has made a move in this battle
    free_moves: Annotated[
        list[Key], Declarable(_("Cards whose free move was made"), ""), msgspec.Meta(max_length=99)
    ] = []
    boosts: Annotated[
        list[Boost], Declarable(_("What other models' cards do to it this turn"), ""), msgspec.Meta(max_length=99)
    ] = []
    # the phase a card favours this turn (Volkov)
    chosen: Annotated[Literal["", "movement", "shooting"], Declarable(_("Phase that a card favours this turn"), "")] = (
        ""
    )
    failed: Annotated[str, Declarable(_("Critical card whose repair failed"), ""), msgspec.Meta(max_length=8)] = ""
    fired: Annotated[bool, Declarable(_("Has shot"))] = False
    extra_fired: Annotated[bool, Declarable(_("Has shot its extra attack"))] = False
    fury_used: Annotated[bool, Declarable(_("Has shot in its final fury"))] = False
    kept: Annotated[bool, Declarable(_("No face-down card saves it this turn"), "")] = False
    repair_done: Annotated[bool, Declarable(_("Has repaired"))] = False
    doomed: Annotated[tuple[NameOrNone, Row], Declarable(_("Destroyed by, and in which report"))] = ("", 0)
    feats: Annotated[list[Feat], Declarable(_("Service record of this battle")), msgspec.Meta(max_length=99_999)] = []
    # of a wreck: None until it is handled
    recovered: Annotated[bool | None, Declarable(_("Wreck recovered"), "outcome.units.{0}.fate")] = None
    crew_handled: Annotated[bool, Declarable(_("Crew dealt with"))] = False
    mended: Annotated[bool, Declarable(_("Repaired between battles"))] = False
    # a recovered wreck that drives again
    in_service: Annotated[bool, Declarable(_("Drives again"), "outcome.units.{0}.fate")] = False

    @property
    def in_play(self) -> bool:
        """Still in the battle, on the table or in reserve."""
        return not self.fate

    @property
    def on_table(self) -> bool:
        return not self.fate and not self.reserve

    @property
    def is_tank(self) -> bool:
        return self.kind == "tank"


class Result(msgspec.Struct, forbid_unknown_fields=True):
    winner: NameOrNone
    how: How


class State(contract.State):
    """Everything a report is judged by. `sides` are in the order of their names; `turn` counts unreported turns too."""

    # `depth` is not the muster's: only a ChangeDepth sets it
    fixed: ClassVar = ("edition", "scenario", "options", "sides", "platoons", "deck", "depth", "of_campaign")

    edition: str = ""
    scenario: str = ""
    options: dict[str, bool | int | str] = {}
    sides: tuple[str, ...] = ()
    platoons: dict[str, tuple[Effect, ...]] = {}
    deck: dict[str, Entry] = {}
    of_campaign: bool = False  # its outcome says what becomes of crews and hulls
    models: dict[str, Model] = {}
    phase: Annotated[Phase, Declarable(_("Phase"), "phase")] = "movement"
    turn: Annotated[int, Declarable(_("Turn"), "round"), msgspec.Meta(ge=1, le=99_999)] = 1
    attacker: Annotated[NameOrNone, Declarable(_("Attacker"))] = ""
    advantage: Annotated[NameOrNone, Declarable(_("Advantage"))] = ""
    edge: Annotated[Literal["", Edge], Declarable(_("Defender's edge"))] = ""
    first: Annotated[NameOrNone, Declarable(_("Places the first Forest"))] = ""
    chooser: Annotated[NameOrNone, Declarable(_("Chooses the role"))] = ""
    tries: Annotated[int, Declarable(_("Tries of the set-up roll")), msgspec.Meta(ge=1, le=99_999)] = 1
    shot: Annotated[Shot | None, Declarable(_("Attack being resolved"), "")] = None
    after: Annotated[After | None, Declarable(_("Attack just resolved"), "")] = None
    acted: Annotated[bool, Declarable(_("Somebody has acted in this phase"), "")] = False
    objectives: Annotated[
        tuple[Word, ...], Declarable(_("Objectives on the table"), ""), msgspec.Meta(max_length=9)
    ] = ()
    checked: Annotated[bool, Declarable(_("Objectives have been checked this turn"), "")] = False
    victory_points: Annotated[dict[Key, Small], Declarable(_("Victory points"), "")] = {}
    redeployed: Annotated[
        list[Key], Declarable(_("Sides that have deployed a tank anew"), ""), msgspec.Meta(max_length=9)
    ] = []
    discards: Annotated[list[Name], Declarable(_("Discarded critical cards")), msgspec.Meta(max_length=999)] = []
    depth: str = "shots"
    resuming: Annotated[bool, Declarable(_("Who has Advantage has to be told"))] = False
    result: Annotated[Result | None, Declarable(_("Result"), "outcome.winner")] = None

    def enemy_of(self, side: str) -> str:
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    @property
    def defender(self) -> str:
        return self.enemy_of(self.attacker) if self.attacker else ""


# -- commands and events -----------------------------------------------------------------------------------------------


class Event(ContractEvent, frozen=True, kw_only=True):
    """What was ruled in a battle of this rulebook."""


Decision = Generator[Event, None, None]


class AnyTime(Command, frozen=True, kw_only=True):
    """A report that no open decision delays: a card turned up, a concession, a report of the clerk."""


class Reply(DiceCommand, frozen=True, kw_only=True):
    """A report that answers a step of an open attack."""

    unit: Key


class FollowUp(DiceCommand, frozen=True, kw_only=True):
    """A report that may follow an attack at once."""

    unit: Key


# -- changes that several chapters make --------------------------------------------------------------------------------


def attach(model: Model, wound: Wound) -> str:
    """Put a critical card on a model; its id there."""
    model.last_critical += 1
    key = f"c{model.last_critical}"
    model.criticals[key] = Attached(key, wound)
    return key


def lose(model: Model, card: str, name: str) -> None:
    """A crew or upgrade card leaves the game, face up. A card without a name is remembered by its id."""
    if held := model.cards.get(card):
        held.gone = held.face_up = True
    model.lost_cards.append(name or card)


def destroyed_as(model: Model) -> Literal["destroyed", "removed"]:
    """What is left when it is destroyed: a wreck of a tank with armour, nothing of others and of helicopters (R36,
    A10)."""
    return "destroyed" if model.is_tank and model.defence else "removed"


def open_shot(state: State) -> Shot:
    assert state.shot is not None, "an event of an attack without an attack"
    return state.shot
