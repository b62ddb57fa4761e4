"""The read model of a league's teams, folded from its log alone (`leagues.projections`)."""

from __future__ import annotations

from collections.abc import Iterator

from leagues.league import League
from leagues.league.team_table import records
from leagues.models import LeagueStay, LeagueTeam, LeagueTeamSeason


def teams(stream: str, league: League) -> Iterator[LeagueTeam]:
    for one in league.teams.values():
        yield LeagueTeam(
            key=f"{stream}/{one.key}",
            league_id=stream,
            team=one.key,
            name=one.shown,
            colour=one.colour,
            captain=one.captain,
            since=one.since,
            ended=one.ended,
            players=len(one.players),
        )


def stays(stream: str, league: League) -> Iterator[LeagueStay]:
    for team in league.teams.values():
        for stay in team.stays:
            yield LeagueStay(
                key=f"{stream}/{team.key}/{stay.player}/{stay.since}",
                league_id=stream,
                team=team.key,
                player=stay.player,
                since=stay.since,
                until=stay.until,
            )


def seasons(stream: str, league: League) -> Iterator[LeagueTeamSeason]:
    for one in records(league):
        yield LeagueTeamSeason(
            key=f"{stream}/{one.season}/{one.team}",
            league_id=stream,
            team=one.team,
            season=one.season,
            rank=one.rank,
            players=len(one.players),
            played=one.played,
            won=one.won,
            drawn=one.drawn,
            lost=one.lost,
            points=one.points,
            titles=one.titles,
        )
