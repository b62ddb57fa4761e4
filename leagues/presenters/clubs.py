"""A club at a glance: its leagues, campaigns, results and dates, as one reader may know them. A few queries for any
number of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from uuid import UUID

import msgspec
from django.db.models import F, QuerySet
from django.utils import timezone

from battles.models import Sheet
from battles.presenters.people import reader_of
from campaigns import roles as campaign_roles
from campaigns.models import Campaign, CampaignSheet, Club, Fixture, fixtures
from campaigns.presenters import front_page
from campaigns.presenters.calendars import LASTS
from campaigns.roles import Person
from campaigns.season.calendar_terms import zone_in
from leagues import roles
from leagues.models import League, LeagueCampaign, LeagueSheet
from rules.zones import SECOND

DATES = 8  # shown; the calendar has all


class Line(msgspec.Struct, frozen=True):
    """A league of the club. `parts`: the campaigns of the season under way that the reader may read."""

    league: League
    sheet: LeagueSheet | None
    parts: tuple[LeagueCampaign, ...]


class Date(msgspec.Struct, frozen=True):
    """A fixture that is to be played. `place`: "" for who is not logged in. `zone`: by whose clocks it is shown."""

    fixture: Fixture
    place: str
    zone: str


def leagues_of(club: Club, reader: Person) -> QuerySet[League]:
    """Those that a list shows to the reader."""
    return roles.listed(reader).filter(club=club)


def lines(leagues: Sequence[League], seen: Collection[UUID]) -> list[Line]:
    """Two queries."""
    sheets = LeagueSheet.objects.in_bulk([one.stream for one in leagues]) if leagues else {}
    parts: dict[UUID, list[LeagueCampaign]] = defaultdict(list)
    now = LeagueCampaign.objects.filter(league__in=sheets, season=F("league__season"), league__under_way=True)
    for one in now.order_by("key") if sheets else ():
        if one.campaign in seen:
            parts[one.league_id].append(one)
    return [
        Line(one, sheets.get(one.stream), tuple(parts[one.stream])) if one.stream else Line(one, None, ())
        for one in leagues
    ]


def campaigns_of(club: Club, reader: Person) -> list[Campaign]:
    """The open and ended campaigns that a list shows to the reader."""
    found = campaign_roles.listed_campaigns(reader).filter(club=club, stream__isnull=False)
    return list(found.select_related("club"))


def sheets_of(campaigns: Iterable[Campaign], status: str) -> QuerySet[CampaignSheet]:
    """Those of this status, that which moved last first."""
    streams = [one.stream for one in campaigns if one.stream]
    return CampaignSheet.objects.filter(pk__in=streams, status=status).order_by("-moved_at", "stream")


def battles_of(campaigns: Iterable[Campaign]) -> QuerySet[Sheet]:
    """The battles that have come to their end, the latest first."""
    fought = Sheet.objects.filter(campaign__in=[one.stream for one in campaigns])
    return fought.exclude(status=Sheet.Status.OPEN).order_by("-moved_at", "stream")


def results(battles: Sequence[Sheet], inside: bool, reader: Person) -> list[front_page.Fought]:
    """`inside`: the reader belongs to the club; for others the platoons alone are named."""
    found = front_page.fought(battles, reader_of(reader))
    return found if inside else [_without_players(one) for one in found]


def _without_players(one: front_page.Fought) -> front_page.Fought:
    sides = tuple(msgspec.structs.replace(side, players=()) for side in one.sides)
    return msgspec.structs.replace(one, sides=sides)


def dates(campaigns: Iterable[Campaign], reader: Person) -> list[Date]:
    """What is to be played next, also what may be going on now. Four queries."""
    since = (timezone.now() - LASTS).strftime(SECOND)
    waiting = (Fixture.Status.ANNOUNCED, Fixture.Status.MUSTERED)
    found = Fixture.objects.select_related("campaign").filter(
        campaign__in=[one.stream for one in campaigns],
        campaign__status=CampaignSheet.Status.OPEN,
        status__in=waiting,
        date__gt=since,
    )
    knows = reader.is_authenticated
    return [
        Date(one, one.place if knows else "", zone_in(msgspec.json.decode(one.campaign.terms)))
        for one in fixtures.name(found.order_by("date", "key")[:DATES])
    ]
