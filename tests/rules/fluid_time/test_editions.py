"""What the second edition decides otherwise than the first, side by side; a second strike has a file of its own
(`test_struck_again`)."""

from __future__ import annotations

from inspect import isfunction
from typing import Any

import pytest
from msgspec.structs import replace

from rules.contract import Side
from rules.systems.fluid_time import SYSTEM, editions, tables
from rules.systems.fluid_time.deck import CardDrawn
from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.impulses import ImpulseBegan
from rules.systems.fluid_time.platoons import LastOfPlatoon
from rules.systems.fluid_time.posture import TookHullDown, WentOnOverwatch
from rules.systems.fluid_time.shooting import ShotResolved
from tests.rules.fluid_time.table import (
    BOTH,
    FOUR,
    FREE,
    MOVE,
    T34,
    battle,
    began,
    choices,
    ended,
    given_losses,
    marked,
    marked_for,
    muster,
    shuffled,
    unit,
)
from tests.rules.scenario import given, happened

FIRST: Any = {"edition": "1"}
UNITS = {**FOUR, "reserve": (T34, "soviets/tankovy")}
DOWN = {"t34": ("hull_down",)}


def test_a_new_battle_is_of_the_newest_edition_and_an_old_one_stays_what_it_was() -> None:
    assert given(muster()).play.edition == tables.EDITIONS[-1] == SYSTEM.edition == "2"
    assert given(muster(**FIRST)).play.edition == "1"


def test_the_first_edition_knows_none_of_the_later_rulings() -> None:
    rulings = [one for name, one in vars(editions).items() if isfunction(one) and not name.startswith("_")]
    assert len(rulings) == 5
    assert not any(ruling("1") for ruling in rulings)
    assert all(ruling("2") for ruling in rulings)


# -- hull down has a front (R16) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("facing", "need"), [("front", 6), ("flank", 6), ("rear", 7)])
def test_r16_hull_down_does_not_count_from_behind(facing: str, need: int) -> None:
    story = battle(FREE, DOWN, UNITS).tell("germans: aim tiger t34")
    story.when("germans", f"fire tiger medium {facing} hull_down=yes hit=10").then(happened(ShotResolved, need=need))


@pytest.mark.parametrize("facing", ["front", "flank", "rear"])
def test_edition_1_hull_down_counts_wherever_it_is_told(facing: str) -> None:
    story = battle(FREE, DOWN, UNITS, **FIRST).tell("germans: aim tiger t34")
    story.when("germans", f"fire tiger medium {facing} hull_down=yes hit=10").then(happened(ShotResolved, need=6))


@pytest.mark.parametrize(("facing", "need"), [("front", 7), ("flank", 7), ("rear", 8)])
def test_r16_nor_does_it_against_overwatch_from_behind(facing: str, need: int) -> None:
    marks = {"tiger": ("hull_down",), "t34": ("overwatch",)}
    story = battle(FREE, marks, UNITS).tell("germans: aim tiger t34\ngermans: fire tiger medium front hit=10")
    story.when("soviets", f"overwatch-fire t34 tiger return medium {facing} hull_down=yes hit=10").then(
        happened(ShotResolved, need=need)
    )


@pytest.mark.parametrize(("facing", "need"), [("front", 6), ("flank", 7), ("rear", 7)])
def test_r16_by_option_it_does_not_count_at_the_flank_either(facing: str, need: int) -> None:
    story = battle(FREE, DOWN, UNITS, hull_down_flank=False).tell("germans: aim tiger t34")
    story.when("germans", f"fire tiger medium {facing} hull_down=yes hit=10").then(happened(ShotResolved, need=need))


# -- a crest line and a test that waits (R24) --------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "report"), [(FREE, "observe tiger"), (MOVE, "go-on-overwatch tiger by=move")])
def test_r24_who_has_spent_everything_and_is_struck_takes_no_crest_without_its_test(card: str, report: str) -> None:
    story = marked(battle(card).tell(f"germans: {report}"), {"tiger": ("struck",)})
    story.when("germans", "take-hull-down tiger").refused("004 R24", "unit")
    story.when("germans", "take-hull-down panzer").then(TookHullDown)
    assert "TakeHullDown" not in choices(story, "germans")


def test_r24_struck_after_its_test_of_this_impulse_it_may_take_one() -> None:
    story = marked_for("struck").tell("germans: check-morale tiger dice=6,6\ngermans: observe tiger")
    marked(story, {"tiger": ("struck",)}).when("germans", "take-hull-down tiger").then(TookHullDown)


def test_edition_1_who_has_spent_everything_takes_a_crest_without_its_test() -> None:
    story = marked(battle(**FIRST).tell("germans: observe tiger"), {"tiger": ("struck",)})
    story.when("germans", "take-hull-down tiger").then(TookHullDown)


# -- overwatch ends with the nerve of its crew (R15, R27, A17) ---------------------------------------------------------


def test_a17_a_crew_that_bails_out_is_on_overwatch_no_more() -> None:
    story = battle(FREE, {"t34": ("overwatch",)}, UNITS).tell("germans: aim tiger t34")
    story.tell("germans: fire tiger medium front hit=1 damage=6,6,6,6,6,6 effect=1")
    assert not unit(story, "t34").overwatch
    began(ended(story), "soviets/tankovy/free_action").tell("soviets: check-morale t34 dice=6,6")
    assert (unit(story, "t34").suppressed, unit(story, "t34").overwatch) == (False, False)
    story.when("soviets", "go-on-overwatch t34 by=free").then(WentOnOverwatch)


def test_r27_a_crew_that_fails_its_test_is_on_overwatch_no_more() -> None:
    story = battle(BOTH, {"tiger": ("overwatch", "struck")})
    story.tell("germans: check-morale tiger dice=3,3")
    assert (unit(story, "tiger").suppressed, unit(story, "tiger").overwatch) == (True, False)


def test_r25_a_crew_that_passes_stays_on_overwatch() -> None:
    story = battle(BOTH, {"tiger": ("overwatch", "struck")}).tell("germans: check-morale tiger dice=6,6")
    assert unit(story, "tiger").overwatch


def test_edition_1_overwatch_lives_through_suppression() -> None:
    story = battle(BOTH, {"tiger": ("overwatch", "struck")}, **FIRST).tell("germans: check-morale tiger dice=3,3")
    assert unit(story, "tiger").overwatch
    began(ended(story), FREE).tell("germans: check-morale tiger dice=6,6")
    assert unit(story, "tiger").overwatch


# -- the last of a platoon, by losses told without shots (A8) ----------------------------------------------------------


def test_a8_losses_told_without_shots_are_felt_by_each_side_when_it_acts() -> None:
    story = given_losses()
    story.when("germans", f"draw {FREE}").then(CardDrawn, ImpulseBegan, happened(LastOfPlatoon, unit="panzer"))
    story.tell("germans: check-morale panzer dice=6,6\ngermans: end-impulse germans")
    story.when("soviets", "draw soviets/specials/free_action").then(CardDrawn, ImpulseBegan)
    story.tell("soviets: end-impulse soviets")
    story.when("soviets", "draw soviets/free_action").then(
        CardDrawn, ImpulseBegan, happened(LastOfPlatoon, unit="reserve")
    )


def test_a8_a_loss_by_fire_tells_the_last_of_that_platoon_alone() -> None:
    units = {**UNITS, "third": (T34, "soviets/specials")}
    story = battle(FREE, {"t34": ("burning",)}, units).tell("germans: aim tiger kv")
    story.when("germans", "fire tiger medium front hit=1 damage=6,6,6,6,6,6 effect=6").then(
        ShotResolved, HitResolved, happened(LastOfPlatoon, unit="third")
    )
    assert not unit(story, "reserve").lasting


def test_edition_1_losses_told_without_shots_are_felt_by_both_sides_at_once() -> None:
    story = given_losses(**FIRST)
    story.when("germans", f"draw {FREE}").then(
        CardDrawn,
        ImpulseBegan,
        happened(LastOfPlatoon, unit="panzer"),
        happened(LastOfPlatoon, unit="reserve"),
    )


# -- switches that came with it ----------------------------------------------------------------------------------------


def test_b7_by_option_who_stops_at_a_crest_in_its_move_is_hull_down_at_once() -> None:
    story = battle(MOVE, units=UNITS, hull_down_moving=True).tell("germans: move tiger 40 by=move")
    story.when("germans", "take-hull-down tiger").then(TookHullDown)
    tiger = unit(story, "tiger")
    assert (tiger.moving, tiger.hull_down, tiger.reach) == (True, True, 0)
    story.when("germans", "move tiger 10 by=on").refused("004 R7", "unit")
    began(ended(story), "soviets/free_action").tell("soviets: aim t34 tiger")
    story.when("soviets", "fire t34 medium front hull_down=yes hit=10").then(
        happened(ShotResolved, need=6, modifiers=(("target_moving", -1), ("hull_down", -1)))
    )


def test_b7_by_option_it_has_to_move_to_the_crest_in_this_impulse() -> None:
    story = battle(MOVE, {"tiger": ("moving",)}, hull_down_moving=True)
    story.when("germans", "take-hull-down tiger").refused("004 B7", "unit")


def test_b7_by_option_it_was_not_hull_down_as_it_came() -> None:
    story = battle(MOVE, {"t34": ("overwatch",)}, UNITS, hull_down_moving=True)
    story.tell("germans: move tiger 40 by=move\ngermans: take-hull-down tiger")
    story.when("soviets", "overwatch-fire t34 tiger enters medium front hull_down=yes").refused("004 R16", "hull_down")
    story.when("soviets", "overwatch-fire t34 tiger enters medium front hit=10").then(
        happened(ShotResolved, modifiers=(("target_moving", -1),))
    )


def test_b7_by_option_it_is_hull_down_no_more_as_it_moves_on() -> None:
    story = battle(BOTH, units=UNITS, hull_down_moving=True)
    story.tell("germans: move tiger 10 by=half_move\ngermans: take-hull-down tiger\ngermans: move tiger 10 by=free")
    assert not unit(story, "tiger").hull_down


@pytest.mark.parametrize(("nationality", "need"), [("vehicle", ("shooter_moved", -2)), ("side", ("russian_moved", -3))])
def test_a15_by_option_the_crew_of_a_captured_vehicle_shoots_as_its_side_does(
    nationality: str, need: tuple[str, int]
) -> None:
    units = {"tiger": ("Tiger I", "germans/panzers"), "prize": ("Pz IV H", "soviets/tankovy")}
    story = battle("soviets/free_action", {"prize": ("moving",)}, units, nationality=nationality)
    story.tell("soviets: aim prize tiger").when("soviets", "fire prize medium front hit=10").then(
        happened(ShotResolved, modifiers=(need,))
    )


@pytest.mark.parametrize(
    ("model", "side", "nationality", "morale"),
    [
        ("KV-1", "germans", "vehicle", 3),
        ("KV-1", "germans", "side", 0),
        ("Tiger I", "soviets", "vehicle", 0),
        ("Tiger I", "soviets", "side", 3),
        ("T-34/76", "soviets", "side", 0),
    ],
)
def test_r26_by_option_a_soviet_heavy_crew_is_one_of_the_soviets(
    model: str, side: str, nationality: str, morale: int
) -> None:
    own, enemy = ("panzers", "soviets/tankovy") if side == "germans" else ("tankovy", "germans/panzers")
    story = shuffled({"it": (model, f"{side}/{own}"), "other": ("Pz IV H", enemy)}, nationality=nationality)
    assert unit(story, "it").morale == morale


@pytest.mark.parametrize(("first", "russian"), [("T-34/76", True), ("Pz IV H", False)])
def test_a15_a_side_that_is_not_named_for_its_nation_has_that_of_its_first_vehicle(first: str, russian: bool) -> None:
    forces = muster({"a": (first, "first/x"), "b": ("KV-1", "first/x"), "c": ("Tiger I", "second/x")})
    sides = {side: Side(players=(side,)) for side in ("first", "second")}
    options = {"nationality": "side"}
    story = given(replace(forces, scenario="encounter", sides=sides, board={}, options=options))
    assert [unit(story, id).russian for id in "abc"] == [russian, russian, False]
    assert unit(story, "b").morale == 3 * russian
