"""How a campaign begins: it opens, platoons enlist."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from campaigns.reports.kinds import YEAR, Recruit, Scoring, Seed, Short, Terms
from rules.bounds import FaultKey, Key, Name
from rules.contract import Command, Event
from rules.revisions import Reason

Waivers = Annotated[dict[FaultKey, Reason], msgspec.Meta(max_length=200)]


class Open(Command, frozen=True, kw_only=True):
    """Freeze what was prepared and begin: the first report of every campaign.

    `options` are house rules over the rulebook's own, `terms` those between battles (`campaigns.terms`); `sides` names
    each side by key (none: everyone on their own); `breakers` part platoons of equal score, the first first
    (`campaigns.standings.breakers`; none: the house's). After `confirm_within` seconds a silent side has confirmed a
    battle (0: never). `seed` gives the seeds of its battles.
    """

    sealed: ClassVar[tuple[str, ...]] = ("name", "sides", "seed")

    name: Name
    system: Key
    edition: Short = ""  # "" is the newest
    options: Terms = {}
    terms: Terms = {}
    sides: dict[Key, Name] = {}
    scoring: Scoring = Scoring()
    breakers: Annotated[tuple[Short, ...], msgspec.Meta(max_length=20)] = ()
    confirm_within: Annotated[int, msgspec.Meta(ge=0, le=YEAR)] = 0
    seed: Seed


class Opened(Event, frozen=True, kw_only=True):
    """The campaign as it was prepared, complete and frozen. `commitment` is SHA-256 of the seed's bytes."""

    version: ClassVar[int] = 2
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
    terms: Terms = {}
    breakers: tuple[str, ...] = ()


class Enlist(Command, frozen=True, kw_only=True):
    """Bring a platoon of vehicles into the campaign. `player` is left out by a player, and named by an organiser.

    `card` is the rulebook's platoon card; `names` and `fittings` (cards, hidden ones too) go by vehicle id. `partners`
    command it beside the player. `waivers`: faults of the platoon an organiser lets pass, each with the reason.
    """

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("name", "names", "fittings", "waivers")

    platoon: Key
    name: Name
    side: Annotated[str, msgspec.Meta(max_length=40)] = ""
    card: Short = ""
    player: Short = ""
    vehicles: Annotated[tuple[Recruit, ...], msgspec.Meta(min_length=1, max_length=60)]
    names: dict[Key, Name] = {}
    fittings: dict[Key, tuple[Name, ...]] = {}
    partners: Annotated[tuple[Short, ...], msgspec.Meta(max_length=3)] = ()
    waivers: Waivers = {}


class Enlisted(Event, frozen=True, kw_only=True):
    """A platoon has joined. `cards` maps "vehicle/n" to the name of its n-th card: its players' secret. `purse`: the
    points it has to spend; `flaws`: the names of the faults it joined with, let pass or warned of.
    """

    version: ClassVar[int] = 2
    sealed: ClassVar[tuple[str, ...]] = ("name", "names", "cards", "waivers")

    platoon: str
    name: str
    side: str
    card: str
    player: str
    vehicles: tuple[Recruit, ...]
    names: dict[str, str] = {}
    cards: dict[str, str] = {}
    partners: tuple[str, ...] = ()
    purse: int = 0
    flaws: tuple[str, ...] = ()
    waivers: dict[str, str] = {}
