"""What lies on the field: hulls for who holds it, towing for one's own wrecks where nobody does."""

from __future__ import annotations

from typing import Any

from campaigns.reports import BattleReported, Grant
from tests.campaigns.between import BOB, Camp, enlist

WRECKED: dict[str, Any] = {"damage": 2}


def gains(camp: Camp, battle: str, position: int = 9, winner: str = "north", **left: Any) -> dict[str, int]:
    (event,) = camp.count(battle, position, winner, **left)
    assert isinstance(event, BattleReported)
    return {one.platoon: one.points for one in event.gains}


def test_who_holds_the_field_has_the_hulls_of_what_the_enemy_lost() -> None:
    it = Camp(salvage=30)
    assert gains(it, it.muster(), cats_1="lost", cats_2=WRECKED, bears_1="lost") == {"bears": 6}
    assert it.purse("bears") == 6


def test_a_field_nobody_holds_costs_towing_as_far_as_the_purse_goes() -> None:
    it = Camp(tow_points=3, purse=4)
    assert gains(it, it.muster(), winner="", bears_1=WRECKED, bears_2=WRECKED, cats_1="lost") == {"bears": -4}


def test_a_correction_gives_and_takes_the_difference_alone() -> None:
    it = Camp(salvage=30, tow_points=1, purse=9)
    battle = it.muster()
    assert gains(it, battle, cats_1="lost", cats_2="lost") == {"bears": 12}
    assert gains(it, battle, 10, cats_1="lost") == {"bears": -6}
    assert gains(it, battle, 11, "", cats_1=WRECKED) == {"bears": -6, "cats": -1}
    assert gains(it, battle, 12, "", cats_1=WRECKED) == {}
    assert (it.purse("bears"), it.purse("cats")) == (9, 8)


def test_what_a_correction_takes_too_much_for_the_purse_the_next_one_takes() -> None:
    it = Camp(salvage=30)
    battle = it.muster()
    gains(it, battle, cats_1="lost")
    it.pay(-5)
    assert gains(it, battle, 10) == {"bears": -1}
    it.pay(9)
    assert gains(it, battle, 11) == {"bears": -5}


def test_a_recovery_vehicle_that_came_back_tows_for_nothing_wherever_it_is_when_the_battle_is_corrected() -> None:
    it = Camp(tow_points=2, purse=9)
    it.report(enlist("dogs", "Tow", "Light", "Light"), BOB)
    battle = it.muster(north="dogs")
    assert gains(it, battle, winner="", dogs_2=WRECKED) == {}
    it.muster("dogs-1", "bears-1", north="dogs", south="bears")
    assert gains(it, battle, 10, winner="", dogs_2=WRECKED, dogs_3={"damage": 1}) == {}
    assert gains(it, battle, 11, winner="", dogs_1=WRECKED, dogs_2=WRECKED) == {"dogs": -4}
    assert it.told[-1].gains == (Grant(platoon="dogs", points=-4, why="towing"),)  # type: ignore[attr-defined]
