"""The demo's season, half way through: what there is to see and to do in it. Loaded once for all who look."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from battles import handler as battle_door
from battles import log
from battles.models import LogLine, Sheet
from battles.reports import Report
from campaigns import handler
from campaigns.demo import load
from campaigns.demo.load import example
from campaigns.models import CampaignSheet, Fixture, Round, Sector, Standing, User, Vehicle
from campaigns.roles import who_in_battle
from campaigns.season.enlistment import Enlist
from campaigns.season.map.retreats import Retreat
from campaigns.season.results import Adjudicate
from campaigns.season.values import Recruit
from campaigns.season.workshop import Repair
from rules.adjudicate import Who
from rules.contract import Command, Refused
from rules.stream import codec
from tests.campaigns.test_demo import demo, everything
from tests.databases import Scratch, scratch
from tests.deploy.conftest import filled, migrated

__all__ = ["filled", "migrated"]  # fixtures
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded")]


@pytest.fixture(scope="module")
def loaded(
    django_db_setup: None, filled: Scratch, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any
) -> Iterator[None]:
    """The season alone, in a copy of the demo's database; its league is looked at in `tests/leagues`. What a test
    changes is undone with it."""
    folder = tmp_path_factory.mktemp("demo")
    with django_db_blocker.unblock(), scratch(folder, like=filled) as database, database.used():
        yield


def test_a_second_run_changes_nothing() -> None:
    before = everything()
    said = demo()
    assert everything() == before
    assert "alice (organiser), password: leaguer at dusk" in said


def test_a_password_that_was_changed_is_not_told() -> None:
    bob = User.objects.get(username="bob")
    bob.set_password("something else")
    bob.save()
    said = demo()
    assert "Log in as bob" not in said
    assert "Log in as carol" in said
    assert User.objects.get(username="bob").check_password("something else")


def test_two_rounds_are_closed_and_the_third_is_under_way() -> None:
    assert list(Round.objects.order_by("number").values_list("title", "status")) == [
        ("First contact", Round.Status.CLOSED),
        ("The long night", Round.Status.CLOSED),
        ("Counter-attack", Round.Status.OPEN),
    ]
    ways = [(one.round, one.status) for one in Fixture.objects.order_by("number")]
    assert ways == [
        *[(1, Fixture.Status.COUNTED)] * 4,
        *[(2, Fixture.Status.DECIDED), *[(2, Fixture.Status.COUNTED)] * 2],
        *[(3, Fixture.Status.ANNOUNCED), (3, Fixture.Status.COUNTED)],
        *[(3, Fixture.Status.MUSTERED), (3, Fixture.Status.MUSTERED)],
    ]
    call_command("rebuild", "--check")
    call_command("verify")


def test_one_battle_is_under_way_and_one_waits_for_a_player_to_confirm() -> None:
    assert list(Sheet.objects.filter(status=Sheet.Status.OPEN).values_list("pk", flat=True)) == [load.ALPHA_66]
    over = Sheet.objects.get(status=Sheet.Status.OVER)
    assert (over.title, over.asked) == ("Last train", ["defenders"])
    first = Standing.objects.order_by("rank").first()
    assert first is not None
    assert (first.name, first.won, first.lost) == ("Alpha 66", 2, 0)
    assert Vehicle.objects.get(name="Alpha 66").kills == 1


def test_battles_arise_from_orders_on_a_map_of_four_rounds() -> None:
    """All three rounds had their orders, told in secret; nobody owns what is shared."""
    sheet = CampaignSheet.objects.get()
    terms = json.loads(sheet.terms)
    assert (terms["victory"], terms["victory_rounds"], sheet.victory) == ("rounds", 4, "")
    assert list(Round.objects.filter(resolved=True).values_list("number", flat=True)) == [1, 2, 3]
    assert Fixture.objects.exclude(ground="").count() == Fixture.objects.count() == 11
    contested = Sector.objects.filter(contested=True).order_by("sector")
    assert [one.name for one in contested] == ["Eiterfeld", "Friedewald", "Fulda", "Haunetal"]
    assert set(json.loads(sheet.scores).values()) == {33}  # at half-time it is anybody's


def test_carol_has_a_retreat_to_choose() -> None:
    (due,) = Standing.objects.exclude(retreat_by="")
    carol = str(User.objects.get(username="carol").pk)
    assert (due.name, due.sector, carol in json.loads(due.players)) == ("Siberian Rifles", "friedewald", True)
    season, _told, _rows = handler.replay(str(load.CAMPAIGN))
    havens = {one.sector: one.why for one in season.retreats["siberians"].havens}
    assert havens == {"vacha": "", "heringen": "", "eiterfeld": "enemy", "hersfeld": "cut off"}
    tell("carol", Retreat(platoon="siberians", to="heringen"))
    assert Standing.objects.get(platoon="siberians").sector == "heringen"
    assert Sector.objects.get(sector="friedewald").contested is False


def test_a_result_is_in_dispute_until_the_organiser_adjudicates() -> None:
    disputed = Fixture.objects.exclude(disputed="").get()
    assert disputed.title == "Hill 402"
    assert (disputed.winner, json.loads(disputed.points)) == ("first-panzer", {"first-panzer": 18, "siberians": 15})
    ruling = Adjudicate(fixture=disputed.fixture, winner="siberians", reason="The hill is between them on the photo")
    tell("alice", ruling, referee=True)
    assert not Fixture.objects.exclude(disputed="").exists()


def test_the_workshop_is_full_and_more_waits_for_it() -> None:
    of_greta = Vehicle.objects.filter(platoon="first-panzer")
    assert {one.name for one in of_greta.filter(status=Vehicle.Status.WORKSHOP)} == {"Luchs", "Fuchs"}
    waiting = of_greta.get(status=Vehicle.Status.DAMAGED)
    assert (waiting.name, waiting.crew, waiting.crew_out > 0) == ("Dachs", Vehicle.Crew.WOUNDED, True)
    with pytest.raises(Refused, match="slots of the workshop are taken"):
        tell("greta", Repair(platoon="first-panzer"))


def test_it_has_a_purchase_a_penalty_a_concession_and_an_amendment() -> None:
    types = Counter(LogLine.objects.filter(stream=load.CAMPAIGN).values_list("type", flat=True))
    assert {types[name] for name in ("Bought", "Penalised", "Amended", "Disputed", "LinkSet", "HandedOver")} == {1}
    assert Standing.objects.get(platoon="siberians").penalty == 1
    assert Vehicle.objects.get(name="Plastun").price > 0
    assert Fixture.objects.get(how="conceded").winner == "alpha-66"


def test_every_report_is_by_one_of_its_people_or_the_clerk() -> None:
    """The umpire has had nothing to rule yet."""
    people = {str(user.pk) for user in User.objects.exclude(username="erin")}
    assert set(LogLine.objects.values_list("by", flat=True)) <= {*people, "clerk"}
    assert len(people) == 13


def test_it_names_an_umpire_who_may_rule_in_its_battles() -> None:
    said = demo()
    assert "erin (umpire), password: leaguer at dusk" in said
    who = who_in_battle(User.objects.get(username="erin"), load.ALPHA_66)
    assert who is not None
    assert who.referee
    assert re.findall(r"Log in as (\w+)", said) == ["alice", "bob", "carol", "erin"]


def tell(name: str, command: Command, referee: bool = False) -> None:
    who = Who(str(User.objects.get(username=name).pk), referee=referee)
    report = Report(str(uuid4()), type(command).__name__, codec.encode(command))
    handler.execute(str(load.CAMPAIGN), [report], who, "api")


def test_the_shot_it_prints_is_accepted_and_counts_once() -> None:
    line = demo().split("To log a shot as bob:\n")[1]
    url = re.findall(r"http://leaguer\.example(/api\S+)", line)[0]
    login, body = re.findall(r"-d '([^']*)'", line)
    token = Client().post("/api/v1/token/", login, content_type="application/json").json()["token"]
    before = log.head(str(load.ALPHA_66)).position
    for _ in range(2):
        answer = Client().post(url, body, content_type="application/json", headers={"Authorization": f"Token {token}"})
        assert answer.status_code == 200, answer.content
        assert answer.json()["reports"][0]["status"] == "accepted"
        assert log.head(str(load.ALPHA_66)).position == before + 1
    assert json.loads(body)["type"] == "Fire"


def test_there_is_always_something_legal_to_print_until_the_battle_is_over() -> None:
    for _ in range(30):
        if (one := example()) is None:
            break
        who = who_in_battle(User.objects.get(username=one.username), load.ALPHA_66)
        assert who is not None
        report = Report(str(uuid4()), one.type, json.dumps(one.data))
        battle_door.execute(str(load.ALPHA_66), [report], who, "api")
    else:
        assert Sheet.objects.get(pk=load.ALPHA_66).round > 1


def test_its_campaign_is_like_any_other() -> None:
    season, _told, _rows = handler.replay(str(load.CAMPAIGN))
    assert season.opened.name == "Fulda, autumn 1985"
    assert [platoon.name for platoon in season.platoons.values()][:2] == ["Alpha 66", "Berlin Brigade"]
    assert all(not platoon.flaws for platoon in season.platoons.values())


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"vehicles": (Recruit(id="tiger", model="Tiger"),)}, "vehicles"),
        ({"card": "Fantasy Corps"}, "card"),
        ({"fittings": {"tiger": ("Death Ray",)}}, "fittings.tiger"),
    ],
)
def test_what_the_rulebook_does_not_know_cannot_enlist(change: dict[str, Any], field: str) -> None:
    """It would be there to stay, and never be fit to muster."""
    bob = User.objects.get(username="bob")
    forces = {"platoon": "cats", "name": "Cats", "side": "nato", "vehicles": (Recruit(id="tiger", model="T-64"),)}
    enlist = Enlist(**(forces | change))
    with pytest.raises(Refused) as refused:
        handler.execute(
            str(load.CAMPAIGN), [Report(str(uuid4()), "Enlist", codec.encode(enlist))], Who(str(bob.pk)), "api"
        )
    assert refused.value.field == field
    assert refused.value.remedy is not None
