"""Does what is due on a ladder: challenges that nobody has answered, and until when rests who has fought."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, Min, OuterRef, QuerySet

from battles import log
from campaigns.clerk.reports import now, repeat, tell
from campaigns.models import Campaign, CampaignSheet
from campaigns.season.challenges.tending import TendLadder


def due() -> Iterator[str]:
    """Campaigns with a ladder that is to be looked at."""
    yield from map(str, _due().order_by("stream").values_list("stream", flat=True))


def since() -> Iterator[str]:
    """Since when the oldest has been due."""
    if at := _due().aggregate(at=Min("ladder_due"))["at"]:
        yield at


def _due() -> QuerySet[CampaignSheet]:
    run_here = Exists(Campaign.objects.filter(stream=OuterRef("stream")))
    there = CampaignSheet.objects.filter(run_here, ladder_due__gt="", ladder_due__lte=now())
    return there.filter(status=CampaignSheet.Status.OPEN)


def is_due(campaign: str) -> bool:
    return _due().filter(pk=UUID(campaign)).exists()


def attend(campaign: str) -> bool:
    """Look at the ladder as long as there is something to do; True if there was. Safe to repeat."""
    return repeat(_step, campaign)


def _step(campaign: str) -> bool:
    with transaction.atomic():
        log.lock(campaign)
        if not is_due(campaign):
            return False
        tell(campaign, TendLadder(at=now()))
    return True
