"""The demo's season in its fourth round: an organiser mends a wrong result of the first, settles what it leaves, and
reads why each number is what it is. By what the screen offers alone; clicks, typed fields and waits are counted."""

from __future__ import annotations

from typing import NamedTuple
from uuid import uuid4, uuid5

import pytest
from playwright.sync_api import ViewportSize
from pytest_django.live_server_helper import LiveServer

from campaigns import clerk, handler
from campaigns.demo import load
from campaigns.demo.load import CAMPAIGN
from campaigns.demo.season import PLATOONS, Stage
from campaigns.models import User
from campaigns.season.musters import MusterBattle
from campaigns.season.preview import standings_of
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces
from tests.axe import grave
from tests.browsing import Tabs
from tests.budgets import Budget
from tests.campaigns.conftest import Season, _skirmish, season
from tests.pages.test_accessible import SMALL
from tests.pages.test_campaign_forms_look import fits
from tests.pages.test_evening import DESKTOP, PHONE, Hand
from tests.pages.test_layout import THUMB

__all__ = ["_skirmish", "season"]
pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
WHY = ("platoons.berlin.score", "fixtures.r1-4.result", "vehicles.boadicea.status", "sectors.huenfeld.owner")


def into_round_four() -> None:
    """What the demo leaves open in its third round is confirmed or ruled; the fourth is opened."""
    stage = Stage(CAMPAIGN, {user.username: user for user in User.objects.all()})
    stage.confirm(uuid5(CAMPAIGN, "Last train"), {"defenders": PLATOONS["guards"].player})
    for key, one in handler.replay(str(CAMPAIGN))[0].fixtures.items():
        if one.round == 3 and (one.reported is None or one.disputes):
            stage.says("alice", f"rules {key}", Adjudicate(fixture=key, winner=one.platoons[0], reason="As told"))
    clerk.attend(str(CAMPAIGN))
    stage.says("alice", "close 3", CloseRound(round=3))
    stage.says("alice", "open 4", OpenRound(title="Last light", deadline="", orders_by=""))


class Wrong(NamedTuple):
    """Where a result is wrong: the campaign, and two platoons of which the first has won in truth."""

    campaign: str
    winner: str
    loser: str


FULDA = Wrong("Fulda, autumn 1985", "Berlin Brigade", "3rd Guards")


def reported(hand: Hand, wrong: Wrong = FULDA) -> None:
    """From the front page to the battle of round 1, as a form that is looked at."""
    hand.link(wrong.campaign)
    hand.link("1")
    hand.press(hand.page.locator(".fixtures a", has_text=wrong.winner).filter(has_text=wrong.loser))
    hand.link("Correct the result…")
    hand.clicks += 1
    hand.page.locator("label", has_text=wrong.winner).first.click()
    hand.type("Reason", "Told the wrong way round")
    hand.button("See what it changes")
    assert hand.page.get_by_role("button", name="Amend it", exact=True).count() == 1  # nobody is asked


def turned(hand: Hand, wrong: Wrong = FULDA) -> None:
    """What follows is seen; it is reported, and confirmed for both."""
    reported(hand, wrong)
    hand.button("See all that would follow")
    checked(hand, "follows")
    hand.button("Report this correction")
    hand.button(f"Confirm for {wrong.winner}")
    hand.button(f"Confirm for {wrong.loser}")
    clerk.sweep()


def settled(hand: Hand) -> int:
    """All that it left, from the battle: what can stand as it was played does, the rest is void. How much that was."""
    hand.link("Campaign")
    items = 0
    for way in ("Accept as played", "Void"):
        hand.press(hand.page.get_by_role("link", name="to settle"))
        checked(hand, "settle")
        items = items or hand.page.locator("details.left").count()
        hand.press(hand.page.locator(".alike").get_by_role("button", name=way))
        checked(hand, f"settle-{way}")
        hand.button("Settle these")
    assert not handler.replay(str(CAMPAIGN))[0].items
    return items


def checked(hand: Hand, name: str) -> None:
    """It fits its screen, and nothing on it is too small for a thumb."""
    fits(hand.page)
    assert not hand.touch or not hand.page.evaluate(SMALL, THUMB)
    hand.looks(f"round-one-{name}-{hand.page.viewport_size['width']}")  # type: ignore[index]


def read_why(hand: Hand, *figures: str) -> None:
    """Why they are what they are, each a link of the campaign's page that names its figure, and back."""
    for figure in figures:
        hand.press(hand.page.locator(f'a.why[href*="{figure}"]'))
        assert hand.page.locator(".chain, .rulings, .entries, ol, ul").count(), figure
        checked(hand, f"why-{figure}")
        hand.clicks += 1
        hand.page.go_back()


def tab(tabs: Tabs, site: str, size: ViewportSize) -> Hand:
    """The front page, for the organiser."""
    alice, touch = User.objects.get(username="alice"), size is PHONE
    hand = Hand(tabs.open(alice, site, size=size, touch=touch, script=True), touch)
    hand.page.goto(site)
    return hand


def test_a_result_is_turned_and_says_why(season: Season, tabs: Tabs, live_server: LiveServer, budget: Budget) -> None:
    """On a phone, in a small season."""
    season.begin()
    season.report(season.organiser, OpenRound(method="swiss", deadline=""))
    battle, forces = str(uuid4()), {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    called = MusterBattle(battle=battle, fixture="r1-1", sides=forces)
    handler.muster_battle(season.stream, str(uuid4()), called, season.organiser, "page")
    season.win(battle)
    season.confirm(battle)
    clerk.sweep()
    for number in (1, 2, 3):
        season.report(season.organiser, CloseRound(round=number))
        season.report(season.organiser, OpenRound(method="ladder", deadline=""))
    hand = tab(tabs, live_server.url, PHONE)
    turned(hand, Wrong("The long ridge", "Cats", "Bears"))
    assert handler.replay(season.stream)[0].fixtures["r1-1"].reported.outcome.winner == "south"  # type: ignore[union-attr]
    hand.link("Campaign")
    read_why(hand, "platoons.cats.score")
    budget("skirmish", "result of round 1 mended in round 4, seconds", hand.seconds, hand.told())


@pytest.mark.soak
def test_it_takes_less_than_three_minutes(tabs: Tabs, live_server: LiveServer, budget: Budget) -> None:
    """On a phone; by the season alone, without its league."""
    load.load("")
    into_round_four()
    hand = tab(tabs, live_server.url, PHONE)
    turned(hand)
    assert handler.replay(str(CAMPAIGN))[0].fixtures["r1-4"].reported
    assert settled(hand) > 2
    if hand.page.url.rstrip("/").endswith("settle"):
        hand.link("To the campaign")
    read_why(hand, "platoons.berlin.score", "platoons.berlin.place")
    budget("modern_age", "result of round 1 mended in round 4, seconds", hand.seconds, hand.told())


@pytest.mark.soak
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_with_its_league_and_taken_back(
    tabs: Tabs, live_server: LiveServer, budget: Budget, size: ViewportSize
) -> None:
    """A correction that was reported too soon is taken back, seen first, and all is as it was; then it is done in
    earnest. Every kind of figure says why, on pages without barriers."""
    load.load("", load.BESIDES)
    into_round_four()
    before = handler.replay(str(CAMPAIGN))[0]
    hand = tab(tabs, live_server.url, size)
    _turned_and_back(hand)
    clerk.sweep()
    assert standings_of(handler.replay(str(CAMPAIGN))[0]) == standings_of(before)
    hand = tab(tabs, live_server.url, size)
    turned(hand)
    settled(hand)
    budget("modern_age", "result of round 1 mended in round 4, seconds", hand.seconds, hand.told())
    assert standings_of(handler.replay(str(CAMPAIGN))[0]) != standings_of(before)
    for of in WHY:
        hand.page.goto(f"{live_server.url}/campaigns/{CAMPAIGN}/why/?of={of}")
        checked(hand, f"why-{of}")
        assert not grave(hand.page), of
    hand.page.goto(f"{live_server.url}/leagues/steel-league/")
    hand.press(hand.page.locator('a.why[href*="rating"]'))
    checked(hand, "why-rating")
    assert not grave(hand.page)


def _turned_and_back(hand: Hand) -> None:
    """Reported without a look at what follows; that is looked at before it is taken back."""
    reported(hand)
    hand.button("Amend it")
    hand.button("See all that would follow")
    checked(hand, "back-follows")
    hand.link("Fog at Hünfeld")
    hand.button("Undo the correction")
