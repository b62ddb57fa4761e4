"""The list of leagues, and the page of one. It takes the same number of queries in its tenth year as in its first."""

from __future__ import annotations

from typing import Any

import msgspec
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.pages.methods import read_page
from campaigns.pages.request_context import position
from campaigns.presenters import calendars, life
from leagues import roles
from leagues.models import LeagueSheet
from leagues.pages.visit import Told, Visit, framed, keeping, visit, visit_then
from leagues.presenters import colours, honours, machines, ratings, seasons, story
from leagues.presenters.names import Called, Names

LEAGUES, SEASONS, RATINGS, HONOURED = 30, 6, 50, 3


@read_page
def leagues(request: HttpRequest) -> HttpResponse:
    """The leagues that the visitor may find. Three queries beside those of the visitor."""
    found = roles.listed(request.user).select_related("club")
    page = Paginator(found, LEAGUES).get_page(request.GET.get("page"))
    sheets = LeagueSheet.objects.in_bulk([one.stream for one in page.object_list])
    context = {
        "page": page,
        "shown": [(one, sheets.get(one.stream)) for one in page.object_list],
        "founds": bool(roles.clubs_to_found_for(request.user)),
    }
    return render(request, "leagues/leagues.html", context)


@read_page
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """The page (`?seasons=`, `?ratings=`, `?honours=`, `?log=` turn its lists; `?ruling=` puts a report at the top;
    `?at=`, `?as_of=`: as it all stood at a row of the log, or at a time)."""
    here, trouble = visit_then(request, slug)
    told = here.read()
    organisers = [str(pk) for pk in here.desk.club.organisers.filter(is_active=True).values_list("pk", flat=True)]
    standings = seasons.standings_of(here.stood, here.campaigns, here.seen)
    names = here.name_people({*told.people, *organisers, *seasons.players_in(standings)})
    every = seasons.seasons_of(here.sheet, here.campaigns, here.seen, names)
    now = every[0] if every and not every[0].closed else None
    context = {
        **framed(here),
        "trouble": trouble,
        "life": life.slider(here.every(), life.OF_LEAGUE, here.moment.at if here.moment else None),
        "zone": here.moment.zone if here.moment else "",
        "officers": _officers(here, names, organisers),
        "divisions": seasons.divisions_of(here.sheet).values(),
        "under_way": now,
        "tables": seasons.tables_of(now, standings, names, here.reader) if now else [],
        "years": Paginator(every, SEASONS).get_page(request.GET.get("seasons")),
        "hall": seasons.hall_of(every),
        "own": names.of(here.reader).key if here.reader else "",
        **_ratings(request, here, names),
        **_fame(request, here, every, names),
        **_story(request, here, told, names),
    }
    return keeping(here, render(request, "leagues/league.html", context, status=trouble.status if trouble else 200))


def _officers(here: Visit, names: Names, organisers: list[str]) -> list[Called]:
    """Who organises it: for the club, or appointed for this league; each once, and nobody who hides."""
    offices = msgspec.json.decode(here.sheet.offices, type=dict[str, str])
    people = dict.fromkeys([*organisers, *offices])
    return sorted((names.of(key) for key in people if not names.is_hidden(key)), key=lambda one: one.name.casefold())


def _ratings(request: HttpRequest, here: Visit, names: Names) -> dict[str, Any]:
    page = Paginator(
        ratings.ordered(names.roll.values() if here.moment is None else here.stood.players()), RATINGS
    ).get_page(request.GET.get("ratings"))
    divisions = seasons.divisions_of(here.sheet)
    return {"rated": page, "ratings": ratings.table(here.stood, page.object_list, divisions, names, here.reader)}


def _fame(request: HttpRequest, here: Visit, every: list[seasons.Season], names: Names) -> dict[str, Any]:
    """The best vehicles and the honours. Two queries."""
    careers = machines.careers_of(here.stood, here.seen, names)
    awards = honours.awards_of(here.stood, careers, names)
    years = honours.by_season(awards, {one.number: one.title for one in every})
    return {
        "machines": careers[: machines.BEST],
        "fame": honours.famous(awards),
        "honoured": Paginator(years, HONOURED).get_page(request.GET.get("honours")),
    }


def _story(request: HttpRequest, here: Visit, told: Told, names: Names) -> dict[str, Any]:
    """A page of the log, and the report that the visitor comes from. No query: it has been read."""
    reports = story.reports_of(told.facts, names, here.unseen)
    asked = position(request.GET.get("ruling", ""))
    ruling = [one for one in reports if asked is not None and one[0][0].position <= asked <= one[-1][0].position]
    page = Paginator(reports[::-1], story.PAGE).get_page(request.GET.get("log"))
    return {
        "told": page,
        "ruling": story.entries(told.league, ruling, names, here.reader, here.unseen),
        "story": story.entries(told.league, page.object_list, names, here.reader, here.unseen),
    }


@read_page
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The dates of the league's campaigns under way that the visitor may read; with places for who is logged in."""
    here = visit(request, slug)
    dates = calendars.of_campaigns(here.sheet.name, here.seen, bool(here.reader))
    return HttpResponse(dates, content_type=calendars.TYPE)


@require_safe
def colour(request: HttpRequest, slug: str) -> HttpResponse:
    """The style sheet of a league that has a colour of its own."""
    here = visit(request, slug)
    if not here.desk.colour:
        raise Http404
    response = HttpResponse(colours.sheet(here.desk.colour), content_type="text/css")
    response.headers["Cache-Control"] = "private, max-age=86400"  # its address changes with the colour
    return response
