"""Reminds players of the date of a fixture, the day before."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.db import transaction
from django.db.models import Min, QuerySet

from battles import log
from campaigns.clerk.reports import campaigns, now, repeat, run_here, tell
from campaigns.models import Campaign, CampaignSheet, Fixture
from campaigns.notices import of_fixtures, of_season
from campaigns.season.date_reminders import DateReminded, RemindDate


def due() -> Iterator[str]:
    """Campaigns with a date of which nobody has been reminded."""
    yield from campaigns(_waiting)


def since() -> Iterator[str]:
    """Since when the oldest has been due."""
    if at := _waiting().aggregate(at=Min("remind_at"))["at"]:
        yield at


def _waiting() -> QuerySet[Fixture]:
    """A date that is over needs no reminder: the clerk may have stood still."""
    coming = Fixture.objects.filter(remind_at__gt="", remind_at__lte=now(), date__gt=now())
    return coming.filter(run_here(), campaign__status=CampaignSheet.Status.OPEN)


def attend(campaign: str) -> bool:
    """Remind of every date that is due, each by a report of its own; True if there was any."""
    return repeat(_remind_of_one, campaign)


def _remind_of_one(campaign: str) -> bool:
    """Report the reminder and tell of it, in one transaction."""
    with transaction.atomic():
        log.lock(campaign)
        waiting = _waiting().filter(campaign_id=UUID(campaign)).order_by("number").first()
        if waiting is None:
            return False
        receipt = tell(campaign, RemindDate(fixture=waiting.fixture, at=waiting.date))
        desk = Campaign.objects.select_related("club").get(stream=campaign)
        for answer in receipt.answers:
            for fact in answer.events:
                if isinstance(event := fact.event, DateReminded):
                    fixture = receipt.state.fixtures[event.fixture]
                    context = of_fixtures.letter(receipt.state, fixture, fixture.date, fixture.place)
                    found = of_fixtures.of(
                        fact.position, "reminded", "date_reminder", event.players, context, fixture, ""
                    )
                    of_season.send(desk, receipt.state, [found])
    return True
