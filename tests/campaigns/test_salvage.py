"""What lies on the field: hulls for who holds it, towing for one's own wrecks where nobody does."""

from __future__ import annotations

from typing import Any

from campaigns.season import ledger_entries
from campaigns.season.kept_events import BattleReported
from campaigns.season.musters import CalledOff
from campaigns.season.reinforcements import PointsGranted, debts
from campaigns.season.values import Grant
from tests.campaigns.between import BOB, Camp, enlist

WRECKED: dict[str, Any] = {"damage": 2}


def entries(camp: Camp, platoon: str = "bears") -> list[tuple[str, int, int]]:
    """What the newest event says to its ledger: what for, points, and what it could not pay."""
    told = ledger_entries(camp.season, camp.told[-1])
    return [(one.why, one.points, one.owed) for one in told if one.platoon == platoon]


def gains(camp: Camp, battle: str, position: int = 9, winner: str = "north", **left: Any) -> dict[str, int]:
    (event,) = camp.count(battle, position, winner, **left)
    assert isinstance(event, BattleReported)
    return {one.platoon: one.points for one in event.gains}


def test_who_holds_the_field_has_the_hulls_of_what_the_enemy_lost() -> None:
    it = Camp(salvage=30)
    assert gains(it, it.muster(), cats_1="lost", cats_2=WRECKED, bears_1="lost") == {"bears": 6}
    assert it.purse("bears") == 6


def test_a_field_nobody_holds_costs_towing_as_far_as_the_purse_goes_and_the_rest_is_owed() -> None:
    it = Camp(tow_points=3, purse=4)
    assert gains(it, it.muster(), winner="", bears_1=WRECKED, bears_2=WRECKED, cats_1="lost") == {"bears": -4}
    assert (entries(it), debts(it.season)) == ([("towing", -4, 2)], {"bears": 2})


def test_a_hull_brings_what_it_is_worth_without_cards_which_the_enemy_may_not_know() -> None:
    for edition, points in (("2", 6), ("1", 7)):
        it = Camp(edition=edition, salvage=30)
        it.report(enlist("dogs", fittings={"dogs-1": ("Sight",)}), BOB)
        assert gains(it, it.muster(south="dogs"), dogs_1="lost") == {"bears": points}


def test_points_are_told_for_what_they_were_when_they_are_given_back() -> None:
    """Salvage that a correction takes back is no tow, and a tow that is refunded no salvage."""
    it = Camp(salvage=30, tow_points=2, purse=5)
    battle = it.muster()
    it.count(battle, cats_1="lost")
    assert entries(it) == [("salvage", 6, 0)]
    it.count(battle, 10, bears_1=WRECKED)
    assert entries(it) == [("salvage", -6, 0)]
    it.count(battle, 11, "", bears_1=WRECKED)
    assert entries(it) == [("towing", -2, 0)]
    it.count(battle, 12, cats_1="lost", bears_1=WRECKED)
    assert entries(it) == [("salvage", 6, 0), ("towing", 2, 0)]


def test_in_a_campaign_of_the_first_edition_points_are_told_by_their_sign() -> None:
    it = Camp(edition="1", salvage=30, tow_points=2, purse=1)
    battle = it.muster()
    it.count(battle, cats_1="lost")
    it.count(battle, 10)
    assert entries(it) == [("towing", -6, 0)]
    it.count(battle, 11, "", bears_1=WRECKED)
    assert (entries(it), debts(it.season)) == ([("towing", -1, 0)], {})


def test_what_an_empty_purse_could_not_return_is_taken_as_rounds_close_after_their_points() -> None:
    it = Camp(salvage=30, per_round=4)
    battle = it.muster()
    it.count(battle, cats_1="lost", cats_2="lost")
    it.pay(-12)
    it.count(battle, 10)
    assert (entries(it), debts(it.season)) == ([("salvage", 0, 12)], {"bears": 12})
    for taken, left in ((-4, 8), (-4, 4), (-4, 0)):
        it.close_round()
        event = it.told[-2]
        assert isinstance(event, PointsGranted)
        mine = [(one.why, one.points, one.owed) for one in ledger_entries(it.season, event) if one.platoon == "bears"]
        assert mine == [("round", 4, 0), ("salvage", taken, left)]
        assert debts(it.season) == ({"bears": left} if left else {})
    it.close_round()
    assert it.purse() == 4


def test_what_is_corrected_again_while_it_is_owed_is_owed_no_more() -> None:
    it = Camp(salvage=30, per_round=4)
    battle = it.muster()
    it.count(battle, cats_1="lost", cats_2="lost")
    it.pay(-12)
    it.count(battle, 10)
    it.close_round()  # four of twelve are taken
    it.count(battle, 11, cats_1="lost")
    assert (entries(it), debts(it.season)) == ([("salvage", 0, 2)], {"bears": 2})
    it.count(battle, 12, cats_1="lost", cats_2="lost")
    assert (entries(it), debts(it.season)) == ([("salvage", 4, 0)], {})


def test_a_correction_gives_and_takes_the_difference_alone() -> None:
    it = Camp(salvage=30, tow_points=1, purse=9)
    battle = it.muster()
    assert gains(it, battle, cats_1="lost", cats_2="lost") == {"bears": 12}
    assert gains(it, battle, 10, cats_1="lost") == {"bears": -6}
    assert gains(it, battle, 11, "", cats_1=WRECKED) == {"bears": -6, "cats": -1}
    assert gains(it, battle, 12, "", cats_1=WRECKED) == {}
    assert (it.purse("bears"), it.purse("cats")) == (9, 8)


def test_what_a_correction_takes_too_much_for_the_purse_the_next_one_takes_if_no_round_closed() -> None:
    it = Camp(salvage=30)
    battle = it.muster()
    gains(it, battle, cats_1="lost")
    it.pay(-5)
    assert gains(it, battle, 10) == {"bears": -1}
    it.pay(9)
    assert gains(it, battle, 11) == {}  # nothing but its log has gone on
    assert gains(it, battle, 12, cats_1={"damage": 1}) == {"bears": -5}


def test_a_recovery_vehicle_that_came_back_tows_for_nothing_wherever_it_is_when_the_battle_is_corrected() -> None:
    it = Camp(tow_points=2, purse=9)
    it.report(enlist("dogs", "Tow", "Light", "Light"), BOB)
    battle = it.muster(north="dogs")
    assert gains(it, battle, winner="", dogs_2=WRECKED) == {}
    it.muster("dogs-1", "bears-1", north="dogs", south="bears")
    assert gains(it, battle, 10, winner="", dogs_2=WRECKED, dogs_3={"damage": 1}) == {}
    assert gains(it, battle, 11, winner="", dogs_1=WRECKED, dogs_2=WRECKED) == {"dogs": -4}
    assert it.told[-1].gains == (Grant(platoon="dogs", points=-4, why="towing"),)  # type: ignore[attr-defined]


def test_a_battle_that_was_called_off_brings_nothing_and_says_so() -> None:
    """The clerk had it counted while its muster was taken back: the report stands, and nobody has its points."""
    it = Camp(salvage=30)
    battle = it.muster()
    (event,) = it.count(battle, cats_1="lost")
    other = Camp(salvage=30)
    other.tell(*it.told[3:-1], CalledOff(battle=battle), event)
    assert (entries(it), it.purse()) == ([("salvage", 6, 0)], 6)
    assert (entries(other), other.purse()) == ([], 0)
