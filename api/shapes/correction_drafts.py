"""Shapes for corrections that are looked at before they are reported, and all that they would change."""

from __future__ import annotations

from typing import Annotated

import msgspec

from api.shapes.corrections import Item, Preview
from api.shapes.kinds import Position, Word
from api.shapes.reports import Dice


class DraftCorrection(msgspec.Struct, forbid_unknown_fields=True):
    """A correction of the `battle`, or of the campaign itself where that is null: the `type` and `data` of the report.

    With `keep` it is kept under a link for yourself; with `share` whoever plays what it is about, and the campaign's
    organisers, may open it too.
    """

    type: Word
    data: Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"type": "object"})]
    battle: Word | None = None
    keep: bool = False
    share: bool = False


class ReachFigure(msgspec.Struct):
    """A number before, null for none, and after: from `low` to `high` over all ways in which dice may still fall."""

    before: int | None
    low: int
    high: int


class ReachPlatoon(msgspec.Struct):
    """A platoon that would stand otherwise. `purse`: null if you may not know it."""

    platoon: str
    rank: ReachFigure
    score: ReachFigure
    purse: ReachFigure | None


class ReachVehicle(msgspec.Struct):
    """One thing about a vehicle or its crew, in words. `after`: each way in which it may come out."""

    platoon: str
    vehicle: str
    what: str
    before: str
    after: list[str]


class ReachUnit(msgspec.Struct):
    """A unit of the battle whose fate hangs on dice: what may become of it, in words."""

    unit: str
    name: str
    may_be: list[str]


class ReachRound(msgspec.Struct):
    """A round that its method would have paired otherwise: the pairings that are on one list alone, in words.
    `stays`: what was published stands all the same."""

    round: int
    published: list[str]
    would_be: list[str]
    stays: bool


class ReachLetter(msgspec.Struct):
    """The players of a platoon would be written to, about what."""

    platoon: str
    about: str


class ReachQuestion(msgspec.Struct):
    """Dice that have not fallen, and that nobody has looked at. `count` and `faces` are 0 where that is not known."""

    question: str
    count: int
    faces: int


class ReachRating(msgspec.Struct):
    """`ladder`: a rulebook, or "" for the rating over all of them."""

    player: str
    name: str
    ladder: str
    rating: ReachFigure


class ReachLeague(msgspec.Struct):
    """What would be otherwise in the league: ratings, and the rest in words; `perhaps` in some of the ways only."""

    name: str
    ratings: list[ReachRating]
    lines: list[str]
    perhaps: list[str]
    whole: bool


class CorrectionReach(msgspec.Struct):
    """All that a correction would change, as you may know it. Nothing was written for it and no die has fallen.

    `id` and `link`: where it is kept, empty if it is not. `position`: the head of the stream it corrects; `asked_at`:
    as it was when it was asked. `asks`: dice that the report has to bring first; then there is nothing else.

    `summary`: the gist. `ways`: how many were followed; `whole`: there are no others. `closed`: why no more is told;
    `open`: the battle would not be over, so that nothing further follows yet. `items`: the season's reports that would
    be left to settle. `battle` and `season`: report by report.
    """

    id: str
    link: str
    shared: bool
    position: Position
    asked_at: Position
    asks: Dice | None
    summary: list[str]
    closed: str
    open: bool
    ways: int
    whole: bool
    hangs: list[ReachQuestion]
    units: list[ReachUnit]
    platoons: list[ReachPlatoon]
    vehicles: list[ReachVehicle]
    rounds: list[ReachRound]
    letters: list[ReachLetter]
    leagues: list[ReachLeague]
    items: list[Item]
    battle: Preview | None
    season: Preview | None
