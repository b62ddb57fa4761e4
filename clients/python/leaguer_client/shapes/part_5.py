"""Shapes of the API, part 5. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from leaguer_client.shapes.part_4 import (
    ModelCount,
)


class Rank(Struct, kw_only=True):
    """A platoon's place when a round was closed."""

    platoon: str
    rank: int
    score: int


class ReachFigure(Struct, kw_only=True):
    """A number before, null for none, and after: from `low` to `high` over all ways in which dice may still
    fall."""

    before: int | None
    low: int
    high: int


class ReachLetter(Struct, kw_only=True):
    """The players of a platoon would be written to, about what."""

    platoon: str
    about: str


class ReachPlatoon(Struct, kw_only=True):
    """A platoon that would stand otherwise. `purse`: null if you may not know it."""

    platoon: str
    rank: ReachFigure
    score: ReachFigure
    purse: ReachFigure | None


class ReachQuestion(Struct, kw_only=True):
    """Dice that have not fallen, and that nobody has looked at. `count` and `faces` are 0 where that is not
    known."""

    question: str
    count: int
    faces: int


class ReachRating(Struct, kw_only=True):
    """`ladder`: a rulebook, or "" for the rating over all of them."""

    player: str
    name: str
    ladder: str
    rating: ReachFigure


class ReachRound(Struct, kw_only=True):
    """A round that its method would have paired otherwise: the pairings that are on one list alone, in words.
    `stays`: what was published stands all the same."""

    round: int
    published: list[str]
    would_be: list[str]
    stays: bool


class ReachUnit(Struct, kw_only=True):
    """A unit of the battle whose fate hangs on dice: what may become of it, in words."""

    unit: str
    name: str
    may_be: list[str]


class ReachVehicle(Struct, kw_only=True):
    """One thing about a vehicle or its crew, in words. `after`: each way in which it may come out."""

    platoon: str
    vehicle: str
    what: str
    before: str
    after: list[str]


class React(Struct, kw_only=True):
    """Give a reaction, or take it back where `on` is false."""

    kind: str
    on: bool | UnsetType = UNSET


class ReadyList(Struct, kw_only=True):
    """ReadyList"""

    key: str
    label: str


class Reason(Struct, kw_only=True):
    """`rule`: the heading and number in campaigns/RULES.md, "" if no rule is behind it."""

    text: str
    rule: str


class Recruit(Struct, kw_only=True):
    """Recruit"""

    id: str
    model: str


class Replay(Struct, kw_only=True):
    """Which log is sent again, and the number of its first message."""

    stream: str
    position: int


class Report(Struct, kw_only=True):
    """One report: an id made by you (keep it for retries), a command of the rule system, and its fields."""

    id: str
    type: str
    data: dict[str, Any]
    after: int | UnsetType | None = UNSET


class ReportPost(Struct, kw_only=True):
    """What is wrong with it, for the moderators."""

    reason: str


class RereadRuling(Struct, kw_only=True):
    """A ruling that would be another: the report's row, its type, the dice it was decided by, and its
    sentences."""

    position: int
    report: str
    dice: list[str]
    before: list[str]
    after: list[str]


class Returning(Struct, kw_only=True):
    """Who returns: a platoon of the plan. `division`: that of the plan if left out."""

    campaign: str
    platoon: str
    division: str | UnsetType | None = UNSET


class Roll(Struct, kw_only=True):
    """Dice that answer a named question. `values` is empty until somebody has rolled. `shows`: the faces of
    each die, in order, if they are not 1 to `faces`; else empty."""

    question: str
    faces: int
    values: list[int | str]
    by: str
    shows: list[list[int | str]]
    sealed: str | UnsetType = UNSET
    salt: str | UnsetType = UNSET


class RoomSide(Struct, kw_only=True):
    """A side and its vehicles by model. `mine`: the one you play, or would play. Cards do not show."""

    name: str
    mine: bool
    models: list[ModelCount]


class RosterFormat(Struct, kw_only=True):
    """A kind of file: `media` is its media type, the first of `endings` the usual one."""

    key: str
    name: str
    endings: list[str]
    media: str


class RosterNote(Struct, kw_only=True):
    """Something in the file that was not read, or that it says differently; `where` it stands."""

    where: str
    text: str


class Round(Struct, kw_only=True):
    """A round. `deadline` (UTC) is when it closes, "" if an organiser closes it; `byes`: platoons without a
    fixture; `places`: the standings that were published with it, best first. On a map `orders_by` is when its
    orders are disclosed, "" if an organiser decides when; `resolved`: they were."""

    number: int
    title: str
    status: str
    deadline: str
    orders_by: str
    resolved: bool
    byes: list[str]
    places: list[Rank]


class Rounds(Struct, kw_only=True):
    """A page of rounds, oldest first. `next` is the address of the next page, null at the end."""

    rounds: list[Round]
    next: str | None


class Ruling(Struct, kw_only=True):
    """A ruled fact that followed from a report. `text` says it in words; in a dry run `digest` is ""."""

    position: int
    type: str
    data: dict[str, Any]
    text: str
    digest: str


class Rung(Struct, kw_only=True):
    """A platoon on a ladder. `moved`: by how many rungs it went up (below 0: down) as it last moved.
    `against`: the platoon by which it is `challenged`, which it has challenged, or which it meets in
    `fixture`; "" for none. `answer_by`: until when a challenge is answered, "" for no limit. `resting`: it
    ..."""

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


class SaveLeagueScenario(Struct, kw_only=True):
    """A scenario under a name. `readers`: only its owner, whoever has the link, or the club, whose members
    find it."""

    name: str
    changes: dict[str, Any]
    readers: str | UnsetType = UNSET


class SaveScenario(Struct, kw_only=True):
    """A scenario under a name. `readers`: only its owner, whoever has the link, or the club, whose members
    find it."""

    name: str
    changes: list[dict[str, Any]]
    position: int | UnsetType = UNSET
    readers: str | UnsetType = UNSET


class SavedLeagueScenario(Struct, kw_only=True):
    """It is counted anew whenever it is read."""

    id: str
    name: str
    readers: str
    mine: bool
    made_at: str
    changes: dict[str, Any]


class SavedLeagueScenarios(Struct, kw_only=True):
    """SavedLeagueScenarios"""

    scenarios: list[SavedLeagueScenario]


class SavedScenario(Struct, kw_only=True):
    """`position` 0: it is counted anew whenever it is read."""

    id: str
    name: str
    readers: str
    mine: bool
    position: int
    made_at: str
    changes: list[dict[str, Any]]


class SavedScenarios(Struct, kw_only=True):
    """SavedScenarios"""

    scenarios: list[SavedScenario]


class SaySomething(Struct, kw_only=True):
    """`id`: a UUID of yours, so that a post sent twice stands once. `@name` mentions somebody."""

    body: str
    id: str | UnsetType | None = UNSET


class Scenario(Struct, kw_only=True):
    """A mission that the rulebook describes. `nations`: those whose vehicles fight on a side, by side, where
    it says so; a muster begins with platoons on their own sides."""

    key: str
    name: str
    rule: str
    sides: list[str]
    nations: dict[str, list[str]] | UnsetType = UNSET


class ScenarioBattle(Struct, kw_only=True):
    """A battle that was decided again: how many rulings differ, how many reports stand as they were played,
    what of its outcome differs; `ends`: it was decided to its end, else it counts as it did."""

    battle: str
    fixture: str
    rulings: int
    kept: int
    outcome: list[str]
    ends: bool


class ScenarioGround(Struct, kw_only=True):
    """A sector that would be another side's, or a side's score: before and after, in words."""

    name: str
    before: str
    after: str
