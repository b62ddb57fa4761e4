"""An evening of results at 390 px: from the round to its sheet, pasted, previewed, entered, on two pages."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from campaigns.admin.ruling import round_page
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from tests.browsing import Tabs, show
from tests.campaigns.conftest import Season, _skirmish
from tests.campaigns.ruled import state
from tests.cast import Cast
from tests.pages.conftest import as_
from tests.pages.test_layout import DANGLING, JUTS_OUT, TWICE, UNLABELLED

__all__ = ["_skirmish"]
PHONE = ViewportSize(width=390, height=844)
SHOTS = os.environ.get("LEAGUER_SHOTS", "")


def is_in_order(page: Page) -> None:
    for wrong in (UNLABELLED.replace("input:not(", "input:not([type=submit]):not("), TWICE, DANGLING):
        assert page.evaluate(wrong) == []
    assert page.evaluate(JUTS_OUT) <= 0


def says_to_be_here(player: Page, campaign: str) -> None:
    player.goto(f"{campaign}here/")
    player.get_by_role("button", name="I’m here tonight").click()
    player.get_by_text("The organisers see that you are here.").wait_for()
    assert player.evaluate(JUTS_OUT) <= 0


def shows_who_is_here(page: Page) -> None:
    """The roll of the round's page, where a thumb hits each button."""
    page.locator("#there summary").click()
    page.get_by_role("button", name="Cats is here").click()
    page.locator("#there button[aria-pressed=true]").nth(1).wait_for()
    is_in_order(page)
    assert page.locator("#there button").evaluate_all("all => all.filter(one => one.offsetHeight < 44).length") == 0


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_ten_results_are_entered_in_four_clicks(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    season = Season(cast).begin()
    cast.alice.is_staff = True
    cast.alice.save()
    keys = ["bears", "cats", *(f"p{n}" for n in range(18))]
    for n, key in enumerate(keys[2:]):
        season.enlist((cast.bob, cast.carol)[n % 2], key)
    pairs = tuple(Pairing(home=one, away=other) for one, other in zip(keys[::2], keys[1::2], strict=True))
    season.report(season.organiser, OpenRound(deadline="", pairings=pairs))
    page = tabs.open(cast.alice, live_server.url, size=PHONE)
    for name in ("slips", "poster"):
        show(page, live_server.url, as_(cast.alice), f"/campaigns/{season.stream}/rounds/1/{name}/")
        assert page.evaluate(JUTS_OUT) <= 0
        code = page.locator(".qr svg").first
        assert code.get_attribute("viewBox")  # else a smaller drawing is cut off, and no phone reads it
        if SHOTS:
            page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)
    says_to_be_here(tabs.open(cast.bob, live_server.url, size=PHONE), f"{live_server.url}/campaigns/{season.stream}/")
    page.goto(live_server.url + round_page.address(season.stream, 1))
    shows_who_is_here(page)
    page.locator("[data-act=results]").click()
    lines = [
        f"{other.title()}\t{one.title()}\t7:{n}"
        for n, (one, other) in enumerate(zip(keys[::2], keys[1::2], strict=True))
    ]
    page.locator("#lines").fill("\n".join(lines))
    page.locator("[name=look]").click()
    is_in_order(page)
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/results.png", full_page=True)
    page.locator("[name=do]").click()
    page.get_by_text("10 results were entered.").wait_for()
    assert all(one.decided and one.decided.how == "adjudicated" for one in state(season).fixtures.values())
