"""Suppressed and struck again (R26, A9, B3): as it is, and as the first edition had it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.fluid_time.hits import HitResolved, is_repeated
from rules.systems.fluid_time.morale import MoraleChecked, modifier_of
from rules.systems.fluid_time.shooting import ShotResolved
from tests.rules.fluid_time.table import (
    FOUR,
    FREE,
    T34,
    Marks,
    battle,
    began,
    checked,
    ended,
    hit,
    mark_of,
    play,
    sheet,
    shuffled,
    turned_over,
    unit,
)
from tests.rules.scenario import Story, Told, happened

# A Tiger (dice 6/6/5) fires at a T-34 (armour 10); others keep its platoon going.
UNITS = {**FOUR, "reserve": (T34, "soviets/tankovy"), "third": (T34, "soviets/tankovy")}
TWIN = """\
name,nation,points,role,size,armour,dice_short,dice_medium,dice_long,shots,move
Twin,GER,20,medium,7,10,2,2,2,2,8
"""
TWINS = {**UNITS, "twin": ("Twin", "germans/panzers")}
# A hit that does not penetrate, and those that do: the rest of a report.
NOT_THROUGH, SUPPRESSED, GUN_OUT, IMMOBILE = (
    "damage=1,1,1,1,1,1",
    *(f"damage=6,6,6,6,6,6 effect={die}" for die in (1, 2, 3)),
)
ANY_HIT = (NOT_THROUGH, SUPPRESSED, GUN_OUT, IMMOBILE)
RALLIES = "soviets/tankovy/free_action"
FIRST: Any = {"edition": "1"}


def shot(said: str = NOT_THROUGH, marks: Marks | None = None, **told: Any) -> tuple[Story, Told]:
    story = battle(FREE, marks, UNITS, **told).tell("germans: aim tiger t34")
    return story, story.when("germans", f"fire tiger medium front hit=1 {said}")


def twice(said: str, **told: Any) -> tuple[Story, Told]:
    """A gun of two shots and two dice, both of which hit."""
    story = battle(FREE, units=TWINS, house_units=TWIN, **told).tell("germans: aim twin t34")
    return story, story.when("germans", f"fire twin medium front hit=1,1 {said}")


def modifiers(story: Story) -> list[int]:
    """Of every test of its next check, all of them passed."""
    began(story, RALLIES)
    dice = ",".join(["6", "6"] * max(1, len(unit(story, "t34").tests)))
    told = story.when("soviets", f"check-morale t34 dice={dice}").events
    return [event.modifier for event in told if isinstance(event, MoraleChecked)]


# -- whoever is suppressed ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ANY_HIT)
def test_a9_whatever_the_hit_does_a_suppressed_crew_that_is_struck_makes_its_next_check_at_one_less(said: str) -> None:
    story, told = shot(said, {"t34": ("suppressed",)})
    told.then(ShotResolved, happened(HitResolved, repeated=True))
    assert unit(story, "t34").struck_again
    assert modifiers(ended(story)) == [-1]
    assert not unit(story, "t34").struck_again
    assert not unit(story, "t34").suppressed


@pytest.mark.parametrize("said", ANY_HIT)
@pytest.mark.parametrize("marks", [("crew_suppressed",), ("last_tank", "suppressed"), ("struck", "suppressed")])
def test_a9_every_test_of_that_check_is_one_worse(said: str, marks: tuple[str, ...]) -> None:
    story, _told = shot(said, {"t34": marks})
    assert set(modifiers(ended(story))) == {-1}


@pytest.mark.parametrize("said", ANY_HIT)
def test_a9_suppressed_in_an_earlier_turn_is_suppressed_now(said: str) -> None:
    story = turned_over(ended(battle(FREE, {"t34": ("crew_suppressed",)}, UNITS)))
    began(story, FREE).tell("germans: aim tiger t34")
    story.when("germans", f"fire tiger medium front hit=1 {said}").then(
        ShotResolved, happened(HitResolved, repeated=True)
    )


def test_b3_it_is_kept_until_the_check_past_a_turn_over_and_spent_by_it() -> None:
    story, _told = shot(GUN_OUT, {"t34": ("suppressed",)})
    began(turned_over(ended(story)), RALLIES)
    story.when("soviets", "check-morale t34 dice=4,3").then(
        happened(MoraleChecked, reason="rally", modifier=-1, total=6, result="suppressed")
    )
    began(turned_over(ended(story)), RALLIES)
    story.when("soviets", "check-morale t34 dice=4,3").then(
        happened(MoraleChecked, reason="rally", modifier=0, total=7, result="passed")
    )


def test_b3_within_one_shooting_the_second_hit_strikes_who_is_suppressed_by_the_first() -> None:
    story, told = twice("damage=6,6,6,6 effect=1,2")
    told.then(
        ShotResolved,
        happened(HitResolved, effect="crew_suppressed", repeated=False),
        happened(HitResolved, effect="gun_out", tests="", repeated=True),
    )
    assert modifiers(ended(story)) == [-1]


def test_b3_a_reason_that_comes_later_is_tested_for_at_one_less_too() -> None:
    story, _told = shot(GUN_OUT, {"t34": ("suppressed",)})
    story.and_then(mark_of("t34", "last_tank"))
    assert modifiers(ended(story)) == [-1]


def test_a9_struck_three_times_it_is_one_less_all_the_same() -> None:
    story, _told = shot(NOT_THROUGH, {"t34": ("crew_suppressed",)})
    story.and_then(hit("t34", "none", tests="struck", repeated=True))
    assert modifiers(ended(story)) == [-1, -1]


@pytest.mark.parametrize("marks", [(), ("struck",), ("struck", "last_tank")])
def test_a9_who_is_not_suppressed_is_struck_as_ever(marks: tuple[str, ...]) -> None:
    story, told = shot(NOT_THROUGH, {"t34": marks})
    told.then(ShotResolved, happened(HitResolved, tests="struck", repeated=False))
    assert set(modifiers(ended(story))) == {0}


def test_what_is_destroyed_is_struck_no_second_time() -> None:
    story = battle(FREE, {"t34": ("crew_suppressed",)}, UNITS)
    assert is_repeated(play(story), unit(story, "t34"), "", "gun_out")
    assert not is_repeated(play(story), unit(story, "t34"), "", "exploded")


def test_what_is_to_come_is_on_the_sheet() -> None:
    story, _told = shot(GUN_OUT, {"t34": ("suppressed",)})
    assert sheet(story, "t34", "nerve") == "suppressed; its next test is at -1"
    story, _told = shot(NOT_THROUGH, {"t34": ("crew_suppressed",)})
    assert sheet(story, "t34", "nerve") == ("suppressed; to test: crew suppressed by a hit at -1, was struck at -1")


# -- by option, a second time in the turn ------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ANY_HIT)
@pytest.mark.parametrize(
    ("marks", "repeated"),
    [((), False), (("struck",), False), (("suppressed",), False), (("struck", "suppressed"), True)],
)
def test_a9_by_option_it_is_the_second_strike_of_the_turn_that_counts(said: str, marks: Any, repeated: bool) -> None:
    _story, told = shot(said, {"t34": marks}, struck_again="turn")
    told.then(ShotResolved, happened(HitResolved, repeated=repeated))


def test_a9_by_option_a_strike_of_an_earlier_turn_does_not_count() -> None:
    story = turned_over(ended(battle(FREE, {"t34": ("crew_suppressed",)}, UNITS, struck_again="turn")))
    began(story, FREE).tell("germans: aim tiger t34")
    story.when("germans", f"fire tiger medium front hit=1 {NOT_THROUGH}").then(
        ShotResolved, happened(HitResolved, repeated=False)
    )


# -- the first edition -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "repeated"),
    [
        ((), False),
        (("struck",), False),
        (("suppressed",), False),
        (("suppressed", "struck"), True),
        (("struck", "suppressed"), True),
        (("crew_suppressed",), True),
    ],
)
def test_edition_1_suppressed_and_struck_a_second_time_in_the_turn(marks: Any, repeated: bool) -> None:
    story, told = shot(NOT_THROUGH, {"t34": marks}, **FIRST)
    told.then(ShotResolved, happened(HitResolved, tests="struck", repeated=repeated))
    assert unit(story, "t34").repeated == (("struck",) if repeated else ())
    assert not unit(story, "t34").struck_again


def test_edition_1_a_first_strike_after_the_turn_is_no_second_one() -> None:
    story = turned_over(ended(battle(FREE, {"t34": ("crew_suppressed",)}, UNITS, **FIRST)))
    began(story, FREE).tell("germans: aim tiger t34")
    story.when("germans", f"fire tiger medium front hit=1 {NOT_THROUGH}").then(
        ShotResolved, happened(HitResolved, repeated=False)
    )


def test_edition_1_the_one_is_kept_on_its_own_test_past_a_turn_over() -> None:
    story, _told = shot(NOT_THROUGH, {"t34": ("crew_suppressed",)}, **FIRST)
    began(turned_over(ended(story)), RALLIES)
    story.when("soviets", "check-morale t34 dice=6,6,4,4").then(
        happened(MoraleChecked, reason="crew_suppressed", modifier=0, total=12),
        happened(MoraleChecked, reason="struck", modifier=-1, total=7, steady=True),
    )


def test_edition_1_a_second_strike_waits_with_its_test_past_turn_over() -> None:
    story = shuffled(FOUR, {"tiger": ("suppressed",)}, **FIRST)
    story.and_then(hit("tiger", "none", tests="struck"), hit("tiger", "none", tests="struck", repeated=True))
    story = began(turned_over(story), FREE)
    assert (unit(story, "tiger").tests, unit(story, "tiger").repeated) == (("struck",), ("struck",))
    story.when("germans", "check-morale tiger dice=4,3").then(
        happened(MoraleChecked, modifier=-1, total=6, result="suppressed")
    )
    assert unit(story, "tiger").repeated == ()


@pytest.mark.parametrize("modifier", range(-4, 5))
@pytest.mark.parametrize("repeated", [False, True])
def test_edition_1_a_second_strike_is_one_worse_for_its_own_reason(modifier: int, repeated: bool) -> None:
    tiger = unit(battle(**FIRST), "tiger")
    tiger.morale, tiger.repeated = modifier, ("struck",) if repeated else ()
    assert modifier_of(tiger, "struck") == modifier - repeated
    assert modifier_of(tiger, "last_tank") == modifier_of(tiger, "rally") == modifier


def test_edition_1_within_one_shooting_the_second_hit_is_a_second_strike() -> None:
    story, told = twice("damage=6,6,1,1 effect=1", **FIRST)
    told.then(
        ShotResolved,
        happened(HitResolved, tests="crew_suppressed", repeated=False),
        happened(HitResolved, tests="struck", repeated=True),
    )
    assert unit(story, "t34").repeated == ("struck",)


def test_edition_1_a_second_strike_that_brings_no_test_weighs_on_the_one_that_waits() -> None:
    story, told = twice("damage=6,6,6,6 effect=1,2", **FIRST)
    told.then(ShotResolved, HitResolved, happened(HitResolved, effect="gun_out", tests="", repeated=True))
    assert (unit(story, "t34").tests, unit(story, "t34").repeated) == (("crew_suppressed",), ("crew_suppressed",))


def test_edition_1_without_a_test_that_waits_there_is_nothing_to_weigh_on() -> None:
    _story, told = shot(IMMOBILE, {"t34": ("gun_out", "suppressed")}, **FIRST)
    told.then(ShotResolved, happened(HitResolved, tests="", repeated=False))


def test_edition_1_asks_nothing_of_a_check_that_fails() -> None:
    """What was stored goes with its test, passed or not."""
    story, _told = shot(NOT_THROUGH, {"t34": ("crew_suppressed",)}, **FIRST)
    story.and_then(checked("t34", "suppressed", "struck"))
    assert (unit(story, "t34").tests, unit(story, "t34").repeated) == (("crew_suppressed",), ())
