"""News that a page was told of, and could not fetch at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from battles import log
from tests.browsing import Tabs
from tests.cast import Cast
from tests.pages import shots
from tests.pages.conftest import DEPLOYED, Table

SOON = "retry: 300\n\n"
TOLD = "retry: 60000\nevent: rows\ndata: {}\n\n"  # once: a browser asks for the stream again after a minute


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_news_that_did_not_come_through_is_fetched_again(tabs: Tabs, live_server: LiveServer, table: Table) -> None:
    """The stream tells of a row once."""
    page = tabs.open(table.cast.carol, live_server.url, script=True)
    before, lost, told = table.head, list[str](), list[int]()

    def once(route: Route) -> None:
        if lost:
            route.fallback()
        else:
            lost.append(route.request.url)
            route.abort()

    def stream(route: Route) -> None:
        news = table.head > before and not told
        told.extend([table.head] * news)
        body = TOLD.format(table.head) if news else SOON
        route.fulfill(content_type="text/event-stream", body=body)

    page.route("**/*ruling=*", once)
    page.route("**/live/?now=1", lambda route: route.abort())
    page.route("**/live/?after=*", stream)
    page.goto(live_server.url + table.url, wait_until="domcontentloaded")
    table.play(DEPLOYED)
    expect(page.locator("main")).to_have_attribute("data-position", str(table.head), timeout=10_000)
    assert lost
    for one in ("**/*ruling=*", "**/live/?now=1", "**/live/?after=*"):
        page.unroute(one)


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_news_that_come_while_the_page_goes_on_by_itself_are_shown(
    tabs: Tabs, live_server: LiveServer, cast: Cast
) -> None:
    """What was fetched for the page of before does not count for the next one, which is not as new."""
    shot = shots.modern_age(cast.bob)
    page = tabs.open(cast.bob, live_server.url, script=True)
    before, held, told = log.head(shot.stream).position, list[Route](), list[int]()

    def hold(route: Route) -> None:
        if held:
            route.fallback()
        else:
            held.append(route)

    def stream(route: Route) -> None:
        head = log.head(shot.stream).position
        news = head > before and not told
        told.extend([head] * news)
        route.fulfill(content_type="text/event-stream", body=TOLD.format(head) if news else SOON)

    page.route("**/*push=1*", hold)
    page.route("**/live/?now=1", lambda route: route.abort())
    page.route("**/live/?after=*", stream)
    page.goto(f"{live_server.url}/battles/{shot.stream}/", wait_until="domcontentloaded")
    page.locator("html.scripted").wait_for()
    shot.tell("fire m1 t64 dice=4,5,1,1")
    for _moment in range(200):
        if not held:
            page.wait_for_timeout(50)
    page.evaluate("""() => {
        const main = document.querySelector("main");
        main.replaceWith(main.cloneNode(true));
        document.dispatchEvent(new Event("page-shown"));
    }""")
    held[0].continue_()
    head = str(log.head(shot.stream).position)
    expect(page.locator("main")).to_have_attribute("data-position", head, timeout=10_000)
    page.unroute_all()


def _followed(tabs: Tabs, live_server: LiveServer, cast: Cast, battle: str) -> Page:
    """The battle as Bob follows it."""
    page = tabs.open(cast.bob, live_server.url, script=True)
    page.goto(f"{live_server.url}/battles/{battle}/", wait_until="domcontentloaded")
    page.locator("html.scripted").wait_for()
    return page


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_a_form_that_nobody_has_opened_gives_way_to_news(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    """It came open with the page. Where the reader opened one, a note stands in the part that stays on the screen."""
    shot = shots.modern_age(cast.bob)
    page = _followed(tabs, live_server, cast, shot.stream)
    expect(page.locator("details.card[open] form")).not_to_have_count(0)
    shot.tell("fire m1 t64 dice=4,5,1,1")
    expect(page.locator('details.card[open] [value="Reroll"]')).not_to_have_count(0, timeout=10_000)
    expect(page.locator(".news")).to_have_count(0)
    page.get_by_text("Concede", exact=False).first.click()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    shot.tell("reroll m1")
    expect(page.locator(".now .note.news")).to_be_in_viewport(timeout=10_000)


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_who_stayed_at_a_ruling_is_led_to_the_next_one(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    """It is longer or shorter, and would show from the middle; and what had the focus is gone."""
    shot = shots.modern_age(cast.bob)
    page = _followed(tabs, live_server, cast, shot.stream)
    page.get_by_text("Alpha holds its fire").first.click()
    page.locator("details.card[open]").get_by_role("button", name="Report", exact=True).click()
    expect(page.locator("#ruling")).to_contain_text("holds its fire")
    shot.tell("fire t64 m1 dice=4,5,1,1,1")
    expect(page.locator("#ruling")).to_contain_text("(4, 5, 1, 1, 1)", timeout=10_000)
    expect(page.locator("#ruling")).to_be_focused()
    strip, head = (page.locator(one).bounding_box() for one in (".now", "#ruled"))
    assert strip
    assert head
    assert head["y"] >= strip["y"] + strip["height"]
