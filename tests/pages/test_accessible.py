"""A shot by keyboard alone in every rulebook, what a screen reader is told, and what axe-core says of the pages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from campaigns.models import User
from tests.axe import grave
from tests.browsing import Tabs, show
from tests.cast import Cast
from tests.length import AT_LENGTH
from tests.pages import shots
from tests.pages.conftest import MOVED, Table, as_
from tests.pages.shots import Shot
from tests.pages.test_layout import THUMB
from tests.pages.test_site import finish, pages

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]

MOST_TABS = 150
# Controls that a thumb cannot hit; links within a sentence or a line of a sheet need not be as large, nor need counters
# on a board that nobody is asked to tap: those in the row above it do the same.
SMALL = """
    least => [...document.querySelectorAll('main :is(button, summary, select, input, textarea, a.token, a.spot),'
        + '.board:has(a.spot, a.target) a:is(.able, .target)')]
        .map(one => ['checkbox', 'radio'].includes(one.type) ? one.closest('label') : one)
        .filter(one => one && one.type !== 'hidden' && one.checkVisibility())
        .map(one => [one, (one.querySelector('.touch') || one).getBoundingClientRect()])
        .filter(([, box]) => box.width && Math.min(box.width, box.height) < least - .5)
        .map(([one, box]) => `${box.width} x ${box.height} ${one.outerHTML.slice(0, 120)}`)
"""
MOVES = """
    () => document.getAnimations().length + [...document.querySelectorAll('*')].filter(one => {
        const style = getComputedStyle(one)
        return parseFloat(style.transitionDuration) > .01 || parseFloat(style.animationDuration) > .01
            || style.scrollBehavior === 'smooth'
    }).length
"""


class Keys:
    """Somebody who has no pointer: Tab, Enter, Space, the arrows and what is typed."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def to(self, what: str, text: str = "") -> None:
        """Tab on until what has the focus matches a selector and begins with a text."""
        here = "([what, text]) => { const at = document.activeElement;"
        here += " return at.matches(what) && at.innerText.trim().startsWith(text) }"
        for _tab in range(MOST_TABS):
            if self.page.evaluate(here, [what, text]):
                return
            self.press("Tab")
        raise AssertionError((what, text))

    def open(self, command: str) -> str:
        """Unfold the first card that reports a command, if it is not open."""
        card = f'details.card:has(input[name="type"][value="{command}"])'
        self.to(f"{card} > summary")
        if self.page.evaluate("document.activeElement.parentElement.open") is False:
            self.press("Enter")
        return card

    def pick(self, part: str, label: str) -> None:
        """One of some radio buttons: Tab comes to the first of them, the arrows to the others."""
        self.to(f"{part} input[type=radio]")
        said = "document.activeElement.closest('label').innerText.trim()"
        for _option in range(12):
            if self.page.evaluate(said).startswith(label):
                self.press("Space")
                return
            self.press("ArrowDown")
        raise AssertionError(label)

    def roll(self, *faces: str) -> None:
        """Dice by the number of the face, or by its place where dice show no numbers; they go on by themselves."""
        pad = self.page.locator(".gesture .pad").first
        expect(pad.locator(".faces button").first).to_be_focused()
        assert pad.get_by_role("group").first.get_attribute("aria-label")
        names = pad.locator(".faces button").evaluate_all("ones => ones.map(one => one.ariaLabel)")
        assert all(names)
        assert len(set(names)) == len(names)
        self.press(*faces)


def modern_age(keys: Keys, look: Callable[[], None]) -> None:
    card = keys.open("Fire")
    look()
    keys.to(f"{card} button", "Go on to the dice")
    keys.press("Enter")
    keys.roll("4", "4", "Backspace", "5", "1")
    expect(keys.page.locator(".gesture [aria-live]")).to_have_text("4, 5, 1 (3/4)")
    look()
    keys.press("1")
    expect(keys.page.get_by_role("heading", name="Not reported yet")).to_be_focused()
    keys.to(".gesture button", "Alpha keeps its attack dice")
    keys.press("Enter")
    keys.roll("1")


def panzer_strike(keys: Keys, look: Callable[[], None]) -> None:
    card = keys.open("Announce")
    look()
    keys.to(f"{card} button", "Go on")
    keys.press("Enter")
    keys.roll("4", "3")
    look()
    pad = keys.page.locator(".gesture .faces")
    expect(pad.locator('[data-face="body"]')).to_be_visible()
    body = pad.locator("button").evaluate_all("ones => ones.findIndex(one => one.dataset.face === 'body')")
    keys.roll(str(body + 1))
    expect(pad.locator('[data-face="body"]')).to_have_count(0)
    keys.roll("1")


def tanks(keys: Keys, look: Callable[[], None]) -> None:
    card = keys.open("Fire")
    keys.pick(f"{card}[open]", "Able")
    keys.to(f"{card}[open] input[type=text]")
    keys.page.keyboard.type("20")
    keys.press("Tab")
    keys.pick(f"{card}[open]", "front")
    look()
    keys.to(f"{card} button", "Go on to the dice")
    keys.press("Enter")
    for n, face in enumerate(("6", "6", "3")):
        expect(keys.page.locator(".gesture form.step")).to_be_visible()
        if n == 1:
            look()
        keys.roll(face)
        expect(keys.page.locator("[aria-busy]")).to_have_count(0)


def fluid_time(keys: Keys, look: Callable[[], None]) -> None:
    card = keys.open("Aim")
    look()
    keys.to(f"{card} button", "Go on")
    keys.press("Enter")
    expect(keys.page.locator(".gesture")).to_be_visible()
    keys.pick(".gesture", "short range: 8 or less")
    keys.press("Tab")
    keys.pick(".gesture", "front")
    keys.to(".gesture button", "Go on")
    keys.press("Enter")
    keys.roll("3")
    expect(keys.page.locator("[aria-busy]")).to_have_count(0)
    look()
    keys.roll(*"666666")
    expect(keys.page.locator("[aria-busy]")).to_have_count(0)
    keys.roll("4")


SHOTS: dict[str, tuple[Callable[[User], Shot], Callable[[Keys, Callable[[], None]], None], list[str]]] = {
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


WIDTHS = (390, 1280)
QUICK = (("modern_age", 390),)  # in `make test`


@pytest.mark.parametrize(
    ("key", "width"),
    [
        pytest.param(key, width, marks=() if (key, width) in QUICK else pytest.mark.soak)
        for key in SHOTS
        for width in WIDTHS
    ],
)
def test_a_shot_by_keyboard_alone(cast: Cast, tabs: Tabs, live_server: LiveServer, key: str, width: int) -> None:
    """The same events as by script; no step has a grave fault for axe-core, a control too small or a movement.

    The contrast is looked at of what is told at last; at length of every step."""
    opened, told, lines = SHOTS[key]
    shot, twin = opened(cast.bob), opened(cast.bob)
    before = len(shot.events)
    page = tabs.open(cast.bob, live_server.url, size={"width": width, "height": 740}, script=True)
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{live_server.url}/battles/{shot.stream}/")

    def look(contrast: bool = AT_LENGTH) -> None:
        expect(page.locator("[aria-busy]")).to_have_count(0)
        assert grave(page, contrast=contrast) == []
        assert page.evaluate(SMALL, THUMB) == []
        assert page.evaluate(MOVES) == 0

    if AT_LENGTH:  # or as soon as a card is open
        look()
    told(Keys(page), look)
    expect(page.get_by_role("heading", name="Is this right?")).to_be_focused()
    Keys(page).to(".gesture button", "Report")
    Keys(page).press("Enter")
    expect(page.locator("#ruling")).to_be_focused()
    assert page.locator("#ruling").get_attribute("role") == "status"
    twin.tell(*lines)
    assert shot.events[before:] == twin.events[before:]
    look(contrast=True)
    page.emulate_media(reduced_motion="no-preference")
    for more in ("log/", "dice/", *(("record/",) if AT_LENGTH else ())):  # which is a table as the log is
        show(page, live_server.url, as_(cast.bob), f"/battles/{shot.stream}/{more}")
        assert grave(page) == [], more


@pytest.mark.at_length
def test_axe_finds_nothing_grave_on_the_other_pages(tabs: Tabs, live_server: LiveServer, table: Table) -> None:
    table.play(MOVED)
    finish(table)
    table.cast.alice.is_staff = True
    table.cast.alice.save()
    page, site = tabs.open(table.cast.alice, live_server.url, script=True), live_server.url
    campaign = f"/campaigns/{table.campaign}/"
    of_battle = [f"{table.url}{page}" for page in ("replay/", "after-action/", "script/")]
    for url in ("/", campaign, *of_battle, *(pages(table) if AT_LENGTH else ())):
        show(page, site, as_(table.cast.alice), url)
        assert grave(page, contrast=AT_LENGTH or url == campaign) == [], url
    page.goto(f"{site}/admin/")  # whose scripts give it more
    assert grave(page) == []
    show(page, site, Client(), "/login/")
    assert grave(page) == []
    page.evaluate("document.querySelector('main').innerHTML += '<img src=x><button></button>'")
    assert {one.split()[1] for one in grave(page)} >= {"image-alt", "button-name"}, "it would find something"
