"""Twelve things to settle on a phone, by touch and without a script: alike in two taps, or one otherwise."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page as Tab
from pytest_django.live_server_helper import LiveServer

from battles import log
from campaigns import handler
from campaigns.season.purchases import Buy
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.sales import Sell
from campaigns.season.values import Recruit
from rules.adjudicate import Who
from rules.stream.revision.reports import Correct, Undo
from tests.browsing import Tabs
from tests.campaigns.conftest import Season, _skirmish, season
from tests.campaigns.test_season_mending_doors import at
from tests.length import in_soak
from tests.pages.conftest import follow
from tests.pages.test_season_mending_phone import looks_right, phone, press, sees

__all__ = ["_skirmish", "season"]
pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]


LONGEST = 2300  # pixels: twelve lines, their headings, and the two buttons below


@pytest.fixture
def twelve(season: Season) -> Season:
    """Ten purchases by points of a round whose end is taken back, and two sales of what was never bought."""
    season.desk.terms = {**season.desk.terms, "purse": 40, "per_round": 240, "spent_unearned": "later"}
    season.desk.save()
    season.begin()
    bob = Who(str(season.cast.bob.pk))
    vehicles = tuple(Recruit(id=f"bears-{n}", model="Light") for n in (7, 8))
    season.report(season.organiser, OpenRound(deadline=""))
    season.report(season.organiser, CloseRound(round=1))
    season.report(bob, Buy(platoon="bears", vehicles=vehicles))
    taken = at(season, "Buy")
    for n in range(12):
        season.report(bob, Buy(platoon="bears", vehicles=(Recruit(id=f"bears-{n + 10}", model="Light"),)))
    for n in (7, 8):
        season.report(bob, Sell(platoon="bears", vehicles=(f"bears-{n}",)))
    closed = at(season, "CloseRound")
    season.report(season.organiser, Correct(position=taken, how="strike", reason="Never bought"))
    season.report(season.organiser, Undo(position=closed))
    assert len(handler.replay(season.stream)[0].items) == 12
    return season


@pytest.fixture
def alice(tabs: Tabs, live_server: LiveServer, twelve: Season) -> Tab:
    tab = phone(tabs, live_server.url, twelve.cast.alice)
    tab.goto(f"{live_server.url}/campaigns/{twelve.stream}/corrections/settle/")
    return tab


def chosen_otherwise(alice: Tab) -> None:
    """One line says what is chosen as soon as it is, without a script."""
    line = alice.locator("details.left").first
    line.locator("summary").tap()
    line.get_by_label("Accept as played").check()
    line.locator("summary").tap()
    assert line.locator("summary em:visible").all_inner_texts() == ["Accept as played"]
    looks_right(alice, "settle-one")


def shown_what_cannot_be(alice: Tab) -> None:
    follow(alice.locator("main").get_by_role("button", name="As the terms have it 10 of 12"))
    left = alice.locator("section", has_text="These cannot be settled so")
    assert left.get_by_role("link").all_inner_texts() == ["Bears sells Light 2.", "Bears sells Light 3."]
    looks_right(alice, "settle-some")
    left.get_by_role("link").first.tap()


def test_all_of_them_in_two_taps(alice: Tab, twelve: Season) -> None:
    """After a look at what would come of other ways, of which nothing is settled."""
    settle = alice.url
    chosen_otherwise(alice)
    shown_what_cannot_be(alice)
    alice.goto(settle)
    assert sees(alice, "12 things to settle")
    assert alice.evaluate("document.documentElement.scrollHeight") < LONGEST
    looks_right(alice, "settle-twelve")
    follow(alice.locator("main").get_by_role("button", name="Void").first)  # one
    assert sees(alice, "Nothing is changed yet.")
    looks_right(alice, "settle-void")
    rows = log.head(twelve.stream).position
    press(alice, "Settle these")  # two
    assert handler.replay(twelve.stream)[0].items == ()
    told = {row.command for row in log.read(twelve.stream)[rows:]}
    assert len(told) == 1, "one report"


@in_soak(
    "tests/pages/test_settling_phone.py::test_all_of_them_in_two_taps",
    "tests/campaigns/test_settling_pages.py::test_many_are_settled_as_one_report",
    "tests/campaigns/test_settling.py::test_a_correction_goes_by_the_terms_and_leaves_what_they_ask_about",
)
def test_what_has_no_such_way_is_named_and_stays_open(alice: Tab, twelve: Season) -> None:
    shown_what_cannot_be(alice)
    press(alice, "Settle these")
    state = handler.replay(twelve.stream)[0]
    assert (len(state.items), state.platoons["bears"].owed) == (2, 200)


@in_soak(
    "tests/pages/test_settling_phone.py::test_all_of_them_in_two_taps",
    "tests/campaigns/test_settling_pages.py::test_many_are_settled_as_one_report",
)
def test_one_is_settled_otherwise_than_its_kind(alice: Tab, twelve: Season) -> None:
    chosen_otherwise(alice)
    press(alice, "See what it changes")
    assert alice.locator("details.left summary em:visible").all_inner_texts() == [
        "Accept as played",
        *["As the terms have it"] * 9,
        *["Decide later"] * 2,
    ]
    press(alice, "Settle these")
    assert len(handler.replay(twelve.stream)[0].items) == 2
