"""How the clerk reports to a campaign, and which campaigns wait for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db.models import Exists, Model, OuterRef, QuerySet
from django.utils import timezone

from battles import log
from battles.clerk import BATCH, THE_CLERK
from battles.reports import Receipt, Report
from campaigns import handler
from campaigns.models import Campaign
from campaigns.projections import SECOND
from rules.contract import Command
from rules.stream import codec

NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:clerk")


def tell(campaign: str, command: Command) -> Receipt:
    """Report a command. Its id follows from the campaign's present state, so that what falls due again, such as the
    reminder of a deadline that was moved away and back, is a new report."""
    type_, data = type(command).__name__, codec.encode(command)
    report = Report(str(uuid5(NAMESPACE, f"{campaign}/{log.head(campaign).digest}/{type_}/{data}")), type_, data)
    return handler.execute(campaign, [report], THE_CLERK, "clerk")


def now() -> str:
    """The present time, written as deadlines are: to the second."""
    return timezone.now().strftime(SECOND)


def repeat(step: Callable[[str], bool], campaign: str) -> bool:
    """Take a step as long as there is something to do; True if there was."""
    done = False
    while step(campaign):
        done = True
    return done


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
