"""What is read of a campaign's rounds and of one platoon, and what a ruling over a campaign would change."""

from __future__ import annotations

from typing import Any

import msgspec

from api.shapes.campaigns import Vehicle
from api.shapes.kinds import Id, People, Position, Time


class Rank(msgspec.Struct):
    """A platoon's place when a round was closed."""

    platoon: str
    rank: int
    score: int


class Round(msgspec.Struct):
    """A round. `deadline` (UTC) is when it closes, "" for when an organiser does; `byes`: platoons without a fixture;
    `places`: the standings that were published with it, best first. On a map `orders_by` is when its orders are
    disclosed, "" for when an organiser says so; `resolved`: they were."""

    number: int
    title: str
    status: str
    deadline: str
    orders_by: str
    resolved: bool
    byes: list[str]
    places: list[Rank]


class Rounds(msgspec.Struct):
    """A page of rounds, the first first. `next` is the address of the next page, null at the end."""

    rounds: list[Round]
    next: str | None


class Allowance(msgspec.Struct):
    """What a platoon's supply allows it, by the campaign's terms: a march that costs so much (`Link` says what), what
    its workshop does ("all", "one" vehicle at a time, "none"), and whether it may buy."""

    march: int
    workshop: str
    purchases: bool


class PlatoonSheet(msgspec.Struct):
    """A platoon as it stands. `players` command it, its own first; `order` and `hold` are what they told the workshop;
    `flaws`: its faults, each with the reason it was let pass for ("" for a warning).

    `purse`, what it owes (`owed`), `worth` and `cards` (by vehicle) are told to its players and to who has taken its
    case: null for others. `may` is what you may report for it. Of the map it tells what `Standing` does, and what its
    supply `allows`, null without one.
    """

    platoon: str
    name: str
    players: list[Id]
    side: str
    card: str
    joined: int
    dropped: bool
    rank: int
    score: int
    penalty: int
    purse: int | None
    owed: int | None
    worth: int | None
    cards: dict[str, list[str]] | None
    order: list[str]
    hold: list[str]
    flaws: dict[str, str]
    sector: str
    supply: str
    entrenched: bool
    ordered: bool
    engaged: str
    retreat_by: str
    allows: Allowance | None
    vehicles: list[Vehicle]
    fixtures: list[str]
    may: list[str]
    position: Position
    people: People


class Appointment(msgspec.Struct):
    """An office someone holds in the campaign by a ruling: organiser or umpire. The club's organisers rule beside."""

    person: Id
    office: str


class Appointments(msgspec.Struct):
    appointments: list[Appointment]
    position: Position
    people: People


class Entry(msgspec.Struct):
    """A change of a platoon's purse, in which row of the campaign's log and when. `why`: enlisted, bought, sold,
    repair, crew, penalty; salvage or towing after a battle; round, win, draw, loss or guarantee as a round closed;
    correction. `purse` is what it held afterwards; `fixture`: for whose result, "" for none. `owed`: points more that
    the purse could not pay, and pays as later rounds close."""

    position: Position
    at: Time
    platoon: str
    points: int
    why: str
    fixture: str
    purse: int
    owed: int


class Ledger(msgspec.Struct):
    """A page of the points of one platoon or all, the first first."""

    entries: list[Entry]
    next: str | None


class Stood(msgspec.Struct):
    """A platoon in the standings, and its purse."""

    rank: int
    score: int
    purse: int


class Moved(msgspec.Struct):
    """A platoon that would stand otherwise. Where its purse is not `known` to you, it is told as 0."""

    platoon: str
    before: Stood
    after: Stood
    known: bool


class Work(msgspec.Struct):
    """A job the workshop would have on a vehicle."""

    job: str
    label: str
    rounds: int
    points: int
    needs: int
    faces: int


class Condition(msgspec.Struct):
    """A vehicle as it stands, its crew's grade, and the jobs the workshop would have on it."""

    status: str
    condition: dict[str, Any]
    grade: str
    jobs: list[Work]


class Altered(msgspec.Struct):
    """A vehicle that would be otherwise, or be repaired otherwise. Where it is not `known` to you what its cards cost,
    the points of its jobs are told as 0."""

    platoon: str
    vehicle: str
    before: Condition
    after: Condition
    known: bool


class Shift(msgspec.Struct):
    """What a ruling would change in the standings and the conditions, as far as it differs."""

    platoons: list[Moved]
    vehicles: list[Altered]
