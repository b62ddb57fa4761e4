"""The JSON the API answers with, one struct an object. The schema is made from these, so it cannot drift from them.

Texts are in the language the request asked for. Times are UTC, ISO-8601. Ids are UUIDs in canonical text.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from rules.contract import Option, Scenario, Side, UnitOutcome

Position = Annotated[int, msgspec.Meta(ge=0, description="Place of a row in the log, from 1.")]
Digest = Annotated[str, msgspec.Meta(description="SHA-256 (hex) over the log up to and with this row.")]
Id = Annotated[str, msgspec.Meta(description="A UUID in canonical text.")]
Time = Annotated[str, msgspec.Meta(description="UTC, ISO-8601 with microseconds and Z.")]


class Fact(msgspec.Struct):
    """One line of what is known."""

    name: str
    label: str
    value: str | int | bool


class Unit(msgspec.Struct):
    """A unit as you may see it."""

    id: str
    side: str
    name: str
    model: str
    in_play: bool
    status: str
    facts: list[Fact]


class Pick(msgspec.Struct):
    """One value a field may take."""

    value: str
    label: str


class Field(msgspec.Struct):
    """A fact or dice that a choice asks for.

    pick: one of `picks`. picks: `least` to `most` of them. number: from `least` to `most`. dice: `least` to `most`
    faces from 1 to `faces`; left out they are Leaguer's. `ahead`: answers a step that may not come, so fill it in with
    what has happened already.
    """

    name: str
    kind: Literal["pick", "picks", "number", "flag", "dice", "text", "data"]
    label: str
    help: str
    picks: list[Pick]
    least: int
    most: int
    faces: int
    repeats: bool
    required: bool
    ahead: bool


class Choice(msgspec.Struct):
    """What may be reported now: POST `command` with `data` = `given` and the `fields` filled in."""

    command: str
    label: str
    side: str
    given: dict[str, Any]
    fields: list[Field]
    urgent: bool


class Stand(msgspec.Struct):
    """A place in the log that can be confirmed."""

    position: Position
    digest: Digest


class Outcome(msgspec.Struct):
    """What came of a battle that is over. `winner` and `field` are sides, "" for nobody."""

    winner: str
    points: dict[str, int]
    field: str
    how: str
    units: list[UnitOutcome]


class Battle(msgspec.Struct):
    """A battle as you may see it: now, or as it stood at an earlier position (then without `choices`).

    `sides` name the accounts (ids) that play them. `commitment` is SHA-256 of the bytes of `seed`, which is null until
    the battle is settled. `fought` is what a `Confirm` has to name. `mine` are the sides you may report for.
    """

    id: Id
    campaign: Id | None
    system: str
    edition: str
    scenario: str
    title: str
    options: dict[str, bool | int | str]
    sides: dict[str, Side]
    depth: str
    over: bool
    confirmed: dict[str, bool]
    settled: bool
    position: Position
    digest: Digest
    fought: Stand
    round: int
    phase: str
    facts: list[Fact]
    units: list[Unit]
    pending: str | None
    waiting_for: list[str]
    mine: list[str]
    choices: list[Choice]
    outcome: Outcome | None
    commitment: str
    seed: str | None


class Ruling(msgspec.Struct):
    """A ruled fact that followed from a report. `text` says it in words; in a dry run `digest` is ""."""

    position: Position
    type: str
    data: dict[str, Any]
    text: str
    digest: Digest


class Event(msgspec.Struct):
    """A row of the log as you may read it: of what you may not know, `type` and `text` are "" and `data` is null.

    `by` is the id of an account, or "clerk". Rows with the same `report` followed from one report.
    """

    position: Position
    at: Time
    by: str
    via: str
    report: Id
    report_type: str
    type: str
    data: dict[str, Any] | None
    text: str
    digest: Digest


class Events(msgspec.Struct):
    """Part of a log. `next` is the address of the rest, null at the end; `position` is where the log stands."""

    events: list[Event]
    next: str | None
    position: Position


class Problem(msgspec.Struct, omit_defaults=True):
    """RFC 9457. `code` is for programs; `rule`, `field` and `remedy` say which rule, which field, what would be right.

    `report` is the id of the report at fault. A conflict tells where the log stands (`position`) and what you have
    `missed`.
    """

    title: str
    status: int
    code: str
    detail: str
    rule: str = ""
    field: str = ""
    remedy: str = ""
    report: str = ""
    position: int | UnsetType = UNSET
    missed: list[Event] | UnsetType = UNSET
    type: str = "about:blank"


class Dice(msgspec.Struct):
    """Dice that would have to be rolled: report them in `field`, or leave them out and Leaguer rolls."""

    question: str
    count: int
    faces: int
    field: str


class Answer(msgspec.Struct):
    """What became of one report. `asks` only in a dry run; `problem` only where a batch keeps its legal part."""

    id: Id
    status: Literal["accepted", "refused", "asks", "untried"]
    events: list[Ruling]
    asks: Dice | None = None
    problem: Problem | None = None


class Receipt(msgspec.Struct):
    """The answers to the reports, in order, and the last row that followed from them: keep it, it proves the log.

    The same reports sent again are answered with the same bytes. A dry run tells where the log stands.
    """

    dry_run: bool
    position: Position
    digest: Digest
    reports: list[Answer]


class Report(msgspec.Struct, forbid_unknown_fields=True):
    """One report: an id made by you (keep it for retries), a command of the rule system, and its fields.

    `after` is the position you have seen; left out, the report is decided on whatever stands.
    """

    id: Annotated[str, msgspec.Meta(max_length=40)]
    type: Annotated[str, msgspec.Meta(max_length=60)]
    data: Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"type": "object"})]
    after: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] | None = None


class BattleLine(msgspec.Struct):
    """A battle in a list. `players` name accounts by side; `waiting` are the sides that have to report next."""

    id: Id
    campaign: Id | None
    system: str
    edition: str
    scenario: str
    title: str
    status: str
    round: int
    position: Position
    winner: str
    players: dict[str, list[str]]
    waiting: list[str]
    mustered_at: Time
    moved_at: Time


class Battles(msgspec.Struct):
    """A page of battles, newest first. `next` is the address of the next page, null at the end."""

    battles: list[BattleLine]
    next: str | None


class SystemLine(msgspec.Struct):
    """A rule system in a list."""

    key: str
    name: str
    edition: str
    url: str


class Systems(msgspec.Struct):
    systems: list[SystemLine]


class System(msgspec.Struct):
    """A rule system. `commands` and `events` hold a JSON Schema by type."""

    key: str
    name: str
    edition: str
    editions: list[str]
    scenarios: list[Scenario]
    options: list[Option]
    commands: dict[str, dict[str, Any]]
    units: str


class Article(msgspec.Struct):
    """A model or card of the catalogue with its figures; `source` says where they come from."""

    key: str
    name: str
    kind: str
    nation: str
    points: int
    figures: dict[str, Any]
    status: str
    source: str


class Articles(msgspec.Struct):
    """A page of a catalogue, in the catalogue's order."""

    units: list[Article]
    next: str | None
    count: int


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    username: Annotated[str, msgspec.Meta(min_length=1, max_length=150, pattern=r"^[^\x00]+$")]
    password: Annotated[str, msgspec.Meta(min_length=1, max_length=1000, pattern=r"^[^\x00]+$")]


class Key(msgspec.Struct):
    """A new token. It is shown this once; send it as `Authorization: Token <token>`."""

    token: str
    user: Id


class Me(msgspec.Struct):
    """Who you are.

    `organises` are the open campaigns in which your word counts for every side; `waiting` are the battles of yours
    that are not settled, newest first, 50 at most.
    """

    id: Id
    username: str
    name: str
    staff: bool
    organises: list[Id]
    waiting: list[BattleLine]


class Index(msgspec.Struct):
    """Where things are."""

    release: str
    token: str
    me: str
    systems: str
    campaigns: str
    battles: str
    schema: str
    docs: str


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
    """A campaign as it was opened, and where its log stands. `commitment` is SHA-256 of the seed of its battles' seeds.

    `may` is what you may do here: enlist, muster.
    """

    id: Id
    name: str
    system: str
    edition: str
    status: str
    options: dict[str, bool | int | str]
    sides: dict[str, str]
    scoring: dict[str, int]
    commitment: str
    position: Position
    digest: Digest
    opened_at: Time
    moved_at: Time
    may: list[str]


class Standing(msgspec.Struct):
    """A platoon's place. Equals share a rank."""

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


class Standings(msgspec.Struct):
    standings: list[Standing]
    position: Position


class Vehicle(msgspec.Struct):
    """A vehicle: what its battles left of it (`condition`, as the rulebook declares it) and its service record."""

    id: str
    platoon: str
    player: Id
    name: str
    model: str
    status: str
    battle: Id | None
    condition: dict[str, Any]
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


class Fixture(msgspec.Struct):
    """A battle as the campaign counts it: `position` and `digest` are the head of its log when it was counted."""

    number: int
    battle: Id
    scenario: str
    title: str
    platoons: dict[str, str]
    status: str
    position: Position
    digest: Digest
    winner: str
    points: dict[str, int]


class Fixtures(msgspec.Struct):
    """A page of a campaign's battles, in the order they were mustered."""

    battles: list[Fixture]
    next: str | None


class Commands(msgspec.Struct):
    """A JSON Schema of the data of every report, by type."""

    commands: dict[str, dict[str, Any]]
