"""Orders and retreats by form: what is offered, what it means, who may, and what comes of it."""

from __future__ import annotations

import json
from itertools import product
from typing import Literal
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.test import Client

import rules
from battles.forms import form_data
from battles.forms.shapes import shape_of
from campaigns.season.map import orders
from campaigns.season.map.deployment import Deploy
from campaigns.season.musters import MusterBattle
from campaigns.season.offers import option_field
from campaigns.season.results import Adjudicate
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces
from campaigns.theatre import TERRAINS
from rules.contract import RuleSystem
from rules.upkeep import Engagement
from tests.cast import Cast
from tests.pages.conftest import Form, as_, forms
from tests.pages.kept import cast_of_war, kept_war, war
from tests.pages.on_map import EARLIER, War
from tests.pages.seasons import FAR
from tests.pages.test_map import calls
from tests.pages.test_season import page, section, text

__all__ = ["cast_of_war", "kept_war", "war"]
DEEDS = ("hold", "entrench", "attack", "support", "withdraw", "move")


def blank(war: War, platoon: str, what: str = "order", **given: str) -> Form:
    """The first form of such reports, or the one with these given values."""
    url = f"{war.url}platoons/{platoon}/{what}/"
    return forms(as_(war.player(platoon)).get(url).content).of(what.capitalize(), **given)


def send(war: War, form: Form, **values: str) -> str:
    """By Bob, and what it leads to, in words."""
    response = as_(war.cast.bob).post(form.action, form.filled(**values), follow=True)
    return text(response.content.decode())


# ------------------------------------------------------------------------------------------------------ orders


def test_the_page_offers_every_order_the_rules_would_take_and_no_other(war: War) -> None:
    war.put(bears="bury", cobras="elm")
    for platoon in ("bears", "boars", "cats"):
        url = f"{war.url}platoons/{platoon}/order/"
        found = forms(as_(war.player(platoon)).get(url).content).forms
        offered = [
            (json.loads(form.fields["given"][0])["do"], sector)
            for form in found
            if form.fields.get("type") == ["Order"]
            for sector in form.offers["pick:to"]
        ]
        assert sorted(offered) == sorted((one.do, one.to) for one in orders.choices(war.state, platoon))
        assert len(offered) > 3


def test_the_long_list_of_marches_comes_last(war: War) -> None:
    war.put(bears="bury", cobras="elm")
    said = text(page(war, "platoons/bears/order/", as_(war.cast.bob)))
    headings = [said.index(f"Order of Bears: {deed}") for deed in DEEDS]
    assert headings == sorted(headings)


def test_an_order_says_its_way_its_ground_and_what_it_risks(war: War) -> None:
    war.put(bears="bury", cobras="elm")
    said = text(page(war, "platoons/bears/order/", as_(war.cast.bob)))
    assert "It stands in Bury , supplied" in said
    assert "Elm by railway, for 1 · farmland · value 1 · owned by The Blues · Enemies stand in Elm:" in said
    assert "Dunes by Alton, for 3 · desert · value 1 · nobody’s" in said
    assert "Bury It stays, and defends itself with 20 percent more points." in said
    assert "Nobody else reads it until Sunday, 24 November 2199, 18:00 UTC" in said


def test_an_order_is_given_seen_and_changed(war: War) -> None:
    told = send(war, blank(war, "bears", do="attack"), to="clay")
    assert "Reported Bears is to attack Clay." in told
    assert "Ordered: attack Clay" in told
    assert "Next: Boars" in told
    assert blank(war, "bears", do="attack").fields["pick:to"] == ["clay"]
    assert "pick:to" not in blank(war, "bears", do="move").fields
    assert "Ordered: hold" in send(war, blank(war, "bears", do="hold"))
    assert war.state.orders["bears"].do == "hold"
    assert "Change its order" in calls(page(war, client=as_(war.cast.bob)))


def test_an_order_sent_twice_counts_once(war: War) -> None:
    form = blank(war, "bears", do="entrench")
    assert "Ordered: entrench" in send(war, form)
    head = war.state.head
    assert "Ordered: entrench" in send(war, form)
    assert war.state.head == head


REFUSED = (
    ("attack", "", "“Sector” is not filled in."),
    ("attack", "gate", "No open link leads from Alton to Gate."),
    ("attack", "nowhere", "There is no sector “nowhere”."),
    ("dance", "clay", "do"),
    ("", "", "do"),
)


def test_what_cannot_be_ordered_is_said_and_nothing_is_kept(war: War) -> None:
    form, bob = blank(war, "bears", do="attack"), as_(war.cast.bob)
    for do, to, answer in REFUSED:
        given = {"platoon": "bears", "do": do}
        sent = form.filled() | {"given": [json.dumps(given)], "pick:to": [to]}
        response = bob.post(f"{war.url}platoons/bears/order/", sent)
        assert response.status_code == 422, (do, to)
        assert answer in text(response.content.decode())
        assert not war.state.orders, (do, to)


def test_nobody_reads_or_gives_anothers_order(war: War) -> None:
    sent = blank(war, "bears", do="hold").filled()
    war.order("bears", "entrench")
    url = f"{war.url}platoons/bears/order/"
    for user in (war.cast.alice, war.cast.carol, war.cast.dave):
        for response in (as_(user).get(url), as_(user).post(url, sent)):
            assert response.status_code == 403
            told = response.content.decode()
            assert 'value="Order"' not in told
            assert "entrench" not in text(told).lower()
    assert Client().get(url)["Location"].startswith("/login/")
    assert war.state.orders["bears"].do == "entrench"


def test_whose_battle_goes_on_hears_that_it_holds(war: War) -> None:
    war.put(bears="bury", boars="clay", cobras="fay")
    war.order("cobras", "attack", "clay")
    war.disclose()
    battle = {"north": Forces(platoon="cobras"), "south": Forces(platoon="boars")}
    war.tell(war.organiser, MusterBattle(battle=str(uuid4()), fixture="r1-1", sides=battle))
    war.tell(war.organiser, CloseRound(round=1))
    war.tell(war.organiser, OpenRound(deadline=FAR, orders_by=EARLIER))
    told = page(war, "", as_(war.cast.bob))
    assert "No order yet: it would hold." in calls(told)  # the bears'
    assert "Its battle goes on: it holds. To its battle" in calls(told)
    assert "0 of 2 platoons have their order." in text(told)
    assert "Give its order" not in section(page(war, "platoons/boars/", as_(war.cast.bob)), "footing")


def test_orders_that_are_disclosed_take_no_more(war: War) -> None:
    form = blank(war, "bears", do="attack")
    war.disclose()
    told = send(war, form, to="clay")
    assert "The orders of round 1 are disclosed." in told
    assert "No round takes orders now." in page(war, "platoons/bears/order/", as_(war.cast.bob))
    assert not calls(page(war, client=as_(war.cast.bob)))


# ---------------------------------------------------------------------------------------------------- retreats


def test_a_retreat_is_chosen_with_its_reasons(war: War) -> None:
    war.beat()
    asked = calls(page(war, client=as_(war.cast.bob)))
    assert "Boars in Clay It is beaten, and has to leave." in asked
    assert "Choose its retreat" in asked
    said = text(page(war, "platoons/boars/retreat/", as_(war.cast.bob)))
    assert "It is beaten in Clay" in said
    assert "Alton the clerk would choose it · town · value 3 · 0 to a base" in said
    assert "Bury open country · value 1 · 2 to a base" in said
    assert "Fay no supply of its side comes there" in said
    form = blank(war, "boars", "retreat")
    assert form.offers["pick:to"] == ["alton", "bury"]
    assert "“It goes to” is not filled in." in send(war, form)
    told = send(war, form, to="bury")
    assert war.state.platoons["boars"].sector == "bury"
    assert "On the map Bury" in told
    assert "It does not have to retreat." in page(war, "platoons/boars/retreat/", as_(war.cast.bob))


def test_a_retreat_that_is_barred_is_refused(war: War) -> None:
    war.beat()
    sent = blank(war, "boars", "retreat").filled(to="fay")
    response = as_(war.cast.bob).post(f"{war.url}platoons/boars/retreat/", sent)
    assert response.status_code == 422
    assert "No supply of its side comes to Fay." in text(response.content.decode())
    assert war.state.platoons["boars"].sector == "clay"


def test_nobody_chooses_anothers_retreat(war: War) -> None:
    war.beat()
    url = f"{war.url}platoons/boars/retreat/"
    sent = blank(war, "boars", "retreat").filled(to="bury")
    for response in (as_(war.cast.carol).get(url), as_(war.cast.carol).post(url, sent)):
        assert response.status_code == 403
        assert 'name="pick:to"' not in response.content.decode()
    assert Client().get(url)["Location"].startswith("/login/")
    assert "boars" in war.state.retreats


# -------------------------------------------------------------------------------------- platoon, home and muster


def test_a_platoons_page_says_its_sector_and_what_its_supply_allows(war: War) -> None:
    war.put(cats="dunes")  # which nothing of the blues touches
    told = text(section(page(war, "platoons/cats/"), "footing"))
    assert "Dunes why? Supply cut off" in told
    assert "It marches as far as 2" in told
    assert "The workshop does nothing. It may not buy." in told


def test_home_says_which_orders_and_retreats_wait(war: War) -> None:
    home = as_(war.cast.bob).get("/").content.decode()
    assert text(section(home, "errands")).count("No order yet: it would hold. Give its order until") == 2
    war.order("bears", "hold")
    assert text(section(as_(war.cast.bob).get("/").content.decode(), "errands")).count("No order yet") == 1
    war.beat()
    told = section(as_(war.cast.bob).get("/").content.decode(), "errands")
    assert "It is beaten, and has to leave. Choose its retreat until" in text(told)
    assert f"{war.url}platoons/boars/retreat/" in told
    assert "No order yet" not in told


@pytest.mark.parametrize("system", [one for one in rules.all_systems().values() if one.engage], ids=repr)
def test_a_proposed_board_comes_back_from_its_form_as_it_was(system: RuleSystem) -> None:
    assert system.engage is not None
    kinds: tuple[Literal["assault", "meeting"], ...] = ("assault", "meeting")
    for terrain, kind, entrenched in product(TERRAINS, kinds, (False, True)):
        asked = Engagement(edition=system.edition, kind=kind, terrain=terrain, entrenched=entrenched)
        proposed = system.engage(asked).board
        sent = QueryDict(mutable=True)  # as browsers do, with other ends of lines
        for part in system.board:
            control, _shape = shape_of(option_field(part, None), f"board.{part.name}", None)
            sent[control] = str(proposed.get(part.name, "")).replace("\n", "\r\n")
        read = json.loads(form_data.report(form_data.read(sent)).data).get("board", {})
        assert {key: str(value).strip() for key, value in proposed.items()} == read


def test_a_battle_is_mustered_as_its_ground_proposes_within_its_points(cast: Cast, war: War) -> None:
    limited = War(cast, battle_points=25).start()
    limited.put(boars="clay", cobras="fay")
    limited.order("cobras", "attack", "clay")
    limited.disclose()
    told = page(limited, "muster/?fixture=r1-1", as_(cast.bob))
    said = text(told)
    assert "Cobras attacks over a river." in said
    assert "Cobras up to 20 points" in said
    form = forms(told.encode()).of("MusterBattle")
    assert form.fields["pick:sides.north.platoon"] + form.fields["pick:sides.south.platoon"] == ["cobras", "boars"]
    vehicles = "picks-or-none:sides.south.vehicles"
    assert form.fields[vehicles] == ["", "boars-1"]  # two Lights are 40 points
    assert said.count("fit · 20 points") == 2  # Carol's are not counted for Bob
    sent = form.filled() | {vehicles: ["", "boars-1", "boars-2"], "report": ["1"]}
    refused = as_(cast.bob).post(form.action, sent)
    assert "Name vehicles for up to 25 points" in text(refused.content.decode())
    assert as_(cast.bob).post(form.action, form.filled() | {"report": ["1"]}).status_code == 302


THREE = """
sector aachen "Aachen" at=0,0 base=reds capital
sector mol "Mol" at=1,0
sector zeist "Zeist" at=2,0 base=blues capital
road aachen mol
road mol zeist
"""


def test_what_a_surrounded_platoon_gave_up_is_told_on_its_pages(cast: Cast, war: War) -> None:
    pocket = War(cast, map=THREE, surrounded="surrender").start()
    pocket.put(bears="reserve", boars="mol", cats="aachen")
    pocket.order("cobras", "attack", "mol")
    pocket.disclose()
    pocket.tell(pocket.organiser, Adjudicate(fixture="r1-1", winner="cobras", reason="No way out"))
    told = text(page(pocket, "platoons/boars/"))
    assert "On the map The reserve why? What became of its order Supply supplied" in told
    assert "It has no vehicle left. Lost, sold and written off 2 Light 1 captured" in told
    assert "Is captured where its platoon is surrounded." in page(pocket, "vehicles/boars-1/")
    back = Deploy(platoon="boars", sector="reserve", restored=("boars-1",), reason="Exchanged")
    pocket.tell(pocket.organiser, back)
    assert "Is returned to its platoon." in page(pocket, "vehicles/boars-1/")
