"""What a person was told, and how they choose, on a phone and on a desk."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from campaigns.models import Notice, NoticeChoice
from tests.browsing import PHONE, Tabs, show
from tests.cast import Cast
from tests.pages.conftest import as_
from tests.pages.test_layout import JUTS_OUT, THUMB, TOO_SMALL

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
DESK = ViewportSize(width=1280, height=800)


def told(cast: Cast, number: int) -> None:
    now = timezone.now()
    for n in range(number):
        kind = ("proposed", "pairing", "settled", "over")[n % 4]
        subject = f"The long ridge: Bears proposes a date for an evening of battles in the cellar, {n}"
        Notice.objects.create(
            key=f"look/{n}",
            user=cast.bob,
            kind=kind,
            stream="5d1b6a0e-7c1f-4c43-9b55-6f0a4d3f1c66",
            subject=subject,
            title="The long ridge",
            link="/account/",
            told_at=now - timedelta(hours=n),
            read_at=now if n > 3 else None,
            over=n == 2,
        )


def test_they_fit_and_a_thumb_hits(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    told(cast, 40)
    page = tabs.open(None, live_server.url, script=True)
    for address in ("/notices/", "/notices/settings/"):
        show(page, live_server.url, as_(cast.bob), address)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        for size in (PHONE, DESK):
            page.set_viewport_size(size)
            assert page.evaluate(JUTS_OUT) <= 0, (address, size)
            assert page.evaluate(TOO_SMALL, THUMB) == [], (address, size)


def test_it_is_short_on_a_phone_and_guesses_the_zone(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    page = tabs.open(cast.bob, live_server.url, script=True)
    page.add_init_script(
        "Intl.DateTimeFormat.prototype.resolvedOptions = () => ({ timeZone: 'America/New_York', locale: 'en' })"
    )
    page.goto(f"{live_server.url}/notices/settings/")
    expect(page.get_by_label("Your time zone")).to_have_value("America/New_York")
    assert page.evaluate("document.documentElement.scrollHeight") < 3 * 844
    page.get_by_text("Dates and pairings").click()
    page.get_by_label("When: A date is proposed").select_option("day")
    page.get_by_label("How: A date is proposed").select_option("mail")
    page.get_by_label("Quiet from").fill("22:00")
    page.get_by_label("Quiet until").fill("07:00")
    page.get_by_role("button", name="Keep").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    (choice,) = NoticeChoice.objects.all()
    assert (choice.user, choice.kind, choice.timing, choice.channels) == (cast.bob, "proposed", "day", "mail")
    cast.bob.refresh_from_db()
    assert (cast.bob.zone, str(cast.bob.quiet_from)) == ("America/New_York", "22:00:00")
