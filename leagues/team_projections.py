"""The read model of a league's teams, folded from its log alone (`leagues.projections`)."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.read_tables import row_of
from leagues.league import League
from leagues.league.team_table import records
from leagues.models import LeagueStay, LeagueTeam, LeagueTeamSeason


def teams(stream: str, league: League) -> Iterator[LeagueTeam]:
    for one in league.teams.values():
        yield row_of(
            LeagueTeam,
            one,
            key=f"{stream}/{one.key}",
            league_id=stream,
            team=one.key,
            name=one.shown,
            players=len(one.players),
        )


def stays(stream: str, league: League) -> Iterator[LeagueStay]:
    for team in league.teams.values():
        for stay in team.stays:
            yield row_of(
                LeagueStay,
                stay,
                key=f"{stream}/{team.key}/{stay.player}/{stay.since}",
                league_id=stream,
                team=team.key,
            )


def seasons(stream: str, league: League) -> Iterator[LeagueTeamSeason]:
    for one in records(league):
        yield row_of(
            LeagueTeamSeason,
            one,
            key=f"{stream}/{one.season}/{one.team}",
            league_id=stream,
            players=len(one.players),
        )
