"""Answers what is proposed in a friendly battle to guests whose accounts have ended: nobody else could.

It waits as long as for a silent side's confirmation, from the last report on, for who makes the guest's account their
own (an invitation) answers as ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from battles import clerk as battle_clerk
from battles import handler, log, projections
from battles.models import Sheet
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
        asked = [side for side in battle.muster.sides if side not in (proposal.side, *proposal.agreed)]
        players = {player for side in asked for player in battle.muster.sides[side].players}
        if _guests_gone(stream).filter(pk__in=players).count() < len(players):
            return False
        battle_clerk.agree(stream, battle)
    return True


def _guests_gone(stream: str) -> QuerySet[User]:
    return User.objects.filter(guest_of=stream, is_active=False)
