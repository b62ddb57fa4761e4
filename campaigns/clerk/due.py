"""The campaigns that wait for the clerk, found from the read tables a few at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from battles.clerk import BATCH
from campaigns.models import Campaign


def run_here() -> Exists:
    """Of rows that name their campaign: it has its desk. One that was imported without is run elsewhere, or by nobody,
    and rests."""
    return Exists(Campaign.objects.filter(stream=OuterRef("campaign")))


def campaigns(waiting: Callable[[], QuerySet[Any]]) -> Iterator[str]:
    """Those of the rows that wait, each once, in order: asked anew for every batch, for what is done in between may
    change them."""
    last = UUID(int=0)
    while batch := list(
        waiting().filter(campaign__gt=last).order_by("campaign").values_list("campaign", flat=True).distinct()[:BATCH]
    ):
        yield from map(str, batch)
        last = batch[-1]
