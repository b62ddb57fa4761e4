"""A platoon card left blank is told in words before the platoon enlists, and can be changed until its first battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from battles.sentences import words
from campaigns import handler
from campaigns.admin.ruling.campaign_pages import address
from campaigns.admin.ruling.views import rule_url
from campaigns.models import Standing
from campaigns.presenters.story import names_in
from campaigns.season import legal, narrate, warnings
from campaigns.season.cases import TakePlatoonCase
from campaigns.season.enlistment import Enlist
from campaigns.season.musters import CallOff, MusterBattle
from campaigns.season.offers import article_picks
from campaigns.season.platoon_cards import CardChanged, ChangeCard
from campaigns.season.purchases import Buy
from campaigns.season.values import Forces, Recruit
from rules.adjudicate import Who
from rules.contract import Command, Refused
from tests.campaigns.begun import cast, season
from tests.campaigns.between import ALICE, BOB, Camp, enlist
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import AtForm, office_of, text
from tests.campaigns.ruled import state
from tests.cast import Cast
from tests.pages.conftest import forms

__all__ = ["cast", "season"]
pytestmark = pytest.mark.django_db
BLANK = "The platoon has no platoon card."


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """Bob's wolves without a platoon card, Carol's bears with theirs."""
    with shared_season(django_db_blocker, Season) as season:
        season.desk.system = "modern_age"
        season.desk.save()
        season.open()
        season.report(bob(season), wolves())
        bears = Enlist(platoon="bear", name="Bears", card="Red Banner", vehicles=(Recruit(id="bear-1", model="T-64"),))
        season.report(Who(str(season.cast.carol.pk)), bears)
        yield season


def wolves(card: str = "") -> Enlist:
    return Enlist(platoon="wolf", name="Wolves", card=card, vehicles=(Recruit(id="wolf-1", model="M1 Abrams"),))


def bob(season: Season) -> Who:
    return Who(str(season.cast.bob.pk))


def refused(season: Season, who: Who, command: Command) -> Refused:
    with pytest.raises(Refused) as caught:
        season.report(who, command)
    return caught.value


def changed(season: Season, card: str = "Team Yankee", who: Who | None = None) -> CardChanged:
    (fact,) = season.report(who or bob(season), ChangeCard(platoon="wolf", card=card)).answers[0].events
    assert isinstance(fact.event, CardChanged)
    return fact.event


def muster(season: Season) -> str:
    battle = str(uuid4())
    sides = {"attackers": Forces(platoon="wolf"), "defenders": Forces(platoon="bear")}
    command = MusterBattle(
        battle=battle, scenario="tank_ace", sides=sides, waivers={"R3/platoon/attackers": "his first evening"}
    )
    season.report(season.organiser, command)
    return battle


# -- the card is changed -----------------------------------------------------------------------------------------------


def test_a_blank_card_is_mended_before_the_first_battle(season: Season) -> None:
    before = handler.replay(season.stream)[0].platoons["wolf"]
    assert (before.card, before.flaws) == ("", ("R3/platoon",))
    event = changed(season)
    assert (event.card, event.flaws) == ("Team Yankee", ())
    state, told, _rows = handler.replay(season.stream)
    assert (state.platoons["wolf"].card, state.platoons["wolf"].flaws) == ("Team Yankee", ())
    said = words(narrate(state, told[-1].event), names_in(state))
    assert said == "Wolves has another platoon card: Team Yankee."
    assert Standing.objects.get(platoon="wolf").card == "Team Yankee"


def test_it_goes_to_battle_with_the_card_it_has_now(season: Season) -> None:
    changed(season)
    battle = str(uuid4())
    sides = {"attackers": Forces(platoon="wolf"), "defenders": Forces(platoon="bear")}
    season.report(season.organiser, MusterBattle(battle=battle, scenario="tank_ace", sides=sides))
    from battles import handler as battle_door

    assert battle_door.state(battle).muster.sides["attackers"].platoon == "Team Yankee"


def test_once_it_was_called_to_a_battle_its_card_stands_unless_that_was_called_off(season: Season) -> None:
    battle = muster(season)
    why = refused(season, bob(season), ChangeCard(platoon="wolf", card="Team Yankee"))
    assert "called to a battle" in why.text.text()
    season.report(season.organiser, CallOff(battle=battle, reason="Rain"))
    changed(season)


def test_the_same_card_an_unknown_one_and_strangers_are_refused(season: Season) -> None:
    assert "no platoon card now" in refused(season, bob(season), ChangeCard(platoon="wolf")).text.text()
    why = refused(season, bob(season), ChangeCard(platoon="wolf", card="Stolen Colours"))
    assert why.field == "card"
    carol = Who(str(season.cast.carol.pk))
    assert refused(season, carol, ChangeCard(platoon="wolf", card="Team Yankee")).code == "not-yours"
    changed(season, who=season.organiser)
    assert "already" in refused(season, bob(season), ChangeCard(platoon="wolf", card="Team Yankee")).text.text()


def test_where_faults_are_refused_a_wrong_card_needs_an_organisers_reason(cast: Cast) -> None:
    season = Season(cast)
    season.desk.system, season.desk.terms = "modern_age", {"roster_check": "refuse"}
    season.desk.save()
    season.open()
    assert refused(season, bob(season), wolves()).text.text() == BLANK
    season.report(bob(season), wolves("Team Yankee"))
    wrong = ChangeCard(platoon="wolf", card="Red Banner")
    assert [fault.fault for fault in refused(season, bob(season), wrong).faults] == ["R3/platoon"]
    waived = ChangeCard(platoon="wolf", card="Red Banner", waivers={"R3/platoon": "Defectors"})
    season.report(season.organiser, waived)
    assert handler.replay(season.stream)[0].platoons["wolf"].waivers == {"R3/platoon": "Defectors"}


def test_where_faults_are_refused_no_change_is_offered_to_whom_every_other_card_is_wrong(cast: Cast) -> None:
    season = Season(cast)
    season.desk.system, season.desk.terms = "modern_age", {"roster_check": "refuse"}
    season.desk.save()
    season.open()
    season.report(bob(season), wolves("Team Yankee"))
    state = handler.replay(season.stream)[0]
    picks = {pick.value for pick in article_picks(state, state.rules.platoon_kinds)}
    for card in {"", *picks}:
        refused(season, bob(season), ChangeCard(platoon="wolf", card=card))
    assert "ChangeCard" not in {choice.command for choice in legal(state, bob(season))}
    assert "ChangeCard" in {choice.command for choice in legal(state, season.organiser)}


# -- it is told in words, before ---------------------------------------------------------------------------------------


def test_only_new_faults_are_warned_of_and_only_where_the_terms_warn(season: Season) -> None:
    state = handler.replay(season.stream)[0]
    assert [flaw.text.text() for flaw in warnings(state, wolves())] == [BLANK]
    assert warnings(state, wolves("Team Yankee")) == ()
    assert warnings(state, Buy(platoon="wolf", vehicles=(Recruit(id="wolf-2", model="M1 Abrams"),))) == ()
    leopard = Buy(platoon="wolf", vehicles=(Recruit(id="wolf-2", model="Leopard 1"),))
    assert [flaw.key for flaw in warnings(state, leopard)] == ["R3/country"]
    (wrong,) = warnings(state, ChangeCard(platoon="wolf", card="Red Banner"))
    assert "is no platoon card of" in wrong.text.text()
    assert warnings(state, ChangeCard(platoon="wolf", card="Team Yankee")) == ()


@pytest.mark.parametrize("check", ["refuse", "off"])
def test_where_faults_are_refused_or_not_looked_for_nothing_is_warned_of(check: str) -> None:
    camp = Camp(empty=True, muster_points=1, roster_check=check)
    assert warnings(camp.season, enlist("dogs")) == ()
    warned = Camp(empty=True, muster_points=1)
    (flaw,) = warnings(warned.season, enlist("dogs"))
    assert flaw.key == "budget"
    assert warnings(warned.season, enlist("dogs", waivers={"budget": "Because"})) == ()
    assert warned.report(enlist("dogs"), BOB)
    assert ALICE.referee


def client_of(season: Season) -> Client:
    client = Client()
    client.force_login(season.cast.bob)
    return client


def typed(season: Season, **said: str) -> dict[str, str]:
    blank = {"id": str(uuid4()), "after": "", "type": "Enlist", "text:name": "Vixens", "made-name:platoon": ""}
    return blank | {"made-platoon:vehicles#0.id": "#1", "pick:vehicles#0.model": "M1 Abrams"} | said


@pytest.mark.parametrize("button", ["check", "report"])
def test_the_form_warns_in_words_before_it_enlists(season: Season, button: str) -> None:
    """Pressed at once, too: it enlists with the fault when that was shown."""
    client, address, sent = client_of(season), f"/campaigns/{season.stream}/enlist/", typed(season)
    warned = client.post(address, sent | {button: "1"})
    assert BLANK in text(warned)
    assert "Platoon cards: " in text(warned)
    assert "Report it all the same" in text(warned)
    assert not Standing.objects.filter(name="Vixens").exists()
    assert 'name="heeded" value="R3/platoon"' in warned.content.decode()
    told = client.post(address, sent | {"report": "1", "heeded": "R3/platoon"})
    assert told.status_code == 302
    assert BLANK in text(client.get(told.headers["Location"]))


def test_a_platoon_without_faults_enlists_at_one_press(season: Season) -> None:
    sent = typed(season) | {"pick:card": "Team Yankee"} | {"report": "1"}
    assert client_of(season).post(f"/campaigns/{season.stream}/enlist/", sent).status_code == 302


def test_its_players_change_the_card_on_its_page_until_the_first_battle(season: Season) -> None:
    client, address = client_of(season), f"/campaigns/{season.stream}/platoons/wolf/"
    page = client.get(address).content.decode()
    form = forms(page.encode()).of("ChangeCard", platoon="wolf")
    assert "Team Yankee" in form.offers["pick:card"]
    assert '<span translate="no">Team Yankee</span>' in page
    sent = form.filled(card="Team Yankee")
    assert "Wolves has another platoon card: Team Yankee." in text(client.post(address, sent | {"check": "1"}))
    assert client.post(address, sent | {"report": "1"}).status_code == 302
    assert BLANK not in text(client.get(address))
    battle = str(uuid4())
    sides = {"attackers": Forces(platoon="wolf"), "defenders": Forces(platoon="bear")}
    season.report(season.organiser, MusterBattle(battle=battle, scenario="tank_ace", sides=sides))
    assert 'value="ChangeCard"' not in client.get(address).content.decode()


def test_the_refusal_to_muster_it_leads_to_the_page_where_its_card_is_changed(season: Season) -> None:
    alice = office_of(season.cast.alice)
    sent = {"id": str(uuid4()), "type": "MusterBattle", "given": '{"scenario":"tank_ace"}', "report": "1"}
    sides = {"pick:sides.attackers.platoon": "wolf", "pick:sides.defenders.platoon": "bear"}
    ticked = {"id:battle": str(uuid4())}
    page = alice.post(f"/campaigns/{season.stream}/muster/", sent | sides | ticked)
    assert page.status_code == 422
    assert BLANK in text(page)
    assert f'<a href="/campaigns/{season.stream}/platoons/wolf/"' in page.content.decode()


def test_the_office_changes_it_and_tells_faults_in_words(season: Season) -> None:
    alice = office_of(season.cast.alice)
    assert BLANK in text(alice.get(rule_url(season.stream)))
    season.report(season.organiser, TakePlatoonCase(platoon="wolf", reason="He asked"))
    form = AtForm(alice, rule_url(season.stream, "change-card", "wolf")).fill(card="Team Yankee")
    form.press("look")
    assert "has another platoon card: Team Yankee" in form.read
    assert form.press("do").status_code == 302
    assert BLANK not in text(alice.get(rule_url(season.stream)))


def test_a_program_is_warned_when_it_tries_first(season: Season) -> None:
    client = client_of(season)
    address = f"/api/v1/campaigns/{season.stream}/commands/"
    data = {"platoon": "vixens", "name": "Vixens", "vehicles": [{"id": "vixen-1", "model": "M1 Abrams"}]}
    said = {"id": str(uuid4()), "type": "Enlist", "data": data}
    (tried,) = client.post(f"{address}?dry_run=true", said, "application/json").json()["reports"]
    assert [(one["fault"], one["detail"]) for one in tried["warnings"]] == [("R3/platoon", BLANK)]
    (told,) = client.post(address, said, "application/json").json()["reports"]
    assert (told["status"], told["warnings"]) == ("accepted", [])


def test_what_is_wrong_with_a_hidden_card_only_its_players_read(season: Season) -> None:
    gunners = ("Connor Styles", "Bloodthirsty Gunner")
    vehicle = (Recruit(id="fox-1", model="M1 Abrams"),)
    command = Enlist(platoon="fox", name="Foxes", card="Team Yankee", vehicles=vehicle, fittings={"fox-1": gunners})
    season.report(bob(season), command)
    address = f"/campaigns/{season.stream}/platoons/fox/"
    assert "more than one card of type Gunner" in text(client_of(season).get(address))
    stranger = Client()
    stranger.force_login(season.cast.carol)
    read = text(stranger.get(address))
    assert "Something about its models or cards." in read
    assert "Gunner" not in read


# -- the fix in the office ---------------------------------------------------------------------------------------------


def platoons_page(season: Season) -> str:
    return address(season.stream, "platoons")


def row(page: Any) -> Any:
    return next(one for one in page.context["rows"] if one.platoon.key == "wolf")


def test_the_office_offers_to_take_the_case_before_it_knows_what_mends_a_platoon(season: Season) -> None:
    alice = office_of(season.cast.alice)
    found = row(alice.get(platoons_page(season)))
    assert [act for act, _label, _url in found.fixes] == ["take-case"]
    form = AtForm(alice, platoons_page(season) + "?act=take-case&about=wolf").fill(reason="He asked")
    form.press("look")
    assert form.press("do").status_code == 302
    assert {act for act, _label, _url in row(alice.get(platoons_page(season))).fixes} == {"change-card"}


def test_one_press_shows_what_a_fix_comes_to_and_the_next_does_it(season: Season) -> None:
    alice = office_of(season.cast.alice)
    season.report(season.organiser, TakePlatoonCase(platoon="wolf", reason="He asked"))
    label, url = next(
        (label, url)
        for _act, label, url in row(alice.get(platoons_page(season))).fixes
        if "Team+Yankee" in url or "Team%20Yankee" in url
    )
    assert label == "Give it the card Team Yankee"
    form = AtForm(alice, url)
    assert "has another platoon card: Team Yankee" in form.read
    assert state(season).platoons["wolf"].card == ""  # nothing is done by looking
    assert form.press("do").status_code == 302
    assert state(season).platoons["wolf"].card == "Team Yankee"
    found = row(alice.get(platoons_page(season)))
    assert (found.faults, found.fixes) == ([], [])
    assert "No platoon has a fault." in text(alice.get(platoons_page(season)))


def test_a_vehicle_that_is_too_many_is_sold_by_its_fix(season: Season) -> None:
    gunners = ("Connor Styles", "Bloodthirsty Gunner")
    vehicles = tuple(Recruit(id=f"wolf-{n}", model="M1 Abrams") for n in (2, 3))
    fox = Enlist(platoon="fox", name="Foxes", card="Team Yankee", vehicles=vehicles, fittings={"wolf-2": gunners})
    season.report(bob(season), fox)
    season.report(season.organiser, TakePlatoonCase(platoon="fox", reason="He asked"))
    alice = office_of(season.cast.alice)

    def found() -> Any:
        return next(one for one in alice.get(platoons_page(season)).context["rows"] if one.platoon.key == "fox")

    ((label, url),) = [(label, url) for act, label, url in found().fixes if act == "sell"]
    assert label == "Sell M1 Abrams 1"
    assert "wolf-2" in url
    form = AtForm(alice, url)
    assert form.press("do").status_code == 302, form.read
    assert state(season).vehicles["wolf-2"].status == "sold"
    assert found().faults == []


def test_a_fix_that_is_not_offered_changes_nothing(season: Season) -> None:
    alice = office_of(season.cast.alice)
    season.report(season.organiser, TakePlatoonCase(platoon="wolf", reason="He asked"))
    for asked in ("change-card&about=wolf&fix=Nonsense", "sell&about=wolf&fix=bear-1", "penalise&about=wolf&fix=1"):
        page = alice.get(f"{platoons_page(season)}?act={asked}")
        assert page.status_code in (200, 422)
    assert (state(season).platoons["wolf"].card, state(season).vehicles["bear-1"].status) != ("Nonsense", "sold")
