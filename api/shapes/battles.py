"""Shapes for reading battles."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from api.shapes.corrections import Proposal
from api.shapes.kinds import Digest, Id, People, Position, Time
from rules.contract import Side, UnitOutcome


class Fact(msgspec.Struct):
    """One line of what is known. `declared` is the row in which people set it, null if it follows from the rules."""

    name: str
    label: str
    value: str | int | bool
    declared: Position | None


class Unit(msgspec.Struct):
    """A unit as you may see it. `declared` is the newest row in which people set any fact of it, null for none."""

    id: str
    side: str
    name: str
    model: str
    in_play: bool
    status: str
    facts: list[Fact]
    declared: Position | None


class Pick(msgspec.Struct, omit_defaults=True):
    """One value a field may take. Campaigns say more of some, and leave out what there is not to say: `notes` on it;
    what it `costs` in points, by the catalogue; the nation whose it is (`of`); and `beside` which values of other
    fields of the same object alone it is picked."""

    value: str
    label: str
    notes: list[str] = []
    costs: int = 0
    of: str = ""
    beside: dict[str, str] = {}


class Field(msgspec.Struct):
    """A fact or dice that a choice asks for.

    pick: one of `picks`. picks: `least` to `most` of them. path: `least` to `most` steps in a list; the first is one of
    `picks`, and which may follow depends on it, so a step may be reported alone. number: from `least` to `most`; with a
    `measure` ("cm", "in") it is a length, in whole tenths of that unit. dice: `least` to `most` faces from 1 to
    `faces`, or of `picks` where dice show something else (whole numbers as numbers); left out they are Leaguer's, or
    refused, as the battle's `dice` says.
    `ahead`: answers a step that may not come, so fill it in with what has happened.
    """

    name: str
    kind: Literal["pick", "picks", "path", "number", "flag", "dice", "text", "data"]
    label: str
    help: str
    picks: list[Pick]
    least: int
    most: int
    faces: int
    measure: str
    repeats: bool
    required: bool
    ahead: bool


class Limit(msgspec.Struct):
    """A limit across several fields: their numbers, each multiplied by its `times`, add up to at most `most`."""

    times: dict[str, int]
    most: int


class Choice(msgspec.Struct):
    """What may be reported now: POST `command` with `data` = `given` and the `fields` filled in, within `limits`."""

    command: str
    label: str
    side: str
    given: dict[str, Any]
    fields: list[Field]
    urgent: bool
    limits: list[Limit]


class Square(msgspec.Struct):
    """A square with something on it, by its place in `columns` and `rows` (from 0). `kind` says how it is drawn."""

    column: int
    row: int
    kind: Literal["building", "wall", "low", "high", "zone", "open"]
    label: str


class Counter(msgspec.Struct):
    """A unit on a board. `facing` and `gun` are degrees clockwise from the top; null if it points nowhere."""

    unit: str
    side: str
    column: int
    row: int
    label: str
    facing: int | None
    gun: int | None
    state: Literal["active", "hurt", "out"]


class Grid(msgspec.Struct):
    """A squared board as you may see it: names of columns from the left, of rows from the top.

    Squares not listed in `squares` are open.
    """

    columns: list[str]
    rows: list[str]
    squares: list[Square]
    counters: list[Counter]


class Stand(msgspec.Struct):
    """A place in the log that can be confirmed."""

    position: Position
    digest: Digest


class Outcome(msgspec.Struct):
    """The outcome of a battle that is over. `winner` and `field` are sides, "" for nobody."""

    winner: str
    points: dict[str, int]
    field: str
    how: str
    units: list[UnitOutcome]


class Battle(msgspec.Struct):
    """A battle as you may see it: now, or as it stood at an earlier position (then without `choices`).

    `name` is its `title` if it has one, else who meets in which round. `sides` name the accounts (ids) that play them.
    `commitment` is SHA-256 of the bytes of `seed`, which is null until the battle is settled. `fought` is what a
    `Confirm` has to name. `mine` are the sides you may report for. `voided` are the sides whose confirmation fell by a
    correction or an undo, and that have not confirmed again.

    `grid` is the board, null for a table without squares. `choices` go on with the battle; `mends` correct it: undo,
    redo, correct, declare, agree. `unsettled` are the reports that a correction has left, by position; settle them in
    this order with `Resolve`, or undo the correction. `proposal` is what one side asks the other (null if you have no
    part in it). `declared` are the facts people have set, by path ("models.alpha.damage", "outcome.winner"), with the
    row of the newest declaration. `waivers` are the faults of the forces that an organiser let pass, by name
    ("R3/points/americans"), with the reasons. `cases` are the organisers and umpires who have taken the case of the
    battle, with the row in which they did: from there on they see hidden cards and rule on the battle.

    `lent` are the sides that have lent their seats: the players of the others report facts and dice for them too.
    `dice` says whose they are. table: the players'; a report that leaves some out is refused, unless it names in
    `leaguer` the field from which on Leaguer rolls. ask: the same, and pages ask each time. leaguer, or "": what a
    report leaves out is Leaguer's.
    """

    id: Id
    campaign: Id | None
    system: str
    edition: str
    scenario: str
    title: str
    name: str
    options: dict[str, bool | int | str]
    sides: dict[str, Side]
    waivers: dict[str, str]
    depth: str
    dice: str
    lent: list[str]
    over: bool
    confirmed: dict[str, bool]
    voided: list[str]
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
    grid: Grid | None
    mine: list[str]
    choices: list[Choice]
    mends: list[Choice]
    unsettled: list[Position]
    proposal: Proposal | None
    declared: dict[str, Position]
    cases: dict[str, Position]
    outcome: Outcome | None
    commitment: str
    seed: str | None
    people: People


class BattleLine(msgspec.Struct):
    """A battle in a list. `name` is its `title`, or a name made for it; `players` name accounts by side; `waiting` are
    the sides that have to report next, `voided` those whose confirmation fell by a correction or an undo and that have
    not confirmed again.
    """

    id: Id
    campaign: Id | None
    system: str
    edition: str
    scenario: str
    title: str
    name: str
    status: str
    round: int
    position: Position
    winner: str
    players: dict[str, list[str]]
    waiting: list[str]
    voided: list[str]
    mustered_at: Time
    moved_at: Time


class Battles(msgspec.Struct):
    """A page of battles, newest first. `next` is the address of the next page, null at the end."""

    battles: list[BattleLine]
    next: str | None
    people: People


class Event(msgspec.Struct):
    """A row of the log as you may read it: if you may not know it, `type` and `text` are "" and `data` is null.

    `by` is the id of an account, or "clerk". Rows with the same `report` followed from one report. `struck` is the row
    of the revision that struck this one, with who made it and why; null while it counts.
    `told_for` is the side for which somebody who plays another one told the report.
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
    struck: Position | None = None
    struck_by: str = ""
    struck_why: str = ""
    told_for: str = ""


class Events(msgspec.Struct):
    """Part of a log. `next` is the address of the rest, null at the end; `position` is where the log stands."""

    events: list[Event]
    next: str | None
    position: Position
    people: People


class DiceLuck(msgspec.Struct):
    """The dice of a `side` for one `question`, which `label` says in words.

    dice: how many fell, `table` of them rolled by the players and the others by Leaguer. got: what they came to;
    expected: on average. at_least, at_most: how likely so much or more is, and so much or less. once_in: so lucky, or
    unlucky, is 1 time in so many; 1 where it is about what to expect. says: the same in a sentence.
    """

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


class BattleLuck(msgspec.Struct):
    """The luck of each side in a battle so far, in the order of the questions' first dice."""

    position: Position
    luck: list[DiceLuck]
