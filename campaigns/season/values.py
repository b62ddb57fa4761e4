"""The values that reports on a campaign are made of, with their bounds."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from campaigns.theatre import Ground
from rules.bounds import Count, FaultKey, Key, Name
from rules.stream.revision.reports import Reason

Id = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$(?!\n)")]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Seed = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Short = Annotated[str, msgspec.Meta(max_length=80, pattern=r"^[^\x00-\x1f]*$(?!\n)")]
# A moment in UTC as the log writes it, to the second: texts of one shape sort as the moments do. "" for never.
Moment = Annotated[str, msgspec.Meta(pattern=r"^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z)?$(?!\n)")]
SomeMoment = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$(?!\n)")]
Points = Annotated[int, msgspec.Meta(ge=0, le=99_999)]
Number = Annotated[int, msgspec.Meta(ge=0, le=9_999)]
# What a value is the key of: lines of a script may have its name instead (`campaigns.season.script`).
PLATOON, VEHICLE = msgspec.Meta(extra={"names": "platoon"}), msgspec.Meta(extra={"names": "vehicle"})
SECTOR, SIDE = msgspec.Meta(extra={"names": "sector"}), msgspec.Meta(extra={"names": "side"})
PlatoonKey = Annotated[Key, PLATOON]
VehicleId = Annotated[Key, VEHICLE]
SectorKey = Annotated[Key, SECTOR]
Person = Annotated[Short, msgspec.Meta(extra={"names": "person"})]
Place = Annotated[str, msgspec.Meta(max_length=40), SECTOR]  # a sector by key; "reserve" for none of them
Terms = dict[str, bool | int | str]
Result = Literal["won", "drawn", "lost"]
Office = Literal["organiser", "umpire"]
YEAR = 366 * 24 * 60 * 60
FIELDED = 60  # vehicles of one side of a battle, at most


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a battle is worth in the standings.

    `scored` is counted for every point scored in it as its rulebook scores, `objectives` for every objective held or
    victory point, `destroyed` for every vehicle of the enemy that was wrecked or lost, `preserved` for every vehicle
    of one's own that was not.
    """

    win: Count = 3
    draw: Count = 1
    loss: Count = 0
    scored: Count = 1
    objectives: Count = 0
    destroyed: Count = 0
    preserved: Count = 0


class Reread(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was known of battles fought when rules were amended: `over` of them, of which `read` were decided again by
    the new rules. `rulings`: how many would be others, in the battles that `differ`. `digest`: SHA-256 of the list of
    them, "" where there are none."""

    over: Points = 0
    read: Points = 0
    rulings: Annotated[int, msgspec.Meta(ge=0, le=9_999_999)] = 0
    differ: Annotated[tuple[Id, ...], msgspec.Meta(max_length=2_000)] = ()
    digest: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?$(?!\n)")] = ""


class Recruit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A vehicle as it is enlisted. `id` is its own in the whole campaign: a unit's id in every battle."""

    id: Key
    model: Name


class Forces(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What fights on one side of a battle: vehicles of one platoon, all that can when none are named."""

    platoon: PlatoonKey
    vehicles: Annotated[tuple[VehicleId, ...], msgspec.Meta(max_length=FIELDED)] = ()


class Adoption(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A friendly battle as its own log tells it. None of it is asked of who reports: all is added as a report comes in.

    `players` of each side, by account; `models` of each side's units. `campaign`: whose the battle is; "" for nobody's.
    """

    system: Short = ""
    edition: Short = ""
    scenario: Short = ""
    options: Terms = {}
    campaign: Short = ""
    settled: bool = False
    players: dict[Key, tuple[Short, ...]] = {}
    models: dict[Key, dict[Key, Name]] = {}


class Pairing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two platoons that are to meet. Their order is that of the scenario's sides; "" leaves the scenario to them."""

    home: PlatoonKey
    away: PlatoonKey
    scenario: Short = ""


class Announced(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing as it was published. `key` is the fixture's name in the campaign: "r2-1"; `ground`: where on the map
    they meet, None beside it."""

    key: str
    home: str
    away: str
    scenario: str = ""
    ground: Ground | None = None


class Homecoming(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How a vehicle stands after a battle was counted, in absolute terms.

    crew: what became of its crew; `out`: rounds until a wounded one is back; `experience`: all of it.
    """

    vehicle: str
    status: str
    condition: dict[str, Any]
    crew: Literal["fit", "wounded", "lost"] = "fit"
    out: int = 0
    experience: int = 0


class Bay(msgspec.Struct, frozen=True, kw_only=True):
    """A job a vehicle has in the workshop: `left` rounds of it; `paid` points when it began, None while it has not."""

    job: str
    left: int
    paid: int | None = None
    needs: int = 0
    faces: int = 6


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """Points a platoon gets (or, below 0, loses), and what for: salvage, towing; round, win, draw, loss, guarantee,
    debt, and correction of what a result had brought. `fixture`: whose result, salvage or tows they are for as a round
    closes, "" for none."""

    platoon: str
    points: int
    why: str
    fixture: str = ""


class Rank(msgspec.Struct, frozen=True, kw_only=True):
    """A platoon's place when a round was closed."""

    platoon: str
    rank: int
    score: int


class Veteran(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A crew of a season that is over. `key`: its campaign, and its vehicle there; `player`: whose it was."""

    key: Short
    player: Short
    model: Name
    experience: Number


FixtureKey = Annotated[
    str, msgspec.Meta(min_length=1, max_length=40)
]  # "r2-1", or the id of a battle beside the rounds
Waivers = Annotated[dict[FaultKey, Reason], msgspec.Meta(max_length=200)]
