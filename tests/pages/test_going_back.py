"""What was typed into a battle's page is there again after a reload, and after going back and forward."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browsing import Tabs
from tests.cast import Cast
from tests.length import in_soak
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


def taken_back(page: Page, shot: Shot) -> None:
    """A die, all of them, and the whole draft, of which nothing is reported."""
    draft, before = page.locator(".gesture"), len(shot.events)
    roll(draft, "4", "6", "2")
    draft.get_by_role("button", name="Take back: 6").tap()
    expect(draft.locator("[aria-live]")).to_have_text("4, 2 (2/4)")
    roll(draft, "1", "1")
    draft.get_by_role("button", name="Back", exact=True).locator("visible=true").first.tap()
    expect(draft.locator("[aria-live]")).to_have_text("No die yet (0/4)")
    draft.get_by_role("button", name="Cancel", exact=True).locator("visible=true").first.tap()
    expect(draft).to_have_count(0)
    assert len(shot.events) == before


def is_gone(page: Page) -> None:
    """What was typed and sent is not there again."""
    away_and_back(page)
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("sessionStorage.getItem(`typed:${location.pathname}`)") == "{}"
    assert page.locator(".gesture").count() == 0


def test_dice_of_a_draft_are_there_after_going_back_and_forward(page: Page, shot: Shot) -> None:
    report(card(page, "Fire"))
    taken_back(page, shot)
    report(card(page, "Fire"))
    roll(page.locator(".gesture"), "4", "5")
    away_and_back(page)
    tapped(page.locator(".gesture"), "4", "5")
    page.go_forward()
    page.go_back()
    tapped(page.locator(".gesture"), "4", "5")
    roll(page.locator(".gesture"), "1", "1")
    expect(page.locator(".gesture")).to_contain_text("(4, 5, 1, 1)")
    page.get_by_role("button", name="Report so far").tap()
    expect(page.locator("#ruling")).to_contain_text("(4, 5, 1, 1)")
    rows = len(shot.events)
    is_gone(page)
    assert len(shot.events) == rows


@in_soak(
    "tests/pages/test_going_back.py::test_dice_of_a_draft_are_there_after_going_back_and_forward",
    "tests/pages/test_slow_modules.py::test_what_is_typed_after_a_reload_outdoes_what_was_kept",
    "tests/pages/test_turn_by_touch.py::test_of_many_things_a_unit_can_do_the_first_show_and_what_is_typed_stays_in_its_card",
)
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
