"""A campaign by form, from the desk to its first battle: opened in the office, platoons enlisted, a battle mustered."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from battles import log
from battles.models import Sheet
from campaigns import door
from campaigns.models import Campaign, CampaignSheet, Standing, User
from campaigns.pages.enlisting import key_of
from rules.adjudicate import Who
from tests.cast import CampaignFactory, Cast
from tests.pages.conftest import Form, as_, forms

Said = dict[str, str | list[str]]
BOB: Said = {"v1-model": "M1 Abrams", "v1-name": "Alpha 66", "v1-cards": ["Robert Folk", "Sean Bannon"]}
CAROL: Said = {"v1-model": "T-64", "v1-name": "Tagil", "v2-model": "T-64", "v2-name": "Ural"}


class Season:
    """An open campaign of two sides that nobody has enlisted in."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        sides = {"nato": "NATO", "pact": "Warsaw Pact"}
        self.desk = CampaignFactory.create(club=cast.club, name="Fulda 1985", sides=sides)
        door.open_campaign(self.desk, Who(str(cast.alice.pk), referee=True), "admin")
        self.stream = str(self.desk.pk)
        self.url = f"/campaigns/{self.stream}/"

    def enlist_form(self, user: User, nation: str) -> Form:
        return forms(as_(user).get(f"{self.url}enlist/?nation={nation}").content).at("enlist/")

    def enlist(self, user: User, sent: dict[str, list[str]], button: str = "report") -> Any:
        return as_(user).post(f"{self.url}enlist/", sent | {button: ["1"]})

    def both(self) -> Season:
        cast = self.cast
        bob = self.enlist_form(cast.bob, "USA").filled(name="Alpha 66", side="nato", card="Team Yankee", **BOB)
        carol = self.enlist_form(cast.carol, "USSR").filled(name="Red Banner", side="pact", card="Red Banner", **CAROL)
        assert [self.enlist(user, sent).status_code for user, sent in ((cast.bob, bob), (cast.carol, carol))] == [
            302
        ] * 2
        return self

    def muster_form(self, **values: str | list[str]) -> dict[str, list[str]]:
        page = as_(self.cast.alice).get(f"{self.url}muster/?scenario=tank_ace").content
        chosen = {"platoon-attackers": "alpha-66", "platoon-defenders": "red-banner"}
        return forms(page).at("muster/").filled(**chosen | values)

    def muster(self, sent: dict[str, list[str]], button: str = "report", user: User | None = None) -> Any:
        return as_(user or self.cast.alice).post(f"{self.url}muster/", sent | {button: ["1"]})

    def page(self, user: User | None = None) -> str:
        return (as_(user) if user else Client()).get(self.url).content.decode()

    @property
    def rows(self) -> int:
        return log.head(self.stream).position


@pytest.fixture
def season(cast: Cast) -> Season:
    return Season(cast)


# -- from the desk to the battle ---------------------------------------------------------------------------------------


def test_a_season_begins_in_the_office_and_goes_on_by_form(cast: Cast) -> None:
    cast.alice.is_staff = True
    cast.alice.save()
    alice = as_(cast.alice)
    alice.post("/admin/campaigns/campaign/add/", DESK | {"club": str(cast.club.pk)})
    desk = Campaign.objects.get(name="Kassel 1986")
    address = f"/campaigns/{desk.pk}/"
    waiting = alice.get(address).content.decode()
    assert "Not open yet" in waiting
    assert "/admin/campaigns/campaign/" in waiting
    assert f'href="{address}"' in alice.get("/").content.decode()
    assert {as_(cast.bob).get(address).status_code, Client().get(address).status_code} == {404}
    assert address in alice.get(f"/admin/campaigns/campaign/{desk.pk}/change/").content.decode()

    alice.post("/admin/campaigns/campaign/", {"action": "open_campaigns", "_selected_action": [str(desk.pk)]})
    assert "No platoon has enlisted yet." in alice.get(address).content.decode()
    bob, carol = as_(cast.bob), as_(cast.carol)
    alpha: Said = {"name": "Alpha 66", "side": "nato", "card": "Team Yankee"}
    red: Said = {"name": "Red Banner", "side": "pact", "card": "Red Banner"}
    platoons = (
        (bob, "USA", alpha | BOB),
        (carol, "USSR", red | CAROL),
    )
    for client, nation, said in platoons:
        assert f"{address}enlist/" in client.get(address).content.decode()
        step = client.get(f"{address}enlist/").content.decode()
        assert f"?nation={nation}" in step
        form = forms(client.get(f"{address}enlist/?nation={nation}").content).at("enlist/")
        done = client.post(f"{address}enlist/", form.filled(**said) | {"report": ["1"]}, follow=True)
        assert "enlists with" in done.content.decode().partition('id="ruling"')[2].partition("</section>")[0]

    assert f"{address}muster/" in alice.get(address).content.decode()
    assert "?scenario=alpha_66" in alice.get(f"{address}muster/").content.decode()
    form = forms(alice.get(f"{address}muster/?scenario=tank_ace").content).at("muster/")
    sides = {"platoon-attackers": "alpha-66", "platoon-defenders": "red-banner"}
    done = alice.post(f"{address}muster/", form.filled(title="At the ford", **sides) | {"report": ["1"]}, follow=True)
    battle = Sheet.objects.get()
    assert done.redirect_chain == [(f"/battles/{battle.pk}/", 302)]
    assert "At the ford" in done.content.decode()
    assert "Ural" in done.content.decode()
    story = Client().get(address).content.decode().partition('id="log"')[2].partition("</section>")[0]
    told = re.findall(r"<p>(.*?)(?: <a|</p>)", story)
    assert told == [
        "A battle is mustered: Tank Ace, Alpha 66 – Red Banner.",
        "Red Banner enlists with 2 vehicles.",
        "Alpha 66 enlists with 1 vehicle.",
        "The campaign opens: Kassel 1986.",
    ]


DESK = {
    "name": "Kassel 1986",
    "visibility": "public",
    "system": "modern_age",
    "sides": "nato: NATO\npact: Warsaw Pact",
    "confirm_within": "3600",
    "win": "3",
    "draw": "1",
    "loss": "0",
    "scored": "1",
}


# -- enlisting ---------------------------------------------------------------------------------------------------------


def test_what_enlists_is_what_was_typed(season: Season) -> None:
    season.both()
    standing = Standing.objects.get(platoon="alpha-66")
    assert (standing.name, standing.side, standing.card) == ("Alpha 66", "nato", "Team Yankee")
    assert standing.player == str(season.cast.bob.pk)
    state, _told, _rows = door.replay(season.stream)
    assert state.platoons["alpha-66"].fittings == {"alpha-66-1": ("Robert Folk", "Sean Bannon")}
    assert {one.id: (one.name, one.model) for one in state.vehicles.values()} == {
        "alpha-66-1": ("Alpha 66", "M1 Abrams"),
        "red-banner-1": ("Tagil", "T-64"),
        "red-banner-2": ("Ural", "T-64"),
    }


def test_a_double_tap_enlists_once(season: Season) -> None:
    sent = season.enlist_form(season.cast.bob, "USA").filled(name="Alpha 66", side="nato", **BOB)
    first, again = (season.enlist(season.cast.bob, sent) for _tap in range(2))
    assert first.headers["Location"] == again.headers["Location"] == f"{season.url}?ruling=2#ruling"
    assert season.rows == 2
    other = season.enlist(season.cast.bob, sent | {"name": ["Bravo"]})
    assert other.status_code == 422
    assert "This form was sent before with other content" in other.content.decode()
    assert forms(other.content).at("enlist/").fields["id"] != sent["id"]
    assert season.rows == 2


def test_room_for_more_vehicles_keeps_what_was_typed_and_counts_the_cost(season: Season) -> None:
    sent = season.enlist_form(season.cast.bob, "USA").filled(name="Alpha 66", side="nato", card="Team Yankee", **BOB)
    assert "v3-model" not in sent
    page = season.enlist(season.cast.bob, sent, "add").content
    again = forms(page).at("enlist/")
    assert {key: again.fields.get(key) for key in sent if key != "rows"} == {k: sent[k] for k in sent if k != "rows"}
    assert "v3-model" in again.offers
    assert "So far 35 points by the catalogue." in page.decode()
    assert season.rows == 1


def test_looking_first_enlists_nobody(season: Season) -> None:
    sent = season.enlist_form(season.cast.bob, "USA").filled(name="Alpha 66", side="nato", **BOB)
    page = season.enlist(season.cast.bob, sent, "check").content
    assert "Alpha 66 enlists with 1 vehicle." in page.decode()
    assert season.rows == 1
    assert season.enlist(season.cast.bob, forms(page).at("enlist/").filled()).status_code == 302


@pytest.mark.parametrize(
    ("said", "told", "beside"),
    [
        ({"name": ""}, "The platoon has no name.", "name-fault"),
        ({"side": ""}, "The platoon has no side.", "side-fault"),
        ({"side": "mars"}, "There is no side “mars”.", "side-fault"),
        ({"name": "RED  banner"}, "There is a platoon “Red Banner” already.", "name-fault"),
        ({"card": "Stolen Colours"}, "There is no platoon card “Stolen Colours”.", "card-fault"),
        ({"v1-model": ""}, "Vehicle 1 has no model.", "v1-fault"),
        ({"v1-model": "Zeppelin"}, "There is no model “Zeppelin”.", "v1-fault"),
        ({"v1-cards": ["Ace of Spades"]}, "There is no card “Ace of Spades”.", "v1-fault"),
        ({"v1-model": "", "v1-name": "", "v1-cards": []}, "The platoon has no vehicle.", "vehicles-fault"),
        ({"v2-model": "M1 Abrams", "v2-name": "alpha 66"}, "The name “alpha 66” is taken.", "vehicles-fault"),
        ({"name": "x" * 81}, " 80", "name-fault"),
        ({"name": "Al\x00pha"}, "NUL", ""),
        ({"id": "7"}, "The report&#x27;s id is not a UUID.", ""),
    ],
)
def test_a_refusal_stands_beside_its_field_and_keeps_the_rest(
    season: Season, said: Said, told: str, beside: str
) -> None:
    carol = season.enlist_form(season.cast.carol, "USSR").filled(name="Red Banner", side="pact", **CAROL)
    assert season.enlist(season.cast.carol, carol).status_code == 302
    sent = season.enlist_form(season.cast.bob, "USA").filled(name="Alpha 66", side="nato", **BOB)
    sent |= {key: value if isinstance(value, list) else [value] for key, value in said.items()}
    response = season.enlist(season.cast.bob, sent)
    page = response.content.decode()
    assert response.status_code == 422
    assert told in page
    if beside:
        assert told in page.partition(f'id="{beside}"')[2].partition("</p>")[0]
        assert f'aria-describedby="{beside}"' in page or beside == "vehicles-fault"
    kept = forms(response.content).at("enlist/").fields
    untouched = {"name", "v1-name", "v1-model", "v1-cards", "v2-name"} - {*said}
    assert {key: kept.get(key) for key in untouched} == {key: sent.get(key) for key in untouched}
    assert season.rows == 2


def test_an_organiser_enlists_for_a_member(season: Season) -> None:
    cast = season.cast
    form = season.enlist_form(cast.alice, "USA")
    assert {*form.offers["player"]} == {"", str(cast.bob.pk), str(cast.carol.pk)}
    assert "player" not in season.enlist_form(cast.bob, "USA").offers
    sent = form.filled(name="Alpha 66", side="nato", player=str(cast.bob.pk), **BOB)
    assert season.enlist(cast.alice, sent).status_code == 302
    assert Standing.objects.get().player == str(cast.bob.pk)
    assert "Robert Folk" in season.page(cast.bob)
    assert "Robert Folk" not in season.page(cast.alice)
    stolen = season.enlist_form(cast.carol, "USA").filled(name="Mine", side="nato", **BOB) | {
        "player": [str(cast.bob.pk)]
    }
    response = season.enlist(cast.carol, stolen)
    assert response.status_code == 403
    assert "You enlist your own platoon." in response.content.decode()


def test_hidden_cards_are_their_players_alone(season: Season) -> None:
    season.both()
    assert "Robert Folk" in season.page(season.cast.bob)
    for user in (season.cast.carol, season.cast.alice, season.cast.dave, None):
        client = as_(user) if user else Client()
        for address in (season.url, f"{season.url}?ruling=2", f"{season.url}vehicles/alpha-66-1/"):
            assert "Robert Folk" not in client.get(address).content.decode(), (user, address)
    assert "35 points" not in season.page(season.cast.carol)
    checked = season.muster(season.muster_form(), "check").content.decode()
    assert "Checked, not reported yet" in checked
    assert "Robert Folk" not in checked


def test_a_refused_muster_names_nobody_s_hidden_cards(season: Season) -> None:
    season.both()
    said: Said = BOB | {"v1-name": "Bravo 6", "v1-cards": ["Harry Stevens"]}
    bravo = season.enlist_form(season.cast.bob, "USA").filled(name="Bravo", side="nato", card="Team Yankee", **said)
    season.enlist(season.cast.bob, bravo)
    page = season.muster(season.muster_form() | {"platoon-attackers": ["bravo"]}).content.decode()
    assert "<strong>(hidden card) " in page
    assert "Harry Stevens" not in page


def test_cards_of_one_name_are_told_apart(season: Season) -> None:
    offers = season.enlist_form(season.cast.bob, "USA").offers["v1-cards"]
    assert len({*offers}) == len(offers)
    page = as_(season.cast.bob).get(f"{season.url}enlist/?nation=USA").content.decode()
    labels = re.findall(r'name="v1-cards" value="[^"]*"><span translate="no">(.*?)</span>', page)
    assert len({*labels}) == len(labels) == len(offers)


def test_who_may_not_enlist_is_told_why(season: Season) -> None:
    sent = season.enlist_form(season.cast.bob, "USA").filled(name="Dave’s", side="nato", **BOB)
    assert "enlist/" not in season.page(season.cast.dave).partition("<main")[2]
    for response in (season.enlist(season.cast.dave, sent), as_(season.cast.dave).get(f"{season.url}enlist/")):
        assert response.status_code == 403
        assert "Only members of the club enlist in its campaigns." in response.content.decode()
        assert 'name="v1-model"' not in response.content.decode()
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


# -- mustering ---------------------------------------------------------------------------------------------------------


def test_vehicles_are_shown_and_those_that_cannot_fight_are_not_offered(season: Season) -> None:
    season.both()
    bravo = season.enlist_form(season.cast.bob, "USA").filled(name="Bravo", side="nato", card="Team Yankee", **BOB)
    season.enlist(season.cast.bob, bravo | {"v1-name": ["Bravo 6"]})
    page = season.muster(season.muster_form(title="At the ford"), "show").content
    form = forms(page).at("muster/")
    assert form.fields["vehicles-red-banner"] == ["", "red-banner-1", "red-banner-2"]
    assert form.fields["title"] == ["At the ford"]
    assert form.fields["platoon-attackers"] == ["alpha-66"]
    sent = form.filled() | {"vehicles-red-banner": ["", "red-banner-2"]}
    assert season.muster(sent).status_code == 302
    state, _told, _rows = door.replay(season.stream)
    (fixture,) = state.fixtures.values()
    assert fixture.sides["defenders"].vehicles == ("red-banner-2",)

    assert ">At the ford</b>" in season.page()
    page = season.muster(season.muster_form(), "show").content
    form = forms(page).at("muster/")
    assert form.fields["vehicles-red-banner"] == ["", "red-banner-1"]
    assert re.search(r'value="red-banner-2" disabled>.*?in a battle', page.decode())
    assert "alpha-66-1" not in form.fields["vehicles-alpha-66"]
    nobody = season.muster(form.filled())
    assert "No vehicle of platoon “Alpha 66” can fight now." in nobody.content.decode()
    sent = season.muster_form() | {"platoon-attackers": ["bravo"], "vehicles-red-banner": ["", "red-banner-2"]}
    refused = season.muster(sent)
    assert refused.status_code == 422
    assert "Ural is in a battle that is not counted yet." in refused.content.decode()
    assert CampaignSheet.objects.get().position == season.rows == 5


def test_a_double_tap_musters_one_battle(season: Season) -> None:
    sent = season.both().muster_form(title="At the ford")
    first, again = (season.muster(sent) for _tap in range(2))
    assert ">At the ford</b>" in season.page()
    assert first.headers["Location"] == again.headers["Location"] == f"/battles/{Sheet.objects.get().pk}/"
    assert season.rows == 4


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"platoon-defenders": ""}, "Side “Defenders” has no platoon."),
        ({"platoon-defenders": "nobody"}, "There is no platoon “nobody”."),
        ({"platoon-defenders": "alpha-66"}, "Platoon “Alpha 66” cannot fight itself."),
        ({"vehicles-red-banner": [""]}, "No vehicle of Red Banner is ticked."),
        (
            {"scenario": "alpha_66", "platoon-americans": "alpha-66", "platoon-soviets": "red-banner"},
            "The lone tank is",
        ),
        ({"title": "x" * 501}, " 500 "),
        ({"id": "7"}, "The report&#x27;s id is not a UUID."),
    ],
)
def test_what_the_rules_refuse_is_not_called(season: Season, said: Said, told: str) -> None:
    sent = season.both().muster_form(title="At the ford")
    sent |= {key: value if isinstance(value, list) else [value] for key, value in said.items()}
    response = season.muster(sent)
    assert response.status_code == 422
    assert told in response.content.decode()
    kept = forms(response.content).at("muster/").fields
    assert kept["title"] == sent["title"]
    assert season.rows == 3
    assert not Sheet.objects.exists()


def crowded(season: Season) -> dict[str, list[str]]:
    """Bob's tank has two gunners and a pilot: the form as it comes back when it is to be mustered."""
    season.both()
    cards = ["Connor Styles", "Bloodthirsty Gunner", "Cunning Pilot"]
    said: Said = BOB | {"v1-name": "Bravo 6", "v1-cards": cards}
    bravo = season.enlist_form(season.cast.bob, "USA").filled(name="Bravo", side="nato", card="Team Yankee", **said)
    season.enlist(season.cast.bob, bravo)
    response = season.muster(season.muster_form(title="At the ford") | {"platoon-attackers": ["bravo"]})
    assert response.status_code == 422
    page = response.content.decode()
    assert page.count('<p class="fault"') >= 2
    assert "<strong>(hidden card) fits helicopters only.</strong>" in page
    assert "more than one card of type Gunner" in page
    return forms(response.content).at("muster/").fields


def test_every_fault_has_a_field_for_the_reason_to_let_it_pass(season: Season) -> None:
    sent = crowded(season)
    waive = {key: value for key, value in sent.items() if key.startswith("waive-")}
    assert waive == {"waive-R4/card/bravo-1/pilot": [""], "waive-R4/cards/bravo-1/Gunner": [""]}
    one = season.muster(sent | {"waive-R4/card/bravo-1/pilot": ["<he> learns"]})
    again = one.content.decode()
    assert one.status_code == 422
    assert "more than one card of type Gunner" in again
    assert "fits helicopters only" not in again
    kept = forms(one.content).at("muster/").fields
    assert kept["waive-R4/card/bravo-1/pilot"] == ["<he> learns"]
    assert not Sheet.objects.exists()


def test_what_is_let_pass_shows_with_the_battle(season: Season) -> None:
    reasons = {"waive-R4/card/bravo-1/pilot": ["<he> learns"], "waive-R4/cards/bravo-1/Gunner": ["agreed"]}
    sent = crowded(season) | reasons
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
    sent = season.both().muster_form() | {"waive-R3/points/attackers": ["agreed"]}
    response = season.muster(sent)
    assert response.status_code == 422
    assert "There is no fault “R3/points/attackers” to let pass." in response.content.decode()
    assert forms(response.content).at("muster/").fields["waive-R3/points/attackers"] == ["agreed"]
    season.muster(sent | {"waive-R3/points/attackers": ["  "]})
    assert Sheet.objects.exists()


def test_an_enlisting_platoon_hears_all_that_is_wrong_with_it(season: Season) -> None:
    season.both()
    sent = season.enlist_form(season.cast.bob, "USA").filled(name="Red Banner", side="mars", card="Team Yankee", **BOB)
    sent["v2-model"], sent["v2-name"] = ["M1 Abrams"], ["Alpha 66"]
    page = season.enlist(season.cast.bob, sent).content.decode()
    assert "There is a platoon “Red Banner” already." in page
    assert "There is no side “mars”." in page
    assert "The name “alpha 66” is taken." in page
    assert "Two vehicles" not in page


def test_a_battle_someone_else_called_meanwhile_is_shown(season: Season) -> None:
    sent = season.both().muster_form()
    assert season.muster(season.muster_form()).status_code == 302
    assert ">Tank Ace</b>" in season.page()
    response = season.muster(sent)
    page = response.content.decode()
    assert response.status_code == 409
    assert "Someone reported first" in page
    assert "A battle is mustered: Tank Ace, Alpha 66 – Red Banner." in page
    assert forms(response.content).at("muster/").fields["after"] == ["4"]


def test_only_an_organiser_musters(season: Season) -> None:
    sent = season.both().muster_form()
    for user in (season.cast.bob, season.cast.dave):
        assert "muster/" not in season.page(user).partition("<main")[2]
        for response in (season.muster(sent, user=user), as_(user).get(f"{season.url}muster/")):
            assert response.status_code == 403
            assert "Only an organiser of the campaign may do this." in response.content.decode()
    assert Client().post(f"{season.url}muster/", sent).headers["Location"].startswith("/login/")
    assert season.rows == 3
