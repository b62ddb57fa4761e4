"""What waits to be done by the clerk, and for how long the oldest of it has been due: asked of the database, so it is
the same whichever process is asked. Nothing is written for it while nothing happens."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db.models import Min, QuerySet
from django.utils import timezone

from battles import calling, projections
from battles.models import Sheet
from campaigns import mail
from campaigns.clerk import battles, dates, ladders, rounds
from campaigns.discord import own
from campaigns.models import DiscordMessage, NoticeDelivery, OutboxMessage, WebhookDelivery
from campaigns.projections import SECOND
from campaigns.push import keys, sender

MOST = 10_000  # that are counted


def counts() -> Iterator[tuple[str, int]]:
    """How much waits, by what it is: a battle to be settled, a result to be counted, mail, notices, push, webhooks,
    messages in Discord."""
    yield "battles", _count(_confirmed()) + _count(_silent())
    yield "results", sum(1 for _stream, _until in zip(battles.uncounted(), range(MOST), strict=False))
    yield "mail", _count(OutboxMessage.objects.filter(status=OutboxMessage.Status.WAITING))
    yield "notices", _count(NoticeDelivery.objects.all())
    yield "push", _count(sender.due())
    asked = (WebhookDelivery.Status.ASKED, WebhookDelivery.Status.RETRYING)
    yield "webhooks", _count(WebhookDelivery.objects.filter(status__in=asked))
    posts = DiscordMessage.objects.filter(status=DiscordMessage.Status.WAITING)
    yield "discord", _count(posts) + _count(own.waiting())


def _count(found: QuerySet[Any]) -> int:
    return found.order_by()[:MOST].count()


def _confirmed() -> QuerySet[Sheet]:
    """Battles to be settled; one with reports left to settle waits for people."""
    return Sheet.objects.filter(status=Sheet.Status.CONFIRMED, unsettled=0)


def _silent() -> QuerySet[Sheet]:
    """Battles to be confirmed by default."""
    now = timezone.now().strftime(projections.MOMENT)
    return Sheet.objects.filter(status=Sheet.Status.OVER, unsettled=0, confirm_by__gt="", confirm_by__lte=now)


def lag() -> float:
    """For how many seconds the oldest of what is due has waited for the clerk; 0 where nothing is.

    Left out are results to count, which the clerk comes to with the battle that it settles, and what waits for a
    club's own server: webhooks, and messages in its channels of Discord.
    """
    now = timezone.now()
    since = [_moment(_confirmed().aggregate(at=Min("moved_at"))["at"])]
    since.append(_moment(_silent().aggregate(at=Min("confirm_by"))["at"]))
    clocks = (rounds.since(), ladders.since(), dates.since())
    since += [datetime.strptime(at, SECOND).replace(tzinfo=UTC) for clock in clocks for at in clock]
    since.append(NoticeDelivery.objects.filter(due_at__lte=now).aggregate(at=Min("due_at"))["at"])
    if settings.MAIL:
        since.append(mail.due().order_by().aggregate(at=Min("next_at"))["at"])
    if keys.is_on():
        since.append(sender.due().order_by().aggregate(at=Min("next_at"))["at"])
    since.append(own.due_since())
    return max(((now - at).total_seconds() for at in since if at), default=0.0)


def _moment(written: str | None) -> datetime | None:
    return datetime.strptime(written, projections.MOMENT).replace(tzinfo=UTC) if written else None


def queued() -> int:
    """Tasks that no worker has taken yet."""
    return int(calling.broker().llen(f"{settings.REDIS_PREFIX}:{settings.CELERY_TASK_DEFAULT_QUEUE}"))
