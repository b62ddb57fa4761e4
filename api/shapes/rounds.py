"""What is read of a campaign's rounds and of one platoon, and what a ruling over a campaign would change."""

from __future__ import annotations

from typing import Any

import msgspec

from api.shapes.campaigns import Vehicle
from api.shapes.kinds import Id, Position, Time


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

    `purse` is told to its players and to organisers, `worth` and `cards` (by vehicle) to its players alone: null for
    others. `may` is what you may report for it. Of the map it tells what `Standing` does, and what its supply `allows`,
    null without one.
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


class Appointment(msgspec.Struct):
    """An office someone holds in the campaign by a ruling: organiser or umpire. The club's organisers rule beside."""

    person: Id
    office: str


class Appointments(msgspec.Struct):
    appointments: list[Appointment]
    position: Position


class Entry(msgspec.Struct):
    """A change of a platoon's purse, in which row of the campaign's log and when. `why`: enlisted, bought, sold,
    repair, crew, penalty; salvage or towing after a battle; round, win, draw, loss or guarantee as a round closed;
    correction. `purse` is what it held afterwards; `fixture`: for whose result, "" for none."""

    position: Position
    at: Time
    platoon: str
    points: int
    why: str
    fixture: str
    purse: int


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
    """A platoon that would stand otherwise."""

    platoon: str
    before: Stood
    after: Stood


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
    """A vehicle that would be otherwise, or be repaired otherwise."""

    platoon: str
    vehicle: str
    before: Condition
    after: Condition


class Shift(msgspec.Struct):
    """What a ruling would change in the standings and the conditions, as far as it differs."""

    platoons: list[Moved]
    vehicles: list[Altered]
