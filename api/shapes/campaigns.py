"""What is read of a campaign."""

from __future__ import annotations

from typing import Any

import msgspec

from api.shapes.kinds import Digest, Id, Position, Time


class CampaignLine(msgspec.Struct):
    """A campaign in a list."""

    id: Id
    name: str
    system: str
    status: str
    opened_at: Time
    moved_at: Time


class Campaigns(msgspec.Struct):
    """A page of campaigns, newest first. `next` is the address of the next page, null at the end."""

    campaigns: list[CampaignLine]
    next: str | None


class Campaign(msgspec.Struct):
    """A campaign as it was opened, and where its log stands. `commitment` is SHA-256 of the seed of its battles' seeds.

    `may` is what you may do here: enlist, muster.
    """

    id: Id
    name: str
    system: str
    edition: str
    status: str
    options: dict[str, bool | int | str]
    sides: dict[str, str]
    scoring: dict[str, int]
    commitment: str
    position: Position
    digest: Digest
    opened_at: Time
    moved_at: Time
    may: list[str]


class Standing(msgspec.Struct):
    """A platoon's place. Equals share a rank."""

    rank: int
    platoon: str
    name: str
    player: Id
    side: str
    card: str
    score: int
    played: int
    won: int
    drawn: int
    lost: int
    points_for: int
    points_against: int


class Standings(msgspec.Struct):
    standings: list[Standing]
    position: Position


class Vehicle(msgspec.Struct):
    """A vehicle: what its battles left of it (`condition`, as the rulebook declares it) and its service record."""

    id: str
    platoon: str
    player: Id
    name: str
    model: str
    status: str
    battle: Id | None
    condition: dict[str, Any]
    battles: int
    shots: int
    hits: int
    kills: int
    damage: int
    repairs: int
    record: list[dict[str, Any]]


class Vehicles(msgspec.Struct):
    """A page of vehicles by platoon. `next` is the address of the next page, null at the end."""

    vehicles: list[Vehicle]
    next: str | None


class Platoon(msgspec.Struct):
    """A platoon and its vehicles, by id."""

    platoon: str
    name: str
    player: Id
    side: str
    card: str
    vehicles: list[str]


class Platoons(msgspec.Struct):
    platoons: list[Platoon]
    position: Position


class Fixture(msgspec.Struct):
    """A battle as the campaign counts it: `position` and `digest` are the head of its log when it was counted."""

    number: int
    battle: Id
    scenario: str
    title: str
    platoons: dict[str, str]
    status: str
    position: Position
    digest: Digest
    winner: str
    points: dict[str, int]


class Fixtures(msgspec.Struct):
    """A page of a campaign's battles, in the order they were mustered."""

    battles: list[Fixture]
    next: str | None
