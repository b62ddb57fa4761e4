"""Shapes for what a report to a league would change."""

from __future__ import annotations

import msgspec

from api.shapes.kinds import People, PlayerKey


class LeagueRerated(msgspec.Struct):
    """A rating that would be another: over all rulebooks (`ladder` ""), or in one. null: there is none."""

    player: PlayerKey
    ladder: str
    before: int | None
    after: int | None


class LeagueTransferred(msgspec.Struct):
    """Somebody who would play in another division, each by its key, "" for none."""

    player: PlayerKey
    before: str
    after: str


class LeagueWon(msgspec.Struct):
    """A title that somebody would have (`given`), or have no more."""

    season: int
    division: str
    player: PlayerKey
    given: bool


class LeagueAwarded(msgspec.Struct):
    """An honour that somebody would have (`given`), or have no more. `machine`: the vehicle it is for, null of a
    player's."""

    season: int
    honour: str
    player: PlayerKey
    machine: str | None
    figure: int
    given: bool


class LeagueShift(msgspec.Struct):
    """What a report would change in a league: only what differs."""

    ratings: list[LeagueRerated]
    divisions: list[LeagueTransferred]
    titles: list[LeagueWon]
    honours: list[LeagueAwarded]
    people: People
