"""Enlisting by form: what was typed is what enlists, or stands there again with what is wrong beside it."""

from __future__ import annotations

import re
from itertools import product
from uuid import uuid4

import pytest
from django.test import Client

from battles.forms.made_keys import key_of
from campaigns import handler
from campaigns.models import Standing
from tests.cast import Cast
from tests.length import sampled
from tests.pages.by_form import BOB, CARDS, CAROL, MODEL, NAME, PLATOON, Said, Season
from tests.pages.conftest import as_, forms

BLANK: Said = {MODEL.format(0): "", NAME.format(1): "", CARDS.format(1): []}


@pytest.fixture
def season(cast: Cast) -> Season:
    return Season(cast)


@pytest.mark.at_length
def test_what_enlists_is_what_was_typed_and_hidden_cards_are_their_players_alone(season: Season) -> None:
    season.both()
    assert_as_typed(season)
    of_platoon = ("platoons/alpha-66/", "platoons/alpha-66/?print=1", "vehicles/alpha-66-1/")
    assert all("Robert Folk" in season.page(season.cast.bob, path) for path in of_platoon)
    clients = {name: as_(getattr(season.cast, name)) for name in ("carol", "alice", "dave")} | {"": Client()}
    paths = ("", "?ruling=2", "platoons/alpha-66/buy/", *of_platoon)
    for name, path in sampled(product(clients, paths), most=10):
        shown = clients[name].get(season.url + path).content.decode()
        assert "Robert Folk" not in shown, (name, path)
        assert "35 points" not in shown, (name, path)
    checked = season.muster(season.muster_form(), "check").content.decode()
    assert "Checked, not reported yet" in checked
    assert "Robert Folk" not in checked
    assert_a_refusal_names_nobody_s_hidden_cards(season)


def assert_as_typed(season: Season) -> None:
    standing = Standing.objects.get(platoon="alpha-66")
    assert (standing.name, standing.side, standing.card) == ("Alpha 66", "nato", "Team Yankee")
    assert standing.player == str(season.cast.bob.pk)
    state, _told, _rows = handler.replay(season.stream)
    assert state.platoons["alpha-66"].fittings == {"alpha-66-1": ("Robert Folk", "Sean Bannon")}
    assert {one.id: (one.name, one.model) for one in state.vehicles.values()} == {
        "alpha-66-1": ("Alpha 66", "M1 Abrams"),
        "red-banner-1": ("Tagil", "T-64"),
        "red-banner-2": ("Ural", "T-64"),
    }


def test_a_form_shows_what_it_costs_and_what_follows_and_a_double_tap_enlists_once(season: Season) -> None:
    sent = season.enlist_form(season.cast.bob, "USA").filled(name="Alpha 66", side="nato", card="Team Yankee", **BOB)
    assert_room_for_more(season, sent)
    page = season.enlist(season.cast.bob, sent, "check").content
    assert "Alpha 66 enlists with 1 vehicle." in page.decode()
    assert season.rows == 1
    sent = forms(page).of("Enlist").filled()
    first, again = (season.enlist(season.cast.bob, sent) for _tap in range(2))
    assert first.headers["Location"] == again.headers["Location"] == f"{season.url}platoons/alpha-66/?ruling=2#ruling"
    assert season.rows == 2
    other = season.enlist(season.cast.bob, sent | {"text:name": ["Bravo"]})
    assert other.status_code == 422
    assert "This form was sent before with other content" in other.content.decode()
    assert forms(other.content).of("Enlist").fields["id"] != sent["id"]
    assert season.rows == 2


def assert_room_for_more(season: Season, sent: dict[str, list[str]]) -> None:
    """With what was typed, and the cost."""
    assert "made-platoon:vehicles#2.id" not in sent
    for button, more in (("count", False), ("more", True)):
        page = season.enlist(season.cast.bob, sent | {"more": ["-"]}, button).content
        again = forms(page).of("Enlist")
        assert {key: again.fields.get(key) for key in sent} == sent
        assert ("made-platoon:vehicles#2.id" in again.fields) == more
        assert '<output class="sum">35</output>' in page.decode()
    assert season.rows == 1


REFUSED: tuple[tuple[Said, str, str], ...] = (
    ({"text:name": ""}, "“Name of the platoon” is not filled in.", "name"),
    ({"pick:side": ""}, "“Side” is not filled in.", "side"),
    ({"pick:side": "mars"}, "There is no side “mars”.", "side"),
    ({"text:name": "RED  banner"}, "There is a platoon “Red Banner” already.", "name"),
    ({"pick:card": "Stolen Colours"}, "knows no “Stolen Colours”.", "card"),
    ({MODEL.format(0): ""}, "“Model” is not filled in.", "vehicles-0-model"),
    ({MODEL.format(0): "Zeppelin"}, "knows no “Zeppelin”.", "vehicles"),
    ({CARDS.format(1): ["Ace of Spades"]}, "knows no “Ace of Spades”.", "vehicles-0-fittings"),
    (BLANK, "“New vehicles” is not filled in.", "vehicles"),
    ({MODEL.format(1): "M1 Abrams", NAME.format(2): "alpha 66"}, "The name “alpha 66” is taken.", "vehicles"),
    ({"text:name": "x" * 81}, " 80", "name"),
    ({"text:name": "Al\x00pha"}, "NUL", ""),
    ({"id": "7"}, "This form arrived damaged", ""),
)


def test_a_refusal_stands_beside_its_field_and_keeps_the_rest(season: Season) -> None:
    form = season.enlist_form(season.cast.carol, "USSR")
    carol = form.filled(name="Red Banner", side="pact", card="Red Banner", **CAROL)
    assert season.enlist(season.cast.carol, carol).status_code == 302
    bob = season.enlist_form(season.cast.bob, "USA").filled(name="Alpha 66", side="nato", card="Team Yankee", **BOB)
    for said, told, beside in REFUSED:
        sent = bob | {key: value if isinstance(value, list) else [value] for key, value in said.items()}
        response = season.enlist(season.cast.bob, sent)
        page = response.content.decode()
        assert response.status_code == 422, told
        assert told in page
        if beside:
            assert told in page.partition(f'id="c1-{beside}-fault"')[2].partition("</p>")[0]
            assert re.search(f'aria-describedby="[^"]*c1-{beside}-fault"', page), told
        kept = forms(response.content).of("Enlist").fields
        untouched = {"text:name", *BOB} - {*said}
        assert {key: kept.get(key) for key in untouched} == {key: sent.get(key) for key in untouched}, told
        assert season.rows == 2, told


def test_an_organiser_enlists_for_a_member(season: Season) -> None:
    cast = season.cast
    form = season.enlist_form(cast.alice, "USA")
    assert {*form.offers["pick:player"]} == {"", *(str(one.pk) for one in (cast.alice, cast.bob, cast.carol))}
    assert form.fields["pick:player"] == [str(cast.alice.pk)]
    assert "pick:player" not in season.enlist_form(cast.bob, "USA").offers
    sent = form.filled(name="Alpha 66", side="nato", card="Team Yankee", player=str(cast.bob.pk), **BOB)
    assert season.enlist(cast.alice, sent).status_code == 302
    assert Standing.objects.get().player == str(cast.bob.pk)
    assert "Robert Folk" in season.page(cast.bob, "platoons/alpha-66/")
    assert "Robert Folk" not in season.page(cast.alice, "platoons/alpha-66/")
    stolen = season.enlist_form(cast.carol, "USA").filled(name="Mine", side="nato", card="Team Yankee", **BOB) | {
        "pick:player": [str(cast.bob.pk)]
    }
    response = season.enlist(cast.carol, stolen)
    assert response.status_code == 403
    assert "You enlist your own platoon." in response.content.decode()


def assert_a_refusal_names_nobody_s_hidden_cards(season: Season) -> None:
    said: Said = BOB | {NAME.format(1): "Bravo 6", CARDS.format(1): ["Harry Stevens"]}
    bravo = season.enlist_form(season.cast.bob, "USA").filled(name="Bravo", side="nato", card="Team Yankee", **said)
    season.enlist_with_faults(season.cast.bob, bravo)
    page = season.muster(season.muster_form() | {PLATOON.format("attackers"): ["bravo"]}).content.decode()
    assert "<strong>(hidden card) " in page
    assert "Harry Stevens" not in page


def test_cards_of_one_name_are_told_apart(season: Season) -> None:
    offers = season.enlist_form(season.cast.bob, "USA").offers[CARDS.format(1)]
    assert len({*offers}) == len(offers)
    page = as_(season.cast.bob).get(f"{season.url}enlist/?nation=USA").content.decode()
    labels = re.findall(rf'name="{CARDS.format(1)}" value="[^"]*"[^>]*><span>(.*?)</span></label>', page)
    assert len({*labels}) == len(labels) == len(offers)
    scouts = [label for label in labels if "Artillery Scout" in label]
    assert [label.rpartition(" · ")[2] for label in scouts] == ["Loader, USA</span>", "Radio Op, USA</span>"]
    assert "artillery-scout" not in " ".join(labels)


def test_who_may_not_enlist_is_told_why(season: Season) -> None:
    sent = season.enlist_form(season.cast.bob, "USA").filled(name="Dave’s", side="nato", **BOB)
    assert "enlist/" not in season.page(season.cast.dave).partition("<main")[2]
    for response in (season.enlist(season.cast.dave, sent), as_(season.cast.dave).get(f"{season.url}enlist/")):
        assert response.status_code == 403
        assert "Only members of the club enlist in its campaigns." in response.content.decode()
        assert 'name="type" value="Enlist"' not in response.content.decode()
    address = f"{season.url}enlist/"
    for away in (Client().get(address), Client().post(address, sent)):
        assert away.headers["Location"] == f"/login/?next={address}"
    assert season.rows == 1
    assert as_(season.cast.bob).get(f"/campaigns/{uuid4()}/enlist/").status_code == 404


def test_a_platoon_s_key_is_made_from_its_name() -> None:
    id_ = "12345678-0000-4000-8000-000000000000"
    assert key_of("Alpha 66", id_) == "alpha-66"
    assert key_of("Überfall!", id_) == "uberfall"
    assert key_of("Ночь 7", id_) == "p-7-12345678"
    assert key_of("Ночь", id_) == "p-12345678"
    assert key_of("66", id_) == "p-66"
    for name in ("long " * 16, "7" * 80, "длинно 7 " * 8, "7" * 40 + "ы" * 40):
        assert re.fullmatch(r"(?=.*[a-z])[a-z0-9][a-z0-9_-]{0,36}", key_of(name, id_)), name


def test_a_rulebook_without_cards_asks_for_none_and_tells_vehicles_of_one_name_apart(cast: Cast) -> None:
    season = Season(cast, system="tanks")
    form = season.enlist_form(cast.bob, "GER")
    assert "ards" not in "".join(form.fields)
    assert "fittings" not in "".join(form.fields)
    models: Said = {MODEL.format(0): "Pz IV H", MODEL.format(1): "Pz IV H"}
    assert season.enlist(cast.bob, form.filled(name="Panzers", side="nato", **models)).status_code == 302
    page = season.page(cast.bob, "platoons/panzers/")
    assert [name in page for name in (">Pz IV H 1<", ">Pz IV H 2<")] == [True, True]
