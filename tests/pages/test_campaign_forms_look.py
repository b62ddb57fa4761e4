"""How the forms of a campaign look and read: all texts translated, nothing juts out of a phone, few questions asked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.http import HttpResponseBase
from django.test import Client
from playwright.sync_api import Page as Tab
from pytest_django import DjangoAssertNumQueries
from pytest_django.live_server_helper import LiveServer

from tests.browsing import Tabs, show_answer
from tests.cast import CampaignFactory, Cast
from tests.length import in_soak, sampled
from tests.pages.by_form import BOB, CARDS, CAROL, MODEL, NAME, PLATOON, VEHICLES, Said, Season
from tests.pages.conftest import as_, follow, forms
from tests.pages.test_language import bare, brackets
from tests.pages.test_layout import faults

__all__ = ["brackets"]
WRONG: Said = {"text:name": "", "pick:card": "none such", MODEL.format(0): "", CARDS.format(2): ["none such"]}


@pytest.fixture
def season(cast: Cast) -> Season:
    return Season(cast)


# -- words -------------------------------------------------------------------------------------------------------------


ADDRESSES = ("", "?ruling=2", "enlist/", "enlist/?nation=USSR", "muster/", "muster/?scenario=alpha_66")


def met(case: tuple[str, str, str]) -> Iterator[object]:
    """At each step each address by the organiser or by somebody else, and in all by both; each person at some."""
    step, name, address = case
    yield from (name, (address, name == "alice"), (step, address))


@pytest.mark.at_length
@pytest.mark.usefixtures("brackets")
def test_no_text_of_a_form_escapes_translation(season: Season) -> None:
    cast, url = season.cast, season.url
    desk = CampaignFactory.create(club=cast.club)
    staff = cast.alice
    for is_staff in (False, True):
        staff.is_staff = is_staff
        staff.save()
        check(as_(staff).get(f"/campaigns/{desk.pk}/"))
        check(as_(staff).get("/"))
    clients = {"": Client(), **{user.username: as_(user) for user in cast[:5]}}
    steps = ("before", "enlisted", "mustered")
    shown = sampled(product(steps, clients, ADDRESSES), met=met)
    for step in steps:
        for _step, name, address in (case for case in shown if case[0] == step):
            check(clients[name].get(f"{url}{address}"))
        if step == "before":
            season.both()
        if step == "enlisted":
            season.muster(season.muster_form())


@pytest.mark.at_length
@pytest.mark.usefixtures("brackets")
def test_no_refusal_of_a_form_escapes_translation(season: Season) -> None:
    cast = season.both().cast
    blank = season.enlist_form(cast.bob, "USA").filled()
    right = season.enlist_form(cast.bob, "USA").filled(name="Bravo", side="nato", **BOB | {NAME.format(1): "Bravo 6"})
    wrong: list[Said] = [
        {},
        WRONG,
        {"pick:side": "mars"},
        {"text:name": "Red-Banner"},
        {"text:name": "x" * 81},
        {"id": "7"},
    ]
    for n, button in sampled(product(range(len(wrong)), ("report", "check", "more"))):
        check(season.enlist(cast.bob, right | _lists(wrong[n]), button))
    check(season.enlist(cast.bob, blank))
    check(season.enlist(cast.dave, right))
    old = season.muster_form()
    wrong = [
        {},
        {PLATOON.format("attackers"): ""},
        {PLATOON.format("attackers"): "red-banner"},
        {VEHICLES.format("defenders"): [""]},
    ]
    for said in wrong:
        for button in ("check", "show"):
            check(season.muster(old | _lists(said), button))
    assert season.muster(season.muster_form()).status_code == 302
    check(season.muster(old))
    check(season.muster(old, user=cast.bob))


def _lists(said: Said) -> dict[str, list[str]]:
    return {key: value if isinstance(value, list) else [value] for key, value in said.items()}


def check(response: HttpResponseBase) -> None:
    if response.status_code != 302:
        assert bare(response.content.decode()) == []  # type: ignore[attr-defined]


# -- questions asked of the database -----------------------------------------------------------------------------------


def test_forms_cost_the_same_queries_however_much_there_is(
    season: Season, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    alice = as_(season.cast.alice)
    season.both()
    for name, fights, vehicle in (("Bravo", "alpha-66", "red-banner-1"), ("Charlie", "bravo", "red-banner-2")):
        more = season.enlist_form(season.cast.bob, "USA").filled(name=name, side="nato", card="Team Yankee", **BOB)
        assert season.enlist(season.cast.bob, more | {NAME.format(1): [f"{name} 6"]}).status_code == 302
        called = {PLATOON.format("attackers"): [fights], VEHICLES.format("defenders"): ["", vehicle]}
        assert season.muster(season.muster_form() | called).status_code == 302
        for address, queries in (("", 12), ("enlist/?nation=USA", 6), ("muster/?scenario=tank_ace", 6)):
            with django_assert_num_queries(queries):
                alice.get(f"{season.url}{address}")


# -- a phone -----------------------------------------------------------------------------------------------------------


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_every_form_and_its_answer_fits_a_phone(tabs: Tabs, live_server: LiveServer, season: Season) -> None:
    """With room for one more, with what is wrong, and once it is told; then those that call a battle."""
    cast, bob, alice = season.cast, as_(season.cast.bob), as_(season.cast.alice)
    tab = tabs.open(None, live_server.url)

    def look(answer: Any) -> None:
        show_answer(tab, live_server.url, answer)
        fits(tab)

    look(bob.get(f"{season.url}enlist/"))
    sent = season.enlist_form(cast.bob, "USA").filled(name="Alpha 66", side="nato", card="Team Yankee", **BOB)
    more = season.enlist(cast.bob, sent, "more")
    look(more)
    nobody = forms(more.content).of("Enlist").filled() | {NAME.format(3): ["Nobody"]}
    look(season.enlist(cast.bob, nobody, "check"))
    assert "“Model” is not filled in." in tab.locator("#c1-vehicles-2-model-fault").inner_text()
    told = season.enlist(cast.bob, sent)
    look(bob.get(told.headers["Location"].partition("#")[0]))
    assert "Alpha 66 enlists with" in tab.locator("#ruling").inner_text()
    carol = season.enlist_form(cast.carol, "USSR").filled(name="Red Banner", side="pact", card="Red Banner", **CAROL)
    assert season.enlist(cast.carol, carol).status_code == 302

    look(alice.get(f"{season.url}muster/"))
    called = season.muster_form()
    look(season.muster(called | {PLATOON.format("defenders"): [""]}))
    assert "“Platoon” is not filled in." in tab.locator("main").inner_text()
    look(season.muster(called, "show"))
    assert tab.locator("input[type=checkbox]:checked").count() == 3


@in_soak(
    "tests/pages/test_campaign_forms_look.py::test_every_form_and_its_answer_fits_a_phone",
    "tests/pages/test_enlisting.py::test_what_enlists_is_what_was_typed_and_hidden_cards_are_their_players_alone",
    "tests/pages/test_enlisting.py::test_a_form_shows_what_it_costs_and_what_follows_and_a_double_tap_enlists_once",
    "tests/pages/test_mustering.py::test_vehicles_are_shown_and_those_that_cannot_fight_are_not_offered",
    "tests/pages/test_mustering.py::test_a_double_tap_musters_one_battle",
    "tests/pages/test_rosters.py::test_a_file_is_brought_on_a_phone",
)
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_a_season_begins_on_a_phone_without_a_script(tabs: Tabs, live_server: LiveServer, season: Season) -> None:
    """Bob and Carol enlist by phone; Alice calls their battle."""
    cast = season.cast
    alphas = (cast.bob, "USA", "Alpha 66", "NATO", "Team Yankee", BOB)
    reds = (cast.carol, "USSR", "Red Banner", "Warsaw Pact", "Red Banner", CAROL)
    for user, nation, name, side, card, said in (alphas, reds):
        tab = tabs.open(user, live_server.url)
        tab.goto(live_server.url + season.url)
        follow(tab.get_by_role("link", name="Enlist a platoon").first)
        fits(tab)
        follow(tab.get_by_role("link", name=nation, exact=True))
        tab.get_by_label("Name of the platoon").fill(name)
        tab.get_by_label(side, exact=True).check()
        tab.get_by_label(card).check()
        fill(tab, said)
        follow(tab.get_by_role("button", name="Report", exact=True))
        assert f"{name} enlists with" in tab.locator("#ruling").inner_text()
        fits(tab)
    alice = tabs.open(cast.alice, live_server.url)
    alice.goto(live_server.url + season.url)
    follow(alice.get_by_role("link", name="Muster a battle"))
    fits(alice)
    follow(alice.get_by_role("link", name="Tank Ace"))
    alice.locator(f'[name="{PLATOON.format("attackers")}"][value=alpha-66]').check()
    alice.locator(f'[name="{PLATOON.format("defenders")}"]').evaluate_all(
        "all => all.forEach(one => one.required = false)"
    )
    follow(alice.get_by_role("button", name="Report", exact=True))
    assert "“Platoon” is not filled in." in alice.locator("main").inner_text()
    fits(alice)
    alice.locator(f'[name="{PLATOON.format("defenders")}"][value=red-banner]').check()
    follow(alice.get_by_role("button", name="Show what goes with it"))
    assert alice.locator("input[type=checkbox]:checked").count() == 3
    fits(alice)
    alice.get_by_label("Title").fill("At the ford")
    follow(alice.get_by_role("button", name="Report", exact=True))
    assert alice.locator("h1").inner_text() == "At the ford"


def fill(tab: Tab, said: Said) -> None:
    """Type what is said of each vehicle, and look at the form with room for one more and with what is wrong."""
    for name, value in said.items():
        if name.startswith("picks:"):
            for fold in tab.locator(f'details:has(input[name="{name}"])').all():
                if fold.get_attribute("open") is None:
                    fold.locator("summary").click()
            for card in value:
                tab.locator(f'input[name="{name}"][value="{card}"]').check()
        elif name.startswith("pick:"):
            tab.locator(f'[name="{name}"]').select_option(str(value))
        else:
            tab.locator(f'[name="{name}"]').fill(str(value))
    follow(tab.get_by_role("button", name="One more"))
    fits(tab)
    third = tab.locator(f'[name="{NAME.format(3)}"]')
    third.fill("Nobody")
    follow(tab.get_by_role("button", name="Check first"))
    assert "“Model” is not filled in." in tab.locator("#c1-vehicles-2-model-fault").inner_text()
    fits(tab)
    third.fill("")


def fits(tab: Tab) -> None:
    assert faults(tab) == {}, tab.url
