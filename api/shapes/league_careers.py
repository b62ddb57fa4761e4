"""Shapes for what leagues remember and foresee: honours, vehicles over seasons, ratings after a result."""

from __future__ import annotations

import msgspec

from api.shapes.kinds import Id, People, PlayerKey, Position
from api.shapes.leagues import LeagueRating


class LeagueHonour(msgspec.Struct):
    """An honour as it was awarded. `honour`: its key, `title` what it is called, `own`: the league has composed it.
    `machine`: the vehicle it is for, as "campaign/vehicle", null of a player's and where you may not read its
    campaign. `what`: what the `figure` counts, "" of one that was composed."""

    season: int
    honour: str
    title: str
    own: bool
    player: PlayerKey
    machine: str | None
    what: str
    figure: int


class LeagueHonours(msgspec.Struct):
    """A page of honours, the newest season first. `next` is the address of the next page, null at the end."""

    honours: list[LeagueHonour]
    next: str | None
    position: Position
    people: People


class LeagueCareer(msgspec.Struct):
    """A vehicle over its seasons. `machines`: it in each of them, as "campaign/vehicle", the newest first. `fate`: in
    its last battle."""

    machines: list[str]
    name: str
    model: str
    player: PlayerKey
    seasons: list[int]
    battles: int
    shots: int
    hits: int
    kills: int
    damage: int
    wrecked: int
    fate: str


class LeagueCareers(msgspec.Struct):
    """A page of vehicles, the most kills first. `next` is the address of the next page, null at the end."""

    vehicles: list[LeagueCareer]
    next: str | None
    position: Position
    people: People


class LeagueDeed(msgspec.Struct):
    """What a vehicle did in a battle. `battle`: null where none was fought here; `result`: of its side, "" where that
    is not known."""

    season: int
    campaign: Id
    round: int
    battle: Id | None
    result: str
    shots: int
    hits: int
    kills: int
    damage: int
    fate: str


class LeagueVehicle(msgspec.Struct):
    """A vehicle with its battles, the newest first, and its honours."""

    career: LeagueCareer
    battles: list[LeagueDeed]
    honours: list[LeagueHonour]
    position: Position
    people: People


class ForeseenRating(msgspec.Struct):
    """`system`: a rulebook's key, "" for the rating over all of them. `now`: null of who has none yet."""

    player: PlayerKey
    system: str
    now: LeagueRating | None
    then: LeagueRating


class ForeseenResult(msgspec.Struct):
    """`winner`: a platoon of the fixture, "" for a draw."""

    winner: str
    ratings: list[ForeseenRating]


class LeagueForeseen(msgspec.Struct):
    """What each result of a fixture would change; no `results` where it has one already, or is not rated."""

    campaign: Id
    fixture: str
    results: list[ForeseenResult]
    position: Position
    people: People
