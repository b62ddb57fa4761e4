"""What a person reads of their notices, how they choose, and what goes with them."""

from __future__ import annotations

from datetime import time

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns import erasure
from campaigns.about_person import desk, parts
from campaigns.models import Campaign, Notice, NoticeChoice, NoticeDelivery
from tests.campaigns.dating import Dated
from tests.campaigns.noticing import choose, dated, mention, post, propose, work
from tests.cast import Cast, logged_in

__all__ = ["dated", "post"]
pytestmark = pytest.mark.django_db


def test_a_person_takes_their_notices_along_and_is_forgotten_with_them(dated: Dated) -> None:
    carol = dated.cast.carol
    choose(carol, "proposed", "day", "mail")
    propose(dated)
    (part,) = (one for one in desk.PARTS if one.key == "notices")
    lines = list(part.lines(parts.subject(carol)))
    assert "proposed" in [one["kind"] for one in lines if "subject" in one]
    assert {"kind": "proposed", "timing": "day", "channels": "mail"} in lines
    assert any(one.get("channel") == "mail" for one in lines)
    erasure.forget_person(carol, "ops", "asked to")
    for model in (Notice, NoticeChoice, NoticeDelivery):
        assert not model._default_manager.filter(user=carol).exists()


def test_nobody_reads_anothers_notice(dated: Dated) -> None:
    propose(dated)
    one = Notice.objects.get(kind="proposed")
    assert logged_in(dated.cast.dave).get(f"/notices/{one.pk}/").status_code == 404
    assert "proposes a date" not in logged_in(dated.cast.bob).get("/notices/").content.decode()
    answer = logged_in(dated.cast.carol).get(f"/notices/{one.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/campaigns/{dated.stream}/fixtures/r1-1/")
    one.refresh_from_db()
    assert one.read_at is not None


def test_the_settings_keep_what_is_other_than_usual(dated: Dated) -> None:
    carol = dated.cast.carol
    client = logged_in(carol)
    assert client.get("/notices/settings/").status_code == 200
    said = {
        "zone": "Europe/Berlin",
        "quiet_from": "22:00",
        "quiet_until": "07:00",
        "digest_at": "19:00",
        "digest_day": 4,
    }
    said |= {
        "when.proposed": "day",
        "how.proposed": "mail",
        "when.turn": "once",
        "how.turn": "push",
        "when.over": "wrong",
    }
    assert client.post("/notices/settings/", said).status_code == 302
    assert [(one.kind, one.timing, one.channels) for one in NoticeChoice.objects.all()] == [("proposed", "day", "mail")]
    carol.refresh_from_db()
    assert (carol.zone, carol.quiet_from, carol.digest_day) == ("Europe/Berlin", time(22), 4)
    assert client.post("/notices/settings/", said | {"quiet_until": ""}).status_code == 422
    assert client.post("/notices/settings/", said | {"zone": "Nowhere"}).status_code == 422


def test_mail_and_pages_tell_times_by_a_persons_own_clocks(dated: Dated, post: list[EmailMessage]) -> None:
    client = logged_in(dated.cast.carol)
    assert "data-zone" not in client.get("/campaigns/").content.decode()
    said = {"zone": "America/New_York", "language": "en", "mail": "on", "email": dated.cast.carol.email}
    assert 'data-zone=""' in client.get("/account/").content.decode(), "where the browser offers its own"
    assert client.post("/account/", said).status_code == 302
    assert '<body data-reader="' in (page := client.get("/campaigns/").content.decode())
    assert 'data-zone="America/New_York">' in page
    propose(dated)
    work()
    (letter,) = post
    assert "on Friday, 16 March 2131, 15:00 EDT." in letter.body


def test_the_page_asks_as_much_however_much_there_is(dated: Dated) -> None:
    client = logged_in(dated.cast.carol)
    counts, page = [], ""
    for n in (3, 40):
        for one in range(n):
            mention(dated, f"{n}-{one}")
        with CaptureQueriesContext(connection) as asked:
            page = client.get("/notices/").content.decode()
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert "Page 1 of 2" in page


def test_a_campaign_that_is_removed_takes_its_notices_along(cast: Cast) -> None:
    Campaign.objects.update(test=True)
    dated = Dated(cast)
    propose(dated)
    assert Notice.objects.filter(stream=dated.stream).exists()
    erasure.forget_campaign(Campaign.objects.get(pk=dated.stream), "ops", "a test", really=True)
    assert not Notice.objects.exists()
