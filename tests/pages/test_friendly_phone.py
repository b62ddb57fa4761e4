"""From the front page to the first shot with a guest's phone, in less than two minutes; how its pages look."""

from __future__ import annotations

import logging
import os
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from battles import log
from campaigns import friendly
from campaigns.models import WaitingRoom
from rules import all_systems
from tests.axe import grave
from tests.browsing import Tabs
from tests.cast import PASSWORD, Cast
from tests.length import in_soak
from tests.pages.conftest import follow
from tests.pages.test_layout import DANGLING, JUTS_OUT, THUMB, TOO_SMALL, TWICE, UNLABELLED

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
PHONE_390: ViewportSize = {"width": 390, "height": 844}
TWO_MINUTES = 120
# What a person takes to find and touch a control, to type a letter, and to point a camera at a QR.
PER_TAP, PER_LETTER, PER_SCAN = 2.5, 0.4, 8.0
MOST_TAPS = 25


class Thumb:
    """Counts what both players do."""

    def __init__(self) -> None:
        self.taps = self.letters = self.scans = 0

    def tap(self, control: Locator, leads: bool = True) -> None:
        self.taps += 1
        if leads:
            follow(control)
        else:
            control.click()

    def type(self, control: Locator, text: str) -> None:
        self.tap(control, leads=False)
        self.letters += len(text)
        control.fill(text)

    @property
    def seconds(self) -> float:
        """For a person; the machine's own come on top."""
        return self.taps * PER_TAP + self.letters * PER_LETTER + self.scans * PER_SCAN


def begun(thumb: Thumb, host: Page, rulebook: str = "TANKS: The Modern Age") -> str:
    """The host is on the front page; the address of the QR that they show in the end."""
    thumb.tap(host.get_by_role("link", name="Begin a friendly battle"))
    thumb.tap(host.get_by_role("link", name=rulebook, exact=True))
    thumb.tap(host.get_by_role("button", name="Show the code"))
    return host.locator("p.link").inner_text()


def report(thumb: Thumb, page: Page, type_: str) -> None:
    """Tap a report that asks for nothing that is not filled in."""
    card = page.locator(f'details.card:has(input[name="type"][value="{type_}"])').first
    if not card.is_visible():
        thumb.tap(page.locator("a.token.able").first, leads=False)
    if card.get_attribute("open") is None:
        thumb.tap(card.locator("summary").first, leads=False)
    for group in card.locator("fieldset:has(input[required])").all():
        if not group.locator("input:checked").count():
            thumb.tap(group.locator("label").first, leads=False)
    thumb.tap(card.locator("button.primary").first, leads=False)


def told(battle: str, type_: str) -> bool:
    return any(row.command_type == type_ for row in log.read(battle))


def wait_for(page: Page, done: Any) -> None:
    until = time.monotonic() + 10
    while not done():
        assert time.monotonic() < until, page.locator("main").inner_text()
        page.wait_for_timeout(100)


def test_from_the_front_page_to_the_first_shot(cast: Cast, tabs: Tabs, live_server: LiveServer) -> None:
    thumb, began = Thumb(), time.monotonic()
    host = tabs.open(cast.bob, live_server.url, size=PHONE_390, script=True, touch=True)
    host.goto(live_server.url)
    link = begun(thumb, host)
    battle = str(WaitingRoom.objects.get().pk)
    assert '<noscript><meta http-equiv="refresh"' in host.content(), "without a script it asks again, too"

    guest = tabs.open(size=PHONE_390, script=True, touch=True)
    thumb.scans += 1
    guest.goto(link)
    assert guest.get_by_label("Your nickname").evaluate("one => one === document.activeElement")
    assert "#" not in guest.url, "the code is out of the browser's history"
    thumb.type(guest.get_by_label("Your nickname"), "Otto")
    thumb.tap(guest.get_by_role("button", name="Play", exact=True))
    assert guest.url == f"{live_server.url}/battles/{battle}/"
    host.wait_for_url(guest.url)  # by itself

    report(thumb, guest, "Move")
    wait_for(guest, lambda: told(battle, "Move"))
    host.reload()
    report(thumb, host, "Move")
    wait_for(host, lambda: len({row.command for row in log.read(battle)}) >= 3)
    shoot(thumb, host, battle)
    assert thumb.taps <= MOST_TAPS, thumb.taps
    taken = thumb.seconds + time.monotonic() - began
    logging.getLogger(__name__).info(
        "%s taps, %s letters, %.0f seconds, %.0f of them a person's", thumb.taps, thumb.letters, taken, thumb.seconds
    )
    assert taken < TWO_MINUTES


def shoot(thumb: Thumb, page: Page, battle: str) -> None:
    """Announce a shot, and tap the dice that fell, face by face, until it is reported."""
    page.reload()
    report(thumb, page, "Fire")
    dice = page.locator(".gesture .pad .faces button")
    dice.first.wait_for()
    for _die in range(8):
        expect(page.locator("[aria-busy]")).to_have_count(0)  # the last die may have been told just now
        if not dice.first.is_visible():
            break
        face = dice.nth(5)
        if face.get_attribute("aria-disabled") is not None:
            break
        thumb.tap(face, leads=False)
    thumb.tap(
        page.locator(".gesture .kept button[value=all]:visible"), leads=False
    )  # the defence is the guest's to roll
    wait_for(page, lambda: told(battle, "Fire"))


@in_soak(
    "tests/pages/test_friendly.py::test_two_accounts_are_in_a_battle_after_a_few_forms",
    "tests/pages/test_friendly_phone.py::test_from_the_front_page_to_the_first_shot",
)
def test_without_a_script_too(cast: Cast, tabs: Tabs, live_server: LiveServer) -> None:
    thumb = Thumb()
    host = tabs.open(cast.bob, live_server.url, size=PHONE_390)
    host.goto(live_server.url)
    link = begun(thumb, host, "Tanks")
    code = host.locator("p.code").inner_text()
    guest = tabs.open(size=PHONE_390)
    guest.goto(link)
    guest.get_by_label("Your nickname").fill("Otto")
    guest.get_by_label("The code on their phone").fill(code)
    follow(guest.get_by_role("button", name="Play", exact=True))
    host.wait_for_url(guest.url.partition("#")[0])  # the page asks again by itself, without a script, too


def places(host: Page, guest: Page, site: str) -> list[tuple[str, Page, str]]:
    """What is looked at: a name, whose phone, the address."""
    room = WaitingRoom.objects.get()
    systems = [(f"form-{key}", host, f"{site}/friendly/?system={key}") for key in sorted(all_systems())]
    here = f"{site}/battles/{room.pk}/join/"
    return [
        ("front", host, site),
        ("rulebooks", host, f"{site}/friendly/"),
        *systems,
        ("waiting", host, here),
        ("joining", guest, f"{here}#{friendly.code_of(room)}"),
    ]


@in_soak(
    "tests/pages/test_friendly_more_phone.py::test_forces_of_ones_own_by_touch",
    "tests/pages/test_layout.py::test_what_is_written_can_be_read",
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_its_pages_fit_a_phone_and_a_thumb(cast: Cast, tabs: Tabs, live_server: LiveServer, scheme: Any) -> None:
    system = all_systems()["modern_age"]
    old = friendly.begin(cast.bob, friendly.ready_made(system, "alpha-66"), "americans", "ask")
    friendly.open_battle(old, cast.carol)  # so that there are forces of a last battle
    friendly.begin(cast.bob, friendly.ready_made(system, "king-of-the-hill"), "defenders", "ask")
    host = tabs.open(cast.bob, live_server.url, size=PHONE_390, script=True, touch=True, scheme=scheme)
    guest = tabs.open(size=PHONE_390, script=True, touch=True, scheme=scheme)
    into = os.environ.get("PICTURES")
    for name, page, where in places(host, guest, live_server.url):
        page.emulate_media(color_scheme=scheme)
        page.goto(where)
        assert page.evaluate(JUTS_OUT) <= 0, name
        assert page.evaluate(TOO_SMALL, THUMB) == [], name
        assert page.evaluate(UNLABELLED) == [], name
        assert page.evaluate(TWICE) == [], name
        assert page.evaluate(DANGLING) == [], name
        if into:
            page.screenshot(path=f"{into}/{name}-{scheme}.png", full_page=True)
        assert grave(page) == [], name


def log_in(page: Page, asked: list[str]) -> None:
    """A slip first: the code is not lost over it. It is in no history, and no server is told it."""
    page.on("request", lambda request: asked.append(request.url.partition("#")[0] + (request.post_data or "")))
    for password in ("wrong", PASSWORD):
        assert "#" not in page.url, "the code is out of the browser's history"
        page.get_by_label("Username").fill("carol")
        page.get_by_label("Password").fill(password)
        follow(page.get_by_role("button", name="Log in", exact=True))


def test_the_code_outlives_a_login(cast: Cast, tabs: Tabs, live_server: LiveServer) -> None:
    """Who reads the QR and logs in to play as themselves types no code; nor does who reads that of a seat."""
    room = friendly.begin(cast.bob, friendly.ready_made(all_systems()["modern_age"], "alpha-66"), "americans", "ask")
    code, asked = friendly.code_of(room), list[str]()
    page = tabs.open(size=PHONE_390, script=True, touch=True)
    page.goto(f"{live_server.url}/battles/{room.pk}/join/#{code}")
    follow(page.get_by_role("link", name="Log in and play as yourself"))
    log_in(page, asked)
    expect(page.get_by_label("The code on their phone")).to_have_value(code)
    assert "#" not in page.url
    assert not [one for one in asked if code in one]
    follow(page.get_by_role("button", name="Play as carol"))
    assert page.url == f"{live_server.url}/battles/{room.pk}/"

    page.context.clear_cookies()
    page.goto(f"{live_server.url}/battles/{room.pk}/seat/#ABCD-EFGH")
    log_in(page, asked)
    expect(page.get_by_label("The code on their phone")).to_have_value("ABCD-EFGH")
    assert not [one for one in asked if "ABCD" in one]
