"""Tells the second officers that a ruling waits for them, and who asked for it what became of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.urls import reverse

from battles import log
from campaigns.models import HeldRuling, Notice, User
from campaigns.models.people import accounts_of
from campaigns.notices.telling import News, of_campaign, tell

ASKED, ANSWERED = "second", "seconded"


def page(row: HeldRuling) -> str:
    """The path of its page in the office."""
    return reverse("admin:campaigns_campaignsheet_held", args=[row.campaign.pk, row.pk])


def asked(row: HeldRuling, seconds: Collection[str]) -> int:
    """In the transaction that holds it. What is asked for is not in the message."""
    return tell([_news(row, user, ASKED, str(row.by.pk), {}) for user in accounts_of(seconds)])


def answered(row: HeldRuling) -> None:
    """Nobody is asked any more; who asked hears of an answer that is not their own."""
    about = str(row.pk)
    Notice.objects.filter(stream=row.campaign.pk, kind=ASKED, about=about, over=False).update(over=True)
    if row.answered_by is not None and row.answered_by != row.by:
        context = {"confirmed": row.state == HeldRuling.State.CONFIRMED, "reason": row.reason}
        tell([_news(row, row.by, ANSWERED, str(row.answered_by.pk), context)])


def _news(row: HeldRuling, user: User, kind: str, person: str, context: dict[str, Any]) -> News:
    stream = str(row.campaign.pk)
    link = page(row) if user.is_staff else reverse("campaign", args=[stream])
    about: dict[str, Any] = {"person": person, "position": log.head(stream).position, "about": str(row.pk)}
    return of_campaign(row.campaign, user, kind, f"{kind}/{row.pk}/{user.pk}", link, context, **about)
