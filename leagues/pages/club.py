"""The list of clubs, and the page of one: who runs it, what it plays, and who plays there. It takes the same few
queries, however much there is."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from battles.pages.methods import read_page
from campaigns import roles as campaign_roles
from campaigns.models import Campaign, CampaignSheet, Club, User
from campaigns.models.desk import Readers, speaks
from campaigns.own_words.speaking import speak_as
from campaigns.pages import robots
from campaigns.presenters import calendars, front_page
from leagues import roles
from leagues.presenters import clubs as presenter
from leagues.presenters import colours
from leagues.presenters.club_names import people_of

CLUBS, LEAGUES, CAMPAIGNS, OVER, RESULTS, PEOPLE = 30, 10, 6, 10, 8, 60


@read_page
def clubs(request: HttpRequest) -> HttpResponse:
    """The clubs that the visitor may find."""
    page = Paginator(campaign_roles.listed_clubs(request.user).order_by("name"), CLUBS).get_page(
        request.GET.get("page")
    )
    return render(request, "leagues/clubs.html", {"page": page})


@read_page
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The page (`?leagues=`, `?campaigns=`, `?over=`, `?page=` of results and `?people=` turn its lists)."""
    here = _club(request, slug)
    reader, inside = request.user, campaign_roles.belongs_to_club(request.user, here)
    campaigns = presenter.campaigns_of(here, reader)
    found = Paginator(presenter.leagues_of(here, reader).select_related("club"), LEAGUES)
    leagues = found.get_page(request.GET.get("leagues"))
    seen = {one.stream for one in campaign_roles.visible_campaigns(reader).filter(club=here) if one.stream}
    results = Paginator(presenter.battles_of(campaigns), RESULTS).get_page(request.GET.get("page"))
    context = {
        "club": here,
        "inside": inside,
        "organises": roles.clubs_to_found_for(reader).filter(pk=here.pk).exists(),
        "of_club": True,
        "played": leagues,
        "lines": presenter.lines(list(leagues.object_list), seen),
        "dates": presenter.dates(campaigns, reader),
        "results": results,
        "fought": presenter.results(list(results.object_list), inside, request.user),
        **_campaigns(request, campaigns),
        **_people(request, here),
    }
    return render(request, "leagues/club.html", context)


def _campaigns(request: HttpRequest, campaigns: list[Campaign]) -> dict[str, Any]:
    """Those under way at a glance, those that are over by name."""
    by_stream = {one.stream: one for one in campaigns}
    now = presenter.sheets_of(campaigns, CampaignSheet.Status.OPEN)
    over = presenter.sheets_of(campaigns, CampaignSheet.Status.CLOSED)
    under_way = Paginator(now, CAMPAIGNS).get_page(request.GET.get("campaigns"))
    return {
        "under_way": under_way,
        "glances": front_page.glances([by_stream[one.pk] for one in under_way.object_list]),
        "over": Paginator(over, OVER).get_page(request.GET.get("over")),
    }


def _people(request: HttpRequest, club: Club) -> dict[str, Any]:
    """Who organises it, and its members. Four queries."""
    people = people_of(club, request.user)
    return {
        "officers": people.names.shown(people.organisers),
        "people": Paginator(people.names.shown(people.members), PEOPLE).get_page(request.GET.get("people")),
    }


@read_page
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The dates of the club's campaigns under way that lists show to the visitor; with places for who is logged in."""
    here = _club(request, slug)
    streams = [one.stream for one in presenter.campaigns_of(here, request.user) if one.stream]
    knows = isinstance(request.user, User)
    return HttpResponse(calendars.of_campaigns(here.name, streams, knows), content_type=calendars.TYPE)


@require_safe
def colour(request: HttpRequest, slug: str) -> HttpResponse:
    """The style sheet of a club that has a colour of its own."""
    here = _club(request, slug)
    if not here.colour:
        raise Http404
    response = HttpResponse(colours.sheet(here.colour), content_type="text/css")
    response.headers["Cache-Control"] = "private, max-age=86400"  # its address changes with the colour
    return response


def _club(request: HttpRequest, slug: str) -> Club:
    """A club that the visitor may see, whose page speaks its words; 404 for any other. Robots are told to stay away
    from one that is not public."""
    found = Club.objects.annotate(has_words=speaks("pk")).filter(slug=slug).first()
    if found is None or not campaign_roles.may_see_club(request.user, found):
        raise Http404
    if found.visibility != Readers.PUBLIC:
        robots.keep_out(request)
    found.speaks = found.has_words
    speak_as(found)
    return found
