"""Direct fire as far as the die to hit (R16 to R19, A6 to A9, B1, B11, B12)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import visibility
from rules.systems.tanks.shooting import ShotFired
from tests.rules.scenario import Happened, happened
from tests.rules.tanks.table import HELLCAT, PAK, PRIEST, SHERMAN, STUART, TIGER, TWO, battle, ended, muster, unit

SHOT = "fire tiger m4 facing=side"


def modified(**expected: int) -> Happened:
    return happened(ShotFired, modifiers=expected, needed=4 + sum(expected.values()))


# R18: a Tiger (range 40 cm, Speed 10) fires at what has driven so many millimetres, itself having driven others.
@pytest.mark.parametrize(
    ("distance", "own", "target", "expected"),
    [
        (200, 0, 0, {}),
        (201, 0, 0, {"beyond_half": 1}),
        (400, 0, 0, {"beyond_half": 1}),
        (0, 0, 0, {}),
        (200, 50, 0, {"shooter_moved": 1}),
        (200, 0, 50, {"target_moved": 1}),
        (200, 0, 199, {"target_moved": 1}),
        (200, 0, 200, {"target_fast": 2}),
        (400, 50, 200, {"beyond_half": 1, "shooter_moved": 1, "target_fast": 2}),
        (400, 50, 50, {"beyond_half": 1, "shooter_moved": 1, "target_moved": 1}),
    ],
)
def test_the_table_of_modifiers(distance: int, own: int, target: int, expected: dict[str, int]) -> None:
    driven = {id: length for id, length in (("m4", target), ("tiger", own)) if length}
    story = battle(step="shoot", driven=driven)
    story.when("axis", f"{SHOT} distance={distance} hit=1").then(modified(**expected))


def test_a7_exactly_half_range_is_within() -> None:
    battle(step="shoot").when("axis", f"{SHOT} distance=200 hit=1").then(modified())
    battle(step="shoot").when("axis", f"{SHOT} distance=201 hit=1").then(modified(beyond_half=1))


def test_a7_half_of_an_odd_range_is_exact() -> None:
    """A Stuart reaches 45 cm."""
    units = {"stuart": (STUART, "axis"), "m4": (SHERMAN, "allies")}
    for distance, expected in ((225, {}), (226, {"beyond_half": 1})):
        story = battle(units, step="shoot")
        story.when("axis", f"fire stuart m4 facing=side distance={distance} hit=1").then(modified(**expected))


def test_a7_in_the_first_turn_a_side_that_has_not_moved_is_stationary() -> None:
    battle(step="shoot").when("axis", f"{SHOT} distance=100 hit=1").then(modified())


def test_who_has_crossed_an_obstacle_has_moved() -> None:
    story = battle().tell("axis: cross tiger\naxis: end-movement axis")
    story.when("axis", f"{SHOT} distance=100 hit=1").then(modified(shooter_moved=1))


def test_a8_a_target_that_drove_exactly_twice_the_shooter_s_speed_is_fast() -> None:
    for length, expected in ((199, {"target_moved": 1}), (200, {"target_fast": 2})):
        story = battle(step="shoot", driven={"m4": length})
        story.when("axis", f"{SHOT} distance=100 hit=1").then(modified(**expected))


def test_a8_by_option_the_fast_target_counts_three() -> None:
    story = battle(step="shoot", driven={"m4": 200}, fast_target_cumulative=True)
    story.when("axis", f"{SHOT} distance=100 hit=1").then(modified(target_fast=2, target_moved=1))


def test_b1_to_a_gun_of_speed_0_no_target_is_fast() -> None:
    units = {"pak": (PAK, "axis"), "tiger": (TIGER, "axis"), "hellcat": (HELLCAT, "allies")}
    story = battle(units, step="shoot", driven={"hellcat": 400})
    story.when("axis", "fire pak hellcat distance=100 facing=front hit=1").then(modified(target_moved=1))


@pytest.mark.parametrize(("die", "result"), [(3, "miss"), (4, "hit"), (5, "hit")])
def test_the_die_is_at_least_ballistic_skill_and_modifiers(die: int, result: str) -> None:
    told = battle(step="shoot").when("axis", f"{SHOT} distance=100 hit={die}")
    assert isinstance(told.events[0], ShotFired)
    assert told.events[0].result == result


@pytest.mark.parametrize("skill", [2, 3, 4, 5])
def test_crew_quality_is_the_ballistic_skill(skill: int) -> None:
    story = battle(step="shoot", conditions={"tiger": {"skill": skill}})
    assert unit(story, "tiger").skill == skill
    story.when("axis", f"{SHOT} distance=100 hit={skill - 1}").then(happened(ShotFired, needed=skill, result="miss"))


def test_a_natural_6_always_hits_in_range_and_sight() -> None:
    story = battle(step="shoot", driven={"tiger": 50, "m4": 200}, conditions={"tiger": {"skill": 5}})
    told = story.when("axis", f"{SHOT} distance=400 hit=6 penetration=1")
    assert isinstance(told.events[0], ShotFired)
    assert (told.events[0].needed, told.events[0].result) == (9, "hit")


@pytest.mark.parametrize(
    ("report", "result"),
    [
        ("distance=401", "range"),
        ("distance=100 sight=blocked", "blocked"),
        ("distance=100 sight=arc", "arc"),
        ("distance=900 sight=blocked", "blocked"),
    ],
)
def test_a9_a_natural_6_does_not_reach_out_of_range_or_sight(report: str, result: str) -> None:
    story = battle(step="shoot")
    story.when("axis", f"fire tiger m4 {report} hit=6").then(happened(ShotFired, result=result, needed=0))
    story.when("axis", f"{SHOT} distance=100").refused("001 A6", "unit")


def test_a_shot_that_cannot_hit_needs_no_die() -> None:
    battle(step="shoot").when("axis", "fire tiger m4 distance=401").then(happened(ShotFired, result="range", roll=None))


@pytest.mark.parametrize("field", ["facing=front", "cover=light"])
def test_what_the_target_shows_is_not_told_of_a_shot_that_cannot_hit(field: str) -> None:
    story = battle(step="shoot")
    story.when("axis", f"fire tiger m4 distance=401 {field}").refused("001 R17", field.partition("=")[0])


def test_where_it_hits_is_told_of_one_that_can() -> None:
    battle(step="shoot").when("axis", "fire tiger m4 distance=100").refused("001 R17", "facing")


# -- who fires ---------------------------------------------------------------------------------------------------------


def test_a_gun_fires_once_and_is_loaded_by_the_next_turn() -> None:
    story = battle(step="shoot").tell(f"axis: {SHOT} distance=100 hit=1")
    story.when("axis", f"{SHOT} distance=100").refused("001 A6", "unit")
    ended(ended(story, "axis"), "allies").tell("axis: end-movement axis")
    story.when("axis", f"{SHOT} distance=100 hit=1").then(ShotFired)


def test_reloading_takes_as_many_turns_as_the_option_says() -> None:
    story = battle(step="shoot", reload_turns=2).tell(f"axis: {SHOT} distance=100 hit=1")
    for _turn in range(2):
        ended(ended(story, "axis"), "allies").tell("axis: end-movement axis")
        story.when("axis", f"{SHOT} distance=100").refused("001 A6", "unit")
    ended(ended(story, "axis"), "allies").tell("axis: end-movement axis")
    story.when("axis", f"{SHOT} distance=100 hit=1").then(ShotFired)


@pytest.mark.parametrize(
    ("facts", "rule"),
    [({"gun_out": True}, "R22"), ({"knocked": 1}, "B11"), ({"smoke": "smoking"}, "R15"), ({"reloading": 1}, "A6")],
)
def test_who_does_not_fire(facts: dict[str, Any], rule: str) -> None:
    story = battle(step="shoot")
    for name, value in facts.items():
        setattr(unit(story, "tiger"), name, value)
    story.when("axis", f"{SHOT} distance=100").refused(f"001 {rule}", "unit")
    assert not [choice for choice in visibility.legal(story.state, "axis") if choice.command == "Fire"]


@pytest.mark.parametrize("fact", ["stunned", "tracked"])
def test_a_stunned_or_tracked_tank_still_fires(fact: str) -> None:
    story = battle(step="shoot")
    setattr(unit(story, "tiger"), fact, True if fact == "tracked" else 1)
    story.when("axis", f"{SHOT} distance=100 hit=1").then(happened(ShotFired, result="miss"))


def test_a_ram_is_fired_from_before_it_is_resolved() -> None:
    story = battle().tell("axis: drive tiger open length=30 contact=m4\naxis: end-movement axis")
    story.when("axis", f"{SHOT} distance=0 hit=1").then(happened(ShotFired, result="miss"))


@pytest.mark.parametrize(
    ("target", "rule"), [("second", "001 R17"), ("nobody", "001 R1"), ("tiger", "001 R17"), ("gone", "001 R35")]
)
def test_what_is_fired_at_is_an_enemy_on_the_table(target: str, rule: str) -> None:
    units = {**TWO, "second": (TIGER, "axis"), "gone": (SHERMAN, "allies")}
    story = battle(units, step="shoot")
    unit(story, "gone").presence = "retreated"
    story.when("axis", f"fire tiger {target} distance=100 facing=side").refused(rule, "target")


def test_artillery_does_not_fire_directly() -> None:
    units = {"priest": (PRIEST, "axis"), "m4": (SHERMAN, "allies")}
    battle(units, step="shoot").when("axis", "fire priest m4 distance=100 facing=side").refused("001 R23", "unit")


@pytest.mark.parametrize(
    ("dice", "field"),
    [
        ("hit=1 damage=3", "damage"),
        ("penetration=4", "penetration"),
        ("hit=4 save_cover=3", "save_cover"),
        ("hit=4 penetration=1 damage=2", "damage"),
        ("hit=4 penetration=4 damage=2 radius=1", "radius"),
    ],
)
def test_dice_come_in_their_order_and_none_that_is_not_rolled(dice: str, field: str) -> None:
    battle(step="shoot").when("axis", f"{SHOT} distance=100 {dice}").refused("001 R17", field)


def test_muster_takes_a_gun_s_own_reloading_from_the_club_s_sheet() -> None:
    sheet = (
        "name,nation,points,role,speed,strength,front,side,rear,range,indirect,turret,skill,reload\n"
        "Sturmtiger,GER,60,heavy,8,30,16,11,11,20,,,4,3\n"
    )
    units = {"storm": ("Sturmtiger", "axis"), "m4": (SHERMAN, "allies")}
    story = battle(units, step="shoot", house_units=sheet, reload_turns=1)
    story.when("axis", "fire storm m4 distance=100 facing=side hit=1").then(happened(ShotFired, reloading=4))
    assert muster(units, house_units=sheet).options["house_units"] == sheet


def test_a_shot_asks_for_its_first_die_and_folds_what_that_may_come_to() -> None:
    shot = next(choice for choice in visibility.legal(battle(step="shoot").state, "axis") if choice.command == "Fire")
    asked = [field.name for field in shot.fields if not field.ahead]
    assert asked == ["target", "distance", "facing", "cover", "hit"]


def test_shots_beyond_their_range_are_offered_for_guns_of_one_range_together() -> None:
    """Tiger and Pak reach 40 cm, the Stuart 45."""
    units = {**TWO, "pak": (PAK, "axis"), "stuart": (STUART, "axis")}
    offered: dict[tuple[str, ...], int] = {}
    for choice in visibility.legal(battle(units, step="shoot").state, "axis"):
        fields = {field.name: field for field in choice.fields}
        if choice.command == "Fire" and fields["distance"].least:
            guns = (choice.given["unit"],) if "unit" in choice.given else [pick.value for pick in fields["unit"].picks]
            offered[tuple(guns)] = fields["distance"].least
    assert offered == {("tiger", "pak"): 401, ("stuart",): 451}
