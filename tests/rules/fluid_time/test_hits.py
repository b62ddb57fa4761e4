"""Dice against armour and the table of penetrating hits (R20 to R23, A16, A17, B3)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.fluid_time.hits import HitResolved, reason_of
from rules.systems.fluid_time.platoons import LastOfPlatoon
from rules.systems.fluid_time.shooting import ShotResolved
from tests.rules.fluid_time.table import (
    FOUR,
    FREE,
    KV,
    PANTHER,
    T34,
    TIGER,
    Marks,
    battle,
    began,
    ended,
    mark_of,
    play,
    turned_over,
    unit,
)
from tests.rules.scenario import Story, Told, happened

# A Tiger (dice 6/6/5) fires at a T-34 (armour 10); another T-34 keeps the platoon going.
UNITS = {**FOUR, "reserve": (T34, "soviets/tankovy"), "third": (T34, "soviets/tankovy")}
TWIN = """\
name,nation,points,role,size,armour,dice_short,dice_medium,dice_long,shots,move
Twin,GER,20,medium,7,10,2,2,2,2,8
"""
TWINS = {**UNITS, "twin": ("Twin", "germans/panzers")}
SIX_ONES = "1,1,1,1,1,1"


def shot(said: str, marks: Marks | None = None) -> tuple[Story, Told]:
    story = battle(FREE, marks, UNITS).tell("germans: aim tiger t34")
    return story, story.when("germans", f"fire tiger {said}")


def twice(said: str, marks: Marks | None = None) -> tuple[Story, Told]:
    """A gun of two shots and two dice, both of which hit."""
    story = battle(FREE, marks, TWINS, house_units=TWIN).tell("germans: aim twin t34")
    return story, story.when("germans", f"fire twin medium front hit=1,1 {said}")


# -- dice (R20, A16) ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("band", "facing", "dice"),
    [
        ("short", "front", 6),
        ("medium", "front", 6),
        ("long", "front", 5),
        ("short", "flank", 7),
        ("medium", "rear", 7),
        ("long", "flank", 6),
        ("long", "rear", 6),
    ],
)
def test_r20_the_dice_of_the_gun_at_that_range_and_one_for_flank_or_rear(band: str, facing: str, dice: int) -> None:
    _story, told = shot(f"{band} {facing} hit=1 damage={','.join('1' * dice)}")
    told.then(ShotResolved, happened(HitResolved, dice=dice, total=dice, armour=10, effect="none", cause="shot"))


@pytest.mark.parametrize("dice", ["1,1,1,1,1", "1,1,1,1,1,1,1"])
def test_r20_no_more_and_no_fewer_dice(dice: str) -> None:
    _story, told = shot(f"medium front hit=1 damage={dice}")
    told.refused("dice" if len(dice) < 11 else "004 R19", "damage")


@pytest.mark.parametrize(
    ("dice", "effect"), [("1,1,1,1,1,4", "none"), ("1,1,1,1,1,5", "gun_out"), ("6,6,6,6,6,6", "gun_out")]
)
def test_r21_a_sum_that_matches_the_armour_penetrates(dice: str, effect: str) -> None:
    _story, told = shot(f"medium front hit=1 damage={dice}" + (" effect=2" if effect != "none" else ""))
    told.then(ShotResolved, happened(HitResolved, effect=effect))


def test_who_fired_is_told_with_the_hit() -> None:
    _story, told = shot(f"medium front hit=1 damage={SIX_ONES}")
    told.then(ShotResolved, happened(HitResolved, unit="t34", source="tiger", side="germans"))


# -- what it does (R21, R22) -------------------------------------------------------------------------------------------

EFFECTS: list[tuple[int, str, dict[str, Any]]] = [
    (1, "crew_suppressed", {"suppressed": True, "tests": ("crew_suppressed",), "presence": "in_play"}),
    (2, "gun_out", {"gun_out": True, "tests": (), "presence": "in_play"}),
    (3, "immobile", {"immobile": True, "tests": (), "presence": "in_play"}),
    (4, "burning", {"presence": "burning", "tests": ()}),
    (5, "burning", {"presence": "burning", "tests": ()}),
    (6, "exploded", {"presence": "exploded", "tests": ()}),
]


@pytest.mark.parametrize(("die", "effect", "facts"), EFFECTS)
def test_r22_the_table_of_penetrating_hits(die: int, effect: str, facts: dict[str, Any]) -> None:
    story, told = shot(f"medium front hit=1 damage=6,6,6,6,6,6 effect={die}")
    tests = effect if effect == "crew_suppressed" else ""
    told.then(ShotResolved, happened(HitResolved, effect=effect, tests=tests))
    assert {name: getattr(unit(story, "t34"), name) for name in facts} == facts


def test_r21_r23_what_is_struck_and_not_penetrated_is_marked_for_a_test() -> None:
    story, told = shot(f"medium front hit=1 damage={SIX_ONES}")
    told.then(ShotResolved, happened(HitResolved, effect="none", tests="struck", repeated=False, effect_roll=None))
    assert unit(story, "t34").tests == ("struck",)
    assert unit(story, "t34").struck
    assert not unit(story, "t34").suppressed


def test_a7_several_strikes_that_do_not_penetrate_are_one_mark() -> None:
    story, _told = twice("damage=1,1,1,1")
    assert unit(story, "t34").tests == ("struck",)


def test_a17_immobilised_it_stands_at_once() -> None:
    story, _told = shot("medium front hit=1 damage=6,6,6,6,6,6 effect=3", {"t34": ("moving",)})
    assert not unit(story, "t34").moving


@pytest.mark.parametrize(("mark", "die"), [("gun_out", 2), ("immobile", 3)])
def test_a17_a_repeat_is_told_and_does_nothing(mark: str, die: int) -> None:
    story, told = shot(f"medium front hit=1 damage=6,6,6,6,6,6 effect={die}", {"t34": (mark,)})
    told.then(ShotResolved, happened(HitResolved, effect=mark, tests=""))
    assert getattr(unit(story, "t34"), mark)
    assert unit(story, "t34").tests == ()


def test_a17_who_has_left_the_tank_can_still_be_shot_at() -> None:
    story, told = shot("medium front hit=1 damage=6,6,6,6,6,6 effect=4", {"t34": ("crew_suppressed",)})
    told.then(ShotResolved, happened(HitResolved, effect="burning", tests=""))
    assert (unit(story, "t34").presence, unit(story, "t34").suppressed) == ("burning", False)


def test_what_is_out_of_action_is_shot_at_no_more() -> None:
    story, _told = shot("medium front hit=1 damage=6,6,6,6,6,6 effect=4")
    began(ended(story), FREE).when("germans", "aim tiger t34").refused("004 R22", "target")


# -- a target hit twice ------------------------------------------------------------------------------------------------


def test_each_hit_has_its_dice_and_its_questions() -> None:
    _story, told = twice("damage=6,6,1,1 effect=2")
    (shot_, first, second) = told.events
    assert isinstance(shot_, ShotResolved)
    assert isinstance(first, HitResolved)
    assert isinstance(second, HitResolved)
    assert first.effect_roll is not None
    questions = [roll.question for roll in (first.roll, first.effect_roll, second.roll)]
    assert questions == [f"t1/i1/twin/volley-1/{what}" for what in ("damage-1", "effect-1", "damage-2")]
    assert (first.effect, second.effect) == ("gun_out", "none")


def test_r20_what_the_first_hit_destroys_is_hit_again_to_no_effect() -> None:
    story, told = twice("damage=6,6,6,6 effect=4,6")
    told.then(
        happened(ShotResolved, hits=2),
        happened(HitResolved, effect="burning", tests=""),
        happened(HitResolved, effect="exploded", tests=""),
    )
    assert unit(story, "t34").presence == "burning"
    assert [feat.kind for feat in unit(story, "twin").feats] == ["shot", "hit", "kill", "hit"]


def test_r21_what_the_first_hit_destroys_is_not_marked_by_the_second() -> None:
    story, told = twice("damage=6,6,1,1 effect=4")
    told.then(ShotResolved, HitResolved, happened(HitResolved, effect="none", tests="", repeated=False))
    assert (unit(story, "t34").tests, unit(story, "t34").struck) == ((), False)


def test_the_second_hit_may_destroy_what_the_first_has_hurt() -> None:
    story, told = twice("damage=6,6,6,6 effect=1,6")
    told.then(
        ShotResolved,
        happened(HitResolved, effect="crew_suppressed", tests="crew_suppressed"),
        happened(HitResolved, effect="exploded", tests=""),
    )
    assert (unit(story, "t34").presence, unit(story, "t34").suppressed) == ("exploded", False)


# -- what is tested for (R23, R33) -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cause", "effect", "reason"),
    [
        ("shot", "none", "struck"),
        ("shot", "crew_suppressed", "crew_suppressed"),
        ("shot", "gun_out", ""),
        ("shot", "immobile", ""),
        ("shot", "burning", ""),
        ("shot", "exploded", ""),
        ("strike", "none", "struck"),
        ("strike", "crew_suppressed", "crew_suppressed"),
        ("strike", "gun_out", "struck"),
        ("strike", "immobile", "struck"),
        ("strike", "burning", ""),
        ("strike", "exploded", ""),
    ],
)
def test_r23_r33_why_a_vehicle_tests_its_morale(cause: str, effect: str, reason: str) -> None:
    assert reason_of(cause, effect) == reason


# -- the last of a platoon (R23, A8) -----------------------------------------------------------------------------------


def test_a8_a_hit_may_leave_the_last_of_a_platoon() -> None:
    units = {"tiger": (TIGER, "germans/panzers"), "t34": (T34, "soviets/tankovy"), "other": (KV, "soviets/tankovy")}
    story = battle(FREE, units=units).tell("germans: aim tiger t34")
    story.when("germans", "fire tiger medium front hit=1 damage=6,6,6,6,6,6 effect=6").then(
        ShotResolved, HitResolved, happened(LastOfPlatoon, unit="other")
    )
    assert unit(story, "other").tests == ("last_tank",)


def test_the_last_vehicle_of_a_side_ends_the_battle() -> None:
    units = {
        "tiger": (TIGER, "germans/panzers"),
        "panther": (PANTHER, "germans/panzers"),
        "t34": (T34, "soviets/tankovy"),
    }
    story = battle(FREE, units=units).tell("germans: aim tiger t34\ngermans: aim panther t34")
    story.tell("germans: fire tiger medium front hit=1 damage=6,6,6,6,6,6 effect=6")
    assert story.state.outcome().over
    assert play(story).volley == []


def test_a_strike_of_an_earlier_turn_is_forgotten_as_a_turn_ends() -> None:
    story = ended(battle(FREE, {"t34": ("struck",)}, UNITS))
    turned_over(story)
    assert not unit(story, "t34").struck
    story.and_then(mark_of("t34", "struck"))
    assert unit(story, "t34").struck
