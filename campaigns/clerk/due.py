"""Finds the campaigns that wait for the clerk, a few at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar
from uuid import UUID

from django.db.models import Exists, Model, OuterRef, QuerySet

from battles.clerk import BATCH
from campaigns.models import Campaign

M = TypeVar("M", bound=Model)


def run_here() -> Exists:
    """Whether the campaign of a row has its desk here. A campaign that was imported without one is run elsewhere."""
    return Exists(Campaign.objects.filter(stream=OuterRef("campaign")))


def campaigns(waiting: Callable[[], QuerySet[M]]) -> Iterator[str]:
    """The campaigns of the rows that wait, each once, in order. The rows are asked for again with each batch,
    because the work in between may change them."""
    last = UUID(int=0)
    while batch := list(
        waiting().filter(campaign__gt=last).order_by("campaign").values_list("campaign", flat=True).distinct()[:BATCH]
    ):
        yield from map(str, batch)
        last = batch[-1]
