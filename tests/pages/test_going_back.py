"""What was typed into a battle's page is there again after a reload, and after going back and forward."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browsing import Tabs
from tests.cast import Cast
from tests.pages import shots
from tests.pages.shots import Shot
from tests.pages.test_offline import card, cut, report, roll

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def shot(cast: Cast) -> Shot:
    return shots.modern_age(cast.bob)


@pytest.fixture
def page(shot: Shot, cast: Cast, live_server: LiveServer, tabs: Tabs) -> Page:
    opened = tabs.open(cast.bob, live_server.url, script=True, touch=True)
    opened.goto(f"{live_server.url}/battles/{shot.stream}/")
    return opened


def tapped(place: Locator, *faces: str) -> None:
    expect(place.locator(".pad .told").first).to_contain_text(", ".join(faces) + " (")


def away_and_back(page: Page) -> None:
    page.goto(page.url.split("/battles/")[0] + "/systems/")
    page.go_back()


def test_dice_of_a_draft_are_there_after_going_back_and_forward(page: Page) -> None:
    report(card(page, "Fire"))
    roll(page.locator(".gesture"), "4", "5")
    away_and_back(page)
    tapped(page.locator(".gesture"), "4", "5")
    page.go_forward()
    page.go_back()
    tapped(page.locator(".gesture"), "4", "5")
    roll(page.locator(".gesture"), "1", "1")
    expect(page.locator(".gesture")).to_contain_text("(4, 5, 1, 1)")


def test_what_a_card_holds_is_there_again_until_it_is_sent(page: Page, shot: Shot) -> None:
    cut(page, True)  # without a network a card asks for its dice itself
    roll(card(page, "Fire"), "4", "5", "1", "1")
    cut(page, False)
    page.reload()
    dice = card(page, "Fire").locator("input[data-faces]").first
    expect(dice).to_have_value("4 5 1 1")
    away_and_back(page)
    expect(dice).to_have_value("4 5 1 1")
    report(card(page, "Fire"))
    page.get_by_role("button", name="Report so far").tap()
    expect(page.locator("#ruling")).to_contain_text("(4, 5, 1, 1)")
    rows = len(shot.events)
    away_and_back(page)
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("sessionStorage.getItem(`typed:${location.pathname}`)") == "{}"
    assert page.locator(".gesture").count() == 0
    assert len(shot.events) == rows
