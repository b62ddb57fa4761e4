"""Shapes of the API, part 6. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from leaguer_client.shapes.part_2 import (
    Event,
    Fact,
    Feat,
)
from leaguer_client.shapes.part_4 import (
    Link,
    Option,
)
from leaguer_client.shapes.part_5 import (
    Roll,
    RosterFormat,
    Scenario,
)


class ScenarioLeft(Struct, kw_only=True):
    """A report that could not be decided again, and stands as it was played. `position` 0: a change of the
    scenario."""

    position: int
    text: str
    why: str


class SeasonEntry(Struct, kw_only=True):
    """A platoon of the last season whose player may return: with what, and into which division ("" where
    there is none). `veterans`: its crews above green."""

    campaign: str
    platoon: str
    name: str
    player: str
    division: str
    vehicles: int
    veterans: int


class SeasonLeft(Struct, kw_only=True):
    """A platoon that could not be enlisted as it was, and why: its player may enlist."""

    campaign: str
    platoon: str
    name: str
    player: str
    why: str


class Sector(Struct, kw_only=True):
    """A part of the map, at `x` across and `y` down. `capacity`: platoons of each side that fit into it;
    `base`: the side that is supplied from it, and may be its `capital`; `owner`: the side that holds it; ""
    for nobody. `contested`: platoons of several sides stand there; `supply`: that of its owner (..."""

    sector: str
    name: str
    x: int
    y: int
    terrain: str
    value: int
    capacity: int
    base: str
    capital: bool
    owner: str
    contested: bool
    supply: str
    platoons: list[str]


class SectorStory(Struct, kw_only=True):
    """A sector with its links and a page of its history, oldest first: rows of the campaign's log; disclosed
    orders show only what happened in this sector. `next`: the address of the next page."""

    sector: Sector
    links: list[Link]
    events: list[Event]
    next: str | None
    position: int
    people: dict[str, str]


class Side(Struct, kw_only=True):
    """One side of a battle: the people who may report for it and what its platoon is."""

    players: list[str] | UnsetType = UNSET
    platoon: str | UnsetType = UNSET
    role: str | UnsetType = UNSET


class Square(Struct, kw_only=True):
    """A square with something on it, by its place in `columns` and `rows` (from 0). `kind` says how it is
    drawn."""

    column: int
    row: int
    kind: str
    label: str


class Stand(Struct, kw_only=True):
    """A place in the log that can be confirmed."""

    position: int
    digest: str


class Standing(Struct, kw_only=True):
    """A platoon's place. Equals share a rank. `ties`: its value in each tie-breaker that was needed; `flaws`:
    its faults, each with the reason it was let pass for ("" for none); `byes`: rounds without a fixture.
    `purse`, what it could not pay yet (`owed`), and `worth`, the points of its vehicles as new..."""

    rank: int
    platoon: str
    name: str
    player: str
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
    players: list[str]
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


class StandingThen(Struct, kw_only=True):
    """`purse`: null where it is not the caller's to know."""

    rank: int
    score: int
    played: int
    won: int
    drawn: int
    lost: int
    purse: int | None


class Standings(Struct, kw_only=True):
    """Standings"""

    standings: list[Standing]
    position: int
    people: dict[str, str]


class Step(Struct, kw_only=True):
    """A row of the log that changed the fact `of`, or one it follows from."""

    position: int
    report: int
    first_told: int
    by: str
    at: str
    via: str
    of: str
    unit: str
    label: str
    before: str | int | bool | None
    after: str | int | bool | None
    type: str
    data: dict[str, Any] | None
    text: str
    rules: list[str]
    dice: list[Roll]
    declared: bool
    seed_row: int


class Stood(Struct, kw_only=True):
    """A platoon in the standings, and its purse."""

    rank: int
    score: int
    purse: int


class System(Struct, kw_only=True):
    """A rule system. `board` is what the board of a muster may hold, declared as options are; all of it is
    optional."""

    key: str
    name: str
    edition: str
    editions: list[str]
    scenarios: list[Scenario]
    options: list[Option]
    board: list[Option]
    commands: dict[str, dict[str, Any]]
    units: str
    rosters: list[RosterFormat]
    errata: dict[str, list[str]]


class SystemLine(Struct, kw_only=True):
    """A rule system in a list."""

    key: str
    name: str
    edition: str
    url: str


class Systems(Struct, kw_only=True):
    """Systems"""

    systems: list[SystemLine]


class TakeInHistory(Struct, kw_only=True):
    """A list of results of before. `kind`: what it is; left out, as it looks. `people`: who a name of the
    list is: a player's key, `new` for somebody who is kept by this name, `out` to leave their games out; any
    other name is matched. `despite`: lines at fault are left out. `system`, `division`: of whi..."""

    text: str
    kind: str | UnsetType = UNSET
    people: dict[str, str] | UnsetType = UNSET
    despite: bool | UnsetType = UNSET
    system: str | UnsetType = UNSET
    division: str | UnsetType = UNSET


class Told(Struct, kw_only=True):
    """A ruled fact, before or after a revision. If you may not know it, `type` and `text` are "", `data` is
    null."""

    type: str
    data: dict[str, Any] | None
    text: str


class Unit(Struct, kw_only=True):
    """A unit as you may see it. `declared` is the newest row in which people set any fact of it, null for
    none."""

    id: str
    side: str
    name: str
    model: str
    in_play: bool
    status: str
    facts: list[Fact]
    declared: int | None


class UnitOutcome(Struct, kw_only=True):
    """What became of a unit. `fate`: fit, damaged, withdrawn, wrecked (a hull to recover) or lost (for good)."""

    id: str
    side: str
    fate: str
    condition: dict[str, Any]
    feats: list[Feat] | UnsetType = UNSET


class Vehicle(Struct, kw_only=True):
    """A vehicle: its `condition` after its battles (as the rulebook declares it), its crew, its jobs in the
    workshop (`bays`), and its service record. `held`: its players keep it out of the workshop. `price`, as
    new with its cards, and what was `paid` for a job are shown only to its players: null for o..."""

    id: str
    platoon: str
    player: str
    name: str
    model: str
    status: str
    battle: str | None
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


class Vehicles(Struct, kw_only=True):
    """A page of vehicles by platoon. `next` is the address of the next page, null at the end."""

    vehicles: list[Vehicle]
    next: str | None
    people: dict[str, str]


class Webhook(Struct, kw_only=True):
    """A webhook of a club. `state`: "on", or why it is off: a person did it, its receiver said that it is
    gone, it had failed for days, or the site was restored from a backup. `old_until`: until then the secret
    before signs, too."""

    id: int
    name: str
    url: str
    campaign: str | None
    battles: bool
    campaigns: bool
    leagues: bool
    members_too: bool
    state: str
    made: str
    old_until: str | None


class WebhookData(Struct, kw_only=True):
    """What happened. `stream`: the id by which the API has the battle, campaign or league; `club`: its short
    name; `event`: as a stranger reads it at `events/`."""

    kind: str
    stream: str
    position: int
    club: str
    event: Event
    people: dict[str, str]
