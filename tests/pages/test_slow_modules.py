"""What somebody does on a page before its modules have come: it is never lost, and counts once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from rules.stream.codec import encode
from tests.browsing import Tabs
from tests.cast import Cast
from tests.length import in_soak
from tests.pages import shots
from tests.pages.shots import Shot
from tests.pages.test_offline import card, report, roll

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
STATIC = Path("battles/static")
MODULES = "**/static/leaguer/*.js"
FIRE = 'form:has([name=type][value="Fire"])'
KEPT = """form => { const { type, given } = form.elements, dice = form.querySelector("input[data-faces]").name;
    const called = form.closest("details").querySelector("summary").textContent.trim().replace(/\\s+/g, " ");
    const kept = { [`${type.value} ${given.value} ${called}`]: `${dice}=6+6` };
    sessionStorage.setItem(`typed:${location.pathname}`, JSON.stringify(kept)); }"""
FILLED = "form => Object.fromEntries(new FormData(form))"


class Slow:
    """A phone whose network holds back what it is told to."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.held: dict[str, list[Route]] = {}

    def hold(self, what: str) -> None:
        held = self.held[what] = []
        self.page.route(what, lambda route: held.append(route) if what in self.held else route.fallback())

    def let_go(self, what: str) -> None:
        for route in self.held.pop(what):
            route.fallback()

    def open(self) -> None:
        """The page without its modules."""
        self.hold(MODULES)
        self.page.goto(self.address, wait_until="commit")
        expect(card(self.page, "Fire")).to_be_visible()
        expect(self.page.locator("html.scripted")).to_have_count(0)

    def has_modules(self) -> None:
        self.let_go(MODULES)
        expect(self.page.locator("html.scripted")).to_have_count(1)


@pytest.fixture
def shot(cast: Cast) -> Shot:
    return shots.modern_age(cast.bob)


@pytest.fixture
def slow(shot: Shot, cast: Cast, live_server: LiveServer, tabs: Tabs) -> Iterator[Slow]:
    page = tabs.open(cast.bob, live_server.url, script=True, touch=True)
    slow = Slow(page, f"{live_server.url}/battles/{shot.stream}/")
    yield slow
    for what in list(slow.held):
        slow.let_go(what)
    page.unroute_all()


def told(shot: Shot) -> list[str]:
    return [encode(event) for event in shot.events]


def type_dice(page: Page, faces: str) -> None:
    place = card(page, "Fire")
    more = place.locator("details.more:has([data-dice])")
    if more.count() and more.first.get_attribute("open") is None:
        more.first.locator("summary").first.tap()
    place.locator("input[data-faces]").first.fill(faces)


def test_a_form_that_the_browser_sent_by_itself_counts_once(slow: Slow, shot: Shot, cast: Cast) -> None:
    """The modules come before its answer, and it is pressed once more.

    The test sends it in the browser's place: while a browser waits for a page, Playwright does as well.
    """
    slow.open()
    page, form = slow.page, slow.page.locator(FIRE).first
    type_dice(page, "4 5 1 1")
    sent, action = form.evaluate(FILLED), form.evaluate("form => form.action")
    before = len(shot.events)
    assert page.request.post(action, form=sent, headers={"Referer": page.url}).ok
    assert len(shot.events) > before
    slow.has_modules()
    expect(card(page, "Fire").locator(".pad .told").first).to_contain_text("4, 5, 1, 1 (")
    report(card(page, "Fire"))
    page.get_by_role("button", name="Report so far").tap()
    expect(page.locator("#ruling")).to_contain_text("(4, 5, 1, 1)")
    expect(page.locator("#waiting")).to_be_hidden()
    twin = shots.modern_age(cast.bob)
    twin.tell("fire m1 t64 dice=4,5,1,1")
    assert told(shot) == told(twin)


@in_soak(
    "tests/pages/test_slow_modules.py::test_a_form_that_the_browser_sent_by_itself_counts_once",
)
def test_what_was_typed_before_stands_on_the_pad_and_is_reported(slow: Slow, shot: Shot, cast: Cast) -> None:
    slow.open()
    type_dice(slow.page, "4 5 1")
    slow.has_modules()
    roll(card(slow.page, "Fire"), "1")
    report(card(slow.page, "Fire"))
    slow.page.get_by_role("button", name="Report so far").tap()
    expect(slow.page.locator("#ruling")).to_contain_text("(4, 5, 1, 1)")
    twin = shots.modern_age(cast.bob)
    twin.tell("fire m1 t64 dice=4,5,1,1")
    assert told(shot) == told(twin)


def test_what_is_typed_after_a_reload_outdoes_what_was_kept(slow: Slow, shot: Shot) -> None:
    """And outlives news that came meanwhile."""
    slow.open()
    slow.has_modules()
    page = slow.page
    page.locator(FIRE).first.evaluate(KEPT)
    page.reload()
    expect(page.locator(f"{FIRE} input[data-faces]").first).to_have_value("6 6")
    slow.open()
    type_dice(page, "2 3")
    card(page, "Fire").locator("summary").first.tap()  # folded, and nothing has the focus
    shot.tell("fire m1 t64 dice=6,6,1,1")
    slow.has_modules()
    expect(page.locator(".note.news")).to_be_visible()
    assert page.locator(f"{FIRE} input[data-faces]").first.input_value() == "2 3"


@in_soak(
    "tests/pages/test_slow_modules.py::test_what_is_typed_after_a_reload_outdoes_what_was_kept",
)
def test_news_leaves_alone_what_was_typed_before(slow: Slow, shot: Shot) -> None:
    slow.open()
    type_dice(slow.page, "2 3")
    card(slow.page, "Fire").locator("summary").first.tap()  # folded, and nothing has the focus
    shot.tell("fire m1 t64 dice=6,6,1,1")
    slow.has_modules()
    expect(slow.page.locator(".note.news")).to_be_visible()
    assert slow.page.locator(f"{FIRE} input[data-faces]").first.input_value() == "2 3"


def test_modules_one_by_one_do_the_same(slow: Slow, shot: Shot, cast: Cast) -> None:
    """As a checkout serves them; every other test has them in one piece, as production does. So does this one in the
    end: and a page that shows no battle asks for none of a battle's."""
    page, asked, faults = slow.page, list[str](), list[str]()

    def note(request: Request) -> None:
        if request.resource_type == "script":  # not what is fetched once more to keep it for when there is no network
            asked.append(request.url.rpartition("/")[2])

    page.route(
        MODULES, lambda route: route.fulfill(path=STATIC / urlsplit(route.request.url).path.removeprefix("/static/"))
    )
    hear: dict[str, Any] = {
        "request": note,
        "pageerror": lambda error: faults.append(str(error)),
    }
    for event, heard in hear.items():
        page.on(event, heard)  # type: ignore[call-overload]
    page.goto(slow.address)
    assert {"battle.js", "main.js", "draft.js", "queue.js"} < {*asked}
    report(card(page, "Fire"))
    roll(page.locator(".gesture"), "4", "5", "1", "1")
    page.get_by_role("button", name="Report so far").tap()
    expect(page.locator("#ruling")).to_contain_text("(4, 5, 1, 1)")
    page.unroute_all()
    for address, modules in (("/systems/", ["main.js"]), (f"/battles/{shot.stream}/", ["battle.js", "main.js"])):
        asked.clear()
        page.goto("/".join(slow.address.split("/")[:3]) + address)
        assert sorted(asked) == modules
    for event, heard in hear.items():
        page.remove_listener(event, heard)
    assert faults == []
