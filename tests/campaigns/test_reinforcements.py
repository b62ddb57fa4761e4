"""Reinforcements: what platoons get as a round closes."""

from __future__ import annotations

from typing import Any

from campaigns.season.kept_events import Amended, Decided
from campaigns.season.people import Dropped
from campaigns.season.reinforcements import PointsGranted, force
from campaigns.season.sales import Sell
from campaigns.season.values import Announced
from tests.campaigns.between import BOB, Camp

RESULTS: dict[str, Any] = {"per_win": 8, "per_draw": 5, "per_loss": 3}


def grants(camp: Camp) -> list[tuple[str, int, str]]:
    """Those of the round that closes now."""
    return [
        (grant.platoon, grant.points, grant.why)
        for event in camp.close_round()
        if isinstance(event, PointsGranted)
        for grant in event.grants
    ]


def granted(camp: Camp) -> PointsGranted:
    """The newest event of that kind."""
    return [event for event in camp.told if isinstance(event, PointsGranted)][-1]


def pair(camp: Camp) -> str:
    """A round with one fixture of the two."""
    key = f"r{len(camp.season.rounds) + 1}-1"
    camp.open_round(Announced(key=key, home="bears", away="cats"))
    return key


def test_everyone_gets_points_for_the_round_and_for_what_they_did_in_it() -> None:
    it = Camp(per_round=2, **RESULTS)
    it.count(it.muster(fixture=pair(it)))
    assert grants(it) == [("bears", 2, "round"), ("bears", 8, "win"), ("cats", 2, "round"), ("cats", 3, "loss")]
    assert (it.purse("bears"), it.purse("cats")) == (10, 5)
    assert grants(it) == [("bears", 2, "round"), ("cats", 2, "round")]


def test_a_draw_and_a_battle_beside_the_rounds_count_too() -> None:
    it = Camp(**RESULTS)
    it.fight(winner="")
    assert grants(it) == [("bears", 5, "draw"), ("cats", 5, "draw")]


def test_what_was_decided_counts_and_what_does_not_count_brings_nothing() -> None:
    it = Camp(**RESULTS)
    it.tell(Decided(fixture=pair(it), how="walkover", results={"bears": "lost", "cats": "won"}))
    assert grants(it) == [("bears", 3, "loss"), ("cats", 8, "win")]
    it.tell(Decided(fixture=pair(it), how="void"))
    assert grants(it) == []


def test_a_battle_counted_late_brings_its_points_with_the_next_closing_once() -> None:
    it = Camp(**RESULTS)
    battle = it.muster(fixture=pair(it))
    assert grants(it) == []
    it.count(battle)
    assert grants(it) == [("bears", 8, "win"), ("cats", 3, "loss")]
    it.count(battle, position=12)
    assert grants(it) == []


def test_a_result_that_is_corrected_brings_the_difference() -> None:
    it = Camp(**RESULTS)
    fixture = pair(it)
    it.count(it.muster(fixture=fixture))
    it.close_round()
    it.tell(Decided(fixture=fixture, how="adjudicated", results={"bears": "lost", "cats": "won"}))
    assert grants(it) == [("bears", -5, "correction"), ("cats", 5, "correction")]
    assert (it.purse("bears"), it.purse("cats")) == (3, 8)


def test_who_spends_to_nothing_repays_out_of_the_points_of_the_round() -> None:
    """What is taken back comes after `per_round`, and what is still owed at the next closing."""
    it = Camp(per_round=3, **RESULTS)
    fixture = pair(it)
    it.count(it.muster(fixture=fixture))
    it.close_round()
    it.pay(-it.purse())
    it.tell(Decided(fixture=fixture, how="void"))
    owed = []
    for bears in ([("round", 3), ("correction", -3)],) * 2 + ([("round", 3), ("correction", -2)], [("round", 3)]):
        assert [(why, points) for key, points, why in grants(it) if key == "bears"] == bears
        owed.append(sum(one.points for one in granted(it).owed if one.platoon == "bears"))
    assert (owed, it.purse()) == ([-5, -2, 0, 0], 4)


def test_in_a_campaign_of_the_first_edition_who_spends_to_nothing_repays_from_what_was_left() -> None:
    it = Camp(edition="1", per_round=3, **RESULTS)
    fixture = pair(it)
    it.count(it.muster(fixture=fixture))
    it.close_round()
    it.pay(-it.purse())
    it.tell(Decided(fixture=fixture, how="void"))
    assert [one for one in grants(it) if one[0] == "bears"] == [("bears", 3, "round")]
    assert [one for one in grants(it) if one[0] == "bears"] == [("bears", 3, "round"), ("bears", -3, "correction")]
    assert granted(it).owed == ()


def test_what_a_win_brings_pays_what_another_result_had_brought_too_much() -> None:
    it = Camp(**RESULTS)
    first = pair(it)
    it.count(it.muster(fixture=first))
    it.close_round()
    it.pay(-it.purse())
    second = pair(it)
    it.count(it.muster(fixture=second))
    it.tell(Decided(fixture=first, how="void"))
    assert [one for one in grants(it) if one[0] == "bears"] == [("bears", 8, "win"), ("bears", -8, "correction")]


def test_the_guarantee_comes_after_what_was_owed() -> None:
    it = Camp(minimum_force=90, **RESULTS)
    fixture = pair(it)
    it.count(it.muster(fixture=fixture))
    it.close_round()
    it.pay(-it.purse())
    it.tell(Decided(fixture=fixture, how="void"))
    assert [one for one in grants(it) if one[0] == "bears"] == [("bears", 10, "guarantee")]
    mine = [one for one in grants(it) if one[0] == "bears"]
    assert mine == [("bears", -8, "correction"), ("bears", 8, "guarantee")]


def test_what_is_spent_is_taken_back_when_there_is_something() -> None:
    it = Camp(resale=50, **RESULTS)
    fixture = pair(it)
    it.count(it.muster(fixture=fixture))
    it.close_round()
    it.pay(-it.purse())
    it.tell(Decided(fixture=fixture, how="void"))
    assert grants(it) == [("cats", -3, "correction")]
    it.report(Sell(platoon="bears", vehicles=("bears-1",)), BOB)
    assert grants(it) == [("bears", -8, "correction")]
    assert it.purse() == 2
    assert grants(it) == []


def test_results_are_paid_by_the_terms_of_their_own_round() -> None:
    it = Camp(**RESULTS)
    battle = it.muster(fixture=pair(it))
    it.close_round()
    it.tell(Amended(round=2, terms={"per_win": 50}))
    it.count(battle)
    assert grants(it)[0] == ("bears", 8, "win")


def test_a_beaten_platoon_is_given_what_it_lacks() -> None:
    """Three Lights are lost and one is a wreck: nothing is left of eighty points but the purse."""
    it = Camp(minimum_force=50, purse=4, workshop=False, per_round=6)
    it.fight(cats_1="lost", cats_2="lost", cats_3="lost", cats_4="wrecked")
    assert grants(it) == [("bears", 6, "round"), ("cats", 6, "round"), ("cats", 40, "guarantee")]
    assert it.purse("cats") == 50
    assert grants(it) == [("bears", 6, "round"), ("cats", 6, "round")]


def test_tanks_without_crews_are_no_force() -> None:
    it = Camp(minimum_force=80, spare_crew_points=7)
    it.fight(cats_1={"crew": "lost"}, cats_2={"crew": "lost"})
    assert force(it.season, it.season.platoons["cats"]) == 66
    assert grants(it) == [("cats", 14, "guarantee")]


def test_a_wreck_that_is_being_rebuilt_is_no_force_until_it_drives() -> None:
    it = Camp(purse=4)
    it.fight(cats_1="wrecked")
    worth = []
    for _ in range(3):
        worth.append(force(it.season, it.season.platoons["cats"]))
        it.close_round()
    assert worth == [60, 60, 80]


def test_who_has_left_gets_nothing() -> None:
    it = Camp(per_round=2, minimum_force=500, **RESULTS)
    it.fight()
    it.tell(Dropped(platoon="cats"))
    assert {platoon for platoon, _points, _why in grants(it)} == {"bears"}


def test_terms_of_nothing_make_no_event() -> None:
    it = Camp()
    it.fight()
    assert it.close_round() == []
