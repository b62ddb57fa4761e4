"""An organiser and two players mend a season on a phone, by touch and without a script."""

from __future__ import annotations

import os
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page as Tab
from pytest_django.live_server_helper import LiveServer

from campaigns import handler
from campaigns.models import User
from campaigns.season.penalties import Penalise
from campaigns.season.purchases import Buy
from campaigns.season.values import Recruit
from rules.adjudicate import Who
from tests.browsing import Tabs, show_answer
from tests.campaigns.conftest import Season, _skirmish, season
from tests.campaigns.test_season_mending_doors import at
from tests.campaigns.test_season_mending_pages import By, bought, mend_form, pressed
from tests.length import in_soak
from tests.pages.conftest import follow
from tests.pages.test_campaign_forms_look import fits

__all__ = ["_skirmish", "season"]
pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("LEAGUER_SHOTS", "")  # a folder for pictures of every page that was looked at


def phone(tabs: Tabs, site: str, user: User) -> Tab:
    return tabs.open(user, site, size={"width": 390, "height": 844}, touch=True)


def looks_right(tab: Tab, name: str) -> None:
    fits(tab)
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        tab.screenshot(path=f"{SHOTS}/season-{name}.png", full_page=True)


def sees(tab: Tab, text: str) -> bool:
    return text in tab.locator("main").inner_text()


def press(tab: Tab, name: str) -> None:
    follow(tab.locator("main").get_by_role("button", name=name, exact=True).first)


def test_each_page_of_a_correction_fits(tabs: Tabs, live_server: LiveServer, season: Season) -> None:
    """From the log to what it leaves, settled; and what a player asks another."""
    tab = tabs.open(None, live_server.url, size={"width": 390, "height": 844})

    def look(answer: Any) -> Any:
        show_answer(tab, live_server.url, answer)
        fits(tab)
        return answer

    place = f"{bought(season)}/"
    season.report(season.organiser, Penalise(platoon="cats", score=2, reason="late"))
    alice, bob, carol = (By(season, user) for user in season.cast[:3])
    corrections = f"{alice.url}corrections/"
    look(alice.client.get(alice.url))
    for how in ("change", "strike", "insert", "undo"):
        look(alice.client.get(f"{corrections}{place}?how={how}"))
    look(alice.do(look(alice.look(place, reason="It was never paid")), place))
    assert sees(tab, "1 report cannot stand as it was, and waits to be settled")
    look(alice.client.get(corrections))
    form = mend_form(look(alice.client.get(f"{corrections}settle/")))
    void = {name: ["strike"] for name, ways in form.offers.items() if "strike" in ways}
    seen = alice.client.post(f"{corrections}settle/", pressed(form, "look", reason="Nothing was sold") | void)
    look(alice.do(look(seen), "settle/"))
    assert not handler.replay(season.stream)[0].items

    season.report(Who(str(season.cast.bob.pk)), Buy(platoon="bears", vehicles=(Recruit(id="bears-8", model="Light"),)))
    place = f"{at(season, 'Buy')}/"
    look(carol.do(look(carol.look(place, reason="He took it back")), place))
    look(carol.client.get(corrections))
    home = look(bob.client.get("/")).content.decode()
    (address,) = re.findall(r'href="([^"#]+)[^>]*>\s*See what it changes', home)
    look(bob.client.get(unescape(address)))
    assert sees(tab, "Cats")


@in_soak(
    "tests/pages/test_season_mending_phone.py::test_each_page_of_a_correction_fits",
    "tests/campaigns/test_season_mending_pages.py::test_a_purchase_is_taken_back_two_rounds_later_and_what_follows_is_settled",
    "tests/pages/test_settling_phone.py::test_all_of_them_in_two_taps",
)
def test_a_purchase_is_taken_back_and_what_follows_is_settled(
    tabs: Tabs, live_server: LiveServer, season: Season
) -> None:
    bought(season)
    season.report(season.organiser, Penalise(platoon="cats", score=2, reason="late"))
    home = f"{live_server.url}/campaigns/{season.stream}/"
    alice = phone(tabs, live_server.url, season.cast.alice)
    alice.goto(home)
    looks_right(alice, "log")
    row = alice.locator("#log li", has_text="buys").first
    follow(row.get_by_role("link", name="Correct…"))
    for how in ("Change it", "Strike it", "Insert one before it", "Take it back"):
        follow(alice.get_by_role("link", name=how, exact=True))
        looks_right(alice, how.replace(" ", "-").lower())
    alice.get_by_label("Why it is corrected").fill("It was never paid")
    press(alice, "See what it changes")
    assert sees(alice, "Reports that can no longer stand")
    looks_right(alice, "undo-seen")
    press(alice, "Take it back")
    assert sees(alice, "1 report cannot stand as it was, and waits to be settled")
    looks_right(alice, "taken-back")
    follow(alice.get_by_role("link", name="To the corrections"))
    looks_right(alice, "corrections")
    follow(alice.get_by_role("link", name="1 thing to settle"))
    looks_right(alice, "settle")
    alice.get_by_label("Void").check()
    alice.locator("#settle-why").fill("Nothing was sold")
    press(alice, "See what it changes")
    looks_right(alice, "settle-seen")
    press(alice, "Settle these")
    assert not handler.replay(season.stream)[0].items
    looks_right(alice, "settled")


@in_soak(
    "tests/pages/test_season_mending_phone.py::test_each_page_of_a_correction_fits",
    "tests/campaigns/test_season_mending_pages.py::test_a_player_asks_those_whom_it_touches_who_agree_or_decline",
    "tests/pages/test_settling_phone.py::test_all_of_them_in_two_taps",
)
def test_a_player_asks_another_who_agrees(tabs: Tabs, live_server: LiveServer, season: Season) -> None:
    season.desk.terms = {**season.desk.terms, "purse": 30}
    season.desk.save()
    season.begin()
    bought = Buy(platoon="bears", vehicles=(Recruit(id="bears-9", model="Light"),))
    season.report(Who(str(season.cast.bob.pk)), bought)
    home = f"{live_server.url}/campaigns/{season.stream}/"
    bob, carol = (phone(tabs, live_server.url, user) for user in (season.cast.bob, season.cast.carol))
    carol.goto(home)
    follow(carol.locator("#log li", has_text="buys").first.get_by_role("link", name="Correct…"))
    carol.get_by_label("Why it is corrected").fill("He took it back")
    press(carol, "See what it changes")
    looks_right(carol, "asks")
    press(carol, "Ask Bears")
    looks_right(carol, "asked")
    follow(carol.get_by_role("link", name="To the corrections"))
    looks_right(carol, "proposed")
    bob.goto(live_server.url)
    looks_right(bob, "home-asked")
    follow(bob.get_by_role("link", name="See what it changes"))
    looks_right(bob, "asked-seen")
    press(bob, "Agree")
    assert "bears-9" not in handler.replay(season.stream)[0].vehicles
