"""Clubs: what each is, its leagues, campaigns and dates."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from rest_framework.request import Request

from api import campaigns, leagues, queries
from api.endpoints import Endpoint, fingerprinted
from api.schema_texts import PAGED, describe
from api.shapes import clubs as shapes
from api.shapes import filled
from battles.presenters.people import reader_of
from campaigns import roles
from campaigns.models import CampaignSheet, Club
from campaigns.presenters import calendars
from campaigns.roles import Person
from leagues.models import LeagueSheet
from leagues.presenters import clubs as presenter
from leagues.presenters.club_names import people_of

READ = (400, 401, 404, 429)


class ClubsView(Endpoint):
    url_name = "clubs"

    @describe("List clubs", shapes.Clubs, query=PAGED, problems=(400, 401, 429))
    def get(self, request: Request) -> HttpResponse:
        """The clubs you may see, by name; unlisted ones only if you belong to them."""
        found, rest = queries.part(request._request).of(roles.listed_clubs(request.user).order_by("name", "pk"))
        lines = [shapes.ClubLine(one.slug, one.name, one.about) for one in found]
        return fingerprinted(request._request, shapes.Clubs(lines, rest))


class ClubView(Endpoint):
    url_name = "club"

    @describe("Read a club", shapes.Club, problems=READ)
    def get(self, request: Request, club: str) -> HttpResponse:
        """What it says of itself, who runs it, and what it plays, with the names that you may know. Send
        `If-None-Match` to get an answer only if it changed.
        """
        return fingerprinted(request._request, _club(request.user, readable(request.user, club)))


class ClubCalendarView(Endpoint):
    url_name = "club-calendar"

    @describe("Download a club's dates", None, files=("text/calendar",), problems=READ)
    def get(self, request: Request, club: str) -> HttpResponse:
        """The fixtures with a date of its campaigns under way that lists show to you, as a calendar (RFC 5545); with
        places for who is logged in."""
        found = readable(request.user, club)
        streams = [one.stream for one in presenter.campaigns_of(found, request.user) if one.stream]
        text = calendars.of_campaigns(found.name, streams, bool(reader_of(request.user)))
        return HttpResponse(text, content_type=calendars.TYPE)


def readable(user: Person, short: str) -> Club:
    found = Club.objects.filter(slug=short).first()
    if found is None or not roles.may_see_club(user, found):
        raise Http404
    return found


def _club(user: Person, club: Club) -> shapes.Club:
    people = people_of(club, user)
    named = {*people.organisers, *people.members}
    streams = presenter.leagues_of(club, user).values("stream")
    sheets = LeagueSheet.objects.filter(pk__in=streams).order_by("-moved_at", "stream")
    open_to = [one.stream for one in presenter.campaigns_of(club, user) if one.stream]
    played = CampaignSheet.objects.filter(pk__in=open_to).order_by("-moved_at", "stream")
    return filled(
        shapes.Club,
        club,
        short=club.slug,
        leagues=[leagues.line(one, club.slug) for one in sheets[: queries.LARGEST_PAGE]],
        campaigns=[campaigns.line(one) for one in played[: queries.LARGEST_PAGE]],
        officers=list(people.organisers),
        members=list(people.members),
        people={key: people.names.of(key).name for key in sorted(named)},
    )
