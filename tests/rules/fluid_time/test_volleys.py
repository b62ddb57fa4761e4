"""Targets declared before any die, and shots resolved in that order (R7, R17, A4, A5, A18, B4, B8)."""

from __future__ import annotations

import pytest

from rules.systems.fluid_time.hits import HitResolved
from rules.systems.fluid_time.impulses import ImpulseEnded
from rules.systems.fluid_time.platoons import LastOfPlatoon
from rules.systems.fluid_time.shooting import ShotResolved, ShotWasted, next_shot
from rules.systems.fluid_time.volleys import FireDeclared, aimers
from tests.rules.fluid_time.table import (
    BOTH,
    FOUR,
    FREE,
    MOVE,
    PANZER,
    T34,
    TWICE,
    Marks,
    battle,
    began,
    ended,
    play,
    unit,
)
from tests.rules.scenario import happened

SIDE = "germans/free_action"
SIX = {
    **FOUR,
    "stug": (PANZER, "germans/specials"),
    "reserve": (T34, "soviets/tankovy"),
}


# -- declaring (R17) ---------------------------------------------------------------------------------------------------


def test_r17_every_target_of_a_platoon_is_declared_before_the_first_die() -> None:
    story = battle(FREE)
    story.when("germans", "aim tiger t34").then(happened(FireDeclared, unit="tiger", target="t34"))
    story.when("germans", "aim panzer kv").then(happened(FireDeclared, unit="panzer", target="kv"))
    story.when("germans", "fire tiger medium front hit=8").then(happened(ShotResolved, unit="tiger", target="t34"))
    story.when("germans", "fire panzer medium front hit=9").then(happened(ShotResolved, unit="panzer", target="kv"))


def test_r17_nobody_declares_after_the_first_die() -> None:
    story = battle(FREE).tell("germans: aim tiger t34\ngermans: fire tiger medium front hit=8")
    story.when("germans", "aim panzer kv").refused("004 R17", "unit")
    assert aimers(play(story)) == []


def test_r17_nor_between_two_dice_of_a_volley() -> None:
    units = {**FOUR, "stug": (PANZER, "germans/panzers")}
    story = battle(FREE, units=units).tell("germans: aim tiger t34\ngermans: aim panzer kv")
    story.tell("germans: fire tiger medium front hit=8")
    story.when("germans", "aim stug kv").refused("004 R17", "unit")


def test_b8_on_a_side_card_all_platoons_declare_first() -> None:
    story = battle(SIDE, units=SIX).tell("germans: aim tiger t34\ngermans: aim stug kv")
    story.tell("germans: fire tiger medium front hit=8")
    story.when("germans", "aim panzer kv").refused("004 R17", "unit")
    story.when("germans", "fire stug medium front hit=9").then(ShotResolved)


def test_r7_a_shot_spends_the_free_action() -> None:
    story = battle(FREE).tell("germans: aim tiger t34")
    assert unit(story, "tiger").grants == ()


def test_r7_a_card_without_a_free_action_has_no_shot() -> None:
    story = battle(MOVE)
    story.when("germans", "aim tiger t34").refused("004 R7", "unit")
    assert aimers(play(story)) == []


def test_r7_who_has_spent_its_free_action_does_not_shoot() -> None:
    story = battle(BOTH).tell("germans: move tiger 30 by=free")
    story.when("germans", "aim tiger t34").refused("004 R7", "unit")
    assert [one.id for one in aimers(play(story))] == ["panzer"]


def test_a_vehicle_has_one_shot_in_a_volley() -> None:
    story = battle(TWICE).tell("germans: aim tiger t34")
    story.when("germans", "aim tiger kv").refused("004 R17", "unit")


def test_r10_two_free_actions_are_two_volleys() -> None:
    story = battle(TWICE).tell("germans: aim tiger t34\ngermans: aim panzer kv")
    story.tell("germans: fire tiger medium front hit=8\ngermans: fire panzer medium front hit=9")
    story.tell("germans: aim tiger kv\ngermans: fire tiger medium front hit=10")
    questions = [
        row.event.roll.question for row in story.rows if isinstance(row.event, ShotResolved) and row.event.roll
    ]
    assert questions == ["t1/i1/tiger/volley-1/hit", "t1/i1/panzer/volley-1/hit", "t1/i1/tiger/volley-2/hit"]
    story.when("germans", "aim panzer t34").refused("004 R17", "unit")


def test_the_shots_of_two_impulses_are_two_questions() -> None:
    story = battle(FREE).tell("germans: aim tiger t34\ngermans: fire tiger medium front hit=8")
    began(ended(story), BOTH).tell("germans: aim tiger t34")
    told = story.when("germans", "fire tiger medium front")
    assert isinstance(told.events[0], ShotResolved)
    assert told.events[0].roll is not None
    assert told.events[0].roll.question == "t1/i2/tiger/volley-1/hit"


@pytest.mark.parametrize(
    ("report", "rule", "field"),
    [
        ("aim nobody t34", "004 A3", "unit"),
        ("aim stug t34", "004 R12", "unit"),
        ("aim tiger nobody", "004 A3", "target"),
        ("aim tiger panzer", "004 R17", "target"),
        ("aim tiger tiger", "004 R17", "target"),
        ("aim tiger reserve", "004 R22", "target"),
    ],
)
def test_r17_a_target_is_an_enemy_in_play(report: str, rule: str, field: str) -> None:
    battle(FREE, {"reserve": ("burning",)}, units=SIX).when("germans", report).refused(rule, field)


def test_r17_only_in_an_impulse() -> None:
    story = ended(battle(FREE))
    story.when("germans", "aim tiger t34").refused("004 R17")
    refused = story.when("germans", "fire tiger medium front").refused("004 R17")
    assert refused.text.text() == "The next card has not been drawn."


@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ({"tiger": ("gun_out",)}, "R22"),
        ({"tiger": ("struck",)}, "R24"),
        ({"tiger": ("suppressed",)}, "R24"),
        ({"tiger": ("exploded",)}, "R22"),
    ],
)
def test_who_cannot_shoot(marks: Marks, rule: str) -> None:
    story = battle(FREE, marks, units=SIX)
    story.when("germans", "aim tiger t34").refused(f"004 {rule}", "unit")
    assert [one.id for one in aimers(play(story))] == ["panzer"]


def test_a_vehicle_without_a_gun_does_not_shoot() -> None:
    sheet = "name,nation,points,role,size,armour,move,soft\nOpel Blitz,GER,2,soft vehicle,6,3,8,yes\n"
    units = {**FOUR, "lorry": ("Opel Blitz", "germans/panzers")}
    battle(FREE, units=units, house_units=sheet).when("germans", "aim lorry t34").refused("004 R7", "unit")


@pytest.mark.parametrize("mark", ["moving", "overwatch", "hull_down", "immobile"])
def test_who_moves_watches_or_stands_still_may_shoot(mark: str) -> None:
    story = battle(FREE, {"tiger": (mark,)}).tell("germans: aim tiger t34")
    story.when("germans", "fire tiger medium front hit=10").then(ShotResolved)


def test_r15_a_declared_shot_ends_overwatch_too() -> None:
    story = battle(FREE, {"tiger": ("overwatch",)}).tell("germans: aim tiger t34")
    assert unit(story, "tiger").overwatch
    story.tell("germans: fire tiger medium front hit=10")
    assert not unit(story, "tiger").overwatch


# -- in the order that was declared (A18) ------------------------------------------------------------------------------


def test_a18_shots_are_resolved_as_they_were_declared() -> None:
    story = battle(FREE).tell("germans: aim panzer kv\ngermans: aim tiger t34")
    story.when("germans", "fire tiger medium front hit=8").refused("004 A18", "unit")
    shot_ = next_shot(play(story))
    assert shot_ is not None
    assert (shot_.unit, shot_.target) == ("panzer", "kv")
    story.tell("germans: fire panzer medium front hit=10\ngermans: fire tiger medium front hit=8")
    assert next_shot(play(story)) is None


def test_a18_no_shot_without_a_declared_target() -> None:
    battle(FREE).when("germans", "fire tiger medium front hit=8").refused("004 R17")


def test_r17_until_it_is_resolved_nothing_else_of_the_side_is_reported() -> None:
    story = battle(BOTH).tell("germans: aim tiger t34")
    for report in (
        "move panzer 30 by=half_move",
        "go-on-overwatch panzer by=free",
        "observe panzer",
        "end-impulse germans",
    ):
        story.when("germans", report).refused("004 R17")


def test_a18_a_shot_at_what_is_out_is_wasted() -> None:
    story = battle(FREE).tell("germans: aim tiger t34\ngermans: aim panzer t34")
    story.when("germans", "fire tiger medium front hit=1 damage=6,6,6,6,6,6 effect=4").then(
        ShotResolved,
        happened(HitResolved, effect="burning"),
        happened(ShotWasted, unit="panzer", target="t34", why="target"),
    )
    assert play(story).volley == []
    story.when("germans", "fire panzer medium front hit=1").refused("004 R17")


def test_a18_the_shots_after_a_wasted_one_are_fired() -> None:
    units = {**FOUR, "stug": (PANZER, "germans/panzers")}
    story = battle(FREE, units=units).tell("germans: aim tiger t34\ngermans: aim panzer t34\ngermans: aim stug kv")
    story.when("germans", "fire tiger medium front hit=1 damage=6,6,6,6,6,6 effect=6").then(
        ShotResolved, HitResolved, ShotWasted
    )
    story.when("germans", "fire stug medium front hit=10").then(happened(ShotResolved, unit="stug"))


def test_a18_later_shots_at_it_are_wasted_in_their_turn() -> None:
    units = {**FOUR, "stug": (PANZER, "germans/panzers")}
    story = battle(FREE, units=units).tell("germans: aim tiger t34\ngermans: aim stug kv\ngermans: aim panzer t34")
    story.when("germans", "fire tiger medium front hit=1 damage=6,6,6,6,6,6 effect=6").then(ShotResolved, HitResolved)
    story.when("germans", "fire stug medium front hit=10").then(
        ShotResolved, happened(ShotWasted, unit="panzer", why="target")
    )


@pytest.mark.parametrize(("effect", "die"), [("suppressed", 1), ("gun_out", 2), ("burning", 5)])
def test_a18_the_shot_of_who_cannot_fire_any_more_is_wasted(effect: str, die: int) -> None:
    """Overwatch of the enemy answers between two shots of a volley."""
    marks: Marks = {"kv": ("overwatch",)}
    story = battle(BOTH, marks).tell("germans: move panzer 30 by=half_move")
    story.tell("germans: aim tiger t34\ngermans: aim panzer kv\ngermans: fire tiger medium front hit=9")
    story.when("soviets", f"overwatch-fire kv panzer enters medium front hit=1 damage=6,6,6 effect={die}").then(
        ShotResolved, HitResolved, *([LastOfPlatoon] if die == 5 else []), happened(ShotWasted, why="shooter")
    )
    panzer = unit(story, "panzer")
    assert {"suppressed": panzer.suppressed, "gun_out": panzer.gun_out, "burning": not panzer.in_play}[effect]
    assert play(story).volley == []


def test_r17_a_volley_of_which_no_die_has_fallen_stays_open() -> None:
    story = battle(BOTH, {"kv": ("overwatch",)}).tell("germans: move tiger 30 by=half_move\ngermans: aim tiger t34")
    story.tell("soviets: overwatch-fire kv tiger enters short rear hit=1 damage=6,6,6,6 effect=2")
    assert play(story).volley == []
    story.tell("germans: aim panzer t34\ngermans: fire panzer medium front hit=10")


# -- markers at the moment of the shot (A4, A5) ------------------------------------------------------------------------


def test_a4_who_shoots_before_it_moves_shoots_standing() -> None:
    story = battle(BOTH).tell("germans: aim tiger t34")
    story.when("germans", "fire tiger medium front hit=10").then(happened(ShotResolved, need=7, modifiers=()))
    story.tell("germans: move tiger 30 by=half_move")


def test_a4_who_moves_first_shoots_moving() -> None:
    story = battle(BOTH).tell("germans: move tiger 30 by=half_move\ngermans: aim tiger t34")
    story.when("germans", "fire tiger medium front hit=10").then(
        happened(ShotResolved, need=5, modifiers=(("shooter_moved", -2),))
    )


def test_a4_who_halts_first_shoots_standing() -> None:
    story = battle(BOTH, {"tiger": ("moving",)}).tell("germans: halt tiger by=half_move\ngermans: aim tiger t34")
    story.when("germans", "fire tiger medium front hit=10").then(happened(ShotResolved, need=7, modifiers=()))


def test_a5_shooting_halts_nobody() -> None:
    story = battle(FREE, {"tiger": ("moving",)}).tell("germans: aim tiger t34\ngermans: fire tiger medium front hit=10")
    assert unit(story, "tiger").moving
    story.when("germans", "end-impulse germans").then(happened(ImpulseEnded, halted=()))
    assert unit(story, "tiger").moving


def test_r16_hull_down_is_kept_by_a_shot() -> None:
    story = battle(FREE, {"tiger": ("hull_down",)}).tell("germans: aim tiger t34")
    story.tell("germans: fire tiger medium front hit=10")
    assert unit(story, "tiger").hull_down
