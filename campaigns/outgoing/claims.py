"""A claim on something that one worker at a time sends to. It ends by itself if the worker is killed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.db.models import Q, QuerySet
from django.utils import timezone

LEASE = timedelta(minutes=3)  # longer than any request takes, with looking its host up


def free() -> Q:
    """The rows that nobody has claimed."""
    return Q(claimed_until=None) | Q(claimed_until__lt=timezone.now())


def take(rows: QuerySet[Any], pk: int) -> Any:
    """The row of this key, claimed for the caller; None if somebody else has it. `rows` say what is read with it."""
    claim = uuid4()
    if not rows.filter(free(), pk=pk).update(claim=claim, claimed_until=timezone.now() + LEASE):
        return None
    return rows.filter(pk=pk, claim=claim).first()


def renew(row: Any) -> bool:
    """Whether the caller still has it; from now on for another `LEASE`."""
    mine = type(row)._default_manager.filter(pk=row.pk, claim=row.claim)
    return bool(mine.update(claimed_until=timezone.now() + LEASE))


def give_back(row: Any) -> None:
    type(row)._default_manager.filter(pk=row.pk, claim=row.claim).update(claim=None, claimed_until=None)
