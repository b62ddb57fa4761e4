"""A player's page in a league: what they have done over the years, and how they are shown."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from battles.forms.trouble import Trouble
from battles.pages.methods import form_page
from campaigns.pages.request_context import position
from leagues.league.players import SetProfile
from leagues.models import LeagueGame, LeaguePlayer
from leagues.pages import choice_forms
from leagues.pages.manage import missed
from leagues.pages.visit import Told, Visit, framed, keeping, visit, visit_then
from leagues.presenters import career, honours, machines, seasons, teams
from leagues.presenters.names import Names
from leagues.presenters.ratings import forms_of, ordered

GAMES, VEHICLES = 15, 5


@form_page
def player(request: HttpRequest, slug: str, player: str) -> HttpResponse:
    """The page (`?page=` turns the games, `?game=` finds one by its number; `?at=`, `?as_of=`: as
    it stood). Whoever is nobody to the visitor has
    none. The player's form is sent to the same address."""
    here, late = visit_then(request, slug) if request.method != "POST" else (visit(request, slug), None)
    games = here.stood.games_of(player)
    names = here.name_people(career.sitting_in(games))
    row = here.players(names).get(player)
    if row is None or names.is_hidden(player):
        raise Http404
    may = here.moment is None and (here.organises or here.reader == player)
    if request.method != "POST":
        return _page(request, here, names, row, games, here.read() if may else None, late)
    if here.who is None:
        return redirect_to_login(request.path)
    told = here.read()
    choices = choice_forms.of_player(told, here.who, player, SetProfile)
    done = choice_forms.take(request, here, told, names, choices)
    if isinstance(done, Trouble):
        return _page(request, here, names, row, games, told, done)
    return redirect(f"{reverse('league-player', args=[slug, player])}#shown")


def _page(
    request: HttpRequest,
    here: Visit,
    names: Names,
    row: LeaguePlayer,
    games: list[LeagueGame],
    told: Told | None,
    trouble: Trouble | None = None,
) -> HttpResponse:
    """`told`: read only where the visitor may report something here."""
    every = seasons.seasons_of(here.sheet, here.campaigns, here.seen, names)
    found = _games(request, games)
    careers = machines.careers_of(here.stood, here.seen, names)
    places = {one.player: place for place, one in ordered(here.players(names).values())}
    context = {
        **framed(here),
        "called": names.of(row.player),
        "player": row,
        "place": places.get(row.player),
        "mine": here.reader == row.player,
        "division": seasons.divisions_of(here.sheet).get(row.division, row.division),
        "team": teams.team_of(here.stood, row.player),
        "form": forms_of(here.stood, [row.player])[row.player],
        "seasons": career.seasons_of(row.player, every, here.campaigns, games),
        "chart": career.rating_chart(games),
        "records": career.records_of(row, games),
        "rivals": career.rivals_of(games, names),
        "machines": machines.favourites_of(careers, row.player)[:VEHICLES],
        "awards": [one for one in honours.awards_of(here.stood, careers, names) if one.player == row.player],
        "page": found,
        "games": career.games_told(found.object_list, here.seen, names),
        **(missed(here, told, names, trouble) if told is not None else {}),
        **_forms(here, told, names, row, trouble),
    }
    return keeping(here, render(request, "leagues/player.html", context, status=trouble.status if trouble else 200))


def _games(request: HttpRequest, games: list[LeagueGame]) -> Any:
    """A page of them, the newest first."""
    newest = games[::-1]
    asked = position(request.GET.get("game", ""))
    at = next((n for n, one in enumerate(newest) if one.number == asked), None)
    return Paginator(newest, GAMES).get_page(request.GET.get("page") if at is None else at // GAMES + 1)


def _forms(here: Visit, told: Told | None, names: Names, row: LeaguePlayer, trouble: Trouble | None) -> dict[str, Any]:
    if told is None:
        return {"cards": []}
    choices = choice_forms.of_player(told, here.who, row.player, SetProfile)
    return choice_forms.shown(
        told, names, choices, reverse("league-player", args=[here.desk.slug, row.player]), trouble
    )
