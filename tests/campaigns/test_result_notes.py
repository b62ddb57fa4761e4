"""A fixture's page and the office's case explain what is not plain: a winner with fewer points, who attacks."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client

from campaigns.admin.ruling.views import rule_url
from campaigns.pages import result_notes
from campaigns.season import Fixture
from campaigns.season.disputes import Dispute
from campaigns.season.muster_fields import placed
from campaigns.season.musters import MusterBattle
from campaigns.season.results import Adjudicate
from campaigns.season.values import Forces
from campaigns.theatre import Ground
from rules.declarations import Scenario
from tests.campaigns.between import ALICE, Camp
from tests.campaigns.office import office_of, text
from tests.cast import Cast
from tests.pages.seasons import League

ATTACK = Ground(sector="fay", terrain="open", attacker="cats", scenario="ridge", sides=("north", "south"))


def on_ground(**sides: str) -> tuple[Camp, Fixture]:
    """The cats attack the bears on the map, and the scenario has its attacker in the north."""
    camp = Camp()
    fixture = Fixture("r1-1", 1, 1, ("cats", "bears"), ground=ATTACK)
    fixture.sides = {side: Forces(platoon=platoon) for side, platoon in sides.items()}
    return camp, fixture


def test_a_battle_that_swaps_the_maps_roles_says_so() -> None:
    camp, fixture = on_ground(north="bears", south="cats")
    assert result_notes.notes(camp.season, fixture) == [
        "On the map Cats attacks, but the battle was mustered with Bears as “North”."
    ]


def test_a_battle_that_keeps_the_maps_roles_or_has_others_needs_no_word() -> None:
    camp, fixture = on_ground(north="cats", south="bears")
    assert result_notes.notes(camp.season, fixture) == []
    camp, fixture = on_ground(red="bears", blue="cats")
    assert result_notes.notes(camp.season, fixture) == []


def test_the_form_gives_the_attacker_its_side_in_another_scenario_too() -> None:
    _camp, fixture = on_ground()
    here = {"north": "cats", "south": "bears"}
    assert placed(fixture, [Scenario("hill", "Hill", "R1", ("south", "north"))]) == here
    assert placed(fixture, [Scenario("hill", "Hill", "R1", ("red", "blue"))]) == here | {"red": "cats", "blue": "bears"}


def test_a_winner_with_fewer_points_is_explained() -> None:
    camp = Camp()
    battle = camp.muster()
    camp.count(battle)
    fixture = camp.season.fixtures[battle]
    assert result_notes.notes(camp.season, fixture) == []
    camp.report(Adjudicate(fixture=battle, winner="cats", points={"bears": 15, "cats": 0}, reason="Late"), ALICE)
    (told,) = result_notes.notes(camp.season, fixture)
    assert told.startswith("Cats has won, though Bears has more points. An organiser")
    camp.report(Adjudicate(fixture=battle, winner="", points={"bears": 15, "cats": 0}, reason="Late"), ALICE)
    (told,) = result_notes.notes(camp.season, fixture)
    assert told.startswith("Nobody has won, though Bears has more points.")


# -- the office's case -------------------------------------------------------------------------------------------------


@pytest.fixture
def league(cast: Cast) -> League:
    return League(cast).start()


@pytest.mark.django_db
def test_who_adjudicates_sees_the_complaint_the_battle_who_plays_and_who_won(league: League) -> None:
    battle = league.play_it()
    league.tell(league.cast.carol, Dispute(fixture="r1-1", reason="The ridge was ours"))
    page = office_of(league.cast.alice).get(rule_url(league.stream, "adjudicate", "r1-1"))
    read, case = text(page), page.context["case"]
    assert "Cats disputes the result: The ridge was ours" in read
    assert [(one.name, one.players, one.side, one.result) for one in case.sides] == [
        ("Bears", "bob", "North", "won"),
        ("Cats", "carol", "South", "lost"),
    ]
    assert case.sides[0].fates == "2 fit"
    assert all(one.fates in read for one in case.sides)
    assert f'href="/battles/{battle}/"' in page.content.decode()
    assert case.ended == "" or case.ended in read
    assert case.told
    assert all(line in read for line in case.told)


@pytest.mark.django_db
def test_the_case_of_a_fixture_nobody_has_played_says_so(league: League) -> None:
    client: Client = office_of(league.cast.alice)
    read = text(client.get(rule_url(league.stream, "walk-over", "r1-1")))
    assert "No battle has been mustered for it." in read
    battle = str(uuid4())
    sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    league.tell(league.organiser, MusterBattle(battle=battle, fixture="r1-1", sides=sides))
    read = text(client.get(rule_url(league.stream, "call-off", "r1-1")))
    assert "The battle: being played." in read


@pytest.mark.django_db
def test_the_case_tells_no_card_that_lies_face_down(league: League) -> None:
    league.play_it()
    read = text(office_of(league.cast.alice).get(rule_url(league.stream, "adjudicate", "r1-1")))
    assert "secret" not in read
