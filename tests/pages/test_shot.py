"""A whole shot by taps, at 390 pixels, in every rulebook."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Keyboard, Locator, Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from campaigns.models import User
from rules.stream.dice import rolls_of
from tests.cast import Cast
from tests.pages import shots
from tests.pages.conftest import as_
from tests.pages.shots import Shot
from tests.pages.test_layout import DANGLING, JUTS_OUT, THUMB, TOO_SMALL, TWICE, UNLABELLED

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
PICTURES = os.environ.get("LEAGUER_SHOTS", "")


class Thumb:
    """A phone whose taps, page loads and submissions are counted."""

    def __init__(self, browser: Browser, site: str, user: User, name: str) -> None:
        self.context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en")
        self.context.set_default_timeout(5_000)
        session = as_(user).cookies["sessionid"].value
        self.context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
        self.page: Page = self.context.new_page()
        self.site, self.name = site, name
        self.taps = self.dice = self.loads = self.sent = self.pictures = 0
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda told: self.faults.append(told.text) if told.type == "error" else None)

    def open(self, stream: str) -> None:
        self.page.goto(f"{self.site}/battles/{stream}/")
        self.page.on("request", self._requested)
        self.picture()

    def _requested(self, request: Request) -> None:
        self.loads += request.is_navigation_request()
        self.sent += request.method == "POST" and "send=all" in (request.post_data or "")

    def tap(self, what: Locator, is_die: bool = False) -> None:
        if is_die:
            self.dice += 1
        else:
            self.taps += 1
        what.tap()
        self.settle()
        self.picture()

    def roll(self, *faces: str) -> None:
        for face in faces:
            self.tap(self.page.locator(f'.gesture .pad .faces button[data-face="{face}"]'), is_die=True)

    def settle(self) -> None:
        expect(self.page.locator("[aria-busy]")).to_have_count(0)

    def picture(self) -> None:
        """What is on the screen fits it, can be hit by a thumb, and is told apart."""
        assert self.page.evaluate(JUTS_OUT) <= 0
        for rule in (TWICE, DANGLING, UNLABELLED):
            assert self.page.evaluate(rule) == []
        assert self.page.evaluate(TOO_SMALL, THUMB) == []
        if PICTURES:
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{PICTURES}/{self.name}-{self.pictures:02}.png")
        self.pictures += 1

    @property
    def gesture(self) -> Locator:
        return self.page.locator(".gesture")


@pytest.fixture
def thumb(browser: Browser, live_server: LiveServer, cast: Cast) -> Iterator[Callable[[str], Thumb]]:
    made: list[Thumb] = []

    def make(name: str) -> Thumb:
        made.append(Thumb(browser, live_server.url, cast.bob, name))
        return made[-1]

    yield make
    for one in made:
        one.context.close()


def fires(phone: Thumb, shot: Shot, type_: str = "Fire") -> Locator:
    """The page is loaded, and the card of the shot opened."""
    phone.open(shot.stream)
    card = phone.page.locator(f'details.card:has(input[name="type"][value="{type_}"])').first
    if card.get_attribute("open") is None:
        phone.tap(card.locator("summary").first)
    return card


def modern_age(phone: Thumb, shot: Shot) -> None:
    card = fires(phone, shot)
    phone.tap(button(card, "Report"))
    phone.roll("4", "5", "1", "1")
    phone.tap(phone.gesture.get_by_role("button", name="Alpha keeps its attack dice"))
    phone.roll("1")
    phone.tap(button(phone.gesture, "Report"))


def panzer_strike(phone: Thumb, shot: Shot) -> None:
    phone.tap(button(fires(phone, shot, "Announce"), "Report"))
    phone.roll("4", "3", "body", "1")
    phone.tap(button(phone.gesture, "Report"))


def tanks(phone: Thumb, shot: Shot) -> None:
    card = fires(phone, shot)
    phone.tap(card.get_by_text("Able", exact=True))
    phone.tap(card.get_by_label("Distance"))
    card.get_by_label("Distance").fill("20")
    phone.tap(card.get_by_text("front", exact=True))
    phone.tap(button(card, "Report"))
    phone.roll("6", "6", "3")
    phone.tap(button(phone.gesture, "Report"))


def fluid_time(phone: Thumb, shot: Shot) -> None:
    phone.tap(button(fires(phone, shot, "Aim"), "Report"))
    phone.tap(phone.gesture.get_by_text("short range: 8 or less").first)
    phone.tap(phone.gesture.get_by_text("front", exact=True).first)
    phone.tap(button(phone.gesture, "Go on"))
    phone.roll("3", "6", "6", "6", "6", "6", "6", "4")
    phone.tap(button(phone.gesture, "Report"))


def button(part: Locator, name: str) -> Locator:
    return part.get_by_role("button", name=name, exact=True).locator("visible=true").first


SHOTS = {
    "modern_age": (shots.modern_age, modern_age, ["fire m1 t64 dice=4,5,1,1", "reroll m1", "defend t64 dice=1"]),
    "panzer_strike": (
        shots.panzer_strike_,
        panzer_strike,
        ["announce tiger m4", "fire tiger accuracy=4,3 hit=body penetration=1"],
    ),
    "tanks": (shots.tanks_, tanks, ["fire otto able distance=200 facing=front hit=6 penetration=6 damage=3"]),
    "fluid_time": (
        shots.fluid_time,
        fluid_time,
        ["aim tiger t34", "fire tiger short front hit=3 damage=6,6,6,6,6,6 effect=4"],
    ),
}
# Beside the dice; a distance that is typed is one. Six at most.
TAPS = {"modern_age": 3, "panzer_strike": 2, "tanks": 5, "fluid_time": 6}
DICE = {"modern_age": 5, "panzer_strike": 4, "tanks": 3, "fluid_time": 8}


@pytest.mark.parametrize("key", SHOTS)
def test_a_whole_shot_is_one_form(cast: Cast, thumb: Callable[[str], Thumb], key: str) -> None:
    """Dice of both players, without a page load; the same events as by script, in one submission."""
    opened, told, lines = SHOTS[key]
    shot, twin = opened(cast.bob), opened(cast.bob)
    before = len(shot.events)
    phone = thumb(key)
    told(phone, shot)
    assert phone.page.evaluate("document.activeElement.id") == "ruling"
    twin.tell(*lines)
    assert shot.events[before:] == twin.events[before:]
    assert (phone.taps, phone.dice, phone.loads, phone.sent) == (TAPS[key], DICE[key], 0, 1)
    assert phone.faults == []


def test_a_shot_by_keyboard_alone(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    """Tab, Enter, Space, the numbers and Backspace; what lies there is told."""
    shot = shots.modern_age(cast.bob)
    phone = thumb("keyboard")
    fires(phone, shot).get_by_role("button", name="Report", exact=True).focus()
    keys = phone.page.keyboard
    keys.press("Enter")
    expect(phone.gesture.locator(".faces button").first).to_be_focused()
    for key in ("4", "4", "Backspace", "5", "1"):
        keys.press(key)
    told = phone.gesture.locator("[aria-live]")
    expect(told).to_have_text("4, 5, 1 (3/4)")
    keys.press("1")
    expect(phone.gesture.get_by_role("heading", name="Not reported yet")).to_be_focused()
    focused(phone, "Alpha keeps its attack dice").press("Enter")
    expect(phone.gesture.locator(".faces button").first).to_be_focused()
    keys.press("1")
    expect(phone.gesture.get_by_role("heading", name="Is this right?")).to_be_focused()
    focused(phone, "Report").press("Enter")
    expect(phone.page.locator("#ruling")).to_be_focused()
    assert len(shot.events) == 4 + 4


def focused(phone: Thumb, name: str) -> Keyboard:
    """After as many tabs as it takes to come to that button."""
    for _tab in range(20):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate("document.activeElement.innerText.trim().startsWith('" + name + "')"):
            return phone.page.keyboard
    raise AssertionError(name)


def test_a_tap_is_taken_back_and_so_is_a_step(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    shot = shots.modern_age(cast.bob)
    phone = thumb("back")
    before = len(shot.events)
    phone.tap(button(fires(phone, shot), "Report"))
    phone.roll("4", "6", "2")
    phone.tap(phone.gesture.get_by_role("button", name="Take back: 6"))
    expect(phone.gesture.locator("[aria-live]")).to_have_text("4, 2 (2/4)")
    phone.roll("1", "1")
    phone.tap(button(phone.gesture, "Back"))
    expect(phone.gesture.locator("[aria-live]")).to_have_text("No die yet (0/4)")
    phone.tap(button(phone.gesture, "Cancel"))
    expect(phone.gesture).to_have_count(0)
    expect(fires_card(phone)).to_be_visible()
    assert len(shot.events) == before


def fires_card(phone: Thumb) -> Locator:
    return phone.page.locator('details.card:has(input[name="type"][value="Fire"])').first


def test_what_is_filled_in_outlives_a_lost_connection(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    """The answer is lost, not the report: pressed again it counts once."""
    shot = shots.modern_age(cast.bob)
    phone = thumb("lost")
    phone.tap(button(fires(phone, shot), "Report"))
    phone.roll("4", "5", "1", "1")
    phone.tap(phone.gesture.get_by_role("button", name="Alpha keeps its attack dice"))
    phone.roll("1")

    def lost(route: Route) -> None:
        form = "application/x-www-form-urlencoded"
        as_(cast.bob).post(urlsplit(route.request.url).path, route.request.post_data, content_type=form)
        route.abort()

    phone.page.route("**/draft/", lost)
    phone.tap(button(phone.gesture, "Report"))
    expect(phone.gesture.get_by_role("alert")).to_contain_text("Nothing came back.")
    rows = len(shot.events)
    phone.page.unroute("**/draft/")
    phone.tap(button(phone.gesture, "Report"))
    expect(phone.page.locator("#ruling")).to_contain_text("The attack on Tagil does 2 damage in all.")
    assert len(shot.events) == rows == 8


def test_leaguer_rolls_the_attack_and_the_table_its_defence(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    """His dice fall in the log as soon as they are asked of him; the shot goes on below the ruling."""
    shot = shots.modern_age(cast.bob)
    phone = thumb("mixed")
    phone.tap(button(fires(phone, shot), "Report"))
    phone.roll("6")
    phone.tap(button(phone.gesture, "Leaguer rolls"))
    expect(phone.page.locator("#ruling")).to_contain_text("Alpha fires at Tagil")
    phone.tap(phone.gesture.get_by_role("button", name="Alpha keeps its attack dice"))
    phone.roll("1")
    phone.tap(button(phone.gesture, "Report"))
    rolls = [roll for event in shot.events for roll in rolls_of(event) if roll.told and "m1" in roll.question]
    assert [roll.by for roll in rolls[-2:]] == ["leaguer", "table"]
    assert phone.loads == 0


def test_several_announce_before_the_first_die(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    shot = shots.two_tigers(cast.bob)
    phone = thumb("announce")
    phone.tap(button(fires(phone, shot, "Announce"), "Report"))
    expect(phone.gesture).to_contain_text("Emil has announced nothing.")
    phone.tap(phone.gesture.get_by_text("Another one announces first"))
    phone.tap(phone.gesture.locator("details.more details.card summary").first)
    phone.tap(button(phone.gesture.locator("details.more"), "Go on"))
    for label in ("Otto", "Emil"):
        shots_left = phone.gesture.locator("form.plain button")
        if shots_left.count():
            phone.tap(shots_left.filter(has_text=label).first)
        phone.roll("0", "0")
    phone.tap(button(phone.gesture, "Report"))
    told = [type(event).__name__ for event in shot.events]
    assert told[-4:] == ["Announced", "Announced", "AccuracyRolled", "AccuracyRolled"]
    assert phone.sent == 1


def test_a_ruling_is_on_the_screen_at_once(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    """A tenth of a second after its answer arrived; the better of two, for the machine has other work."""
    shot = shots.modern_age(cast.bob)
    phone = thumb("time")
    phone.open(shot.stream)
    phone.page.evaluate(WATCH)
    for reports, type_ in enumerate(("HoldFire", "HoldFire")):
        card = phone.page.locator(f'details.card:has(input[name="type"][value="{type_}"])').first
        if card.get_attribute("open") is None:
            card.locator("summary").first.tap()
        button(card, "Report").tap()
        expect(phone.page.locator("html")).to_have_attribute("data-shown", str(reports + 1))
    assert min(phone.page.evaluate("window.took")) < 100


def test_a_unit_is_opened_without_a_page_load(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    shot = shots.two_tigers(cast.bob)
    phone = thumb("unit")
    phone.open(shot.stream)
    for name in ("Emil", "Otto"):
        phone.tap(phone.page.locator("a.token").filter(has_text=name).first)
        expect(phone.page.locator("a.token[aria-current]")).to_contain_text(name)
    expect(phone.page.locator("#decisions")).to_be_focused()
    assert "unit=otto" in phone.page.url
    assert phone.loads == 0
    phone.page.reload()
    expect(phone.page.locator("a.token[aria-current]")).to_contain_text("Otto")


def test_a_move_says_what_is_left_while_it_is_typed(cast: Cast, thumb: Callable[[str], Thumb]) -> None:
    shot = shots.fluid_time(cast.bob)
    phone = thumb("move")
    phone.open(shot.stream)
    card = phone.page.locator('details.card[open]:has(input[name="type"][value="Move"])').first
    card.get_by_label("Distance").fill("5")
    expect(card.get_by_role("status")).to_contain_text("Tiger I moves 5 in over open ground.")
    expect(card.get_by_role("status")).to_contain_text("Then: Tiger I moves on over open ground, up to 3 in")
    card.get_by_label("Distance").fill("9")
    expect(card.get_by_role("status")).to_contain_text("cannot move 9 in")
    phone.picture()


# How long after the end of its answer each ruling was drawn.
WATCH = """() => {
    window.took = [];
    const answered = () => performance.getEntriesByType('resource').findLast(one => one.initiatorType === 'fetch');
    new MutationObserver(() => {
        const ruling = document.querySelector('#ruling:not([data-seen])');
        if (!ruling) return;
        ruling.dataset.seen = 'yes';
        requestAnimationFrame(() => setTimeout(() => {
            window.took.push(performance.now() - answered().responseEnd);
            document.documentElement.dataset.shown = window.took.length;
        }));
    }).observe(document.body, { childList: true, subtree: true });
}"""
