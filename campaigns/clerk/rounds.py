"""Discloses orders and closes rounds when they are due, and reminds players before."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from battles import log
from campaigns.clerk import reminders
from campaigns.clerk.due import campaigns, run_here
from campaigns.clerk.reports import now, repeat, tell
from campaigns.models import Round
from campaigns.season.map.disclosure import Disclose
from campaigns.season.round_end import CloseRound


def due() -> Iterator[str]:
    """Campaigns with a round that is due to be disclosed, closed or reminded of."""
    yield from campaigns(_waiting)


def _waiting() -> QuerySet[Round]:
    unreminded = Q(remind_at__gt="", remind_at__lte=now())
    return Round.objects.filter(_undisclosed() | _overdue() | unreminded, run_here(), status=Round.Status.OPEN)


def _overdue() -> Q:
    return Q(deadline__gt="", deadline__lte=now())


def _undisclosed() -> Q:
    """Rounds on a map whose orders are due. A round is never closed before its orders are disclosed."""
    return Q(orders_by__gt="", orders_by__lte=now(), resolved=False)


def attend(campaign: str) -> bool:
    """Do everything that is due in the campaign's round, each step as its own report; True if anything was."""
    return repeat(_step, campaign)


def _step(campaign: str) -> bool:
    """Disclose the orders if they are due, else close the round, else remind of it; True if one of these was due."""
    with transaction.atomic():
        log.lock(campaign)
        waiting = _waiting().filter(campaign_id=UUID(campaign)).select_related("campaign").first()
        if waiting is None:
            return False
        late = bool(waiting.deadline) and waiting.deadline <= now()
        ordering = bool(waiting.campaign.links) and not waiting.resolved
        if ordering and (late or (waiting.orders_by and waiting.orders_by <= now())):
            tell(campaign, Disclose(round=waiting.number))
        elif late:
            tell(campaign, CloseRound(round=waiting.number))
        else:
            reminders.remind(campaign, waiting)
    return True
