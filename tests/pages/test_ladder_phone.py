"""A ladder on a phone, by touch: a challenge is made in two taps, and accepted in two."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page as Tab
from pytest_django.live_server_helper import LiveServer

from campaigns import handler
from campaigns.season.people import HandOver
from campaigns.season.rounds import OpenRound
from tests.browsing import Tabs
from tests.campaigns.conftest import Season, _skirmish, season
from tests.length import in_soak
from tests.pages.conftest import follow
from tests.pages.test_season_mending_phone import looks_right, phone, press, sees

__all__ = ["_skirmish", "season"]
pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def club(season: Season) -> Season:
    """Bob's bears, then three platoons of Alice's, at the bottom Carol's cats, who may challenge all but the bears."""
    season.open()
    season.enlist(season.cast.bob, "bears")
    for key in ("ants", "bees", "dogs"):
        season.enlist(season.cast.alice, key)
    season.enlist(season.cast.carol, "cats")
    season.report(season.organiser, OpenRound(method="ladder", deadline=""))
    return season


def link(tab: Tab, name: str) -> None:
    follow(tab.locator("main").get_by_role("link", name=name).first)


@in_soak(
    "tests/pages/test_evening.py::test_a_challenge_is_accepted_and_dated",
    "tests/campaigns/test_ladder.py::test_only_who_stands_above_within_the_range_is_challenged",
)
def test_a_challenge_is_made_accepted_and_told_by_touch(tabs: Tabs, live_server: LiveServer, club: Season) -> None:
    home = f"{live_server.url}/campaigns/{club.stream}/"
    reason = "He plays for her today"
    club.report(club.organiser, HandOver(platoon="dogs", players=(str(club.cast.bob.pk),), reason=reason))
    carol = phone(tabs, live_server.url, club.cast.carol)
    carol.goto(home)
    looks_right(carol, "ladder")
    assert sees(carol, "A challenge goes up by 3 rungs at most.")
    assert not sees(carol, "Challenge Bears")
    link(carol, "Challenge Dogs")  # one
    press(carol, "Report")  # two
    assert sees(carol, "Cats challenges Dogs")
    carol.goto(home)
    looks_right(carol, "ladder-challenged")
    assert sees(carol, "Has challenged Dogs")
    bob = phone(tabs, live_server.url, club.cast.bob)
    bob.goto(live_server.url)
    assert sees(bob, "Cats challenges it.")
    link(bob, "Accept or refuse")  # one
    looks_right(bob, "ladder-answer")
    press(bob, "Report")  # two: the form that accepts is open
    assert sees(bob, "Dogs accepts the challenge of Cats: they have a fixture.")
    state, _told, _rows = handler.replay(club.stream)
    assert state.fixtures["r1-1"].platoons == ("dogs", "cats")
