"""A platoon's page: everyone reads it, its players command it by form, each form counts once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from types import MappingProxyType
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

import rules
from campaigns.models import Standing, User
from campaigns.season.cases import TakePlatoonCase
from campaigns.season.enlistment import Enlist
from campaigns.season.musters import MusterBattle
from campaigns.season.values import Forces, Recruit
from campaigns.season.workshop import Prioritise
from rules.declarations import Article
from rules.upkeep import Upkeep
from tests.campaigns import skirmish
from tests.cast import Cast, gathered
from tests.pages.conftest import Form, as_, forms, kept_for_a_module
from tests.pages.seasons import League
from tests.pages.test_season import page, section, text
from tests.where import BOTH


def article(name: str, kind: str, points: int) -> Article:
    return Article(key=name.lower(), name=name, kind=kind, points=points, status="official", source="a test")


CATALOGUE = (article("Light", "model", 5), article("Heavy", "model", 9), article("Scope", "card", 2))


@pytest.fixture(autouse=True)
def _skirmish(monkeypatch: pytest.MonkeyPatch) -> None:
    with_catalogue(monkeypatch)


def with_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is bought has to cost something."""
    system = replace(
        skirmish.SYSTEM,
        catalogue=lambda edition: CATALOGUE,
        model_kinds=("model",),
        card_kinds=("card",),
        upkeep=Upkeep(),
    )
    monkeypatch.setattr(rules, "all_systems", lambda: MappingProxyType({**REAL, "skirmish": system}))


REAL = rules.all_systems()


class Company(League):
    """Bob's bears of three: a scratched one, a wreck and a whole one; Carol's cats."""

    def start(self) -> Company:
        self.open()
        self.join(self.cast.bob, "bears", 3)
        self.join(self.cast.carol, "cats", 2)
        return self

    def join(self, player: User, key: str, size: int) -> None:
        vehicles = tuple(Recruit(id=f"{key}-{n}", model="Light") for n in range(1, size + 1))
        fittings: dict[str, tuple[str, ...]] = {f"{key}-1": ("Scope",)}
        self.tell(player, Enlist(platoon=key, name=key.title(), vehicles=vehicles, fittings=fittings))

    def bruise(self) -> Company:
        """A battle that the bears win with one wreck, recovered or not, and one scratch."""
        battle = str(uuid4())
        sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
        self.tell(self.organiser, MusterBattle(battle=battle, sides=sides))
        self.shoot(battle, "cats-1", "bears-2")
        self.win(battle)
        self.confirm(battle)
        self.sweep()
        return self


@pytest.fixture(scope="module")
def begun(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Company]:
    with kept_for_a_module(django_db_blocker) as patch:
        with_catalogue(patch)
        yield Company(gathered()).start()


@pytest.fixture
def company(begun: Company, db: None) -> Company:
    return deepcopy(begun)


@pytest.fixture
def cast(company: Company) -> Cast:
    return company.cast


def status(company: Company, vehicle: str) -> str:
    return company.state.vehicles[vehicle].status


def card(company: Company, type_: str, user: User | None = None) -> Form:
    """The form that reports `type_` on a page of the bears."""
    return forms(as_(user or company.cast.bob).get(f"{company.url}platoons/bears/").content).of(type_)


def act(company: Company, type_: str, button: str = "report", **values: str | list[str]) -> str:
    """Send one of the forms on Bob's page of his bears; a field is named without its kind."""
    found = card(company, type_)
    sent = found.filled(**values) | {button: ["1"]}
    return text(as_(company.cast.bob).post(found.action, sent, follow=True).content.decode())


# ------------------------------------------------------------------------------------------------------ reading


def test_everyone_reads_how_a_platoon_stands(company: Company) -> None:
    company.bruise()
    told = text(page(company, "platoons/bears/"))
    assert "Bears bob" in told
    assert "Rank 1" in told
    assert "Damage 1" in told
    assert "overhaul: 1 round" in told
    assert "green" in told
    assert "Orders" not in told
    assert Client().get(f"{company.url}platoons/wolves/").status_code == 404


def test_purse_and_cards_are_its_players(company: Company) -> None:
    address = "platoons/bears/"
    mine = page(company, address, as_(company.cast.bob))
    assert "20 points" in text(mine)
    assert "Worth as new 17" in text(mine)
    assert "Scope" in mine
    for user in (company.cast.carol, company.cast.dave, None):
        told = page(company, address, as_(user) if user else None)
        assert "Purse" not in told
        assert "Worth" not in told
        assert "Scope" not in told
    alice = as_(company.cast.alice)
    ruling = page(company, address, alice)
    assert "Purse" not in ruling
    assert "Scope" not in ruling
    company.tell(company.organiser, TakePlatoonCase(platoon="bears", reason="The sums"))
    ruling = page(company, address, alice)
    assert "Purse" in ruling
    assert "Scope" in ruling


def test_a_sheet_to_print_has_a_piece_a_vehicle_and_cards_for_its_players_alone(company: Company) -> None:
    mine = page(company, "platoons/bears/?print=1", as_(company.cast.bob))
    assert mine.count('class="piece"') == 3
    assert "Cards: Scope" in text(mine)
    assert "keep it face down" in mine
    theirs = page(company, "platoons/bears/?print=1")
    assert theirs.count('class="piece"') == 3
    assert "Scope" not in theirs


def test_a_vehicle_is_called_on_its_page_as_its_platoon_calls_it(company: Company) -> None:
    for n in (1, 2):
        told = page(company, f"vehicles/bears-{n}/")
        assert f'<h1 translate="no">Light {n}</h1>' in told
        assert f'<title translate="no">Light {n} · Leaguer</title>' in told
        assert f"Light {n}" in page(company, "platoons/bears/")


def test_a_vehicle_tells_what_it_did_and_suffered_row_by_row(company: Company) -> None:
    company.bruise()
    told = page(company, "vehicles/bears-2/")
    assert re.search(r"From <b[^>]*>Light</b>.*?damage.*?\?ruling=\d+#ruling", told, re.DOTALL)
    assert "Enlists with its platoon." in told
    act(company, "Repair")
    told = page(company, "vehicles/bears-2/")
    assert "Goes into the workshop." in told
    assert "in the workshop" in told


# ---------------------------------------------------------------------------------------------------- commanding


def test_one_button_repairs_all_that_can_be(company: Company) -> None:
    company.bruise()
    assert "Checked, not reported yet" in act(company, "Repair", "check")
    assert status(company, "bears-2") == "damaged"
    assert "The workshop takes of Bears" in act(company, "Repair")
    assert status(company, "bears-2") == "workshop"


def test_the_order_of_repairs_is_a_number_a_vehicle(company: Company) -> None:
    told = act(company, "Prioritise", **{"order.bears-3": "1", "order.bears-1": "2"}, hold=["bears-2"])
    assert "Bears orders its repairs" in told
    platoon = company.state.platoons["bears"]
    assert (platoon.order, platoon.hold) == (("bears-3", "bears-1"), ("bears-2",))
    kept = card(company, "Prioritise").fields
    assert [kept[f"rank:order.bears-{n}"] for n in (3, 1, 2)] == [["1"], ["2"], [""]]
    assert kept["picks:hold"] == ["bears-2"]


def test_what_is_no_number_is_told_where_it_stands(company: Company) -> None:
    told = act(company, "Prioritise", **{"order.bears-3": "first"})
    assert "“first” is not a whole number." in told
    assert company.state.platoons["bears"].order == ()


def test_a_vehicle_is_sold_and_another_written_off(company: Company) -> None:
    assert "“Vehicles” is not filled in." in act(company, "Sell")
    assert "Bears sells" in act(company, "Sell", vehicles="bears-3")
    assert company.state.vehicles["bears-3"].status == "sold"
    assert "“Reason” is not filled in." in act(company, "WriteOff", vehicles="bears-2")
    assert "Burnt out" in act(company, "WriteOff", vehicles="bears-2", reason="Burnt out")
    assert "Lost, sold and written off" in page(company, "platoons/bears/")


def test_a_platoon_is_handed_over_and_shared(company: Company) -> None:
    carol, bob = str(company.cast.carol.pk), str(company.cast.bob.pk)
    told = act(company, "HandOver", players=[carol, bob], reason="On holiday")
    assert "is handed over: On holiday" in told
    assert company.state.platoons["bears"].players == (carol, bob)
    assert "Orders" in page(company, "platoons/bears/", as_(company.cast.carol))


def test_a_platoon_leaves(company: Company) -> None:
    assert "“Reason” is not filled in." in act(company, "Drop")
    assert "has left" in act(company, "Drop", reason="Moved away")
    assert "Orders" not in page(company, "platoons/bears/", as_(company.cast.bob))


def test_a_form_sent_twice_counts_once(company: Company) -> None:
    bob = as_(company.cast.bob)
    found = card(company, "Sell")
    sent = found.filled() | {"picks:vehicles": ["bears-3"], "report": ["1"]}
    first, again = bob.post(found.action, sent), bob.post(found.action, sent)
    assert first.status_code == again.status_code == 302
    assert first["Location"] == again["Location"]
    assert company.state.platoons["bears"].purse == 20 + 2


def test_nobody_commands_anothers_platoon(company: Company) -> None:
    url = f"{company.url}platoons/cats/"
    given = '{"platoon": "cats"}'
    sent = {"type": "Sell", "given": given, "id": str(uuid4()), "picks:vehicles": "cats-1", "report": "1"}
    for user in (company.cast.bob, company.cast.dave):
        response = as_(user).post(url, sent)
        assert response.status_code == 403
        assert "do not command" in response.content.decode()
    assert Client().post(url, sent)["Location"].startswith("/login/")
    assert as_(company.cast.bob).post(url, {"type": "nothing", "id": str(uuid4())}).status_code == 422
    assert company.state.vehicles["cats-1"].status == "fit"


def test_an_overtaken_form_shows_what_was_missed(company: Company) -> None:
    bob = as_(company.cast.bob)
    found = card(company, "Sell")
    company.tell(company.cast.bob, Prioritise(platoon="bears", order=("bears-3",)))
    response = bob.post(found.action, found.filled() | {"picks:vehicles": ["bears-3"], "report": ["1"]})
    assert response.status_code == 409
    assert "Someone reported first" in response.content.decode()


# ---------------------------------------------------------------------------------------------------- copying


def test_a_platoon_is_copied_with_the_cards_of_its_own_players(company: Company) -> None:
    other = Company(company.cast)
    other.open()
    for user, cards in ((company.cast.bob, ["Scope"]), (company.cast.carol, [])):
        client = as_(user)
        link = f"/campaigns/{other.stream}/enlist/?copy={company.stream}/bears"
        assert link in client.get(f"{company.url}platoons/bears/").content.decode()
        form = forms(client.get(link).content).of("Enlist")
        assert [form.fields[f"pick:vehicles#{n}.model"] for n in range(3)] == [["Light"]] * 3
        assert form.fields["text:name"] == ["Bears"]
        assert [one for one in form.fields.get("picks:fittings.%231", []) if one] == cards
        if user == company.cast.bob:
            assert client.post(form.action, form.filled() | {"report": ["1"]}).status_code == 302
            assert Standing.objects.get(campaign=other.desk.pk).name == "Bears"
            other = Company(company.cast)
            other.open()


def test_a_copy_of_what_one_may_not_see_is_a_blank_form(company: Company) -> None:
    company.desk.visibility = "members"
    company.desk.save()
    other = Company(company.cast)
    other.open()
    other.cast.club.members.remove(company.cast.bob)
    for copy in (f"{company.stream}/wolves", f"{uuid4()}/bears", "nonsense", f"{other.stream}/"):
        form = forms(as_(company.cast.carol).get(f"{other.url}enlist/?copy={copy}").content).of("Enlist")
        assert form.fields["text:name"] == [""]


# ---------------------------------------------------------------------------------------------------------- home


@BOTH
def test_home_says_what_waits_in_ones_campaigns(company: Company, cast: Cast) -> None:
    home = as_(company.cast.bob).get("/").content.decode()
    assert "Your platoons have something to do" not in home
    company.bruise()
    told = text(section(as_(company.cast.bob).get("/").content.decode(), "errands"))
    assert "Bears The long ridge" in told
    assert "1 vehicle waits for its repair." in told
    company.tell(company.cast.bob, Prioritise(platoon="bears", hold=("bears-2",)))
    assert "errands" not in as_(company.cast.bob).get("/").content.decode()


# ------------------------------------------------------------------------------------------------------ let pass


def test_an_organiser_lets_a_platoon_pass_that_costs_too_much(cast: Cast) -> None:
    company = Company(cast, roster_check="refuse", muster_points=4)
    company.open()
    url = f"{company.url}enlist/"
    bob, alice = as_(cast.bob), as_(cast.alice)
    form = forms(alice.get(url).content).of("Enlist")
    sent = form.filled(player="") | {"text:name": ["Wolves"], "pick:vehicles#0.model": ["Light"], "report": ["1"]}
    for client, offered in ((bob, False), (alice, True)):
        response = client.post(url, sent)
        assert response.status_code == 422
        assert "The platoon costs 5 points of 4." in response.content.decode()
        assert ('name="text:waivers.budget"' in response.content.decode()) is offered
    assert bob.post(url, sent | {"text:waivers.budget": ["I say so"]}).status_code == 403
    told = text(alice.post(url, sent | {"text:waivers.budget": ["One tank less"]}, follow=True).content.decode())
    assert "It enlisted for more than the 4 points a platoon may cost. Let pass: One tank less" in told
    assert company.state.platoons["wolves"].waivers == {"budget": "One tank less"}
