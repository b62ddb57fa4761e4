"""What is tapped stays where it was tapped."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browsing import Tabs
from tests.cast import Cast
from tests.pages import shots

TOP = "head => head.getBoundingClientRect().top"


def _battle(tabs: Tabs, live_server: LiveServer, cast: Cast) -> Page:
    """Where Bob is to shoot, on his phone."""
    shot = shots.modern_age(cast.bob)
    page = tabs.open(cast.bob, live_server.url, script=True, touch=True)
    page.goto(f"{live_server.url}/battles/{shot.stream}/")
    page.locator("html.scripted").wait_for()
    return page


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_a_card_that_is_tapped_open_stays_under_the_finger(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    """The one above it, which is long, folds up at the same time."""
    page = _battle(tabs, live_server, cast)
    assert page.locator('details.card[open] [value="Fire"]').count() == 1
    head = page.locator('details.card:has([value="Fire"]) ~ details.card > summary').first
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    head.evaluate("head => head.scrollIntoView({ block: 'center', behavior: 'instant' })")
    before = head.evaluate(TOP)
    head.tap()
    page.wait_for_timeout(100)
    assert head.evaluate("head => head.parentElement.open")
    assert abs(head.evaluate(TOP) - before) < 2


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_what_is_led_to_stands_below_a_strip_of_several_lines(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    page = _battle(tabs, live_server, cast)
    page.evaluate("document.querySelector('.now .state').append(' a phase with a long name, over two lines or three')")
    page.locator("details.card[open] button.primary").tap()
    top = page.locator(".gesture").evaluate(TOP)
    assert top >= page.locator(".now").evaluate("strip => strip.getBoundingClientRect().bottom")
