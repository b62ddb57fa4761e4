"""An organiser opens the next round on a phone: what is to be decided and the button are on one screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from campaigns.admin.ruling import round_page
from tests.browsing import Tabs
from tests.campaigns.conftest import Season, _skirmish
from tests.cast import Cast
from tests.pages.test_layout import DANGLING, JUTS_OUT, TWICE

__all__ = ["_skirmish"]
PHONE = ViewportSize(width=390, height=844)


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_the_next_round_fits_a_screen(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    season = Season(cast).begin()
    for key in ("dogs", "eels", "foxes"):
        season.enlist(cast.carol, key)
    cast.alice.is_staff = True
    cast.alice.save()
    page = tabs.open(cast.alice, live_server.url, size=PHONE, touch=True)
    page.goto(live_server.url + round_page.address(season.stream, 0, "open-round"))
    expect(page.get_by_label("Deadline")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Preview")).to_be_in_viewport()
    page.get_by_text("See and change the pairings").tap()
    page.get_by_role("button", name="Draw up the pairings").tap()
    page.get_by_role("button", name="Swap the two").wait_for()
    assert page.evaluate(JUTS_OUT) <= 0
    parts = page.locator(".choice :is(summary, select, input[type=submit], button)").locator("visible=true")
    assert min(parts.evaluate_all("all => all.map(one => one.offsetHeight)")) >= 44
    for wrong in (TWICE, DANGLING):
        assert page.evaluate(wrong) == []
