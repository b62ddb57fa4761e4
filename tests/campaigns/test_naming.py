"""Fixtures and battles are called as people would: by round and platoons, where nobody gave them a title."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

import rules
from battles import naming as battle_naming
from battles.models import Sheet, name_battles
from battles.sentences import words
from campaigns import handler
from campaigns.admin.waiting_filters import waits
from campaigns.campaign_opening import opened
from campaigns.models import Fixture
from campaigns.models.fixtures import names_of
from campaigns.presenters.story import names_in
from campaigns.season import names, narrate, start
from campaigns.season.disputes import Dispute
from campaigns.season.musters import MusterBattle
from campaigns.season.pairings import Pair
from campaigns.season.purchases import Bought
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Pairing, Recruit
from campaigns.season.visibility import HIDDEN
from rules.adjudicate import Who
from tests.campaigns.begun import at_first, cast, season
from tests.campaigns.between import Camp
from tests.campaigns.conftest import Season
from tests.campaigns.office import office_of, text
from tests.cast import CampaignFactory

__all__ = ["at_first", "cast", "season"]
pytestmark = pytest.mark.django_db
AGAINST = "Round 1: Bears against Cats"


@pytest.fixture
def round_one(season: Season) -> Season:
    """Bears and cats meet twice in it: the second time in a battle, to which nobody gave a title."""
    pairing = Pairing(home="bears", away="cats")
    season.begin().report(season.organiser, OpenRound(pairings=(pairing,), deadline=""))
    season.report(season.organiser, Pair(pairings=(pairing,)))
    return season


def fight(season: Season, key: str) -> str:
    battle = str(uuid4())
    sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    season.report(season.organiser, MusterBattle(battle=battle, fixture=key, sides=sides))
    return battle


def test_a_fixture_without_a_title_is_called_by_its_round_and_platoons() -> None:
    assert words(names.fixture("", 2, ["Alpha 66", "Red Banner"])) == "Round 2: Alpha 66 against Red Banner"
    assert words(names.fixture("", 0, ["Alpha 66", "Red Banner"])) == "Alpha 66 against Red Banner"
    assert words(names.fixture("", 0, ["A", "B", "C"])) == "A against B, C"
    assert words(names.fixture("Hill 402", 2, ["Alpha 66", "Red Banner"])) == "Hill 402"


def test_in_a_battle_vehicles_are_called_as_in_their_campaign() -> None:
    """Of four Lights the last two fight: they keep their numbers, and their side is told where both have such a one."""
    season = Camp().season
    bears, cats = (season.platoons[key].vehicles for key in ("bears", "cats"))
    assert list(names.in_battle(season, dict.fromkeys(bears[2:], "north")).values()) == ["Light 3", "Light 4"]
    both = names.in_battle(season, {bears[2]: "north", bears[3]: "north", cats[3]: "far_south"})
    assert list(both.values()) == ["Light 3", "Light 4 (North)", "Light 4 (Far south)"]


@pytest.mark.parametrize("key", [key for key, one in rules.all_systems().items() if one.catalogue(one.edition)])
def test_a_purchase_names_models_as_people_do_where_its_report_named_their_keys(key: str) -> None:
    season, system = start(opened(CampaignFactory.build(system=key))), rules.system(key)
    models = [one for one in system.catalogue(system.edition) if one.kind in system.model_kinds]
    for said in (models[0].key, models[0].name):
        bought = Bought(platoon="bears", vehicles=(Recruit(id="bears-1", model=said),), cost=HIDDEN)
        assert words(narrate(season, bought)) == f"bears buys {models[0].name}."


def test_of_fixtures_alike_the_second_has_a_number_and_the_first_keeps_its_name(round_one: Season) -> None:
    battle = fight(round_one, "r1-2")
    season, _told, _rows = handler.replay(round_one.stream)
    called = names_in(season)
    assert (called["r1-1"], called["r1-2"], called[battle]) == (AGAINST, f"{AGAINST} (2)", f"{AGAINST} (2)")
    rows = names_of(Fixture.objects.all())
    assert [rows[f"{round_one.stream}/r1-{n}"] for n in (1, 2)] == [AGAINST, f"{AGAINST} (2)"]
    assert str(Sheet.objects.get()) == f"{AGAINST} (2)"


def test_a_battle_nobody_fights_for_a_fixture_is_called_by_its_scenario_and_day() -> None:
    called = Sheet(system="modern_age", scenario="free_for_all", mustered_at="2026-11-22T20:00:00.000000Z")
    called.stream = uuid4()
    assert str(called) == "Free-for-All, 22 Nov 2026"


def test_names_cost_the_same_queries_however_many_there_are(
    round_one: Season, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for key in ("r1-1",):
        fight(round_one, key)
    rows = list(Sheet.objects.all())
    with django_assert_num_queries(3):
        named = name_battles(rows)
    assert [one.called for one in named] == [AGAINST]
    with django_assert_num_queries(0):
        assert str(named[0]) == AGAINST


def test_no_page_list_mail_or_answer_shows_a_fixtures_key(round_one: Season) -> None:
    battle = fight(round_one, "r1-1")
    stream, alice = round_one.stream, office_of(round_one.cast.alice)
    rule = f"/admin/campaigns/campaignsheet/{stream}/rule/"
    addresses = (
        *("/", f"/campaigns/{stream}/", f"/campaigns/{stream}/fixtures/r1-2/", f"/battles/{battle}/"),
        *(f"/campaigns/{stream}/muster/?fixture=r1-2", f"/battles/{battle}/dice/", "/admin/battles/sheet/"),
        *("/admin/campaigns/fixture/", rule, f"{rule}adjudicate/r1-1/"),
    )
    for address in addresses:
        read = text(alice.get(address))
        assert "Bears" in read, address
        assert "r1-" not in read, address


def test_the_api_names_fixtures_and_battles_beside_their_keys(round_one: Season) -> None:
    battle = fight(round_one, "r1-1")
    season, client = round_one, Client()
    client.force_login(season.cast.bob)
    found = client.get(f"/api/v1/campaigns/{season.stream}/fixtures/").json()["fixtures"]
    assert [(one["fixture"], one["title"], one["name"]) for one in found] == [
        ("r1-1", "", AGAINST),
        ("r1-2", "", f"{AGAINST} (2)"),
    ]
    assert client.get(f"/api/v1/battles/{battle}/").json()["name"] == AGAINST
    assert client.get("/api/v1/battles/").json()["battles"][0]["name"] == AGAINST
    season.win(battle)
    season.confirm(battle)
    from campaigns import clerk

    clerk.sweep()
    season.report(Who(str(season.cast.carol.pk)), Dispute(fixture="r1-1", reason="wrong hill"))
    told = client.get(f"/api/v1/campaigns/{season.stream}/events/?limit=200").json()["events"]
    assert [one["text"] for one in told if one["type"] == "Disputed"] == [f"Cats disputes “{AGAINST}”: wrong hill"]


def test_the_office_calls_sides_by_their_platoons(round_one: Season) -> None:
    battle = fight(round_one, "r1-1")
    sheet = Sheet.objects.get(pk=battle)
    sheet.proposed, sheet.voided = "north", "north,south"
    assert waits(sheet) == "Bears proposes; fallen: confirmation of Bears, Cats"
    assert Sheet(stream=uuid4()).side_called("panzers_a") == "Panzers a"


@pytest.mark.django_db
def test_sides_of_a_battle_have_names_before_it_is_mustered(round_one: Season) -> None:
    """What the rulebook has against its forces is told of a side."""
    season, _told, _rows = handler.replay(round_one.stream)
    scenario = season.rules.scenarios[0]
    names = names_in(season)
    assert scenario.sides
    assert [names[side] for side in scenario.sides] == [battle_naming.side_name(side) for side in scenario.sides]
