"""In a real browser: a tap asks to be told, a push shows a notification while no page of the battle is on screen, and a
tap on it leads there."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Worker, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from campaigns.models import PushDevice
from tests.browsing import PHONE, launch, log_in
from tests.cast import Cast
from tests.length import in_soak
from tests.pages.conftest import Table
from tests.pages.test_layout import JUTS_OUT, THUMB, TOO_SMALL
from tests.push_service import Service, serving

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]

# A browser without a screen has no push service to be known at; everything else of it is real.
SUBSCRIBED = """made => { PushManager.prototype.subscribe = async function (options) {
    if (!options.userVisibleOnly || options.applicationServerKey.length !== 87) throw new Error("not as agreed");
    return { toJSON: () => ({ endpoint: made.endpoint, keys: made }), unsubscribe: async () => true };
} }"""
SHOWN = """async () => (await self.registration.getNotifications())
    .map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }))"""
TAP = """async url => {
    const opened = [];
    Object.defineProperty(self.clients, "openWindow", { value: async (to) => opened.push(to), configurable: true });
    const [notification] = await self.registration.getNotifications();
    const waits = [];
    const event = new NotificationEvent("notificationclick", { notification });
    event.waitUntil = (promise) => waits.push(promise);
    self.dispatchEvent(event);
    const ends = await Promise.allSettled(waits);
    return { opened, ends: ends.map((end) => end.status), left: (await self.registration.getNotifications()).length };
}"""


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    with serving(settings) as found:
        yield found


@pytest.fixture(scope="module")
def whole(browser: Browser) -> Iterator[Browser]:
    """A browser of these tests' own: the one for machines without a screen knows no notifications."""
    own = launch(browser.browser_type, whole=True)
    yield own
    own.close()


@pytest.fixture
def page(whole: Browser, table: Table, cast: Cast, live_server: LiveServer) -> Iterator[Page]:
    opened = whole.new_context(has_touch=True, viewport=PHONE).new_page()
    opened.set_default_timeout(10_000)
    log_in(opened, cast.bob, live_server.url)
    opened.context.grant_permissions(["notifications"], origin=live_server.url)
    opened.goto(f"{live_server.url}{table.url}")
    yield opened
    opened.context.close()


def worker_of(page: Page) -> Worker:
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    return page.context.service_workers[-1]


def push(page: Page, site: str, told: dict[str, str]) -> None:
    """As its maker's push service would."""
    session = page.context.new_cdp_session(page)
    versions: list[dict[str, str]] = []
    session.on("ServiceWorker.workerVersionUpdated", lambda event: versions.extend(event["versions"]))
    session.send("ServiceWorker.enable")
    there: set[str] = set()
    for _look in range(100):  # a browser with much to do tells of its workers late
        page.wait_for_timeout(50)
        if there := {one["registrationId"] for one in versions if one["scriptURL"].startswith(site)}:
            break
    for registration in there:
        data = {"origin": site, "registrationId": registration, "data": json.dumps(told)}
        session.send("ServiceWorker.deliverPushMessage", data)
    assert there
    session.detach()


def asks_to_be_told(page: Page, cast: Cast, service: Service) -> None:
    offer = page.get_by_role("button", name="Tell me when it is my turn")
    expect(offer).to_be_visible()
    assert not PushDevice.objects.exists()  # nothing was asked for by itself
    assert page.evaluate(JUTS_OUT) <= 0
    assert page.evaluate(TOO_SMALL, THUMB) == []
    page.evaluate(SUBSCRIBED, service.subscription())
    offer.tap()
    expect(page.get_by_text("This device will tell you, also with no page open.")).to_be_visible()
    assert PushDevice.objects.get().user == cast.bob


@in_soak(
    "tests/pages/test_push_phone.py::test_a_push_shows_where_no_page_of_the_battle_does",
)
def test_a_tap_asks_to_be_told(page: Page, cast: Cast, service: Service) -> None:
    asks_to_be_told(page, cast, service)


def test_a_push_shows_where_no_page_of_the_battle_does(
    page: Page, table: Table, cast: Cast, live_server: LiveServer, service: Service
) -> None:
    """After a tap has asked for it."""
    asks_to_be_told(page, cast, service)
    told = {"title": "The bridge", "body": "It is your turn.", "url": table.url, "tag": table.battle}
    worker = worker_of(page)
    push(page, live_server.url, told)  # it is on screen
    page.wait_for_timeout(200)
    assert worker.evaluate(SHOWN) == []
    page.goto(f"{live_server.url}/account/")
    worker = worker_of(page)
    push(page, live_server.url, told)
    push(page, live_server.url, told)  # in the place of the first
    for _look in range(50):
        if worker.evaluate(SHOWN):
            break
        page.wait_for_timeout(50)
    assert worker.evaluate(SHOWN) == [told]
    tapped = worker.evaluate(TAP)
    assert tapped == {"opened": [table.url], "ends": ["fulfilled"], "left": 0}
