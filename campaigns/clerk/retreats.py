"""Chooses retreats for players who have not in time, one report for each platoon."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from battles import log
from campaigns.clerk.due import campaigns, run_here
from campaigns.clerk.reports import now, repeat, tell
from campaigns.models import CampaignSheet, Standing
from campaigns.season.map.retreats import Retreat


def due() -> Iterator[str]:
    """Campaigns with a platoon whose time to choose is over."""
    yield from campaigns(_waiting)


def _waiting() -> QuerySet[Standing]:
    open_ = CampaignSheet.Status.OPEN
    return Standing.objects.filter(run_here(), retreat_by__gt="", retreat_by__lte=now(), campaign__status=open_)


def attend(campaign: str) -> bool:
    """Choose for every late platoon, ordered by key; True if there was any. Each retreat may make room for the next
    or take it away, so the late ones are looked up again each time."""
    return repeat(_step, campaign)


def _step(campaign: str) -> bool:
    with transaction.atomic():
        log.lock(campaign)
        late = _waiting().filter(campaign_id=UUID(campaign)).order_by("platoon").first()
        if late is None:
            return False
        tell(campaign, Retreat(platoon=late.platoon))
    return True
