"""Answers what is proposed in a friendly battle to guests whose accounts have ended: nobody else could.

It waits as long as for a silent side's confirmation, from the last report on, for who makes the guest's account their
own (an invitation) answers as ever.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from battles import clerk as battle_clerk
from battles import handler, log, projections
from battles.models import Sheet
from battles.presenters.consent import asked_of
from campaigns.friendly import CONFIRM_WITHIN
from campaigns.models import User


def unanswered() -> Iterator[str]:
    """The battles in which a guest who is gone is asked for consent, and has not answered in time."""
    yield from battle_clerk.ids(_unanswered())


def _unanswered() -> QuerySet[Sheet]:
    since = (timezone.now() - timedelta(seconds=CONFIRM_WITHIN)).strftime(projections.MOMENT)
    gone = User.objects.filter(guest_of=OuterRef("stream"), is_active=False)
    still = (Sheet.Status.OPEN, Sheet.Status.OVER)
    return Sheet.objects.filter(Exists(gone), proposed__gt="", moved_at__lte=since, status__in=still)


def attend(stream: str) -> bool:
    """True if it was answered. Safe to repeat."""
    with transaction.atomic():
        log.lock(stream)
        if not _unanswered().filter(pk=stream).exists():
            return False
        battle = handler.state(stream)
        proposal = battle.proposal
        if proposal is None or battle.agreed:
            return False
        if answered_within(stream, asked_of(battle, proposal)) is None:
            return False
        battle_clerk.agree(stream, battle)
    return True


def answered_within(stream: str, players: Collection[str]) -> timedelta | None:
    """How long after the last report the clerk agrees for them: all are guests of this battle who are gone."""
    gone = User.objects.filter(guest_of=stream, is_active=False, pk__in=players).count()
    return timedelta(seconds=CONFIRM_WITHIN) if gone == len(players) else None
