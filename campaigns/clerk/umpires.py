"""Appoints the umpires of campaigns that were opened before offices were kept in the log."""

from __future__ import annotations

from collections.abc import Iterator

from battles.clerk import THE_CLERK
from campaigns import handler
from campaigns.models import Campaign


def due() -> Iterator[str]:
    """Open campaigns with umpires that are still on the desk."""
    named = Campaign.objects.filter(stream__isnull=False, umpires__isnull=False)
    yield from map(str, named.order_by("stream").values_list("stream", flat=True).distinct())


def attend(campaign: str) -> bool:
    """Appoint the umpires and take them off the desk; True if there were any."""
    desk = Campaign.objects.filter(stream=campaign).first()
    return desk is not None and handler.appoint_umpires(desk, THE_CLERK, "clerk")
