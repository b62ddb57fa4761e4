"""Bob and Carol are told something, at a noon of their own."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from campaigns import clerk, mail
from campaigns.models import NoticeChoice, NoticeDelivery, OutboxMessage, User
from campaigns.notices import delivery
from campaigns.notices.mentions import mentioned
from campaigns.season.appointments import ProposeDate
from tests.campaigns.dating import FRIDAY, Dated
from tests.cast import Cast

NOON = datetime(2131, 3, 7, 12, tzinfo=UTC)  # a Wednesday, in winter


@pytest.fixture
def post(settings: Settings, mailoutbox: list[EmailMessage]) -> list[EmailMessage]:
    settings.MAIL = True
    return mailoutbox


@pytest.fixture
def dated(cast: Cast, post: list[EmailMessage]) -> Dated:
    found = nothing_waits(Dated(cast))
    post.clear()
    return found


def nothing_waits(dated: Dated) -> Dated:
    """Their pairing is read."""
    work()
    NoticeDelivery.objects.all().delete()
    OutboxMessage.objects.all().delete()
    for user in (dated.cast.bob, dated.cast.carol):
        user.refresh_from_db()
    return dated


def at(moment: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: moment)


def work() -> None:
    clerk.sweep()
    delivery.hand_over()
    mail.send_due()


def choose(user: User, kind: str, timing: str, channels: str = "") -> None:
    NoticeChoice.objects.update_or_create(user=user, kind=kind, defaults={"timing": timing, "channels": channels})


def propose(dated: Dated) -> None:
    dated.report(dated.bob, ProposeDate(fixture="r1-1", at=FRIDAY))


def mention(dated: Dated, key: str) -> int:
    people, link = [dated.cast.carol, dated.cast.bob], f"/campaigns/{dated.stream}/"
    with transaction.atomic():
        return mentioned(key, people, dated.cast.bob, stream=dated.stream, link=link, title="The long ridge")
