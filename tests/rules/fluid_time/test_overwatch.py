"""Overwatch (R15, A10, A17, A19, B9)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import visibility
from rules.systems.fluid_time.deck import CardDrawn
from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.impulses import ImpulseEnded
from rules.systems.fluid_time.moving import Moved
from rules.systems.fluid_time.overwatch import watchers
from rules.systems.fluid_time.platoons import LastOfPlatoon
from rules.systems.fluid_time.shooting import ShotResolved, ShotWasted
from tests.rules.fluid_time.table import (
    FOUR,
    PANZER,
    T34,
    TIGER,
    Marks,
    battle,
    began,
    ended,
    play,
    unit,
)
from tests.rules.scenario import Story, happened

# It is the Soviets' Impulse; the Tiger is on overwatch.
MOVE = "soviets/tankovy/move"
BOTH = "soviets/tankovy/half_move_free_action"
SIDE = "soviets/free_action"
UNITS = {
    **FOUR,
    "reserve": (T34, "soviets/tankovy"),
    "third": (T34, "soviets/tankovy"),
    "stug": (PANZER, "germans/specials"),
}
WATCH: Marks = {"tiger": ("overwatch",)}
FIRES = "overwatch-fire tiger t34"


def watched(card: str = MOVE, marks: Marks | None = None, **told: Any) -> Story:
    """A T-34 has moved in front of a Tiger on overwatch."""
    story = battle(card, {**WATCH, **(marks or {})}, UNITS, **told)
    return story.tell(f"soviets: move t34 30 by={'half_move' if card == BOTH else 'move'}")


# -- what it answers (R15) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trigger", ["enters", "leaves"])
def test_r15_it_fires_at_an_enemy_that_enters_or_leaves_its_view(trigger: str) -> None:
    story = watched()
    story.when("germans", f"{FIRES} {trigger} medium front hit=10").then(
        happened(ShotResolved, unit="tiger", target="t34", overwatch=trigger, hits=0)
    )


def test_r15_it_returns_the_fire_of_who_has_just_shot_at_it() -> None:
    story = battle(SIDE, WATCH, UNITS).tell("soviets: aim t34 tiger")
    story.when("germans", f"{FIRES} return medium front").refused("004 R15", "trigger")
    story.tell("soviets: fire t34 medium front hit=10")
    story.when("germans", f"{FIRES} return medium front hit=10").then(
        happened(ShotResolved, overwatch="return", need=7, modifiers=())
    )


def test_r15_it_does_not_avenge_others() -> None:
    story = battle(SIDE, {**WATCH, "panzer": ("overwatch",)}, UNITS)
    story.tell("soviets: aim t34 panzer\nsoviets: fire t34 medium front hit=10")
    told = story.when("germans", f"{FIRES} return medium front")
    assert "has not fired" in told.refused("004 R15", "trigger").text.text()


@pytest.mark.parametrize("trigger", ["enters", "leaves"])
def test_r15_what_has_not_moved_neither_comes_nor_goes(trigger: str) -> None:
    told = watched().when("germans", f"overwatch-fire tiger reserve {trigger} medium front")
    assert "has not moved" in told.refused("004 R15", "trigger").text.text()


def test_r15_nobody_is_forced_to_fire() -> None:
    story = watched()
    story.when("soviets", "end-impulse soviets").then(ImpulseEnded)
    assert unit(story, "tiger").overwatch


def test_r15_until_the_next_card_it_is_not_too_late() -> None:
    story = ended(watched())
    story.when("germans", f"{FIRES} leaves medium front hit=10").then(ShotResolved)
    story = began(ended(watched()), BOTH)
    story.when("germans", f"{FIRES} leaves medium front").refused("004 R15", "trigger")


def test_r15_a_shot_before_the_last_card_is_not_answered() -> None:
    story = battle(SIDE, WATCH, UNITS).tell("soviets: aim t34 tiger\nsoviets: fire t34 medium front hit=10")
    began(ended(story), MOVE).when("germans", f"{FIRES} return medium front").refused("004 R15", "trigger")


# -- who may (R15, A10, A17) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ((), "R15"),
        (("overwatch", "moving"), "R15"),
        (("overwatch", "suppressed"), "A10"),
        (("overwatch", "crew_suppressed"), "A10"),
        (("overwatch", "gun_out"), "R22"),
        (("overwatch", "burning"), "R15"),
    ],
)
def test_who_does_not_fire_from_overwatch(marks: Any, rule: str) -> None:
    story = watched(marks={"tiger": marks})
    story.when("germans", f"{FIRES} enters medium front").refused(f"004 {rule}", "unit")
    assert watchers(play(story)) == []


@pytest.mark.parametrize("mark", ["struck", "immobile", "hull_down"])
def test_a10_a_marked_one_that_is_not_suppressed_may(mark: Any) -> None:
    story = watched(marks={"tiger": ("overwatch", mark)})
    story.when("germans", f"{FIRES} enters medium front hit=10").then(ShotResolved)


def test_r15_in_its_own_impulse_it_shoots_with_a_free_action() -> None:
    units = {**UNITS, "watcher": (T34, "soviets/specials")}
    story = battle(MOVE, {"watcher": ("overwatch",)}, units).tell("soviets: move t34 30 by=move")
    story.when("soviets", "overwatch-fire watcher tiger return medium front").refused("004 R15", "unit")


@pytest.mark.parametrize(
    ("report", "rule", "field"),
    [
        ("overwatch-fire nobody t34 enters medium front", "004 A3", "unit"),
        ("overwatch-fire tiger nobody enters medium front", "004 A3", "target"),
        ("overwatch-fire tiger panzer enters medium front", "004 R17", "target"),
        ("overwatch-fire tiger t34 enters medium", "004 R20", "facing"),
        ("overwatch-fire tiger t34 enters facing=front", "004 R18", "range"),
        ("overwatch-fire tiger t34 enters medium front hull_down=yes", "004 R16", "hull_down"),
    ],
)
def test_what_is_told_of_it(report: str, rule: str, field: str) -> None:
    watched().when("germans", report).refused(rule, field)


def test_who_has_left_the_table_is_out_of_sight() -> None:
    story = battle(MOVE, WATCH, UNITS).tell("soviets: leave t34 by=move")
    story.when("germans", f"{FIRES} leaves medium front").refused("004 section 5", "target")
    assert watchers(play(story)) == []


def test_nobody_fires_from_overwatch_at_a_support_card() -> None:
    story = ended(watched()).and_then(CardDrawn(card="germans/air_support", left=20))
    story.when("germans", f"{FIRES} enters medium front").refused("004 R15")
    assert watchers(play(story)) == []


# -- once for each time it was bought (R15, B9) ------------------------------------------------------------------------


def test_b9_it_fires_once() -> None:
    story = watched().tell(f"germans: {FIRES} enters medium front hit=10")
    assert not unit(story, "tiger").overwatch
    story.when("germans", f"{FIRES} leaves medium front").refused("004 R15", "unit")


def test_b9_a_shooting_of_several_dice_is_one() -> None:
    sheet = (
        "name,nation,points,role,size,armour,dice_short,dice_medium,dice_long,shots,move\n"
        "Triple,GER,20,medium,7,10,2,2,2,3,8\n"
    )
    units = {**UNITS, "triple": ("Triple", "germans/panzers")}
    story = battle(MOVE, {"triple": ("overwatch",)}, units, house_units=sheet).tell("soviets: move t34 30 by=move")
    story.when("germans", "overwatch-fire triple t34 enters medium front hit=6,7,1 damage=1,1,1,1").then(
        happened(ShotResolved, need=6, hits=2), HitResolved, HitResolved
    )
    assert not unit(story, "triple").overwatch


def test_b9_it_is_bought_again_in_an_impulse() -> None:
    story = ended(watched().tell(f"germans: {FIRES} enters medium front hit=10"))
    began(story, "germans/panzers/free_action").tell("germans: go-on-overwatch tiger by=free")
    began(ended(story), BOTH).tell("soviets: move t34 30 by=half_move")
    story.when("germans", f"{FIRES} enters medium front hit=10").then(ShotResolved)


def test_r9_a_vehicle_on_overwatch_shoots_and_spends_the_half_move_to_go_back() -> None:
    story = battle("germans/panzers/half_move_free_action", WATCH, UNITS)
    story.tell("germans: aim tiger t34\ngermans: fire tiger medium front hit=10")
    story.tell("germans: go-on-overwatch tiger by=half_move")
    assert unit(story, "tiger").overwatch


# -- at whom it fires (A19, A17) ---------------------------------------------------------------------------------------


def test_a19_the_mover_counts_as_moving() -> None:
    watched().when("germans", f"{FIRES} enters medium front hit=10").then(
        happened(ShotResolved, need=6, modifiers=(("target_moving", -1),))
    )


def test_a19_even_if_it_has_halted_since() -> None:
    story = watched(BOTH).tell("soviets: halt t34 by=free")
    assert not unit(story, "t34").moving
    story.when("germans", f"{FIRES} enters medium front hit=10").then(
        happened(ShotResolved, need=6, modifiers=(("target_moving", -1),))
    )


def test_a19_what_has_halted_behind_a_crest_since_was_not_hull_down_as_it_came() -> None:
    """B7."""
    story = battle(BOTH, WATCH, UNITS).tell("soviets: move t34 30 by=half_move\nsoviets: halt t34 by=free")
    story.tell("soviets: take-hull-down t34")
    told = story.when("germans", f"{FIRES} enters medium front hull_down=yes hit=10")
    assert "as it came or went" in told.refused("004 R16", "hull_down").text.text()
    story.when("germans", f"{FIRES} enters medium front hit=10").then(happened(ShotResolved, need=6))


def test_r16_return_fire_at_what_is_hull_down() -> None:
    story = battle(SIDE, {**WATCH, "t34": ("hull_down",)}, UNITS).tell("soviets: aim t34 tiger")
    story.tell("soviets: fire t34 medium front hit=10")
    story.when("germans", f"{FIRES} return medium front hull_down=yes hit=10").then(
        happened(ShotResolved, need=6, modifiers=(("hull_down", -1),))
    )


def test_r4_a_commander_s_card_is_the_next_card_too() -> None:
    story = watched().tell("soviets: end-impulse soviets\nsoviets: invoke-commander soviets")
    told = story.when("germans", f"{FIRES} leaves medium front")
    assert "since the last card" in told.refused("004 R15", "trigger").text.text()


def test_a17_the_first_to_immobilise_it_stops_it_for_the_next() -> None:
    story = watched(marks={"panzer": ("overwatch",)})
    story.tell(f"germans: {FIRES} enters medium front hit=1 damage=6,6,6,6,6,6 effect=3")
    story.when("germans", "overwatch-fire panzer t34 enters medium front hit=10").then(
        happened(ShotResolved, need=7, modifiers=())
    )


def test_r13_return_fire_goes_by_the_marker() -> None:
    story = battle(SIDE, {**WATCH, "t34": ("moving",)}, UNITS)
    story.tell("soviets: aim t34 tiger\nsoviets: fire t34 medium front hit=10")
    story.when("germans", f"{FIRES} return medium front hit=10").then(
        happened(ShotResolved, need=6, modifiers=(("target_moving", -1),))
    )


# -- in the middle of the enemy's Impulse ------------------------------------------------------------------------------


def test_a_mover_that_is_immobilised_makes_no_more_of_its_move() -> None:
    story = watched().tell(f"germans: {FIRES} enters medium front hit=1 damage=6,6,6,6,6,6 effect=3")
    t34 = unit(story, "t34")
    assert (t34.immobile, t34.moving, t34.reach) == (True, False, 0)
    story.when("soviets", "move t34 10 by=on").refused("004 R7", "unit")
    story.when("soviets", "move reserve 10 by=move").then(Moved)


def test_a_mover_that_is_not_hurt_goes_on() -> None:
    story = watched().tell(f"germans: {FIRES} enters medium front hit=10")
    story.when("soviets", "move t34 10 by=on").then(happened(Moved, spent="", reach=70))


def test_a_mover_whose_crew_gets_out_makes_no_more_of_its_move() -> None:
    story = watched().tell(f"germans: {FIRES} enters medium front hit=1 damage=6,6,6,6,6,6 effect=1")
    assert unit(story, "t34").tests == ("crew_suppressed",)
    story.when("soviets", "move t34 10 by=on").refused("004 B4", "unit")


def test_a_mover_that_was_struck_tests_its_morale_before_it_goes_on() -> None:
    story = watched().tell(f"germans: {FIRES} enters medium front hit=1 damage=1,1,1,1,1,1")
    story.when("soviets", "move t34 10 by=on").refused("004 R24", "unit")
    story.tell("soviets: check-morale t34 dice=6,6\nsoviets: move t34 10 by=on")


def test_it_answers_between_the_shots_of_a_volley() -> None:
    story = battle(SIDE, WATCH, UNITS).tell("soviets: aim t34 tiger\nsoviets: aim kv tiger")
    story.tell("soviets: fire t34 medium front hit=10")
    story.when("germans", f"{FIRES} return medium front hit=1 damage=6,6,6,6,6,6 effect=6").then(
        ShotResolved, happened(HitResolved, effect="exploded")
    )
    story.when("soviets", "fire kv medium front hit=10").then(happened(ShotResolved, unit="kv"))


def test_a18_a_shooter_that_falls_to_it_has_fired_its_last() -> None:
    story = battle(BOTH, WATCH, UNITS).tell("soviets: move t34 30 by=half_move")
    story.tell("soviets: aim t34 tiger\nsoviets: aim reserve panzer")
    story.when("germans", f"{FIRES} enters medium front hit=1 damage=6,6,6,6,6,6 effect=6").then(
        ShotResolved, HitResolved, happened(ShotWasted, unit="t34", target="tiger", why="shooter")
    )
    story.when("soviets", "fire reserve medium front hit=10").then(ShotResolved)


def test_the_impulse_is_over_when_nobody_is_left_to_act_in_it() -> None:
    units = {"tiger": (TIGER, "germans/panzers"), "t34": (T34, "soviets/tankovy"), "kv": (T34, "soviets/specials")}
    story = battle(MOVE, WATCH, units).tell("soviets: move t34 30 by=move")
    story.when("germans", f"{FIRES} enters medium front hit=1 damage=6,6,6,6,6,6 effect=6").then(
        ShotResolved, HitResolved, happened(ImpulseEnded, why="nobody")
    )


def test_a8_it_may_leave_the_last_of_a_platoon() -> None:
    units = {"tiger": (TIGER, "germans/panzers"), "t34": (T34, "soviets/tankovy"), "other": (T34, "soviets/tankovy")}
    story = battle(MOVE, WATCH, units).tell("soviets: move t34 30 by=move")
    story.when("germans", f"{FIRES} enters medium front hit=1 damage=6,6,6,6,6,6 effect=6").then(
        ShotResolved, HitResolved, happened(LastOfPlatoon, unit="other")
    )


# -- overwatch that answers overwatch ----------------------------------------------------------------------------------


def test_overwatch_answers_overwatch_in_the_gap_after_the_impulse() -> None:
    """The T-34 shoots and goes back on overwatch; the Tiger returns its fire, and the T-34 the Tiger's."""
    story = battle(BOTH, WATCH, UNITS).tell("soviets: aim t34 tiger\nsoviets: fire t34 medium front hit=10")
    story.tell("soviets: go-on-overwatch t34 by=half_move")
    story.tell(f"germans: {FIRES} return medium front hit=10")
    story.when("soviets", "overwatch-fire t34 tiger return medium front").refused("004 R15", "unit")
    ended(story).when("soviets", "overwatch-fire t34 tiger return medium front hit=10").then(
        happened(ShotResolved, unit="t34", target="tiger", overwatch="return")
    )
    story.when("germans", f"{FIRES} return medium front").refused("004 R15", "unit")
    assert watchers(play(story)) == []


# -- who may fire now --------------------------------------------------------------------------------------------------


def test_watchers_are_named_with_what_they_may_answer() -> None:
    story = battle(BOTH, {**WATCH, "stug": ("overwatch",)}, UNITS).tell("soviets: move reserve 30 by=half_move")
    story.tell("soviets: aim t34 tiger\nsoviets: fire t34 medium front hit=10")
    assert [(unit.id, trigger, target.id) for unit, trigger, target in watchers(play(story))] == [
        ("tiger", "return", "t34"),
        ("tiger", "enters", "reserve"),
        ("tiger", "leaves", "reserve"),
        ("stug", "enters", "reserve"),
        ("stug", "leaves", "reserve"),
    ]


def test_those_that_have_come_are_offered_together_whatever_crest_they_have_taken_since_and_until_the_next_card() -> (
    None
):
    story = battle(BOTH, WATCH, UNITS).tell("soviets: move t34 30 by=half_move\nsoviets: halt t34 by=free")
    story.tell("soviets: take-hull-down t34\nsoviets: move reserve 30 by=half_move")
    ended(story)
    offered = [choice for choice in visibility.legal(story.state, "germans") if choice.command == "OverwatchFire"]
    targets = {tuple(pick.value for pick in choice.fields[0].picks) for choice in offered}
    assert targets == {("t34", "reserve")}
