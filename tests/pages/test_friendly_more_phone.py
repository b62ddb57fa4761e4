"""A roster, a claimed seat and an adoption on a phone, by touch: each page fits it, and a thumb."""

from __future__ import annotations

import os
from types import MappingProxyType

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

import rules
from campaigns import clerk, friendly
from campaigns.models import WaitingRoom
from tests.axe import grave
from tests.browsing import Tabs, show
from tests.campaigns import skirmish
from tests.campaigns.conftest import Season
from tests.campaigns.test_adoption import fought
from tests.cast import Cast
from tests.length import AT_LENGTH, in_soak
from tests.pages.conftest import as_, follow
from tests.pages.test_friendly import PLATOON
from tests.pages.test_friendly_phone import PHONE_390
from tests.pages.test_layout import faults
from tests.rules.modern_age.ros import BATTLESCRIBE

pytestmark = [pytest.mark.page, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    systems = MappingProxyType({**rules.all_systems(), "skirmish": skirmish.SYSTEM})
    monkeypatch.setattr(rules, "all_systems", lambda: systems)


def fits(page: Page, name: str, alike: bool = False) -> None:
    """`alike`: it is looked at again with more of it unfolded, and only then for what keeps people from using it."""
    page.evaluate("scrollTo(0, 0)")
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
    assert faults(page) == {}, name
    assert (alike and not AT_LENGTH) or grave(page) == [], name


@in_soak(
    "tests/pages/test_friendly_more_phone.py::test_forces_of_ones_own_by_touch",
    "tests/pages/test_friendly.py::test_a_roster_that_is_pasted_or_uploaded_is_fought_with",
    "tests/pages/test_friendly.py::test_a_roster_with_faults_comes_back_in_words_and_nothing_is_written",
)
def test_a_roster_by_touch(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    host = tabs.open(cast.bob, live_server.url, size=PHONE_390, script=True, touch=True)
    host.goto(f"{live_server.url}/friendly/?system=modern_age")
    assert not host.locator("#roster").is_visible()
    host.get_by_text("A roster of yours").tap()
    assert host.locator("#roster").is_visible()
    assert host.locator("#scenario").is_visible()
    assert not host.locator("#points").is_visible()
    fits(host, "roster-1-empty")
    host.get_by_text("The other side’s roster, too").tap()
    fits(host, "roster-2-both")
    host.locator("#roster").fill(BATTLESCRIBE.decode())
    follow(host.get_by_role("button", name="Show the code"))
    assert "Artillery Scout is made by fans" in host.get_by_role("alert").inner_text()
    fits(host, "roster-3-fault")
    host.locator("#roster").fill("")
    host.locator("#roster-file").set_input_files({"name": "mine.ros", "mimeType": "text/xml", "buffer": PLATOON})
    host.locator("#scenario").select_option("free_for_all")
    follow(host.get_by_role("button", name="Show the code"))
    assert "Maus" in host.content()
    fits(host, "roster-4-waiting")


@pytest.mark.at_length
def test_forces_of_ones_own_by_touch(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    host = tabs.open(cast.bob, live_server.url, size=PHONE_390, script=True, touch=True)
    for place in ("/", "/friendly/"):
        show(host, live_server.url, as_(cast.bob), place)
        fits(host, f"own-0{place.rstrip('/')}")
    host.goto(f"{live_server.url}/friendly/?system=modern_age")
    host.get_by_text("A roster of yours").tap()
    assert host.locator("#roster").is_visible()
    assert host.locator("#scenario").is_visible()
    assert not host.locator("#points").is_visible()
    host.get_by_text("The other side’s roster, too").tap()
    fits(host, "own-0-both", alike=True)
    host.get_by_text("Points, and forces drawn by lot").tap()
    host.get_by_text("The other player chooses their own").tap()
    host.locator("#scenario").select_option("free_for_all")
    fits(host, "own-1-host")
    follow(host.get_by_role("button", name="Show the code"))
    fits(host, "own-2-waiting")
    guest = tabs.open(size=PHONE_390, script=True, touch=True)
    guest.goto(host.locator("p.link").inner_text())
    guest.get_by_label("Your nickname").fill("Otto")
    assert not guest.locator("#points").is_visible()
    assert not guest.locator("#roster").is_visible()
    fits(guest, "own-3-given", alike=True)
    guest.get_by_text("Points, and forces drawn by lot").tap()
    assert guest.locator("#points").is_visible()
    fits(guest, "own-4-draft")
    guest.get_by_text("A roster of yours").tap()
    guest.locator("#roster").fill(BATTLESCRIBE.decode())
    follow(guest.get_by_role("button", name="Play", exact=True))
    assert "Artillery Scout is made by fans" in guest.get_by_role("alert").inner_text()
    fits(guest, "own-5-fault")
    guest.locator("#roster").fill(PLATOON.decode())
    follow(guest.get_by_role("button", name="Play", exact=True))
    assert "M60 Patton" in guest.content()


@pytest.mark.soak
def test_a_seat_is_claimed_by_touch(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    guest = tabs.open(size=PHONE_390, script=True, touch=True)
    room = friendly.begin(cast.bob, friendly.ready_made(rules.all_systems()["tanks"], "duel"), "allies", "ask")
    guest.goto(f"{live_server.url}/battles/{room.pk}/join/#{friendly.code_of(room)}")
    guest.get_by_label("Your nickname").fill("Otto")
    follow(guest.get_by_role("button", name="Play", exact=True))
    assert not WaitingRoom.objects.exists()
    fits(guest, "claim-1-guest-in-battle")
    follow(guest.get_by_role("link", name="Keep this battle for an account"))
    fits(guest, "claim-2-code")
    code = guest.locator("p.code").inner_text()
    carol = tabs.open(cast.carol, live_server.url, size=PHONE_390, script=True, touch=True)
    carol.goto(guest.url)
    carol.get_by_label("The guest’s code").fill("2222-2222")
    follow(carol.get_by_role("button", name="Claim the seat"))
    fits(carol, "claim-3-wrong")
    carol.get_by_label("The guest’s code").fill(code)
    follow(carol.get_by_role("button", name="Claim the seat"))
    assert "The seat is yours" in carol.content()
    fits(carol, "claim-4-claimed")


@pytest.mark.soak
def test_a_battle_is_adopted_by_touch(tabs: Tabs, live_server: LiveServer, cast: Cast) -> None:
    season = Season(cast).begin()
    battle = fought(season)
    bob, carol, alice = (
        tabs.open(user, live_server.url, size=PHONE_390, script=True, touch=True)
        for user in (cast.bob, cast.carol, cast.alice)
    )
    bob.goto(f"{live_server.url}/battles/{battle}/")
    follow(bob.get_by_role("link", name="Let it count in a campaign"))
    fits(bob, "adopt-1-campaigns")
    follow(bob.get_by_role("link", name="The long ridge"))
    fits(bob, "adopt-2-what-it-comes-to")
    follow(bob.get_by_role("button", name="Propose it"))
    fits(bob, "adopt-3-proposed")
    carol.goto(live_server.url)
    fits(carol, "adopt-4-front-page")
    follow(carol.get_by_role("link", name="bob proposes"))
    fits(carol, "adopt-5-asked")
    follow(carol.get_by_role("button", name="I agree"))
    fits(carol, "adopt-6-agreed")
    alice.goto(live_server.url)
    follow(alice.get_by_role("link", name="Accept a friendly battle"))
    fits(alice, "adopt-7-to-accept")
    follow(alice.get_by_role("button", name="Accept it into the campaign"))
    clerk.sweep()
    alice.reload()
    fits(alice, "adopt-8-fixture")
    bob.reload()
    fits(bob, "adopt-9-adopted")
    other = fought(season)
    bob.goto(f"{live_server.url}/battles/{other}/adopt/?campaign={season.stream}")
    fits(bob, "adopt-10-cannot")
