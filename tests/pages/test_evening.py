"""An evening of a club, by a browser: what an organiser clicks from nothing to the first round and from round to round,
and what a player taps until a challenge has its date. Only what the screen offers is used, and all of it is counted."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from campaigns import handler
from campaigns.models import Campaign, User
from campaigns.season.results import Adjudicate
from campaigns.season.rounds import OpenRound
from leagues.models import LeagueCampaign
from tests.browsing import Tabs
from tests.budgets import Budget
from tests.campaigns.conftest import Season, _skirmish, season
from tests.cast import Cast
from tests.length import in_soak
from tests.pages.test_campaign_forms_look import fits

__all__ = ["_skirmish", "season"]
pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
CLICK, FIELD = 3, 5  # seconds that a person takes
SHOTS = os.environ.get("LEAGUER_SHOTS", "")
PATIENCE = 60_000  # milliseconds, beside whatever else the machine has to do


class Hand:
    """Somebody at a screen. Counts clicks (or taps), fields that are typed, and page loads with the time that the
    server takes for them: of the processor, as other tests have the same cores beside it."""

    def __init__(self, page: Page, touch: bool = False) -> None:
        self.page, self.touch = page, touch
        self.clicks = self.fields = self.loads = 0
        self.waited = 0.0
        self.check: Callable[[Page], None] | None = None  # of each page that is looked at
        page.set_default_timeout(PATIENCE)

    @property
    def seconds(self) -> float:
        return self.clicks * CLICK + self.fields * FIELD + self.waited

    def told(self) -> str:
        return f"{self.clicks} clicks, {self.fields} fields, {self.loads} loads, {self.seconds:.0f} s"

    def press(self, control: Locator) -> None:
        """It leads to another page."""
        self.clicks += 1
        began = time.process_time()
        with self.page.expect_navigation():
            control.first.tap() if self.touch else control.first.click()
        self.loads += 1
        self.waited += time.process_time() - began

    def link(self, name: str, exact: bool = True) -> None:
        self.press(self.page.get_by_role("link", name=name, exact=exact))

    def button(self, name: str) -> None:
        self.press(self.page.get_by_role("button", name=name, exact=True))

    def pick(self, label: str, value: str) -> None:
        """A list is opened, and something in it chosen."""
        self.clicks += 2
        self.page.get_by_label(label).first.select_option(value)

    def type(self, label: str, text: str) -> None:
        self.fields += 1
        self.page.get_by_label(label).first.fill(text)

    def fill(self, name: str, text: str) -> None:
        """A field by the name it is sent under, where several labels begin alike."""
        self.fields += 1
        self.page.locator(f"[name={name}]").first.fill(text)

    def touch_it(self, control: Locator) -> None:
        """No other page comes of it."""
        self.clicks += 1
        control.first.tap() if self.touch else control.first.click()

    def looks(self, name: str) -> None:
        if self.check:
            self.check(self.page)
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            width = (self.page.viewport_size or DESKTOP)["width"]
            self.page.screenshot(path=f"{SHOTS}/evening-{name}-{width}.png", full_page=True)
            self.page.evaluate("() => new Promise(done => setTimeout(done, 500))")  # until a finger hits again


@pytest.fixture
def office(cast: Cast) -> User:
    cast.alice.is_staff = True
    cast.alice.save()
    return cast.alice


@pytest.mark.soak
def test_a_league_from_nothing_to_its_first_round(
    cast: Cast, tabs: Tabs, live_server: LiveServer, office: User, budget: Budget
) -> None:
    """By an organiser; the players, who enlist meanwhile, are not counted."""
    hand = Hand(tabs.open(office, live_server.url, size=DESKTOP, script=True))
    hand.page.goto(live_server.url)
    hand.link("Found a league")
    hand.type("Name", "Winter league")
    hand.button("Found the league")
    hand.link("Begin season 1 with a campaign")
    hand.link("Prepare a campaign")
    hand.type("Name", "Winter 1986")
    hand.pick("Rule system", "skirmish")
    hand.button("Save and go on")
    hand.link("Preview and open")
    hand.button("Open the campaign")
    desk = Campaign.objects.get(name="Winter 1986")
    enlisted(cast, desk)
    hand.link("View site")
    hand.link("Winter league", exact=False)
    hand.link("Manage the league")
    hand.link("Begin season 1 with a campaign")
    hand.button("See what it brings")
    hand.looks("brings")
    hand.button("Add it")
    hand.link("Winter 1986", exact=False)
    hand.link("Rounds and rulings")
    hand.link("Open the next round")
    hand.button("Preview")
    hand.looks("first-round")
    hand.button("Do it")
    assert LeagueCampaign.objects.filter(campaign=desk.pk).exists()
    assert len(handler.replay(str(desk.pk))[0].fixtures) == 2
    budget("skirmish", "league from nothing to its first round, clicks", hand.clicks, hand.told())
    budget("skirmish", "league from nothing to its first round, seconds", hand.seconds, hand.told())


def enlisted(cast: Cast, desk: Campaign) -> None:
    made = Season.__new__(Season)
    made.cast, made.stream = cast, str(desk.pk)
    for player, key in ((cast.bob, "bears"), (cast.carol, "cats"), (cast.bob, "dogs"), (cast.carol, "eels")):
        made.enlist(player, key)


@in_soak(
    "tests/campaigns/test_office_evening.py::test_a_dispute_and_a_round_are_done_in_few_clicks",
)
def test_a_round_is_closed_and_the_next_published(
    season: Season, tabs: Tabs, live_server: LiveServer, office: User, budget: Budget
) -> None:
    """From the front page, on which the organiser finds the campaign."""
    season.desk.terms |= {"pairing_method": "swiss"}
    season.desk.save()
    season.begin()
    for player, key in ((season.cast.bob, "dogs"), (season.cast.carol, "eels")):
        season.enlist(player, key)
    season.report(season.organiser, OpenRound(method="swiss", deadline=""))
    for key, one in handler.replay(season.stream)[0].fixtures.items():
        ruling = Adjudicate(fixture=key, winner=one.platoons[0], reason="As both told it")
        season.report(season.organiser, ruling)
    hand = Hand(tabs.open(office, live_server.url, size=DESKTOP, script=True))
    hand.page.goto(live_server.url)
    hand.link("The long ridge", exact=False)
    hand.link("Rounds and rulings")
    hand.looks("overview")
    hand.link("Close the round and publish the next")
    hand.looks("next-round")
    hand.button("Do it")
    first, second = handler.replay(season.stream)[0].rounds
    assert (first.closed, second.closed) == (True, False)
    budget("skirmish", "round closed and the next published, clicks", hand.clicks, hand.told())
    budget("skirmish", "round closed and the next published, seconds", hand.seconds, hand.told())


def test_a_challenge_is_accepted_and_dated(season: Season, tabs: Tabs, live_server: LiveServer, budget: Budget) -> None:
    """By who was challenged, from the front page. The picker of a phone is one tap to open and one to close."""
    season.begin()
    season.report(season.organiser, OpenRound(method="ladder", deadline=""))
    carol = Hand(tabs.open(season.cast.carol, live_server.url, size=PHONE, touch=True, script=True), touch=True)
    carol.page.goto(f"{live_server.url}/campaigns/{season.stream}/")
    fits(carol.page)
    assert "A challenge goes up by 3 rungs at most." in carol.page.locator("main").inner_text()
    carol.link("Challenge Bears")
    carol.button("Report")
    bob = Hand(tabs.open(season.cast.bob, live_server.url, size=PHONE, touch=True, script=True), touch=True)
    bob.page.goto(live_server.url)
    bob.link("Accept or refuse")
    fits(bob.page)
    bob.button("Report")
    bob.page.get_by_text("they have a fixture").first.wait_for()
    bob.looks("accepted")
    bob.clicks += 2
    bob.page.locator("section[aria-labelledby=when] input[type=datetime-local]").first.fill("2131-03-16T20:00")
    bob.press(bob.page.locator("section[aria-labelledby=when] .card button.primary"))
    fixture = handler.replay(season.stream)[0].fixtures["r1-1"]
    assert fixture.proposed is not None
    budget("skirmish", "challenge accepted and dated, taps", bob.clicks, bob.told())
    carol.page.goto(bob.page.url)
    fits(carol.page)
    carol.press(carol.page.locator("section[aria-labelledby=when] .card button.primary"))
    assert handler.replay(season.stream)[0].fixtures["r1-1"].date
