"""Crews between battles: wounded, back again, replaced."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season.crews import CrewReplaced, CrewsTended, ReplaceCrew
from campaigns.season.kept_events import Amended
from campaigns.season.people import Dropped
from campaigns.season.standings import service
from campaigns.season.vehicles import can_fight
from campaigns.season.write_offs import WriteOff
from tests.campaigns.between import ALICE, BOB, CAROL, Camp, enlist

WOUNDED: dict[str, Any] = {"crew": "wounded"}
LOST: dict[str, Any] = {"crew": "lost"}


def ready(camp: Camp, id: str) -> bool:
    return can_fight(service(camp.season)[id])


@pytest.mark.parametrize(("edition", "rounds"), [("2", 0), ("2", 1), ("2", 2), ("2", 3), ("1", 0), ("1", 2)])
def test_the_wounded_are_out_for_as_many_closings_as_the_terms_say(edition: str, rounds: int) -> None:
    """For none, where the terms say 0: only campaigns of the first edition waited for the round to close."""
    it = Camp(edition=edition, wounded_rounds=rounds)
    it.fight(bears_1=WOUNDED)
    waited = 0
    while not ready(it, "bears-1"):
        it.close_round()
        waited += 1
    assert waited == (max(1, rounds) if edition == "1" else rounds)
    assert (it["bears-1"].crew.out, it["bears-1"].condition) == (0, {})


def test_their_return_is_one_event_a_round() -> None:
    it = Camp(wounded_rounds=2)
    it.fight(bears_1=WOUNDED, cats_2=WOUNDED, cats_3=LOST)
    for out in (1, 0):
        (event,) = it.close_round()
        assert isinstance(event, CrewsTended)
        assert [(one.vehicle, one.out) for one in event.crews] == [("bears-1", out), ("cats-2", out)]
    assert not it.close_round()
    assert not ready(it, "cats-3")


def test_a_fresh_crew_is_paid_for_and_knows_nothing() -> None:
    it = Camp(spare_crew_points=3, purse=4)
    it.fight(bears_1=LOST)
    assert it["bears-1"].crew.experience
    (event,) = it.report(ReplaceCrew(vehicle="bears-1"), BOB)
    assert event == CrewReplaced(vehicle="bears-1", cost=3, condition={})
    crew = it["bears-1"].crew
    assert (crew.state, crew.experience, it.purse(), ready(it, "bears-1")) == ("fit", 0, 1, True)


def test_a_fresh_crew_for_the_wounded_too_and_into_the_workshop() -> None:
    it = Camp(purse=5, wounded_rounds=2)
    it.fight(bears_1={"crew": "wounded", "damage": 2})
    it.close_round()
    it.report(ReplaceCrew(vehicle="bears-1"), ALICE)
    assert (it["bears-1"].status, it["bears-1"].crew.state, it["bears-1"].condition) == (
        "workshop",
        "fit",
        {"damage": 2},
    )


def test_who_cannot_be_replaced_is_told_why() -> None:
    it = Camp(spare_crew_points=3, purse=2)
    it.fight(bears_1=LOST, bears_2="lost", bears_3=LOST)
    it.muster("bears-3", "cats-1")
    for id, said in (
        ("bears-1", "3 points"),
        ("bears-2", "is lost"),
        ("bears-3", "in a battle"),
        ("bears-4", "is well"),
        ("bears-9", "no vehicle"),
    ):
        why = it.refused(ReplaceCrew(vehicle=id), BOB)
        assert (why.field, bool(why.remedy)) == ("vehicle", True)
        assert said in why.text.text()
    assert it.refused(ReplaceCrew(vehicle="bears-1"), CAROL).code == "not-yours"


def test_nothing_is_tended_that_fights_is_gone_or_has_left() -> None:
    it = Camp(wounded_rounds=1)
    it.report(enlist("dogs"), BOB)
    it.count(it.muster(south="dogs"), bears_1=WOUNDED, bears_2={**WOUNDED, "damage": 2}, dogs_1=WOUNDED)
    it.report(WriteOff(platoon="bears", vehicles=("bears-2",), reason="Rust."), BOB)
    it.muster("bears-1", "cats-2")
    it.tell(Dropped(platoon="dogs"))
    assert not it.close_round()


def test_where_there_are_no_crews_nobody_is_hurt() -> None:
    it = Camp(crews=False)
    it.fight(bears_1=LOST)
    assert it["bears-1"].condition == {}
    assert not it.close_round()
    assert ready(it, "bears-1")


@pytest.mark.parametrize(("edition", "third"), [("2", {}), ("1", LOST)])
def test_a_correction_hurts_nobody_twice(edition: str, third: dict[str, Any]) -> None:
    """Who is back since, or came in their place, is well: so says the condition, too. In the first edition one that
    was back was lost all the same."""
    it = Camp(edition=edition, wounded_rounds=1)
    battle = it.fight(bears_1=WOUNDED, bears_2=LOST, bears_3=WOUNDED)
    it.report(ReplaceCrew(vehicle="bears-2"), BOB)
    it.close_round()
    it.count(battle, 10, "south", bears_1=WOUNDED, bears_2=LOST, bears_3=LOST)
    assert [it[id].condition for id in ("bears-1", "bears-2", "bears-3")] == [{}, {}, third]
    assert [ready(it, id) for id in ("bears-1", "bears-2", "bears-3")] == [True, True, not third]


def test_a_crew_that_is_back_stays_well_though_it_is_corrected_there_and_back() -> None:
    it = Camp(wounded_rounds=1)
    battle = it.fight(bears_1=WOUNDED)
    it.close_round()
    it.count(battle, 10)
    it.count(battle, 11, bears_1=WOUNDED)
    assert (ready(it, "bears-1"), it["bears-1"].condition) == (True, {})


def test_a_crew_that_was_never_hurt_is_hurt_by_a_correction_and_one_of_a_later_battle_is_not_spared() -> None:
    """Only what a battle had done to a crew is over when the crew is back: not what another one does."""
    it = Camp(wounded_rounds=1)
    first = it.fight(bears_1=WOUNDED)
    it.count(first, 10, bears_1=WOUNDED, bears_2=LOST)
    assert not ready(it, "bears-2")
    it.close_round()
    it.count(it.muster("bears-1", "cats-1"), bears_1=LOST)
    assert not ready(it, "bears-1")


def test_a_crew_learns_by_corrections_of_the_battles_it_was_in_alone() -> None:
    it = Camp()
    first = it.fight(bears_1=LOST)
    it.report(ReplaceCrew(vehicle="bears-1"), BOB)
    second = it.fight()
    it.fight()
    learnt = it["bears-1"].crew.experience
    for battle, more in ((first, 0), (second, 1)):
        it.count(battle, 10, kills={"bears-1": 1})
        assert it["bears-1"].crew.experience == learnt + more


def test_where_there_are_none_any_more_everybody_is_well_again() -> None:
    it = Camp(wounded_rounds=9)
    it.fight(bears_1=WOUNDED, bears_2=LOST)
    it.tell(Amended(round=1, terms={"crews": False}))
    it.open_round()
    it.close_round()
    assert ready(it, "bears-1")
    assert ready(it, "bears-2")
    assert not it.close_round()
