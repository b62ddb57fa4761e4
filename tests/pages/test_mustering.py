"""Mustering by form: who is offered, what is refused, and what an organiser lets pass."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from battles.models import Sheet
from campaigns import handler
from campaigns.models import CampaignSheet
from tests.cast import gathered
from tests.pages.by_form import BOB, CARDS, MODEL, NAME, PLATOON, VEHICLES, WAIVE, Said, Season
from tests.pages.conftest import as_, forms, kept_for_a_module


@pytest.fixture(scope="module")
def begun(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """With both platoons in it. Each test takes a copy, and what it writes is rolled back."""
    with kept_for_a_module(django_db_blocker):
        yield Season(gathered()).both()


@pytest.fixture
def season(begun: Season, db: None) -> Season:
    return deepcopy(begun)


def test_vehicles_are_shown_and_those_that_cannot_fight_are_not_offered(season: Season) -> None:
    bravo = season.enlist_form(season.cast.bob, "USA").filled(name="Bravo", side="nato", card="Team Yankee", **BOB)
    season.enlist(season.cast.bob, bravo | {NAME.format(1): ["Bravo 6"]})
    begun = season.muster_form(title="At the ford")
    assert VEHICLES.format("defenders") not in begun
    form = forms(season.muster(begun, "show").content).of("MusterBattle")
    assert form.fields[VEHICLES.format("defenders")] == ["", "red-banner-1", "red-banner-2"]
    assert form.fields["text:title"] == ["At the ford"]
    assert form.fields[PLATOON.format("attackers")] == ["alpha-66"]
    sent = form.filled() | {VEHICLES.format("defenders"): ["", "red-banner-2"]}
    assert season.muster(sent).status_code == 302
    state, _told, _rows = handler.replay(season.stream)
    (fixture,) = state.fixtures.values()
    assert fixture.sides["defenders"].vehicles == ("red-banner-2",)

    assert ">At the ford</span>" in season.page()
    blank = forms(as_(season.cast.alice).get(f"{season.url}muster/?scenario=tank_ace").content).of("MusterBattle")
    assert sorted(blank.offers[PLATOON.format("attackers")]) == ["bravo", "red-banner"]  # nothing of Alpha can fight
    chosen: Said = {PLATOON.format("attackers"): "bravo", PLATOON.format("defenders"): "red-banner"}
    form = forms(season.muster(blank.filled(**chosen), "show").content).of("MusterBattle")
    assert form.offers[VEHICLES.format("defenders")] == ["red-banner-1"]
    nobody = season.muster(blank.filled(**chosen) | {PLATOON.format("attackers"): ["alpha-66"]})
    assert "No vehicle of platoon “Alpha 66” can fight now." in nobody.content.decode()
    refused = season.muster(form.filled() | {VEHICLES.format("defenders"): ["", "red-banner-2"]})
    assert refused.status_code == 422
    assert "Ural is in a battle that is not counted yet." in refused.content.decode()
    assert CampaignSheet.objects.get().position == season.rows == 5


def test_platoons_that_change_sides_bring_their_own_vehicles(season: Season) -> None:
    """The form comes back once, with one sentence and the right vehicles."""
    begun = season.muster_form(title="At the ford")
    form = forms(season.muster(begun, "show").content).of("MusterBattle")
    swapped: Said = {PLATOON.format("attackers"): "red-banner", PLATOON.format("defenders"): "alpha-66"}
    back = season.muster(form.filled(**swapped))
    assert back.status_code == 422
    assert "Other platoons were chosen: these are their vehicles." in back.content.decode()
    assert "has no vehicle" not in back.content.decode()
    form = forms(back.content).of("MusterBattle")
    assert form.fields[VEHICLES.format("attackers")] == ["", "red-banner-1", "red-banner-2"]
    assert season.muster(form.filled()).status_code == 302


def test_a_double_tap_musters_one_battle(season: Season) -> None:
    sent = season.muster_form(title="At the ford")
    first, again = (season.muster(sent) for _tap in range(2))
    assert ">At the ford</span>" in season.page()
    assert first.headers["Location"] == again.headers["Location"] == f"/battles/{Sheet.objects.get().pk}/"
    assert season.rows == 4


def test_platoons_of_a_campaign_play_the_first_game_without_their_cards(season: Season) -> None:
    """Whoever plays for the first time begins with it; the platoon card they need for all else stays at home."""
    page = as_(season.cast.alice).get(f"{season.url}muster/?scenario=first_game").content
    chosen: Said = {PLATOON.format("americans"): "alpha-66", PLATOON.format("soviets"): "red-banner"}
    sent = forms(page).of("MusterBattle").filled(**chosen) | {VEHICLES.format("soviets"): ["", "red-banner-1"]}
    called = season.muster(sent)
    assert called.status_code == 302, called.content.decode()
    battle = as_(season.cast.bob).get(called.headers["Location"]).content.decode()
    assert "Robert Folk" not in battle
    assert "Team Yankee" not in battle
    assert "Team Yankee" in season.page(season.cast.bob, "platoons/alpha-66/")


REFUSED: tuple[tuple[Said, str], ...] = (
    ({PLATOON.format("defenders"): ""}, "“Platoon” is not filled in."),
    ({PLATOON.format("defenders"): "nobody"}, "There is no platoon “nobody”."),
    ({PLATOON.format("defenders"): "alpha-66"}, "Platoon “Alpha 66” cannot fight itself."),
    ({VEHICLES.format("defenders"): [""]}, "“Vehicles” is not filled in."),
    (
        {
            "given": '{"scenario":"alpha_66"}',
            **{PLATOON.format(side): "" for side in ("attackers", "defenders")},
            PLATOON.format("americans"): "alpha-66",
            PLATOON.format("soviets"): "red-banner",
        },
        "The lone tank is",
    ),
    ({"text:title": "x" * 501}, " 500 "),
    ({"id": "7"}, "This form arrived damaged"),
)


def test_what_the_rules_refuse_is_not_called(season: Season) -> None:
    filled = season.muster_form(title="At the ford")
    for said, told in REFUSED:
        sent = filled | {key: value if isinstance(value, list) else [value] for key, value in said.items()}
        response = season.muster(sent)
        assert response.status_code == 422, told
        assert told in response.content.decode()
        kept = forms(response.content).of("MusterBattle").fields
        assert kept["text:title"] == sent["text:title"], told
        assert season.rows == 3, told
        assert not Sheet.objects.exists(), told


def crowded(season: Season) -> dict[str, list[str]]:
    """Bob's tank has two gunners and a pilot: the form as it comes back when it is to be mustered."""
    cards = ["Connor Styles", "Bloodthirsty Gunner", "Cunning Pilot"]
    said: Said = BOB | {NAME.format(1): "Bravo 6", CARDS.format(1): cards}
    bravo = season.enlist_form(season.cast.bob, "USA").filled(name="Bravo", side="nato", card="Team Yankee", **said)
    season.enlist_with_faults(season.cast.bob, bravo)
    response = season.muster(season.muster_form(title="At the ford") | {PLATOON.format("attackers"): ["bravo"]})
    assert response.status_code == 422
    page = response.content.decode()
    assert page.count('<p class="fault"') >= 2
    assert "<strong>(hidden card) fits helicopters only.</strong>" in page
    assert "Bravo 6 has more than one card of type Gunner" in page
    return forms(response.content).of("MusterBattle").fields


def test_every_fault_has_a_field_for_the_reason_to_let_it_pass_which_shows_with_the_battle(season: Season) -> None:
    sent = crowded(season)
    waive = {key: value for key, value in sent.items() if key.startswith(WAIVE.format(""))}
    assert waive == {WAIVE.format("R4/card/bravo-1/pilot"): [""], WAIVE.format("R4/cards/bravo-1/Gunner"): [""]}
    one = season.muster(sent | {WAIVE.format("R4/card/bravo-1/pilot"): ["<he> learns"]})
    again = one.content.decode()
    assert one.status_code == 422
    assert "more than one card of type Gunner" in again
    assert "fits helicopters only" not in again
    kept = forms(one.content).of("MusterBattle").fields
    assert kept[WAIVE.format("R4/card/bravo-1/pilot")] == ["<he> learns"]
    assert not Sheet.objects.exists()
    said = {"R4/card/bravo-1/pilot": ["<he> learns"], "R4/cards/bravo-1/Gunner": ["agreed"]}
    sent |= {WAIVE.format(fault): why for fault, why in said.items()}
    assert "Checked, not reported yet" in season.muster(sent, "check").content.decode()
    called = season.muster(sent)
    assert called.status_code == 302
    for page in (season.page(), Client().get(called.headers["Location"]).content.decode()):
        assert "Let pass by the organiser:" in page
        assert "R4 · card · Bravo 6 · pilot</span> &lt;he&gt; learns" in page
        assert "R4 · cards · Bravo 6 · Gunner</span> agreed" in page
        assert "Connor Styles" not in page
        assert "Cunning Pilot" not in page


def test_a_reason_for_what_is_not_wrong_is_refused(season: Season) -> None:
    sent = season.muster_form() | {WAIVE.format("R3/points/attackers"): ["agreed"]}
    response = season.muster(sent)
    assert response.status_code == 422
    assert "There is no fault “R3/points/attackers” to let pass." in response.content.decode()
    assert forms(response.content).of("MusterBattle").fields[WAIVE.format("R3/points/attackers")] == ["agreed"]
    season.muster(sent | {WAIVE.format("R3/points/attackers"): ["  "]})
    assert Sheet.objects.exists()


def test_an_enlisting_platoon_hears_all_that_is_wrong_with_it(season: Season) -> None:
    sent = season.enlist_form(season.cast.bob, "USA").filled(name="Red Banner", side="mars", card="Team Yankee", **BOB)
    sent[MODEL.format(1)], sent[NAME.format(2)] = ["M1 Abrams"], ["Alpha 66"]
    page = season.enlist(season.cast.bob, sent).content.decode()
    assert "There is a platoon “Red Banner” already." in page
    assert "There is no side “mars”." in page
    assert "The name “alpha 66” is taken." in page
    assert "Two vehicles" not in page


def test_a_battle_someone_else_called_meanwhile_is_shown(season: Season) -> None:
    sent = season.muster_form()
    assert season.muster(season.muster_form()).status_code == 302
    assert ">Tank Ace</span>" in season.page()
    response = season.muster(sent)
    page = response.content.decode()
    assert response.status_code == 409
    assert "Someone reported first" in page
    assert "A battle is mustered: Tank Ace, Alpha 66 – Red Banner." in page
    assert "This cannot be reported any more. You had typed:" in page  # nobody else can fight


def test_only_an_organiser_musters(season: Season) -> None:
    sent = season.muster_form()
    for user in (season.cast.bob, season.cast.dave):
        assert "muster/" not in season.page(user).partition("<main")[2]
        for response in (season.muster(sent, user=user), as_(user).get(f"{season.url}muster/")):
            assert response.status_code == 403
            assert "Only an organiser of the campaign may do this." in response.content.decode()
    assert Client().post(f"{season.url}muster/", sent).headers["Location"].startswith("/login/")
    assert season.rows == 3
