"""Shapes of the API, part 2. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from leaguer_client.shapes.part_1 import (
    ClubKey,
)


class ClubKeys(Struct, kw_only=True):
    """All keys that a club has had, the newest first: 200 at most."""

    keys: list[ClubKey]
    people: dict[str, str]


class ClubLine(Struct, kw_only=True):
    """A club in a list."""

    short: str
    name: str
    about: str


class Clubs(Struct, kw_only=True):
    """A page of clubs, by name. `next` is the address of the next page, null at the end."""

    clubs: list[ClubLine]
    next: str | None


class Commands(Struct, kw_only=True):
    """A JSON Schema of the data of every report, and how it is written as a line of script, by type."""

    commands: dict[str, dict[str, Any]]
    script: dict[str, str]


class Counter(Struct, kw_only=True):
    """A unit on a board. `facing` and `gun` are degrees clockwise from the top; null if it points nowhere."""

    unit: str
    side: str
    column: int
    row: int
    label: str
    facing: int | None
    gun: int | None
    state: str


class Credentials(Struct, kw_only=True):
    """Name and password, what the token is for, and for how many days it shall hold. `code`: what the
    account's app shows, or a recovery code, where the account has a second step."""

    username: str
    password: str
    name: str | UnsetType = UNSET
    days: int | UnsetType = UNSET
    code: str | UnsetType = UNSET


class Declarable(Struct, kw_only=True):
    """A fact people can set with `Declare`: `{"facts": {path: value}, "reason": ...}`."""

    path: str
    unit: str
    label: str
    value: Any
    schema: dict[str, Any]
    declared: int | None


class Declarables(Struct, kw_only=True):
    """Every fact that can be declared, as it stands at `position`."""

    position: int
    facts: list[Declarable]


class Delivery(Struct, kw_only=True):
    """What became of a message. `message`: its id, which the receiver reads as `webhook-id`. `stream`: the
    log it tells of, null for a test; `code`: the status of the last answer, null while none came; `answer`:
    how that began; `took`: milliseconds. `status`: "asked" waits to be sent, "retrying" did no..."""

    id: int
    message: str
    type: str
    stream: str | None
    position: int
    status: str
    tries: int
    code: int | None
    answer: str
    took: int
    made: str
    tried: str | None


class Dice(Struct, kw_only=True):
    """Dice that would have to be rolled: report them in `field`, or leave them out and Leaguer rolls. If
    `field` is "" nobody can report them: Leaguer draws, or shuffles."""

    question: str
    count: int
    faces: int
    field: str
    shows: list[list[int | str]]


class DiceLuck(Struct, kw_only=True):
    """The dice of a `side` for one `question`, which `label` says in words."""

    side: str
    question: str
    label: str
    dice: int
    table: int
    got: int
    expected: float
    at_least: float
    at_most: float
    once_in: int
    says: str


class Difference(Struct, kw_only=True):
    """A line of the sheet or the outcome that would change; `of` explains it, null if there is no such line."""

    of: str
    unit: str
    label: str
    before: str | int | bool | None
    after: str | int | bool | None


class DraftCorrection(Struct, kw_only=True):
    """A correction of the `battle`, or of the campaign itself where that is null: the `type` and `data` of
    the report."""

    type: str
    data: dict[str, Any]
    battle: str | UnsetType | None = UNSET
    keep: bool | UnsetType = UNSET
    share: bool | UnsetType = UNSET


class DraftedPair(Struct, kw_only=True):
    """Two platoons that would meet."""

    home: str
    away: str


class EditPost(Struct, kw_only=True):
    """The new text."""

    body: str


class Entry(Struct, kw_only=True):
    """A change of a platoon's purse, with the row of the campaign's log and its time. `why`: enlisted,
    bought, sold, repair, crew, penalty; salvage or towing after a battle; round, win, draw, loss or guarantee
    as a round closed; correction; declared where an organiser has set what it holds, or a report..."""

    position: int
    at: str
    platoon: str
    points: int
    why: str
    fixture: str
    purse: int
    owed: int


class Event(Struct, kw_only=True):
    """A row of the log as you may read it: if you may not know it, `type` and `text` are "" and `data` is
    null."""

    position: int
    at: str
    by: str
    via: str
    report: str
    report_type: str
    type: str
    data: dict[str, Any] | None
    text: str
    digest: str
    struck: int | UnsetType | None = UNSET
    struck_by: str | UnsetType = UNSET
    struck_why: str | UnsetType = UNSET
    told_for: str | UnsetType = UNSET


class Events(Struct, kw_only=True):
    """Part of a log. `next` is the address of the rest, null at the end; `position` is where the log stands."""

    events: list[Event]
    next: str | None
    position: int
    people: dict[str, str]


class Explicable(Struct, kw_only=True):
    """A fact of the sheet or the outcome. Ask for it by `of`; `unit` is "" for the battle's own."""

    of: str
    unit: str
    label: str
    value: str | int | bool


class Explicables(Struct, kw_only=True):
    """Every fact that can be explained, as the battle stood at `position`."""

    position: int
    facts: list[Explicable]


class Fact(Struct, kw_only=True):
    """One line of what is known. `declared` is the row in which people set it, null if it follows from the
    rules."""

    name: str
    label: str
    value: str | int | bool
    declared: int | None


class Fault(Struct, kw_only=True):
    """One of several faults. `fault` is its name, which does not change; an organiser uses it to let a
    `waivable` one pass (MusterBattle: `waivers`)."""

    rule: str
    detail: str
    remedy: str | UnsetType = UNSET
    field: str | UnsetType = UNSET
    fault: str | UnsetType = UNSET
    waivable: bool | UnsetType = UNSET


class Feat(Struct, kw_only=True):
    """Something worth remembering: `kind` in shot, hit, kill, damage, repair, ...; `report` is the log
    position."""

    kind: str
    report: int
    of: str | UnsetType = UNSET
    n: int | UnsetType = UNSET


class FriendlyScenario(Struct, kw_only=True):
    """FriendlyScenario"""

    key: str
    name: str


class GivenOrder(Struct, kw_only=True):
    """The order a platoon has for the round under way."""

    do: str
    to: str
    label: str


class Ground(Struct, kw_only=True):
    """Where two platoons meet on the map. `attacker` came to where the other one stood, "" if both came; over
    a `river`, against one that is `entrenched`. `limits`: points each may bring, by platoon, none where
    nothing limits them. `scenario`, its `sides` in the order of the platoons, and `board` are p..."""

    sector: str
    terrain: str
    attacker: str
    river: bool
    entrenched: bool
    limits: dict[str, int]
    scenario: str
    sides: list[str]
    board: dict[str, Any]


class GuestCode(Struct, kw_only=True):
    """A guest's own `code`, as people read it, and `until` when it claims their seat."""

    code: str
    until: str


class HavenChoice(Struct, kw_only=True):
    """A sector next to a beaten platoon. `why` it may not retreat there: "enemy", "cut off", "closed",
    "full"; "" if it may. `distance`: the cost of the way from there to a base, null where no supply comes."""

    sector: str
    name: str
    distance: int | None
    value: int
    why: str


class HeldReport(Struct, kw_only=True):
    """A report of it by its id and type, and the reason that was given."""

    id: str
    type: str
    reason: str


class HeldRuling(Struct, kw_only=True):
    """What an officer has sent, all of it or nothing, and what became of it."""

    id: str
    campaign: str
    kind: str
    state: str
    reports: list[HeldReport]
    by: str
    via: str
    asked_at: str
    answered_by: str | None
    answered_at: str | None
    reason: str
    told: list[str]
    refused: str
    people: dict[str, str]
