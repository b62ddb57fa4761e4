"""How the clerk reports to a campaign."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid5

from django.utils import timezone

from battles import log
from battles.clerk import THE_CLERK
from battles.reports import Receipt, Report
from campaigns import handler
from campaigns.clerk.report_ids import NAMESPACE
from campaigns.map_projections import SECOND
from rules.contract import Command
from rules.stream import codec


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
