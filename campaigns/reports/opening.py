"""How a campaign begins: it opens, platoons enlist."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from campaigns.reports.kinds import YEAR, Recruit, Scoring, Seed, Short, Terms
from campaigns.theatre import Theatre
from rules.bounds import FaultKey, Key, Name
from rules.contract import Command, Event
from rules.revision.reports import Reason

MapText = Annotated[str, msgspec.Meta(max_length=100_000, pattern=r"^[^\x00-\x08\x0b\x0c\x0e-\x1f]*$")]
Waivers = Annotated[dict[FaultKey, Reason], msgspec.Meta(max_length=200)]


class Open(Command, frozen=True, kw_only=True):
    """Freeze what was prepared and begin: the first report of every campaign.

    `options` are house rules over the rulebook's own, `terms` those between battles (`campaigns.terms`); `sides` names
    each side by key (none: everyone on their own); `breakers` part platoons of equal score, the first first
    (`campaigns.standings.breakers`; none: the house's). After `confirm_within` seconds a silent side has confirmed a
    battle (0: never). `seed` gives the seeds of its battles. `map`: the text of its map (`campaigns.theatre.writing`),
    "" for a campaign without one.
    """

    sealed: ClassVar[tuple[str, ...]] = ("name", "sides", "seed", "map")

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
    map: MapText = ""


class Opened(Event, frozen=True, kw_only=True):
    """The campaign as it was prepared, complete and frozen. `commitment` is SHA-256 of the seed's bytes; `sectors` are
    the names of the map's sectors by key. `house_edition`: of the house's own rulings (`campaigns.editions`)."""

    version: ClassVar[int] = 4
    sealed: ClassVar[tuple[str, ...]] = ("name", "sides", "seed", "sectors")

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
    theatre: Theatre | None = None
    sectors: dict[str, str] = {}
    house_edition: str = "1"


class Enlist(Command, frozen=True, kw_only=True):
    """Bring a platoon of vehicles into the campaign. `player` is left out by a player, and named by an organiser.

    `card` is the rulebook's platoon card; `names` and `fittings` (cards, hidden ones too) go by vehicle id. `partners`
    command it beside the player. `waivers`: faults of the platoon an organiser lets pass, each with the reason.
    `sector`: the base at which it begins, "" for the one with most room.
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
    sector: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Enlisted(Event, frozen=True, kw_only=True):
    """A platoon has joined. `cards` maps "vehicle/n" to the name of its n-th card: its players' secret. `purse`: the
    points it has to spend; `flaws`: the names of the faults it joined with, let pass or warned of. `sector`: where on
    the map it is, "" without one.
    """

    version: ClassVar[int] = 3
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
    sector: str = ""
