"""News that a page was told of, and could not fetch at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browsing import Tabs
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
