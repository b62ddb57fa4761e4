"""Over plain http under a name of its own, as in a club's own network: no service worker, but nothing told is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from rules.stream.codec import encode
from tests.browsing import PLAIN, Tabs
from tests.cast import Cast
from tests.pages import shots
from tests.pages.shots import Shot
from tests.pages.test_offline import card, cut, report, roll

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]

# What is sent arrives, and its answer does not.
LOSE = """() => {
    window.whole = window.fetch;
    window.fetch = async (address, options) => {
        await window.whole(address, options);
        if (options?.method === "POST") document.documentElement.dataset.lost = "";
        throw new TypeError("lost");
    };
}"""

# How often the list of what waits goes from sight.
COUNT = """() => {
    let shown = true;
    window.hid = 0;
    new MutationObserver(() => {
        const now = !document.querySelector("#waiting").hidden;
        if (shown && !now) window.hid += 1;
        shown = now;
    }).observe(document, { subtree: true, childList: true, attributes: true });
}"""


@pytest.fixture
def shot(cast: Cast) -> Shot:
    return shots.modern_age(cast.bob)


@pytest.fixture
def page(tabs: Tabs, shot: Shot, cast: Cast, live_server: LiveServer, settings: Settings) -> Iterator[Page]:
    settings.ALLOWED_HOSTS = [PLAIN]
    site = f"http://{PLAIN}:{live_server.url.rpartition(':')[2]}"
    opened = tabs.open(cast.bob, site, script=True, touch=True)
    opened.goto(f"{site}/battles/{shot.stream}/")
    yield opened
    cut(opened, False)


def test_the_queue_holds_without_https(page: Page, shot: Shot, cast: Cast) -> None:
    assert page.evaluate("[window.isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    before, waiting = shot.reports, page.locator("#waiting")
    cut(page, True)
    expect(waiting.get_by_text("There is no network.")).to_be_visible()
    expect(waiting.get_by_text("To install it, or to load a page without a network, takes https.")).to_be_visible()
    roll(card(page, "Fire"), "4", "5", "1", "1")
    report(card(page, "Fire"))
    expect(waiting.locator("li")).to_have_count(1)
    page.locator("details.paste summary").tap()
    page.locator("#script").fill("concede soviets")
    page.get_by_role("button", name="Report all").tap()
    expect(waiting.locator("li")).to_have_count(2)
    assert shot.reports == before
    page.evaluate(LOSE)
    cut(page, False)
    expect(page.locator("html[data-lost]")).to_be_attached()
    expect(waiting.locator("li")).to_have_count(2)
    page.evaluate("() => { window.fetch = window.whole; }")
    page.evaluate(COUNT)
    waiting.get_by_role("button", name="Send now").tap()
    expect(waiting).to_be_hidden()
    assert page.evaluate("window.hid") == 1, "the list goes when nothing waits, and not with each answer"
    twin = shots.modern_age(cast.bob)
    twin.tell("fire m1 t64 dice=4,5,1,1", "concede soviets")
    assert [encode(event) for event in shot.events] == [encode(event) for event in twin.events]
