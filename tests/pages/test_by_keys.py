"""Whole battles and an organiser's whole evening by keyboard alone, and what a screen reader is told of them."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from uuid import UUID, uuid5

import pytest
from django.core.mail import EmailMessage
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from battles import handler
from tests.browsing import Tabs
from tests.cast import Cast
from tests.pages.by_keys import KeyHand, KeyTapper
from tests.pages.club import Club
from tests.pages.test_by_taps import KEYS, by_taps, ended, opened
from tests.pages.test_club_evening import disputed
from tests.pages.test_evening import DESKTOP

pytestmark = [
    *(pytest.mark.page, pytest.mark.soak, pytest.mark.only_on("sqlite")),
    pytest.mark.django_db(transaction=True),
]
# What somebody can operate, without a name. Playwright writes the accessibility tree a node a line, the name in quotes.
NAMELESS = re.compile(
    r"^\s*- (?:button|link|textbox|combobox|radio|checkbox|slider|spinbutton|searchbox|img|region|dialog)"
    r"(?: \[[^\]]*\])*:?$",
    re.MULTILINE,
)

DISPUTED = """
- listitem:
  - paragraph: /won/
  - paragraph: /Disputed/
  - blockquote: /The bridge was still standing/
  - paragraph:
    - link "Look at it and rule"
"""


def tree(page: Page) -> str:
    """What a screen reader is told. Everything that can be operated has a name, and no heading skips a level."""
    told = page.locator("body").aria_snapshot()
    assert NAMELESS.findall(told) == []
    levels = [int(level) for level in re.findall(r"- heading .*\[level=(\d)\]", told)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels
    assert told.count("- main") == 1
    return told


def test_what_has_no_name_is_seen(tabs: Tabs) -> None:
    page = tabs.open()
    page.set_content("<main><h1>A</h1><button>Go</button><a href='/x'>There</a><input aria-label='Name'></main>")
    assert '- button "Go"' in tree(page)
    page.set_content("<main><h1>A</h1><button></button></main>")
    with pytest.raises(AssertionError):
        tree(page)
    page.set_content("<main><h1>A</h1><h3>B</h3></main>")
    with pytest.raises(AssertionError):
        tree(page)


@pytest.mark.parametrize("key", KEYS)
def test_a_whole_battle(cast: Cast, tabs: Tabs, live_server: LiveServer, key: str) -> None:
    """Bob reports for both sides, at random; then the battle is conceded, and both outcomes are confirmed."""
    stream = str(uuid5(UUID(int=40), f"{key} by keys"))
    opened(key, 40, "mixed", [cast.bob, cast.bob], stream)
    page = tabs.open(cast.bob, live_server.url, size=ViewportSize(width=1280, height=800), script=True)
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{live_server.url}/battles/{stream}/")
    begun = tree(page)
    assert '- heading "What happened?" [level=2]' in begun
    assert '- link "To the content"' in begun.splitlines()[0]
    player = KeyTapper(page, random.Random(40), leaguer=50)
    by_taps(player, 12, stream)
    page.reload()
    assert re.search(r"^ *- status|- region", tree(page), re.MULTILINE)
    ended(player, stream)
    assert handler.state(stream).agreed
    assert player.sent >= 6
    assert player.keys.faults == set()
    assert player.faults == []
    page.reload()
    expect(page.locator(".now")).to_match_aria_snapshot("- paragraph:\n  - strong: /Over|Settled/")
    assert "What happened?" not in tree(page)


def test_an_evening_of_an_organiser(
    tabs: Tabs, live_server: LiveServer, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    """From the code in the terminal over a round with a dispute to the next one."""
    settings.MAIL, settings.SITE_URL = True, live_server.url
    page = tabs.open(None, size=DESKTOP, script=True)
    page.emulate_media(reduced_motion="reduce")
    hand = KeyHand(page)
    hand.check = lambda at: assert_told(at)
    club = Club(hand, live_server.url, mailoutbox)
    link = club.is_set_up()
    for n in range(1, 5):
        club.comes(f"p{n}", link)
    club.works()
    hand.link("Done: to the first page")
    hand.link("Office")
    hand.link("Open the next round")
    hand.button("Preview")
    hand.looks("preview")
    hand.button("Do it")
    club.works()
    fixture, other = club.open_ones()
    club.concedes(other)
    second = disputed(club, fixture)
    club.goes_to_the_round()
    expect(page.locator(f"#f-{fixture}")).to_match_aria_snapshot(DISPUTED)
    club.follows_the_mail()
    name = club.season.platoons[second].name
    hand.type("Reason", "The bridge stood, as both told me")
    hand.button(f"{name} has won")
    hand.looks("ruling")
    hand.button("Do it")
    assert club.has_won(fixture, second)
    club.works()
    page.goto(live_server.url)
    hand.link("Office")
    hand.link("Autumn cup", exact=False)
    hand.link("Close the round and publish the next")
    hand.looks("next round")
    hand.button("Do it")
    assert [(one.number, one.closed) for one in club.season.rounds] == [(1, True), (2, False)]
    assert hand.keys.faults == set()


def assert_told(page: Page) -> None:
    tree(page)
