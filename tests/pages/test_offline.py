"""At the table without a network: nothing typed is lost, and every report counts once, in order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from battles import log
from rules.stream.codec import encode
from tests.browsing import Tabs
from tests.cast import Cast
from tests.length import in_soak
from tests.pages import shots
from tests.pages.shots import Shot
from tests.pages.test_layout import JUTS_OUT, THUMB, TOO_SMALL

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def shot(cast: Cast) -> Shot:
    return shots.modern_age(cast.bob)


@pytest.fixture(params=[False])
def page(shot: Shot, cast: Cast, live_server: LiveServer, tabs: Tabs, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The parameter: with a service worker, without which no page opens offline. What waits needs none."""
    opened = tabs.open(cast.bob, live_server.url, script=True, touch=True, installs=request.param)
    opened.goto(f"{live_server.url}/battles/{shot.stream}/")
    yield opened
    cut(opened, False)
    opened.unroute_all()


def cut(page: Page, off: bool) -> None:
    page.context.set_offline(off)


WITH_WORKER = pytest.mark.parametrize("page", [True], indirect=True, ids=["worker"])


def card(page: Page, type_: str) -> Locator:
    found = page.locator(f'details.card:has(input[name="type"][value="{type_}"])').first
    if found.get_attribute("open") is None:
        found.locator("summary").first.tap()
    return found


def roll(place: Locator, *faces: str) -> None:
    for face in faces:
        place.locator(f'.pad .faces button[data-face="{face}"]').first.tap()


def report(place: Locator) -> None:
    """By its first button: with a network that of a shot goes on to the dice."""
    place.locator("button.primary").locator("visible=true").first.tap()


def told(shot: Shot) -> list[str]:
    return [encode(event) for event in shot.events]


def until(page: Page, promised: str) -> None:
    """Waits ten seconds at most for what a promise tells. To `wait_for_function` any promise is true."""
    wait = "await new Promise(go => setTimeout(go, 50))"
    come = page.evaluate(
        f"async () => {{ for (let n = 0; n < 200; n++) {{ if (await {promised}) return true; {wait}; }} }}"
    )
    assert come, promised


@in_soak(
    "tests/pages/test_offline.py::test_a_report_counts_once_whatever_comes_back",
    "tests/pages/test_plain_http.py::test_the_queue_holds_without_https",
)
def test_a_report_without_a_network_waits_over_a_reload_and_counts_once(page: Page, shot: Shot, cast: Cast) -> None:
    before = len(shot.events)
    waiting = page.locator("#waiting")
    cut(page, True)
    expect(waiting.get_by_text("There is no network.")).to_be_visible()
    roll(card(page, "Fire"), "4", "5", "1", "1")
    report(card(page, "Fire"))
    expect(waiting.locator("li")).to_contain_text("Alpha fires")
    assert page.evaluate(JUTS_OUT) <= 0
    assert page.evaluate(TOO_SMALL, THUMB) == []
    page.route("**/draft/", lambda route: route.abort())  # there is a network, but nothing comes through
    cut(page, False)
    page.reload()
    expect(waiting.locator("li")).to_contain_text("Alpha fires")
    assert len(shot.events) == before
    page.unroute("**/draft/")
    waiting.get_by_role("button", name="Send now").tap()
    expect(page.locator("#ruling")).to_contain_text("(4, 5, 1, 1)")
    expect(waiting).to_be_hidden()
    twin = shots.modern_age(cast.bob)
    twin.tell("fire m1 t64 dice=4,5,1,1")
    assert told(shot) == told(twin)


def test_who_reports_without_a_network_sees_that_it_waits(page: Page, shot: Shot) -> None:
    """In a sentence, without the dice and rules beside it; and sees it come when the network is back."""
    waiting = page.locator("#waiting")
    report(card(page, "Fire"))
    roll(page.locator(".gesture"), "4", "5", "1", "1")
    page.get_by_role("button", name="Alpha keeps its attack dice").tap()
    roll(page.locator(".gesture"), "1")
    page.get_by_role("heading", name="Is this right?").wait_for()
    cut(page, True)
    page.locator(".gesture").get_by_role("button", name="Report", exact=True).tap()
    expect(waiting.locator("[data-title]")).to_have_text(
        "Alpha fires at Tagil (4, 5, 1, 1): 2 hits and 0 criticals. Alpha keeps its dice. "
        "Tagil defends (1): 2 hits and 0 criticals get through. The attack on Tagil does 2 damage in all."
    )
    assert page.evaluate("document.activeElement.id") == "waiting"
    expect(waiting.get_by_role("heading")).to_be_in_viewport()
    cut(page, False)
    expect(page.locator("#ruling")).to_contain_text("(4, 5, 1, 1)", timeout=15_000)
    assert page.evaluate("document.activeElement.id") == "ruling"


def test_what_happened_meanwhile_stands_beside_what_was_told(page: Page, shot: Shot) -> None:
    waiting = page.locator("#waiting")
    cut(page, True)
    roll(card(page, "Fire"), "4", "5", "1", "1")
    report(card(page, "Fire"))
    expect(waiting.locator("li")).to_have_count(1)
    shot.tell("fire m1 t64 dice=6,6,1,1")
    after = told(shot)
    cut(page, False)
    expect(waiting.get_by_text("It did not count: something else has happened meanwhile.")).to_be_visible()
    waiting.get_by_role("button", name="Look at both").tap()
    expect(page.get_by_role("alert")).to_contain_text("This is what you had not seen")
    expect(waiting).to_be_hidden()
    assert told(shot) == after


def test_a_battle_that_is_gone_holds_up_nothing_and_its_report_can_be_dropped(page: Page, shot: Shot) -> None:
    waiting, other = page.locator("#waiting"), "/battles/00000000-0000-4000-8000-000000000000/"
    kept = """other => import("/static/leaguer/store.js").then(({ keep }) => keep({
        reader: document.body.dataset.reader, page: other, address: other + "draft/", body: [["send", "all"]], after: 1,
        title: "Of a battle that is gone", stopped: false, at: Date.now() }))"""
    page.evaluate(kept, other)
    page.reload()
    gone = waiting.locator("li").filter(has_text="Of a battle that is gone")
    expect(gone).to_contain_text("you cannot see its battle any more")
    report(card(page, "Fire"))
    roll(page.locator(".gesture"), "4", "5", "1", "1")
    page.get_by_role("button", name="Report so far").tap()
    expect(page.locator("#ruling")).to_contain_text("(4, 5, 1, 1)")
    gone.locator("[data-drop]").tap()
    expect(waiting).to_be_hidden()


@WITH_WORKER
def test_a_report_counts_once_whatever_comes_back(page: Page, shot: Shot, cast: Cast) -> None:
    """The answer is lost, and then another network's own page comes back."""
    waiting, sent = page.locator("#waiting"), list[str]()

    def lose(route: Route) -> None:
        sent.append(route.request.url)
        if len(sent) > 1:
            route.fulfill(body="<html><main>Welcome to our wifi: log in</main></html>", content_type="text/html")
        else:
            route.fetch()
            route.abort()

    report(card(page, "Fire"))
    roll(page.locator(".gesture"), "4", "5", "1", "1")
    page.route("**/draft/", lose)
    page.get_by_role("button", name="Report so far").tap()
    while len(sent) < 2:  # it tries again as soon as there seems to be a network
        page.wait_for_timeout(100)
    expect(waiting.locator("li")).to_have_count(1)
    assert page.evaluate(JUTS_OUT) <= 0
    assert page.evaluate(TOO_SMALL, THUMB) == []
    page.unroute_all()
    page.reload()
    expect(waiting).to_be_hidden()
    twin = shots.modern_age(cast.bob)
    twin.tell("fire m1 t64 dice=4,5,1,1")
    assert told(shot) == told(twin)


@in_soak(
    "tests/pages/test_going_back.py::test_dice_of_a_draft_are_there_after_going_back_and_forward",
)
def test_dice_that_were_tapped_outlive_a_reload(page: Page, shot: Shot) -> None:
    report(card(page, "Fire"))
    roll(page.locator(".gesture"), "4", "5")
    page.reload()
    tapped = page.locator(".gesture [aria-live]")
    expect(tapped).to_have_text("4, 5 (2/4)")
    roll(page.locator(".gesture"), "1", "1")
    expect(page.locator(".gesture")).to_contain_text("(4, 5, 1, 1)")


PARTS = """caches.open("leaguer-parts")
    .then(one => one.keys()).then(all => ["/static/pages.css", "/main.js", "/battle.js"].every(
        name => all.some(({ url }) => url.endsWith(name))))"""


def kept_from_here(page: Page) -> None:
    """The service worker keeps what is looked at."""
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()  # the worker sees this load
    until(page, PARTS)


def is_kept(page: Page) -> None:
    """The network goes, and the page is looked at again."""
    cut(page, True)
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-kept", "")


@WITH_WORKER
def test_a_page_that_was_looked_at_opens_without_a_network(page: Page, shot: Shot) -> None:
    """It shows what was reported from it, and takes another report. Until its reader logs out."""
    kept_from_here(page)
    report(card(page, "Fire"))
    roll(page.locator(".gesture"), "4", "5", "1", "1")
    page.get_by_role("button", name="Report so far").tap()
    expect(page.locator("#ruling")).to_contain_text("(4, 5, 1, 1)")
    rows, used = len(shot.events), card(page, "Reroll").locator("[name=id]").first.input_value()
    is_kept(page)
    expect(page.locator("main")).to_have_attribute("data-position", str(log.head(shot.stream).position))
    expect(page.locator("#waiting").get_by_text("There is no network.")).to_be_visible()
    assert card(page, "Reroll").locator("[name=id]").first.input_value() != used, "a page that was kept has new ids"
    report(card(page, "Reroll"))
    expect(page.locator("#waiting li")).to_have_count(1)
    cut(page, False)
    expect(page.locator("#waiting")).to_be_hidden(timeout=15_000)  # it looks every ten seconds
    assert len(shot.events) == rows + 1
    assert page.evaluate("caches.open('leaguer-pages').then(one => one.keys()).then(all => all.length)") == 1
    knows_what_was_seen(page, shot)
    cut(page, False)
    page.context.clear_cookies()
    page.goto(page.url.split("/battles/")[0] + "/login/")
    until(page, "caches.has('leaguer-pages').then(there => !there)")


def knows_what_was_seen(page: Page, shot: Shot) -> None:
    """What came before the network went is known to the next report. The page that was kept is older: it knows no more
    of what others reported than when it was loaded."""
    page.reload()
    shot.tell("defend t64 dice=1")
    head = str(log.head(shot.stream).position)
    expect(page.locator("main")).to_have_attribute("data-position", head, timeout=15_000)
    is_kept(page)
    expect(page.locator("main")).not_to_have_attribute("data-position", head)
    expect(page.locator("main [name=after]").first).to_have_value(head)


@pytest.mark.soak
def test_a_script_that_is_refused_later_is_told_line_by_line(page: Page, shot: Shot) -> None:
    waiting, rows = page.locator("#waiting"), len(shot.events)
    cut(page, True)
    page.locator("details.paste summary").tap()
    page.locator("#script").fill("fire m1 nobody")
    page.get_by_role("button", name="Report all").tap()
    expect(waiting.locator("li")).to_have_count(1)
    cut(page, False)
    waiting.get_by_role("button", name="Look at both").tap()
    expect(page.locator("#line-1 mark")).to_have_text("nobody")
    expect(page.locator("#line-1")).to_be_focused()
    assert len(shot.events) == rows


def test_what_is_told_while_an_earlier_report_goes_out_again_is_asked_about_at_once(page: Page, shot: Shot) -> None:
    """The page was loaded anew before an answer came: it sends that report again, and the next one comes after it."""
    held = list[Route]()

    def hold(route: Route) -> None:
        if not held:
            route.fetch()  # the server has it
        if len(held) < 2:
            held.append(route)
        else:
            route.continue_()

    report(card(page, "Fire"))
    roll(page.locator(".gesture"), "4", "5", "1", "1")
    before = len(shot.events)
    page.route("**/draft/", hold)
    page.get_by_role("button", name="Report so far").tap()
    while len(shot.events) == before:
        page.wait_for_timeout(50)
    page.reload()
    while len(held) < 2:
        page.wait_for_timeout(50)
    report(page.locator("details.card[open]"))
    held[1].continue_()
    page.locator(".gesture .pad .faces button").first.wait_for(timeout=5_000)
    expect(page.locator("#waiting")).to_be_hidden()
