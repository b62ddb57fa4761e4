"""Teams of a league: who is in them and was, and what they have done in each season."""

from __future__ import annotations

from collections import defaultdict
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api import access, as_of, queries
from api.endpoints import Endpoint, revalidated
from api.schema_texts import PAGED, describe
from api.shapes import filled
from api.shapes import league_teams as shapes
from leagues.league.team_players import LeaveTeam, LetGo, TakeIn
from leagues.models import LeagueSheet, LeagueStay, LeagueTeam, LeagueTeamSeason
from leagues.presenters.as_it_stood import AsItStands
from leagues.presenters.names import names_for

READ = (400, 401, 404, 429)
FIGURES = ("season", "rank", "players", "played", "won", "drawn", "lost", "points", "titles")


class LeagueTeamsView(Endpoint):
    url_name = "league-teams"

    @describe(
        "List the teams of a league", shapes.LeagueTeams, query={**PAGED, **as_of.MOMENT_OF_LEAGUE}, problems=READ
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Who plays for which team in which season, and what each has come to; with `at` or `as_of` as it was then.
        Send `If-None-Match` to get an answer only if it changed.
        """
        desk, sheet, asked = access.read_league(request.user, id)
        part, then = queries.part(request._request), as_of.of_league(request._request, sheet, asked)

        def read() -> tuple[shapes.LeagueTeams, int]:
            stood = then()
            found, rest = part.of(stood.teams())
            teams = _teams(stood, found)
            named = {stay.player for one in teams for stay in one.players} | {one.captain for one in teams} - {""}
            names = names_for(request.user, desk, sheet, named)
            return shapes.LeagueTeams(teams, rest, stood.sheet.position, names.by_key(named)), sheet.position

        return revalidated(request._request, asked, read)


def of_teams(sheet: LeagueSheet, player: str) -> list[str]:
    """The types of report that a player may send as who is in a team, and as its captain. Two queries."""
    leads = LeagueTeam.objects.filter(league=sheet, captain=player).exists()
    is_in = LeagueStay.objects.filter(league=sheet, player=player, until=None).exists()
    found = (TakeIn, LetGo) if leads else ()
    return [kind.__name__ for kind in (*found, *((LeaveTeam,) if is_in else ()))]


def _teams(stood: AsItStands, found: list[LeagueTeam]) -> list[shapes.LeagueTeam]:
    """Two queries for any number."""
    keys = [one.team for one in found]
    stays, seasons = defaultdict[str, list[LeagueStay]](list), defaultdict[str, list[LeagueTeamSeason]](list)
    for stay in stood.stays(keys):
        stays[stay.team].append(stay)
    for season in stood.seasons_of_teams(keys):
        seasons[season.team].append(season)
    return [
        filled(
            shapes.LeagueTeam,
            one,
            players=[shapes.LeagueStay(stay.player, stay.since, stay.until) for stay in stays[one.team]],
            seasons=[
                shapes.LeagueTeamSeason(**{name: getattr(each, name) for name in FIGURES}) for each in seasons[one.team]
            ],
        )
        for one in found
    ]
