"""Notices as whole transactions: who is killed in the midst of one, or fails in it, loses nothing and tells nothing."""

from __future__ import annotations

import pytest
from django.core.mail import EmailMessage

from campaigns import handler, mail
from campaigns.models import Notice, NoticeDelivery, OutboxMessage
from campaigns.notices import delivery, telling
from tests.campaigns.dating import Dated
from tests.campaigns.noticing import NOON, at, choose, dated, post, propose, work
from tests.cast import Cast
from tests.where import BOTH

__all__ = ["dated", "post"]


@BOTH
@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_killed_while_it_hands_over_loses_nothing(
    dated: Dated, post: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It dies after the message was put into the outbox, and before that is committed."""
    choose(dated.cast.carol, "proposed", "day")
    at(NOON, monkeypatch)
    propose(dated)
    at(NOON.replace(hour=18), monkeypatch)
    put = mail.put

    def killed(letters: list[mail.Letter]) -> int:
        put(letters)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(mail, "put", killed)
        with pytest.raises(KeyboardInterrupt):
            delivery.hand_over()
    assert (OutboxMessage.objects.filter(kind="digest").count(), NoticeDelivery.objects.count()) == (0, 1)
    for _time in range(2):
        work()
    assert [one.subject for one in post] == ["Leaguer: 1 notice for you"]


@pytest.mark.only_on("sqlite")  # that nothing is left behind on PostgreSQL: the test above
@pytest.mark.django_db(transaction=True)
def test_a_report_that_fails_as_it_tells_is_not_told_and_not_reported(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    dated = Dated(cast)
    rows, notices = len(handler.replay(dated.stream)[2]), Notice.objects.count()
    with monkeypatch.context() as patch:
        patch.setattr(telling, "deliver", lambda *args: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            propose(dated)
    assert (len(handler.replay(dated.stream)[2]), Notice.objects.count()) == (rows, notices)
    propose(dated)
    assert Notice.objects.count() == notices + 1
