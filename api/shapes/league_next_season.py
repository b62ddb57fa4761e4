"""Shapes for the next season of a league: what it can be made of, and what has come of it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from api.shapes.kinds import Id, People, PlayerKey, Position


class SeasonEntry(msgspec.Struct):
    """A platoon of the last season whose player may return: with what, and into which division ("" where there is
    none). `veterans`: its crews above green."""

    campaign: Id
    platoon: str
    name: str
    player: PlayerKey
    division: str
    vehicles: int
    veterans: int


class LeaguePlan(msgspec.Struct):
    """What the next season can be made of. `ready`: false while it cannot begin; `why` says what is in the way, and
    then there is nothing else. `names`: of its campaigns, by division. `veteran_points`: the price of a kept crew for
    each grade in the last season, null where none was kept."""

    ready: bool
    why: str
    number: int
    title: str
    names: dict[str, str]
    veteran_points: int | None
    entries: list[SeasonEntry]
    position: Position
    people: People


class Returning(msgspec.Struct, forbid_unknown_fields=True):
    """Who returns: a platoon of the plan. `division`: that of the plan if left out."""

    campaign: Annotated[str, msgspec.Meta(max_length=40)]
    platoon: Annotated[str, msgspec.Meta(max_length=40)]
    division: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class BeginSeason(msgspec.Struct, forbid_unknown_fields=True):
    """What is left out is as the plan has it: everybody returns who has a vehicle left. `veteran_points`: the price of
    a kept crew for each grade; null where every crew begins anew. `id`: a UUID made by you, so that the same request
    sent again begins the season once, and is answered as it was."""

    id: Annotated[str, msgspec.Meta(max_length=36)] = ""
    title: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    names: dict[str, Annotated[str, msgspec.Meta(max_length=80)]] | None = None
    entries: Annotated[list[Returning], msgspec.Meta(max_length=5_000)] | None = None
    veteran_points: Annotated[int, msgspec.Meta(ge=0, le=99_999)] | None = None


class SeasonLeft(msgspec.Struct):
    """A platoon that could not be enlisted as it was, and why: its player may enlist."""

    campaign: Id
    platoon: str
    name: str
    player: PlayerKey
    why: str


class LeagueBegun(msgspec.Struct):
    """A season that has begun, or would. `campaigns`: their ids by division, none after a dry run. `kept`: crews."""

    number: int
    campaigns: dict[str, Id]
    enlisted: int
    kept: int
    left: list[SeasonLeft]
    dry_run: bool
    position: Position
    people: People
