"""What if of a league, and its saved scenarios. Nothing of it goes to a log."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from api import access, bodies, saved_scenarios
from api.endpoints import Endpoint, answer
from api.schema_texts import describe
from api.shapes import what_if as shapes
from api.what_if import shape
from battles.not_found import or_404, uuid_in
from campaigns import scenarios
from campaigns.models import SavedScenario
from campaigns.questions import asker
from campaigns.roles import user_of
from leagues.league.what_if import AskLeagueWhatIf
from leagues.models import League, LeagueSheet
from leagues.presenters.names import names_for
from leagues.presenters.what_if import Carried, carried, compared, found
from leagues.standing import standing

AN_EXAMPLE = {"changes": {"without_players": [], "terms": {"rating": "elo"}}}


class LeagueWhatIfView(Endpoint):
    url_name = "league-what-if"

    @describe(
        "Ask what if of a league",
        shapes.LeagueScenarioCompared,
        body=shapes.AskLeagueScenario,
        example=AN_EXAMPLE,
        problems=(400, 404, 413, 415, 422, 429),
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """The ratings over all rulebooks made anew with something changed. Nothing is written. Who hides from you is
        not among the players. With a `scenario` of a season, also what that comes to in the season itself.
        """
        desk, sheet, _asked = access.read_league(request.user, id)
        said = bodies.said(request._request, shapes.AskLeagueScenario)
        of = _of_season(request, sheet, said.scenario) if said.scenario is not msgspec.UNSET else None
        return answer(_compared(request, desk, scenario_of(said.changes), of))


class LeagueScenariosView(Endpoint):
    url_name = "league-scenarios"

    @describe("List saved scenarios of a league", shapes.SavedLeagueScenarios, problems=(400, 404, 429))
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Yours, and those that others have saved for the club, if you belong to it."""
        desk, _sheet, _asked = access.read_league(request.user, id)
        found = scenarios.listed(request.user, id, desk.club)
        return answer(shapes.SavedLeagueScenarios([_saved(request, one) for one in found]))

    @describe(
        "Save a scenario of a league",
        shapes.SavedLeagueScenario,
        body=shapes.SaveLeagueScenario,
        example={"name": "By Elo", **AN_EXAMPLE},
        status=201,
        problems=(400, 401, 403, 404, 413, 415, 422, 429),
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """Under a name. It is counted anew whenever it is read."""
        desk, _sheet, _asked = access.read_league(request.user, id)
        said = bodies.said(request._request, shapes.SaveLeagueScenario)
        changes = scenario_of(said.changes)
        _compared(request, desk, changes)  # what cannot be changed is not saved
        one = scenarios.save(user_of(request), SavedScenario.Kind.LEAGUE, id, said.name, changes, said.readers)
        return answer(_saved(request, one), 201)


class LeagueScenarioView(Endpoint):
    url_name = "league-scenario"

    @describe("Read a saved scenario of a league", shapes.SavedLeagueAndCompared, problems=(400, 404, 422, 429))
    def get(self, request: Request, id: UUID, scenario: UUID) -> HttpResponse:
        """With what it comes to now."""
        desk, one = _found(request, id, scenario)
        found = _compared(request, desk, msgspec.json.decode(one.changes, type=AskLeagueWhatIf))
        return answer(shapes.SavedLeagueAndCompared(_saved(request, one), found))

    @describe(
        "Call a saved scenario of a league otherwise",
        shapes.SavedLeagueScenario,
        body=shapes.ChangeScenario,
        example=saved_scenarios.CALLED_OTHERWISE,
        problems=(400, 401, 403, 404, 413, 415, 422, 429),
    )
    def patch(self, request: Request, id: UUID, scenario: UUID) -> HttpResponse:
        """One of your own: its name, and who may see it."""
        _desk, one = _found(request, id, scenario)
        return answer(_saved(request, saved_scenarios.change(request, one)))

    @describe("Delete a saved scenario of a league", None, problems=(400, 401, 403, 404, 429), status=204)
    def delete(self, request: Request, id: UUID, scenario: UUID) -> HttpResponse:
        """One of your own. For a week you can take it back on the page of the league."""
        return saved_scenarios.delete(request, _found(request, id, scenario)[1])


def scenario_of(changes: dict[str, Any]) -> AskLeagueWhatIf:
    return saved_scenarios.changes_of(changes, AskLeagueWhatIf, "league")


def _found(request: Request, id: UUID, scenario: UUID) -> tuple[League, SavedScenario]:
    desk, _sheet, _asked = access.read_league(request.user, id)
    place = saved_scenarios.Place(SavedScenario.Kind.LEAGUE, id, desk.club)
    return desk, saved_scenarios.found(request, place, scenario)


def _of_season(request: Request, sheet: LeagueSheet, key: str) -> Carried:
    return carried(or_404(found(request.user, sheet, or_404(uuid_in(key)))))


def _compared(
    request: Request, desk: League, changes: AskLeagueWhatIf, of: Carried | None = None
) -> shapes.LeagueScenarioCompared:
    sheet = LeagueSheet.objects.get(pk=str(desk.stream))
    told = standing(str(desk.stream))
    names = names_for(request.user, desk, sheet, told.league.players)
    whose = asker(request.user, request._request)
    found = compared(whose, str(desk.stream), told.league, changes, names, request.user, of)
    return shapes.LeagueScenarioCompared(
        position=told.rows[-1].position,
        players=[
            shapes.LeagueScenarioRow(
                player=one.line.player,
                name=one.name,
                before=None if one.was is None else shapes.PlaceThen(one.line.place_before, one.was),
                after=None if one.would is None else shapes.PlaceThen(one.line.place_after, one.would),
            )
            for one in found.players
        ],
        season=shape(found.season) if found.season is not None else None,
    )


def _saved(request: Request, one: SavedScenario) -> shapes.SavedLeagueScenario:
    changes = msgspec.json.decode(one.changes)
    return shapes.SavedLeagueScenario(changes=changes, **saved_scenarios.told(request, one))
