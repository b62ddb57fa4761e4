"""Who is at the club: a player taps it at 390 px, the organiser sees it on the round's page and pairs who is there."""

from __future__ import annotations

import os

import pytest
from django.urls import reverse
from playwright.sync_api import ViewportSize
from pytest_django.live_server_helper import LiveServer

from campaigns.admin.ruling import round_page
from tests.browsing import Tabs
from tests.campaigns.conftest import Season, _skirmish
from tests.campaigns.ruled import state
from tests.cast import Cast
from tests.length import in_soak
from tests.pages.test_layout import DANGLING, JUTS_OUT, TWICE, UNLABELLED

__all__ = ["_skirmish"]
PHONE, DESK = ViewportSize(width=390, height=844), ViewportSize(width=1280, height=900)
SHOTS = os.environ.get("LEAGUER_SHOTS", "")


@in_soak(
    "tests/pages/test_results_sheet_phone.py::test_ten_results_are_entered_in_four_clicks",
    "tests/campaigns/test_attendance.py::test_an_organiser_notes_it_of_anybody_with_one_tap",
    "tests/campaigns/test_attendance.py::test_who_is_here_is_paired_and_nobody_else",
    "tests/campaigns/test_attendance.py::test_a_player_says_it_of_their_own_platoons_and_takes_it_back",
)
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_who_taps_that_they_are_here_is_paired(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    season = Season(cast).begin()
    for key in ("dogs", "eels", "foxes"):
        season.enlist(cast.carol, key)
    cast.alice.is_staff = True
    cast.alice.save()
    player = tabs.open(cast.bob, live_server.url, size=PHONE)
    player.goto(f"{live_server.url}/campaigns/{season.stream}/here/")
    player.get_by_role("button", name="I’m here tonight").click()
    player.get_by_text("The organisers see that you are here.").wait_for()
    assert player.evaluate(JUTS_OUT) <= 0
    if SHOTS:
        player.screenshot(path=f"{SHOTS}/here.png", full_page=True)
        player.goto(f"{live_server.url}/campaigns/{season.stream}/")
        player.screenshot(path=f"{SHOTS}/campaign.png")
    page = tabs.open(cast.alice, live_server.url, size=PHONE)
    page.goto(live_server.url + round_page.address(season.stream, 0))
    page.locator("#there summary").click()
    page.get_by_role("button", name="Cats is here").click()
    page.get_by_role("button", name="Eels does not come").click()
    page.locator("#there button[aria-pressed=true]").nth(2).wait_for()
    for wrong in (UNLABELLED.replace("input:not(", "input:not([type=submit]):not("), TWICE, DANGLING):
        assert page.evaluate(wrong) == []
    assert page.evaluate(JUTS_OUT) <= 0
    low = page.locator("#there button").evaluate_all("all => all.filter(one => one.offsetHeight < 44).length")
    assert low == 0
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/roll.png", full_page=True)
        wide = tabs.open(cast.alice, live_server.url, size=DESK)
        wide.goto(f"{live_server.url}{round_page.address(season.stream, 0)}?there=1")
        wide.screenshot(path=f"{SHOTS}/roll-wide.png", full_page=True)
    page.locator("[data-act=pair-here]").click()
    page.locator("[name=do]").wait_for()
    assert page.evaluate(JUTS_OUT) <= 0
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/paired.png", full_page=True)
    page.locator("[name=do]").click()
    page.get_by_text("Done.").wait_for()
    if SHOTS:
        page.goto(f"{live_server.url}{reverse('poster', args=[season.stream, 1])}")
        page.screenshot(path=f"{SHOTS}/poster.png", full_page=True)
    found = state(season)
    met = {key for one in found.fixtures.values() for key in one.platoons} | {*found.rounds[0].byes}
    assert {"bears", "cats"} <= met
    assert not met & {"eels"}
