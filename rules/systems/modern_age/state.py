"""A battle of TANKS: The Modern Age as the fold keeps it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rules import contract
from rules.bounds import Key, Name
from rules.contract import Feat, Piece
from rules.contract import gettext_noop as _
from rules.kit.declarable import Declarable

from .catalogue import Entry
from .effects import Effect
from .events import Edge, How, Phase
from .grades import Skill

# The bounds of what people may declare. They cost the fold nothing, and whatever play comes to is well within them;
# how facts have to fit one another is asked in `possible`.
Damage = Annotated[int, msgspec.Meta(ge=0, le=99_999)]
CriticalKey = Annotated[str, msgspec.Meta(max_length=8, pattern=r"^c[1-9][0-9]*$(?!\n)")]
EffectName = Annotated[str, msgspec.Meta(max_length=80)]  # the name of a known card, "" for none
NameOrNone = Annotated[str, msgspec.Meta(max_length=40)]  # of a side or a model
Row = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]  # of the log
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
Many = Annotated[int, msgspec.Meta(ge=0, le=99_999)]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Word = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[a-z_]+$(?!\n)")]
KeyOrNone = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[a-z0-9_-]*$(?!\n)")]
SpentKey = Annotated[str, msgspec.Meta(max_length=81, pattern=r"^[a-z0-9_-]+/[a-z0-9_-]+$(?!\n)")]  # unit/card


class Wound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A critical card a model still carries: `effect` names the known card whose effect it has, "" for none."""

    card: Name
    repairable: bool = True
    effect: EffectName = ""


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a model outlives a battle; {} is brand new. `lost_cards` are names, or ids of face-down cards. The
    bounds are there for reports; no battle comes near them.

    fate: "" in service, "destroyed" (a wreck), "removed" (lost for good), "withdrawn" (only within the battle).

    The others are for campaigns, and in no JSON where they say nothing. skills: what its crew has learnt, as a campaign
    musters it; no outcome has any. crew, hull: what became of the crew, and of a model lost for good whether a hull is
    left; the outcome of a campaign's battle tells these, and nobody reports them.
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
    waived: bool = False  # let pass at the muster though something is wrong with it: it may be anything of its kind


class Attached(msgspec.Struct, forbid_unknown_fields=True):
    """A critical card on a model, by an id of its own."""

    id: CriticalKey
    wound: Wound


class Boost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card does to a model other than its own until the turn is over: the source is `unit` and `card`.

    does: "initiative" as the card's effects say; "smoke" (attack less, in cover), until the Shooting Phase is over;
    "mark": whoever else attacks it may re-roll an attack die.
    """

    does: Literal["initiative", "smoke", "mark"]
    unit: Key
    card: Key


class Model(Piece):
    """A tank or a helicopter. `moves` is its speed token; `doomed` who brought it to its damage capacity, and in which
    report; `capacity` the printed one (see `figures.capacity`).
    """

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
    # far more than a report's most
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
    strayed: Annotated[bool, Declarable(_("Has moved in this battle"), "")] = False  # has made a move in this battle
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
    # a wreck: None until it is handled
    recovered: Annotated[bool | None, Declarable(_("Wreck recovered"), "outcome.units.{0}.fate")] = None
    crew_handled: Annotated[bool, Declarable(_("Crew seen to"))] = False
    mended: Annotated[bool, Declarable(_("Repaired between battles"))] = False
    # a recovered wreck that drives again
    in_service: Annotated[bool, Declarable(_("Drives again"), "outcome.units.{0}.fate")] = False

    @property
    def in_play(self) -> bool:
        """Still in the battle; in reserve, too."""
        return not self.fate

    @property
    def on_table(self) -> bool:
        return not self.fate and not self.reserve

    @property
    def is_tank(self) -> bool:
        return self.kind == "tank"


class OpenCritical(msgspec.Struct, forbid_unknown_fields=True):
    """A critical card drawn and not yet resolved. `answered`: its owner has said whether a card is spent against it;
    `bearer`: the friend of the target that has taken it over.
    """

    card: Name
    damage: Annotated[int, msgspec.Meta(ge=0, le=20)]
    repairable: bool
    effect: EffectName
    answered: bool = False
    cancelled: bool = False
    suffered: bool = False  # its toll of cards has been paid
    bearer: KeyOrNone = ""


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of results that was offered and answered: by which card ("" the platoon's rule), at which stage."""

    by: KeyOrNone
    does: Annotated[str, msgspec.Meta(max_length=20)]
    stage: Literal["rolled", "uncancelled"]


class Shot(msgspec.Struct, forbid_unknown_fields=True):
    """The attack being resolved, as far as it has come. `question` begins the names of its dice.

    weapon: "gun" (the attack value, machine guns or Rapid Fire), "missiles", "fixed" or "area" dice of a card. told:
    the circumstances the table has named (`effects.TOLD`). spent: the cards used in it, both sides'. A result that was
    changed is not changed again (R8): `forced` criticals and `worn` hits are such.
    """

    shooter: Key
    target: Key
    question: Annotated[str, msgspec.Meta(max_length=80)]
    cover: bool
    close: bool
    side_shot: bool
    enemy_close: bool
    extra: bool
    hit_on: Face
    faces: Annotated[tuple[Face, ...], msgspec.Meta(max_length=26)]
    hits: Small
    criticals: Small
    forced: Small
    shooter_cancels: Annotated[int, msgspec.Meta(ge=0, le=6)] | None = None
    weapon: Literal["gun", "missiles", "fixed", "area"] = "gun"
    critical_on: Annotated[int, msgspec.Meta(ge=1, le=7)] = 6
    told: Annotated[tuple[Word, ...], msgspec.Meta(max_length=9)] = ()
    spent: Annotated[list[SpentKey], msgspec.Meta(max_length=99)] = []
    others: Annotated[tuple[Key, ...], msgspec.Meta(max_length=99)] = ()  # targets of an area attack after this one
    worn: Small = 0
    rerolled: bool = False
    swapped: bool = False  # nothing is changed any more before the defence roll
    changes: Annotated[list[Change], msgspec.Meta(max_length=99)] = []
    defended: bool = False
    defence_faces: Annotated[tuple[Face, ...], msgspec.Meta(max_length=6)] = ()
    target_cancels: Annotated[int, msgspec.Meta(ge=0, le=6)] | None = None
    defence_rerolled: bool = False
    cancelled: bool = False  # what is left of hits and criticals is uncancelled
    damaged: bool = False  # the uncancelled hits have done their damage
    crew_toll: Small = 0  # crew cards the target still has to give up (Asassin)
    draws: Small = 0
    drawn: Small = 0
    turned: Annotated[list[OpenCritical], msgspec.Meta(max_length=9)] = []  # drawn for one critical, to pick one of
    picked: bool = False  # the further cards of a first critical have been picked from
    open: Annotated[list[OpenCritical], msgspec.Meta(max_length=99)] = []
    damage: Damage = 0
    returned: bool = False
    kept: Annotated[list[Word], msgspec.Meta(max_length=99)] = []  # moments at which face-down cards stayed so


class After(msgspec.Struct, forbid_unknown_fields=True):
    """What the attack just resolved left, for what may follow it at once: `scored` hits and criticals on its dice,
    `uncancelled` after the defence, `others` the targets an area attack still has, `place` which of them this was, from
    1. `attack` false: smoke was laid in place of one.
    """

    shooter: Key
    target: Key
    scored: Small = 0
    uncancelled: Small = 0
    spent: Annotated[tuple[SpentKey, ...], msgspec.Meta(max_length=99)] = ()
    others: Annotated[tuple[Key, ...], msgspec.Meta(max_length=99)] = ()
    extra: bool = False
    done: Annotated[tuple[Key, ...], msgspec.Meta(max_length=99)] = ()  # cards used, or passed over, after it
    place: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    attack: bool = True


class Result(msgspec.Struct, forbid_unknown_fields=True):
    winner: NameOrNone
    how: How


class State(contract.State):
    """Everything a report is judged by. `sides` in the order of their names; `turn` counts the unreported turns too."""

    # `depth` is not the muster's, but a ChangeDepth alone sets it
    fixed: ClassVar = ("edition", "scenario", "options", "sides", "platoons", "deck", "depth", "of_campaign")

    edition: str = ""
    scenario: str = ""
    options: dict[str, bool | int | str] = {}
    sides: tuple[str, ...] = ()
    platoons: dict[str, tuple[Effect, ...]] = {}
    deck: dict[str, Entry] = {}
    of_campaign: bool = False  # its outcome tells what becomes of crews and hulls
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


def attach(model: Model, wound: Wound) -> str:
    """Put a critical card on a model; its id there."""
    model.last_critical += 1
    key = f"c{model.last_critical}"
    model.criticals[key] = Attached(key, wound)
    return key


def lose(model: Model, card: str, name: str) -> None:
    """A crew or upgrade card leaves the game, face up; a card without a name is remembered by its id."""
    if held := model.cards.get(card):
        held.gone = held.face_up = True
    model.lost_cards.append(name or card)


def destroyed_as(model: Model) -> Literal["destroyed", "removed"]:
    """What its destruction leaves: a wreck of a tank with armour, nothing of others and of helicopters (R36, A10)."""
    return "destroyed" if model.is_tank and model.defence else "removed"
