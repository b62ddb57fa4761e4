"""A date is agreed on by touch, on a phone: in at most six taps from the campaign's page."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

import rules
from campaigns.season.appointments import ProposeDate, SetDate
from campaigns.season.free_times import NoteFree
from tests.browsing import Tabs
from tests.campaigns import skirmish
from tests.cast import Cast
from tests.length import in_soak
from tests.pages.seasons import League
from tests.pages.test_layout import JUTS_OUT, TOO_SMALL

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
FRIDAY = "2131-03-16T19:00:00Z"


@pytest.fixture
def league(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> League:
    systems = MappingProxyType({**rules.all_systems(), "skirmish": skirmish.SYSTEM})
    monkeypatch.setattr(rules, "all_systems", lambda: systems)
    return League(cast, time_zone="Europe/Berlin", promoted=1, relegated=1).start()


def stands(page: Page) -> None:
    assert page.evaluate(JUTS_OUT) <= 0
    assert page.evaluate(TOO_SMALL, 44) == []


@in_soak(
    "tests/pages/test_evening.py::test_a_challenge_is_accepted_and_dated",
    "tests/campaigns/test_dates.py::test_the_page_shows_and_takes_the_clocks_of_the_club",
    "tests/campaigns/test_dates.py::test_when_somebody_is_free_is_read_where_it_is_theirs_to_know",
)
def test_a_fixture_is_dated_in_at_most_six_taps(league: League, tabs: Tabs, live_server: LiveServer) -> None:
    """The picker of a phone is one tap to open and one to close, whatever is turned in it."""
    league.tell(league.cast.carol, NoteFree(platoon="cats", free="Fridays from seven"))
    page = tabs.open(league.cast.bob, live_server.url, touch=True)
    page.goto(f"{live_server.url}{league.url}")
    stands(page)
    page.locator(".fixture a").first.tap()  # 1
    page.get_by_text("Fridays from seven").wait_for()
    page.locator("section[aria-labelledby=when] .card input[type=datetime-local]").fill("2131-03-16T20:00")  # 2, 3
    stands(page)
    page.locator("section[aria-labelledby=when] .card button.primary").first.tap()  # 4
    page.get_by_text("Bears proposes").first.wait_for()
    league.sweep()
    page = tabs.open(league.cast.carol, live_server.url, touch=True)
    page.goto(f"{live_server.url}{league.url}fixtures/r1-1/")
    stands(page)
    page.locator("section[aria-labelledby=when] .card button.primary").first.tap()
    page.get_by_text("Friday, 16 March 2131, 20:00 CET").first.wait_for()
    assert league.state.fixtures["r1-1"].date == FRIDAY


def test_standings_with_form_and_zones_fit_a_phone(league: League, tabs: Tabs, live_server: LiveServer) -> None:
    league.tell(league.cast.bob, ProposeDate(fixture="r1-1", at=FRIDAY, place="The club"))
    league.tell(league.organiser, SetDate(fixture="r1-1", at=FRIDAY, place="The club", reason="so"))
    league.play_it()
    page = tabs.open()
    page.goto(f"{live_server.url}{league.url}")
    assert page.locator("tr.zone-up .form-W").count() == 1
    assert page.locator("tr.zone-down .zone").inner_text() == "relegation"
    stands(page)
