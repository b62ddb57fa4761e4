"""Shapes for reading campaigns."""

from __future__ import annotations

from typing import Any

import msgspec

from api.shapes.kinds import Digest, Id, People, Position, Time


class CampaignLine(msgspec.Struct):
    """A campaign in a list."""

    id: Id
    name: str
    system: str
    status: str
    opened_at: Time
    moved_at: Time


class Campaigns(msgspec.Struct):
    """A page of campaigns, newest first. `next` is the address of the next page, null at the end."""

    campaigns: list[CampaignLine]
    next: str | None


class Campaign(msgspec.Struct):
    """A campaign with its house rules as they stand in `round` (that under way, or the next; 0 before the first), and
    where its log stands. `commitment` is SHA-256 of the seed of its battles' seeds. `map`: it is fought on a map, see
    /map/; then `scores` are those of the sides, `victory` is how the war ended ("points", "capital", "rounds",
    "closed", "" if it goes on) and `victor` the side that won it, "" for none.

    `may` are the types of report you may send to it: /api/v1/campaigns/commands/ has their fields.
    """

    id: Id
    name: str
    system: str
    edition: str
    status: str
    options: dict[str, bool | int | str]
    sides: dict[str, str]
    terms: dict[str, bool | int | str]
    scoring: dict[str, int]
    breakers: list[str]
    round: int
    commitment: str
    map: bool
    scores: dict[str, int]
    victory: str
    victor: str
    position: Position
    digest: Digest
    opened_at: Time
    moved_at: Time
    may: list[str]


class Standing(msgspec.Struct):
    """A platoon's place. Equals share a rank. `ties`: its value in each tie-breaker that was needed; `flaws`: its
    faults, each with the reason it was let pass for ("" for none); `byes`: rounds without a fixture. `purse`, what it
    could not pay yet (`owed`), and `worth`, the points of its vehicles as new with their cards, are shown to its
    players and to whoever has taken its case: null for others. `was`: its rank as the round before the newest left
    it, 0 for none; `form`: its last five results, the newest last (W, D, L).

    On a map: the `sector` it is in ("reserve" for none), its `supply`, whether it is entrenched and has its order for
    the round under way (`ordered`), the fixture it is `engaged` in, and when the clerk makes the retreat it owes
    (`retreat_by`); "" and false without one.
    """

    rank: int
    platoon: str
    name: str
    player: Id
    side: str
    card: str
    score: int
    played: int
    won: int
    drawn: int
    lost: int
    points_for: int
    points_against: int
    objectives: int
    destroyed: int
    preserved: int
    penalty: int
    byes: int
    ties: dict[str, int]
    players: list[Id]
    purse: int | None
    owed: int | None
    worth: int | None
    joined: int
    dropped: bool
    flaws: dict[str, str]
    sector: str
    supply: str
    entrenched: bool
    ordered: bool
    engaged: str
    retreat_by: str
    was: int
    form: str


class Standings(msgspec.Struct):
    standings: list[Standing]
    position: Position
    people: People


class Vehicle(msgspec.Struct):
    """A vehicle: its `condition` after its battles (as the rulebook declares it), its crew, its jobs in the workshop
    (`bays`), and its service record. `held`: its players keep it out of the workshop. `price`, as new with its cards,
    and what was `paid` for a job are shown only to its players: null for others.
    """

    id: str
    platoon: str
    player: Id
    name: str
    model: str
    status: str
    battle: Id | None
    condition: dict[str, Any]
    price: int | None
    crew: str
    crew_out: int
    grade: str
    experience: int
    bays: list[dict[str, Any]]
    in_workshop: int
    held: bool
    battles: int
    shots: int
    hits: int
    kills: int
    damage: int
    repairs: int
    record: list[dict[str, Any]]


class Vehicles(msgspec.Struct):
    """A page of vehicles by platoon. `next` is the address of the next page, null at the end."""

    vehicles: list[Vehicle]
    next: str | None
    people: People


class Platoon(msgspec.Struct):
    """A platoon and its vehicles, by id."""

    platoon: str
    name: str
    player: Id
    side: str
    card: str
    vehicles: list[str]


class Platoons(msgspec.Struct):
    platoons: list[Platoon]
    position: Position
    people: People


class Ground(msgspec.Struct):
    """Where two platoons meet on the map. `attacker` came to where the other one stood, "" if both came; over a
    `river`, against one that is `entrenched`. `limits`: points each may bring, by platoon, none where nothing limits
    them. `scenario`, its `sides` in the order of the platoons, and `board` are proposals: whoever musters may choose
    others.
    """

    sector: str
    terrain: str
    attacker: str
    river: bool
    entrenched: bool
    limits: dict[str, int]
    scenario: str
    sides: list[str]
    board: dict[str, Any]


class ProposedDate(msgspec.Struct):
    """A date that `platoon` proposes for a fixture, and where."""

    platoon: str
    at: str
    place: str = ""


class Fixture(msgspec.Struct):
    """A fixture: announced (`fixture` is "r2-1"), or the id of a battle beside the rounds. `name` is its `title`, or a
    name made for it. `position` and `digest` are the head of its battle's log when it was counted; `sides`: the platoon
    on each side of the battle; points, results and winner go by platoon; `how`: fought, or how else it was decided;
    `disputed`: the reasons, by platoon; `ready`: the platoons that are ready to play it.

    On a map `ground` is where and how they meet, with the rulebook's proposals and the points each may bring, null
    beside it; `beaten`: the platoon that had to retreat from there, "" for none.

    `date` (UTC): when it is to be played, "" while none is agreed, and its `place`; `proposed`: the date that waits for
    the other player's answer, null for none. Places are for whoever is logged in: "" for others.

    `substitutes`: who sits in for the players of a platoon, by platoon; left out where nobody does.
    """

    fixture: str
    round: int
    number: int
    battle: Id | None
    scenario: str
    title: str
    name: str
    sides: dict[str, str]
    platoons: list[str]
    status: str
    position: Position
    digest: Digest
    winner: str
    points: dict[str, int]
    results: dict[str, str]
    how: str
    disputed: dict[str, str]
    ready: list[str]
    ground: Ground | None
    beaten: str
    date: str
    place: str
    proposed: ProposedDate | None
    substitutes: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class Fixtures(msgspec.Struct):
    """A page of a campaign's fixtures, in the order they came."""

    fixtures: list[Fixture]
    next: str | None
    position: Position
