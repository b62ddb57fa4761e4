"""How far a correction reaches: what was asked, and what was found of it in each stream."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from battles.reports import Report, Ruled
from campaigns.season import Season
from campaigns.season.mendable import SeasonHistory
from campaigns.season.reach import Reach, Span
from rules.adjudicate import Who
from rules.battle import Battle, History
from rules.contract import Refused
from rules.endings import Endings
from rules.stream.revision.preview import Preview

StepName = Literal["battle", "season", "league"]


class Step(NamedTuple):
    """What is being worked out now: the n-th of so many. `what` may come again, once for each way."""

    what: StepName
    n: int
    of: int


class Correction(msgspec.Struct, frozen=True):
    """A correction that nobody has reported yet: of which stream, by whom, and who reads what it comes to.

    `battle`: whether the stream is a battle's. `reader`: in that stream, None for a spectator; `in_season`: the same
    person in the campaign, where somebody who claimed a guest's seat is another.
    """

    stream: str
    battle: bool
    report: Report
    who: Who
    reader: Who | None
    in_season: Who | None = None


class BattleReach(msgspec.Struct, frozen=True):
    """In the battle itself. `ends`: how it would be counted, None while that cannot be said: it is not over then, or
    left unsettled. `counted`: a season has counted it already."""

    preview: Preview
    history: History
    now: Battle
    ends: Endings | None
    line: History


class World(msgspec.Struct, frozen=True):
    """The season in one of the ways. `facts`: what is told for the first time in it."""

    season: Season
    facts: tuple[Ruled, ...] = ()
    battle: History | None = None


class SeasonReach(msgspec.Struct, frozen=True):
    """In the season. `preview`: of the correction there, None where it is told a report like any other. `whole`: all
    ways were followed. `hangs`: questions whose dice would have to fall there."""

    campaign: str
    before: Season
    history: SeasonHistory
    worlds: tuple[World, ...]
    reach: Reach
    whole: bool = True
    preview: Preview | None = None
    letters: tuple[tuple[str, str], ...] = ()
    hangs: tuple[str, ...] = ()


class Rated(msgspec.Struct, frozen=True):
    """Somebody's rating, as people read it. `player`: their key there; `address`: of their page, "" for none; `ladder`:
    of which rating; `before`: None for who had none."""

    player: str
    name: str
    address: str
    ladder: str
    before: int | None
    after: Span


class Further(msgspec.Struct, frozen=True):
    """What would be otherwise above the season, in the reader's language. `lines`: in every way; `perhaps`: in some.
    `whole`: all ways were followed."""

    name: str
    address: str
    ratings: tuple[Rated, ...]
    lines: tuple[str, ...]
    perhaps: tuple[str, ...] = ()
    whole: bool = True


class Reached(msgspec.Struct, frozen=True):
    """All of it, as far as the reader may know. `closed`: why the rest is not told. `above`: what the floors above have
    found."""

    correction: Correction
    battle: BattleReach | None = None
    season: SeasonReach | None = None
    above: tuple[Further, ...] = ()
    closed: Refused | None = None
