"""The teams of a league: their table, and a page of each, where its captain takes players in and lets them go."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from battles.forms.trouble import Trouble
from battles.not_found import or_404
from battles.pages.methods import form_page, read_page
from campaigns.pages.request_context import position
from leagues.league import legal
from leagues.league.team_players import LeaveTeam, LetGo, TakeIn
from leagues.models import LeagueTeam
from leagues.pages import choice_forms
from leagues.pages.manage import missed
from leagues.pages.visit import Told, Visit, framed, keeping, visit, visit_then
from leagues.presenters import seasons
from leagues.presenters import teams as presenter
from leagues.presenters.names import Names
from rules.contract import Choice

GAMES = 15
OF_TEAMS = (TakeIn.__name__, LetGo.__name__)


@read_page
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """The table of a season (`?season=`; the newest where it is left out). `?at=`, `?as_of=`: as it stood then."""
    here, trouble = visit_then(request, slug)
    names = here.name_people()
    every = [one.number for one in seasons.rows_of(here.sheet)]
    asked = position(request.GET.get("season", ""))
    season = asked if asked in every else here.sheet.season
    context = {
        **framed(here),
        "season": season,
        "seasons": every[::-1],
        "lines": presenter.table(here.stood, season, names, here.reader),
        "former": [one for one in here.stood.teams() if one.ended],
        "trouble": trouble,
    }
    return keeping(here, render(request, "leagues/teams.html", context, status=trouble.status if trouble else 200))


@form_page
def team(request: HttpRequest, slug: str, team: str) -> HttpResponse:
    """The page (`?page=` turns the games). Its captain's forms and that of who leaves are sent to the same address.
    `?at=`, `?as_of=`: as it stood then."""
    here, late = visit_then(request, slug) if request.method != "POST" else (visit(request, slug), None)
    row = or_404(here.stood.team(team))
    stays = here.stood.stays([row.team])
    if request.method == "POST" and here.who is None:
        return redirect_to_login(request.path)
    inside = {row.captain, *(one.player for one in stays if one.until is None)} - {""}
    may = here.moment is None and (here.organises or here.reader in inside)
    told = here.read() if may or request.method == "POST" else None
    names = here.name_people(told.people if told is not None else ())
    if request.method != "POST" or told is None:
        return _page(request, here, names, row, told, late)
    done = choice_forms.take(request, here, told, names, _choices(here, told, row))
    if isinstance(done, Trouble):
        return _page(request, here, names, row, told, done)
    return redirect(reverse("league-team", args=[slug, team]))


def _choices(here: Visit, told: Told, row: LeagueTeam) -> list[Choice]:
    """What the visitor may report of this team."""
    plays = here.reader in told.league.teams[row.team].players
    return [
        one
        for one in legal(told.league, here.who)
        if (one.command in OF_TEAMS and one.given.get("team") == row.team)
        or (one.command == LeaveTeam.__name__ and plays)
    ]


def _page(
    request: HttpRequest, here: Visit, names: Names, row: LeagueTeam, told: Told | None, trouble: Trouble | None = None
) -> HttpResponse:
    """`told`: read only where the visitor may report something here."""
    stays = here.stood.stays([row.team])
    page = Paginator(here.stood.games_of_team(stays), GAMES).get_page(request.GET.get("page"))
    years = presenter.years_of(here.stood, row, stays, names)
    context = {
        **framed(here),
        "team": row,
        "captain": names.of(row.captain) if row.captain and not names.is_hidden(row.captain) else None,
        "players": presenter.players_of(stays, names),
        "years": years,
        "titles": [(year.record.season, who, division) for year in years for who, division in year.titles],
        "page": page,
        "games": presenter.told(list(page.object_list), here.seen, names),
        **(missed(here, told, names, trouble) if told is not None else {}),
        **({"trouble": trouble} if trouble and told is None else {}),
        **_forms(here, told, names, row, trouble),
    }
    return keeping(here, render(request, "leagues/team.html", context, status=trouble.status if trouble else 200))


def _forms(here: Visit, told: Told | None, names: Names, row: LeagueTeam, trouble: Trouble | None) -> dict[str, Any]:
    if told is None:
        return {"cards": []}
    action = reverse("league-team", args=[here.desk.slug, row.team])
    return choice_forms.shown(told, names, _choices(here, told, row), action, trouble)
