"""Dates as calendars that phones subscribe to (RFC 5545): of a campaign, and of one player's own fixtures.

An event keeps its id for ever. Its SEQUENCE is the position of the campaign's log, which never falls, whatever is
undone; an event whose date is called off is there no more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import msgspec
from django.conf import settings
from django.core import signing
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from campaigns.models import CampaignSheet, Fixture, Standing, User, fixtures
from campaigns.models.sheets import commanded_by
from campaigns.presenters.as_it_stood import AsItStands

SIGNER = signing.Signer(salt="campaigns.calendar", sep=".")
TYPE = "text/calendar; charset=utf-8"
LASTS = timedelta(hours=3)  # nobody says how long a game takes
OFTEN = timedelta(hours=1)  # how often a calendar program may ask


def address(user: User) -> str:
    """The secret address of a player's calendar; "" while they have none."""
    if user.calendar is None:
        return ""
    return settings.SITE_URL + reverse("my-calendar", args=[SIGNER.sign(user.calendar.hex)])


def renew(user: User) -> None:
    """Give a player another address: the old one leads nowhere any more."""
    user.calendar = uuid4()
    user.save(update_fields=["calendar"])


def whose(signed: str) -> User | None:
    """The account of an address; None if it was not made here, is an old one, or the account is closed."""
    try:
        found = UUID(SIGNER.unsign(signed))
    except (signing.BadSignature, ValueError):
        return None
    return User.objects.filter(calendar=found, is_active=True, guest_of=None).first()


def of_campaign(stood: AsItStands, place: bool) -> bytes:
    """Every fixture with a date. `place`: whether the reader may know where."""
    dated = list(stood.fixtures_after(0, Q(date__gt=""), lambda one: bool(one.date)))
    called = stood.names_of(dated)
    for one in dated:
        one.campaign, one.called = stood.sheet, called[one.key]
    return _calendar(stood.sheet.name, dated, place)


def of_campaigns(name: str, streams: Collection[UUID], place: bool) -> bytes:
    """Every fixture with a date of those of them that are under way. One query and those of names."""
    under_way = Fixture.objects.filter(campaign__in=streams, campaign__status=CampaignSheet.Status.OPEN)
    dated = under_way.exclude(date="").select_related("campaign").order_by("date", "key")
    return _calendar(name, fixtures.name(dated), place)


def of_player(user: User) -> bytes:
    """The fixtures with a date of every platoon that they command, and those in which they sit in for another player,
    in campaigns under way. Three queries and those of names."""
    commanded = Q(pk__in=commanded_by(str(user.pk), "pk"))
    open_ = Standing.objects.filter(commanded, campaign__status=CampaignSheet.Status.OPEN, dropped=False)
    mine = {(campaign, platoon) for campaign, platoon in open_.values_list("campaign", "platoon")}
    sits_in = ~Q(substitutes="") & Q(substitutes__contains=f'"{user.pk}"', campaign__status=CampaignSheet.Status.OPEN)
    theirs = Fixture.objects.filter(campaign__in={campaign for campaign, _platoon in mine}).order_by().values("pk")
    found = theirs.union(Fixture.objects.filter(sits_in).order_by().values("pk"))
    dated = Fixture.objects.filter(pk__in=found, date__gt="")
    own = [
        one
        for one in dated.select_related("campaign").order_by("date", "key")
        if f'"{user.pk}"' in one.substitutes
        or any((one.campaign_id, platoon) in mine for platoon in msgspec.json.decode(one.platoons))
    ]
    return _calendar(_("My battles"), fixtures.name(own), place=True)


def _calendar(name: str, named: Iterable[Fixture], place: bool) -> bytes:
    calendar = Calendar()
    calendar.add("prodid", "-//Leaguer//Leaguer//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", OFTEN, parameters={"VALUE": "DURATION"})
    for one in named:
        calendar.add_component(_event(one, place))
    return bytes(calendar.to_ical())


def _event(one: Fixture, place: bool) -> Event:
    event, begins = Event(), datetime.fromisoformat(one.date)
    event.add("uid", f"{one.campaign_id}-{one.fixture}@leaguer")
    event.add("dtstamp", datetime.fromisoformat(one.campaign.moved_at))
    event.add("sequence", one.campaign.position)
    event.add("dtstart", begins)
    event.add("dtend", begins + LASTS)
    event.add("summary", f"{one.called} ({one.campaign.name})")
    event.add("url", settings.SITE_URL + reverse("fixture", args=[one.campaign_id, one.fixture]))
    if place and one.place:
        event.add("location", one.place)
    return event
