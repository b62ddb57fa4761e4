"""Hands over what has waited for its time: the end of quiet hours, or the hour of a digest."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from battles import log
from battles.handler import BATTLE
from campaigns.models import Notice, NoticeDelivery, User
from campaigns.notices.channels import CHANNELS

AT_ONCE = 200  # people in one run; the clerk has other work, too


def hand_over(limit: int = AT_ONCE) -> int:
    """Hand over what is due, a person and a channel in a transaction of its own; to how many that was. One query if
    nothing waits, and safe for two at a time."""
    done = 0
    while done < limit and due(timezone.now()).exists() and _hand_over_one():
        done += 1
    return done


def due(now: datetime) -> QuerySet[NoticeDelivery]:
    return NoticeDelivery.objects.filter(due_at__lte=now).order_by("due_at", "pk")


def _hand_over_one() -> bool:
    """All that is due to one person by one channel."""
    with transaction.atomic():
        now = timezone.now()
        first = due(now).select_for_update(skip_locked=True).first()
        if first is None:
            return False
        user = User.objects.select_for_update().get(pk=first.user_id)  # digests of one person wait for each other
        found = due(now).filter(user=user, channel=first.channel)
        rows = list(found.select_related("notice__club").order_by("-notice__told_at", "-notice_id"))
        wanted = [row for row in rows if _is_news(row.notice)]
        channel = CHANNELS.get(first.channel)
        if channel is not None and user.is_active and user.pk in channel.reaches([user]):
            channel.send([row.notice for row in reversed(wanted) if not row.digest], {user.pk: user})
            if together := [row.notice for row in wanted if row.digest]:
                channel.digest(together, user, f"digest/{user.pk}/{channel.key}/{first.due_at:%Y%m%dT%H%M%S}")
        NoticeDelivery.objects.filter(pk__in=[row.pk for row in rows]).delete()
    return True


def _is_news(notice: Notice) -> bool:
    """Not what they have read, what is over, nor what they have reported something about since."""
    return not (notice.over or notice.silent or notice.read_at or _has_acted_since(notice))


def _has_acted_since(notice: Notice) -> bool:
    """In a battle by any report of theirs; in a campaign by one that names the fixture or platoon it is about."""
    try:
        battle = log.kind_of(str(notice.stream)) == BATTLE.name
    except log.NoSuchStream:
        return True  # forgotten
    if not battle and not notice.about:
        return False
    names, about = {str(notice.user_id)}, "" if battle else f'"{notice.about}"'
    rows = log.read(str(notice.stream), after=notice.position)
    return any(row.by in names and about in row.data for row in rows)
