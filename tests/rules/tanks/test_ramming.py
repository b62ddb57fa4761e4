"""Ramming (R29 to R33, A18 to A20, B5 to B7)."""

from __future__ import annotations

import pytest

from rules.systems.tanks.damage import DamageRolled, PenetrationRolled
from rules.systems.tanks.ramming import Rammed
from rules.systems.tanks.turns import FireHeld, TurnBegan, TurnEnded
from tests.rules.scenario import Story, happened
from tests.rules.tanks.table import SHERMAN, STUART, TIGER, battle, ended, play, unit

# Totals of armour: Tiger 37, Sherman 26, Stuart 20.
UNITS = {
    "tiger": (TIGER, "axis"),
    "stuart": (STUART, "axis"),
    "m4": (SHERMAN, "allies"),
    "other": (SHERMAN, "allies"),
}


def run_into(rammer: str = "tiger", target: str = "m4", length: int = 50, over: str = "open") -> Story:
    """The Ram step of the axis."""
    story = battle(UNITS, "axis").tell(f"axis: drive {rammer} {over} length={length} contact={target}")
    return story.tell("axis: end-movement axis\naxis: hold-fire axis")


@pytest.mark.parametrize(
    ("facing", "die", "armour", "result"),
    [
        ("front", 6, 12, "bounces"),
        ("side", 2, 7, "glances"),
        ("rear", 3, 7, "penetrates"),
        ("side", 1, 7, "bounces"),
    ],
)
def test_the_lower_total_takes_a_hit_of_distance_and_die(facing: str, die: int, armour: int, result: str) -> None:
    damage = " damage=4" if result != "bounces" else ""
    told = run_into().when("axis", f"ram tiger {facing} penetration={die}{damage}")
    rammed, hit = told.events[:2]
    assert isinstance(rammed, Rammed)
    assert isinstance(hit, PenetrationRolled)
    assert (rammed.totals, rammed.victim, rammed.strength) == ((37, 26), "m4", 5)
    assert (hit.unit, hit.by, hit.cause) == ("m4", "tiger", "ram")
    assert (hit.total, hit.armour, hit.result) == (5 + die, armour, result)


def test_either_side_tells_the_dice_of_a_ram() -> None:
    """Nobody decides anything in the Ram step: who has run into whom has to be told."""
    told = run_into().when("allies", "ram tiger rear penetration=1")
    assert [type(event) for event in told.events[:2]] == [Rammed, PenetrationRolled]


def test_equal_totals_hit_the_rammed_tank() -> None:
    units = {"one": (SHERMAN, "axis"), "m4": (SHERMAN, "allies")}
    story = battle(units).tell("axis: drive one open length=50 contact=m4\naxis: end-movement axis")
    story.tell("axis: hold-fire axis")
    story.when("axis", "ram one side penetration=1").then(
        happened(Rammed, totals=(26, 26), victim="m4"), PenetrationRolled, TurnEnded, TurnBegan
    )


@pytest.mark.parametrize(
    ("length", "die", "total", "result"),
    [(55, 3, 8, "glances"), (60, 3, 9, "penetrates"), (50, 2, 7, "bounces"), (100, 1, 11, "bounces")],
)
def test_the_rammer_takes_it_by_a_d3_on_its_front_where_the_other_has_more(
    length: int, die: int, total: int, result: str
) -> None:
    damage = " damage=4" if result != "bounces" else ""
    told = run_into("stuart", "m4", length).when("axis", f"ram stuart penetration={die}{damage}")
    hit = told.events[1]
    assert isinstance(hit, PenetrationRolled)
    assert (hit.unit, hit.facing, hit.armour, hit.roll.faces) == ("stuart", "front", 8, 3)
    assert (hit.total, hit.result) == (total, result)


def test_a_d3_shows_1_to_3() -> None:
    run_into("stuart").when("axis", "ram stuart penetration=4").refused("dice", "penetration")


def test_b5_a_natural_1_does_no_damage_and_both_are_stunned_all_the_same() -> None:
    story = run_into()
    story.when("axis", "ram tiger rear penetration=1").then(
        happened(Rammed, stunned=(2, 1)),
        happened(PenetrationRolled, result="bounces"),
        TurnEnded,
        TurnBegan,
    )
    assert unit(story, "m4").stunned == 1
    assert unit(story, "tiger").stunned == 1  # its own turn has just ended


def test_both_cannot_move_in_their_next_move_step() -> None:
    story = run_into().tell("axis: ram tiger rear penetration=1")
    story.when("allies", "drive m4 open length=10").refused("001 R12", "unit")
    ended(story, "allies")
    story.when("axis", "drive tiger open length=10").refused("001 R12", "unit")
    ended(story, "axis")
    story.tell("allies: drive m4 open length=10")
    ended(story, "allies")
    story.tell("axis: drive tiger open length=10")


@pytest.mark.parametrize(
    ("over", "length", "strength"), [("open", 99, 9), ("open", 9, 0), ("road", 200, 20), ("forest", 49, 4)]
)
def test_b7_distance_is_what_was_driven_rounded_down_road_included(over: str, length: int, strength: int) -> None:
    told = run_into(over=over, length=length).when("axis", "ram tiger front penetration=1")
    assert isinstance(told.events[0], Rammed)
    assert told.events[0].strength == strength


def test_b7_the_whole_move_counts_up_to_contact() -> None:
    story = battle(UNITS).tell("axis: drive tiger road length=60\naxis: drive tiger open length=25 contact=m4")
    story.tell("axis: end-movement axis\naxis: hold-fire axis")
    story.when("axis", "ram tiger front penetration=1").then(
        happened(Rammed, strength=8), PenetrationRolled, TurnEnded, TurnBegan
    )


@pytest.mark.parametrize(("scale", "strength"), [("cm", 5), ("inch", 5), ("double_cm", 2)])
def test_the_distance_is_in_centimetres_of_the_rulebook(scale: str, strength: int) -> None:
    story = battle(UNITS, scale=scale).tell("axis: drive tiger open length=50 contact=m4\naxis: end-movement axis")
    told = story.tell("axis: hold-fire axis").when("axis", "ram tiger front penetration=1")
    assert isinstance(told.events[0], Rammed)
    assert told.events[0].strength == strength


def test_where_it_was_struck_is_told_of_the_rammed_tank_alone() -> None:
    untold = run_into().when("axis", "ram tiger").refused("001 A20", "facing")
    assert untold.text.text() == "The report does not say where Sherman M4A1 (75) 1 was struck."
    beside = run_into("stuart").when("axis", "ram stuart side").refused("001 A20", "facing")
    assert "the rammer is hit, on its front" in beside.text.text()


def test_saves_do_not_apply() -> None:
    story = run_into()
    unit(story, "m4").smoke = "smoking"
    story.when("axis", "ram tiger side penetration=2 damage=3").then(
        Rammed, PenetrationRolled, DamageRolled, TurnEnded, TurnBegan
    )


def test_a18_a_ram_is_void_once_one_of_both_is_destroyed_and_the_other_is_not_stunned() -> None:
    story = battle(UNITS).tell("axis: drive tiger open length=50 contact=m4\naxis: end-movement axis")
    story.tell("axis: fire tiger m4 distance=0 facing=side hit=6 penetration=4 damage=5")
    story.when("axis", "hold-fire axis").then(FireHeld, TurnEnded, TurnBegan)
    assert unit(story, "tiger").stunned == 0
    assert unit(story, "tiger").ram == ""


def test_a18_a_ram_is_void_once_another_ram_has_destroyed_its_target() -> None:
    story = battle({**UNITS, "second": (TIGER, "axis")}, "axis")
    for rammer, target in (("tiger", "m4"), ("second", "m4"), ("stuart", "other")):
        story.tell(f"axis: drive {rammer} open length=50 contact={target}")
    story.tell("axis: end-movement axis\naxis: hold-fire axis\naxis: ram tiger rear penetration=6 damage=5")
    story.when("axis", "ram second front").refused("001 A18", "unit")
    story.when("axis", "ram stuart penetration=1").then(Rammed, PenetrationRolled, TurnEnded, TurnBegan)


def test_the_ram_step_waits_for_every_ram() -> None:
    story = battle(UNITS).tell(
        "axis: drive tiger open length=50 contact=m4\naxis: drive stuart open length=50 contact=m4"
    )
    story.tell("axis: end-movement axis\naxis: hold-fire axis")
    assert play(story).phase == "ram"
    story.when("axis", "ram tiger front penetration=1").then(Rammed, PenetrationRolled)
    story.when("axis", "ram tiger front").refused("001 R29", "unit")
    story.when("axis", "ram stuart penetration=1").then(Rammed, PenetrationRolled, TurnEnded, TurnBegan)


def test_without_rams_there_is_nothing_to_resolve() -> None:
    battle(UNITS).when("axis", "ram tiger front").refused("001 R29")
