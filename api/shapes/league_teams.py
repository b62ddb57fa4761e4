"""Shapes for the teams of leagues."""

from __future__ import annotations

import msgspec

from api.shapes.kinds import People, PlayerKey, Position


class LeagueStay(msgspec.Struct):
    """The seasons in which a player counts for a team: `until` null while they are in it."""

    player: PlayerKey
    since: int
    until: int | None


class LeagueTeamSeason(msgspec.Struct):
    """What a team's players have done for it in a season. `titles`: how many of them have won the season."""

    season: int
    rank: int
    players: int
    played: int
    won: int
    drawn: int
    lost: int
    points: int
    titles: int


class LeagueTeam(msgspec.Struct):
    """A team. `team`: its short name; `captain`: "" for none; `since`: the season in which it was formed. `players`, in
    the order in which they came; `seasons`, the newest first."""

    team: str
    name: str
    colour: str
    captain: str
    since: int
    ended: bool
    players: list[LeagueStay]
    seasons: list[LeagueTeamSeason]


class LeagueTeams(msgspec.Struct):
    """A page of teams, those that go on first, by name. `next` is the address of the next page, null at the end."""

    teams: list[LeagueTeam]
    next: str | None
    position: Position
    people: People
