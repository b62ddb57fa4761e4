"""A battle of TANKS: The Modern Age as the fold keeps it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rules import contract
from rules.bounds import Name
from rules.contract import Feat

from .catalogue import Entry
from .effects import Effect


class Wound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A critical card a model still carries: `effect` names the known card whose effect it has, "" for none."""

    card: Name
    repairable: bool = True
    effect: Annotated[str, msgspec.Meta(max_length=80)] = ""


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What of a model outlives a battle; {} is brand new. `lost_cards` are names, or ids of face-down cards. The
    bounds are there for reports; no battle comes near them.

    fate: "" in service, "destroyed" (a wreck), "removed" (lost for good), "withdrawn" (only within the battle).
    """

    damage: Annotated[int, msgspec.Meta(ge=0, le=99_999)] = 0
    criticals: Annotated[tuple[Wound, ...], msgspec.Meta(max_length=1000)] = ()
    lost_cards: Annotated[tuple[Name, ...], msgspec.Meta(max_length=200)] = ()
    fate: Literal["", "destroyed", "removed", "withdrawn"] = ""


class Card(msgspec.Struct):
    """A crew or upgrade card on a model. `id` is made of its type and never of its name, so it may be shown."""

    id: str
    kind: str
    name: str
    crew: bool
    points: int = 0
    crew_of: str = ""
    effects: tuple[Effect, ...] = ()
    face_up: bool = False
    gone: bool = False


class Attached(msgspec.Struct):
    """A critical card on a model, by an id of its own."""

    id: str
    wound: Wound


class Tank(msgspec.Struct):
    """A model. `moves` is its speed token; `doomed` who brought it to its damage capacity, and the report of it."""

    id: str
    side: str
    name: str
    model: str
    nation: str
    points: int
    initiative: int
    attack: int
    rapid_fire: int
    defence: int
    capacity: int
    speed: int
    keywords: tuple[str, ...]
    cards: dict[str, Card]
    damage: int = 0
    criticals: dict[str, Attached] = {}
    last_critical: int = 0
    lost_before: tuple[str, ...] = ()  # in earlier battles
    lost_cards: list[str] = []
    fate: str = ""
    deployed: bool = False
    moved: bool = False
    moves: int = 0
    fired: bool = False
    extra_fired: bool = False
    fury_used: bool = False
    repair_done: bool = False
    doomed: tuple[str, int] = ("", 0)
    feats: list[Feat] = []
    recovered: bool | None = None  # a wreck: None until it is handled
    crew_handled: bool = False
    mended: bool = False
    in_service: bool = False  # a recovered wreck that drives again

    @property
    def in_play(self) -> bool:
        return not self.fate


class OpenCritical(msgspec.Struct):
    """A critical card drawn and not yet resolved. `answered`: its owner has said whether a card is spent against it."""

    card: str
    damage: int
    repairable: bool
    effect: str
    answered: bool = False
    cancelled: bool = False
    suffered: bool = False  # its toll of cards has been paid


class Shot(msgspec.Struct):
    """The attack being resolved, as far as it has come. `question` begins the names of its dice."""

    shooter: str
    target: str
    question: str
    cover: bool
    close: bool
    side_shot: bool
    enemy_close: bool
    extra: bool
    hit_on: int
    faces: tuple[int, ...]
    hits: int
    criticals: int
    forced: int
    shooter_cancels: int | None = None
    rerolled: bool = False
    swapped: bool = False
    defended: bool = False
    draws: int = 0
    drawn: int = 0
    open: list[OpenCritical] = []
    damage: int = 0
    returned: bool = False


class Result(msgspec.Struct):
    winner: str
    how: str


class State(contract.State):
    """Everything a report is judged by. `sides` in the order of their names; `turn` counts the unreported turns too."""

    edition: str = ""
    scenario: str = ""
    options: dict[str, bool | int | str] = {}
    sides: tuple[str, ...] = ()
    platoons: dict[str, tuple[Effect, ...]] = {}
    deck: dict[str, Entry] = {}
    tanks: dict[str, Tank] = {}
    phase: str = "movement"
    turn: int = 1
    attacker: str = ""
    advantage: str = ""
    edge: str = ""
    first: str = ""
    chooser: str = ""
    tries: int = 1
    shot: Shot | None = None
    discards: list[str] = []
    depth: str = "shots"
    resuming: bool = False
    result: Result | None = None

    def enemy_of(self, side: str) -> str:
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    @property
    def defender(self) -> str:
        return self.enemy_of(self.attacker) if self.attacker else ""


def attach(tank: Tank, wound: Wound) -> str:
    """Put a critical card on a model; its id there."""
    tank.last_critical += 1
    key = f"c{tank.last_critical}"
    tank.criticals[key] = Attached(key, wound)
    return key
