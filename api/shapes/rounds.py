"""Shapes for rounds and single platoons, and for what a ruling over a campaign would change."""

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
    """A round. `deadline` (UTC) is when it closes, "" if an organiser closes it; `byes`: platoons without a fixture;
    `places`: the standings that were published with it, best first. On a map `orders_by` is when its orders are
    disclosed, "" if an organiser decides when; `resolved`: they were.
    """

    number: int
    title: str
    status: str
    deadline: str
    orders_by: str
    resolved: bool
    byes: list[str]
    places: list[Rank]


class Rounds(msgspec.Struct):
    """A page of rounds, oldest first. `next` is the address of the next page, null at the end."""

    rounds: list[Round]
    next: str | None


class Allowance(msgspec.Struct):
    """What a platoon's supply allows it, by the campaign's terms: a march up to this cost (see `Link`), the workshop's
    work ("all", "one" vehicle at a time, "none"), and whether it may buy.
    """

    march: int
    workshop: str
    purchases: bool


class PlatoonSheet(msgspec.Struct):
    """A platoon as it stands. `players` command it, its own first; `order` and `hold` are their instructions to the
    workshop; `flaws`: its faults, each with the reason it was let pass for ("" for a warning).

    `purse`, what it owes (`owed`), `worth` and `cards` (by vehicle) are shown to its players and to whoever has taken
    its case: null for others. `may` are the reports you may send for it. On a map it has the fields of `Standing`, and
    what its supply `allows`, null without one.
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
    """An office someone holds in the campaign by a ruling: organiser or umpire. The club's organisers have theirs
    without one.
    """

    person: Id
    office: str


class Appointments(msgspec.Struct):
    appointments: list[Appointment]
    position: Position
    people: People


class Entry(msgspec.Struct):
    """A change of a platoon's purse, with the row of the campaign's log and its time. `why`: enlisted, bought, sold,
    repair, crew, penalty; salvage or towing after a battle; round, win, draw, loss or guarantee as a round closed;
    correction; declared where an organiser has set what it holds, or a report stands as it was played. Entries follow
    from one another: a correction stands before later rows that it keeps. `purse` is the balance afterwards;
    `fixture`: for whose result, "" for none. `owed`: points more that the purse could not pay, and pays as later rounds
    close.
    """

    position: Position
    at: Time
    platoon: str
    points: int
    why: str
    fixture: str
    purse: int
    owed: int


class Ledger(msgspec.Struct):
    """A page of the points of one platoon or all, oldest first."""

    entries: list[Entry]
    next: str | None


class Stood(msgspec.Struct):
    """A platoon in the standings, and its purse."""

    rank: int
    score: int
    purse: int


class Moved(msgspec.Struct):
    """A platoon that would stand otherwise. If you may not know its purse (`known`), it is shown as 0."""

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
    """A vehicle that would change, or be repaired otherwise. If you may not know the cost of its cards (`known`), the
    points of its jobs are shown as 0.
    """

    platoon: str
    vehicle: str
    before: Condition
    after: Condition
    known: bool


class Shift(msgspec.Struct):
    """What a ruling would change in the standings and the conditions: only what differs."""

    platoons: list[Moved]
    vehicles: list[Altered]


class RereadRuling(msgspec.Struct):
    """A ruling that would be another: the report's row, its type, the dice it was decided by, and its sentences."""

    position: int
    report: str
    dice: list[str]
    before: list[str]
    after: list[str]


class RereadBattle(msgspec.Struct):
    """A battle of which `count` rulings would be others, the first of them in words, and what of its outcome."""

    battle: Id
    count: int
    rulings: list[RereadRuling]
    outcome: list[str]


class Rereading(msgspec.Struct):
    """Battles read again by other rules. It goes in steps: of those that are `over`, so many are `read` by now; ask
    again for more. They stand as they were fought."""

    over: int
    read: int
    rulings: int
    battles: list[RereadBattle]


class DraftedPair(msgspec.Struct):
    """Two platoons that would meet."""

    home: str
    away: str


class PairingDraft(msgspec.Struct):
    """The next round as a method would pair it. `byes`: platoons that would have no fixture; `reasons` for each pair
    and bye, and what the pairings break (`breaks`), in words. `unconfirmed`: the fixtures whose results it looks at
    and which are not certain yet, and `rests_on` for each pairing those of them that its platoons play in. Where the
    terms refuse to pair from them, so does this.
    """

    method: str
    pairings: list[DraftedPair]
    byes: list[str]
    reasons: list[str]
    breaks: list[str]
    unconfirmed: list[str]
    rests_on: list[list[str]]
    position: Position


class PairedNow(msgspec.Struct):
    """The same as it is known now, with every correction made since: the reasons, and whom the platoon at home would
    meet by the method ("" for nobody, or where it was paired by hand)."""

    reasons: list[str]
    meets: str


class WhyPaired(msgspec.Struct):
    """Why two platoons were paired. `at`: the row of the log before it was announced, `announced_at` when that was;
    `standings`: the address of the standings at that row; `method`: in words, "" by hand; `reasons`: in words, as they
    were published. `since`: when corrections were made that reach back before that row; `known`: null without one.
    """

    at: Position
    announced_at: Time
    standings: str
    method: str
    reasons: list[str]
    since: list[Time]
    known: PairedNow | None


class FixturePaired(msgspec.Struct):
    """`paired`: null for a fixture that was not announced as a pairing, such as a battle beside the rounds."""

    fixture: str
    paired: WhyPaired | None
    position: Position


class Rung(msgspec.Struct):
    """A platoon on a ladder. `moved`: by how many rungs it went up (below 0: down) as it last moved. `against`: the
    platoon by which it is `challenged`, which it has challenged, or which it meets in `fixture`; "" for none.
    `answer_by`: until when a challenge is answered, "" for no limit. `resting`: it rests after its last battle, until
    `rests`, "" while the clerk has not said it.
    """

    rung: int
    platoon: str
    name: str
    moved: int
    against: str
    challenged: bool
    answer_by: str
    fixture: str
    resting: bool
    rests: str


class Ladder(msgspec.Struct):
    """A ladder from the top. `open`: challenges are taken now; `range`: by how many rungs one goes up at most."""

    rungs: list[Rung]
    open: bool
    range: int
    position: Position
