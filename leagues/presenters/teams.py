"""Teams of a league for one reader: their table, and what one of them has done over the seasons."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from uuid import UUID

import msgspec

from leagues.models import LeagueGame, LeagueStay, LeagueTeam, LeagueTeamSeason
from leagues.presenters.as_it_stood import AsItStands
from leagues.presenters.career import Game, games_told
from leagues.presenters.names import Called, Names
from leagues.presenters.seasons import divisions_of, rows_of


class Line(msgspec.Struct, frozen=True):
    """A team in the table of a season. `record`: None where nobody counts for it in that. `captain`: None for none,
    and for one whom the reader may not know. `mine`: the reader plays for it."""

    team: LeagueTeam
    record: LeagueTeamSeason | None
    captain: Called | None
    mine: bool


class Year(msgspec.Struct, frozen=True):
    """A season of a team. `players`: who counts for it; `titles`: who of them has won the season, in which division."""

    record: LeagueTeamSeason
    title: str
    players: tuple[Called, ...]
    titles: tuple[tuple[Called, str], ...]


def table(stood: AsItStands, season: int, names: Names, reader: str) -> list[Line]:
    """The teams that go on or count in the season, the best first. Three queries."""
    records = {one.team: one for one in stood.team_seasons(season)}
    mine = stood.teams_of(reader) if reader else set()
    lines = [
        Line(one, records.get(one.team), _known(one.captain, names), one.team in mine)
        for one in stood.teams()
        if not one.ended or one.team in records
    ]
    return sorted(lines, key=lambda one: (one.record.rank if one.record else 9_999, one.team.name.casefold()))


def _known(player: str, names: Names) -> Called | None:
    return names.of(player) if player and not names.is_hidden(player) else None


def team_of(stood: AsItStands, player: str) -> LeagueTeam | None:
    """The team that a player is in. Two queries."""
    keys = stood.teams_of(player)
    return stood.team(min(keys)) if keys else None


def players_of(stays: Iterable[LeagueStay], names: Names) -> list[Called]:
    """Who is in it now, by name; who hides is there without one."""
    now = (names.of(stay.player) for stay in stays if stay.until is None)
    return sorted(now, key=lambda one: (one.name.casefold(), one.key))


def years_of(stood: AsItStands, team: LeagueTeam, stays: Sequence[LeagueStay], names: Names) -> list[Year]:
    """The newest first. One query."""
    rows, divisions = {one.number: one for one in rows_of(stood.sheet)}, divisions_of(stood.sheet)
    found = []
    for record in stood.seasons_of_teams([team.team]):
        players = list(dict.fromkeys(stay.player for stay in stays if counts(stay, record.season)))
        row = rows[record.season]
        titles = tuple(
            (names.of(one.player), divisions.get(one.division, one.division))
            for one in row.titles
            if one.player in players
        )
        found.append(Year(record, row.title, tuple(names.of(player) for player in players), titles))
    return found


def counts(stay: LeagueStay, season: int) -> bool:
    return stay.since <= season and (stay.until is None or season <= stay.until)


def told(games: Sequence[LeagueGame], seen: Collection[UUID], names: Names) -> list[tuple[Called, Game]]:
    """Some games, each with who has played it for the team."""
    return [(names.of(one.row.player), one) for one in games_told(games, seen, names)]
