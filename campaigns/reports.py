"""What may be reported of a campaign, and the events that follow. Pure, like a rulebook's."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec

from rules.bounds import Count, FaultKey, Key, Name, Text
from rules.codec import as_it_was
from rules.contract import Command, Event, Outcome
from rules.revisions import Reason

Id = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$(?!\n)")]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Seed = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Short = Annotated[str, msgspec.Meta(max_length=80, pattern=r"^[^\x00-\x1f]*$(?!\n)")]
Terms = dict[str, bool | int | str]
YEAR = 366 * 24 * 60 * 60


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a battle is worth in the standings; `scored` is counted for every point scored in it."""

    win: Count = 3
    draw: Count = 1
    loss: Count = 0
    scored: Count = 1


class Recruit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A vehicle as it is enlisted. `id` is its own in the whole campaign: a unit's id in every battle."""

    id: Key
    model: Name


class Forces(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What fights on one side of a battle: vehicles of one platoon, all that can when none are named."""

    platoon: Key
    vehicles: Annotated[tuple[Key, ...], msgspec.Meta(max_length=60)] = ()


class Open(Command, frozen=True, kw_only=True):
    """Freeze what was prepared and begin: the first report of every campaign.

    `options` are house rules over the rulebook's own; `sides` names each side by key (none: everyone on their own);
    after `confirm_within` seconds a silent side has confirmed a battle (0: never). `seed` gives the seeds of its
    battles.
    """

    sealed: ClassVar[tuple[str, ...]] = ("name", "sides", "seed")

    name: Name
    system: Key
    edition: Short = ""  # "" is the newest
    options: Terms = {}
    sides: dict[Key, Name] = {}
    scoring: Scoring = Scoring()
    confirm_within: Annotated[int, msgspec.Meta(ge=0, le=YEAR)] = 0
    seed: Seed


class Enlist(Command, frozen=True, kw_only=True):
    """Bring a platoon of vehicles into the campaign. `player` is left out by a player, and named by an organiser.

    `card` is the rulebook's platoon card; `names` and `fittings` (cards, hidden ones too) go by vehicle id.
    """

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("name", "names", "fittings")

    platoon: Key
    name: Name
    side: Annotated[str, msgspec.Meta(max_length=40)] = ""
    card: Short = ""
    player: Short = ""
    vehicles: Annotated[tuple[Recruit, ...], msgspec.Meta(min_length=1, max_length=60)]
    names: dict[Key, Name] = {}
    fittings: dict[Key, tuple[Name, ...]] = {}


class MusterBattle(Command, frozen=True, kw_only=True):
    """Call platoons to a battle. `battle` is its id, made by the caller; `sides` are the scenario's sides.

    `waivers`: the faults of the forces that the organiser lets pass, each with the reason, for everyone to read.
    """

    positional: ClassVar[tuple[str, ...]] = ("battle",)
    sealed: ClassVar[tuple[str, ...]] = ("title", "waivers")

    battle: Id
    scenario: Short = ""
    title: Text = ""
    options: Terms = {}  # over the campaign's
    board: dict[str, Any] = {}
    sides: dict[Key, Forces]
    waivers: Annotated[dict[FaultKey, Reason], msgspec.Meta(max_length=200)] = {}


class ReportBattle(Command, frozen=True, kw_only=True):
    """The clerk counts a settled battle as it stood at `position`; again when a correction changed it."""

    positional: ClassVar[tuple[str, ...]] = ("battle",)

    battle: Id
    position: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
    digest: Digest
    outcome: Outcome


class Opened(Event, frozen=True, kw_only=True):
    """The campaign as it was prepared, complete and frozen. `commitment` is SHA-256 of the seed's bytes."""

    sealed: ClassVar[tuple[str, ...]] = ("name", "sides", "seed")

    name: str
    system: str
    edition: str
    options: Terms
    sides: dict[str, str]
    scoring: Scoring
    confirm_within: int
    seed: str
    commitment: str


class Enlisted(Event, frozen=True, kw_only=True):
    """A platoon has joined. `cards` maps "vehicle/n" to the name of its n-th card: its player's secret."""

    sealed: ClassVar[tuple[str, ...]] = ("name", "names", "cards")

    platoon: str
    name: str
    side: str
    card: str
    player: str
    vehicles: tuple[Recruit, ...]
    names: dict[str, str] = {}
    cards: dict[str, str] = {}


class BattleMustered(Event, frozen=True, kw_only=True):
    """A battle was called, with exactly these vehicles on each of its sides; `waivers`: what was let pass, and why."""

    version: ClassVar[int] = 2
    sealed: ClassVar[tuple[str, ...]] = ("title", "waivers")

    battle: str
    scenario: str
    title: str = ""
    options: Terms
    board: dict[str, Any] = {}
    sides: dict[str, Forces]
    waivers: dict[str, str] = {}


class BattleReported(Event, frozen=True, kw_only=True):
    """A battle counts with this outcome. Of several for one battle the newest stands."""

    battle: str
    position: int
    digest: str
    outcome: Outcome


COMMANDS: tuple[type[Command], ...] = (Open, Enlist, MusterBattle, ReportBattle)
EVENTS: tuple[type[Event], ...] = (Opened, Enlisted, BattleMustered, BattleReported)
UPCASTERS = {("BattleMustered", 1): as_it_was}
