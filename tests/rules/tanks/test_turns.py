"""The sequence of play (R1, R2), and the Radio step (R34, B13)."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.systems.tanks.sheet import see
from rules.systems.tanks.turns import FireHeld, MovementEnded, Spotted, TurnBegan, TurnEnded
from tests.rules.scenario import given, happened
from tests.rules.tanks.table import PRIEST, SHERMAN, TIGER, TWO, WESPE, battle, muster, play, unit

GUNS = {"priest": (PRIEST, "allies"), "m4": (SHERMAN, "allies"), "wespe": (WESPE, "axis"), "tiger": (TIGER, "axis")}


def test_two_player_turns_make_a_round_each_of_move_shoot_ram() -> None:
    story = battle(turn="allies")
    story.when("allies", "hold-fire allies").refused("001 R1")
    story.when("axis", "end-movement axis").refused("001 R1")
    story.when("allies", "end-movement allies").then(MovementEnded)
    assert play(story).phase == "shoot"
    story.when("allies", "hold-fire allies").then(
        FireHeld, happened(TurnEnded, side="allies"), happened(TurnBegan, side="axis", round=1)
    )
    story.tell("axis: end-movement axis")
    story.when("axis", "hold-fire axis").then(
        FireHeld, happened(TurnEnded, side="axis"), happened(TurnBegan, side="allies", round=2)
    )


def test_both_sides_take_the_radio_step_after_each_player_turn() -> None:
    story = battle(GUNS, "allies", "shoot")
    story.when("allies", "hold-fire allies").then(FireHeld, TurnEnded)
    assert play(story).phase == "radio"
    assert see(play(story), "").waiting_for == ("allies", "axis")
    (spot,) = (choice for choice in visibility.legal(story.state, "axis") if choice.command == "Spot")
    assert [[pick.value for pick in field.picks] for field in spot.fields] == [["priest", "m4"]]
    story.when("axis", "spot axis spotted=m4").then(happened(Spotted, spotted=("m4",)))
    story.when("axis", "spot axis").refused("001 R34", "side")
    story.when("allies", "spot allies").then(Spotted, happened(TurnBegan, side="axis"))
    assert unit(story, "m4").spotted
    assert not unit(story, "tiger").spotted


def test_a_list_replaces_the_one_before() -> None:
    story = battle(GUNS, "allies", "shoot", spotted=("tiger", "wespe"))
    story.tell("allies: hold-fire allies\nallies: spot allies spotted=wespe\naxis: spot axis")
    assert [id for id, one in play(story).units.items() if one.spotted] == ["wespe"]


def test_a_list_nobody_makes_any_more_is_gone() -> None:
    story = battle(GUNS, "allies", "shoot", spotted=("tiger",))
    unit(story, "priest").gun_out = True
    story.tell("allies: hold-fire allies\naxis: spot axis")
    assert play(story).phase == "move"
    assert not any(one.spotted for one in play(story).units.values())


def test_a_side_without_artillery_is_not_asked_for_a_list() -> None:
    units = {"priest": (PRIEST, "allies"), "tiger": (TIGER, "axis")}
    story = battle(units, "allies", "shoot")
    story.tell("allies: hold-fire allies")
    story.when("axis", "spot axis").refused("001 R34", "side")
    story.when("allies", "spot allies spotted=tiger").then(Spotted, TurnBegan)


def test_before_the_first_turn_the_list_is_made_at_deployment() -> None:
    story = given(muster(GUNS)).tell(
        "allies: roll-setup dice=5,2\nallies: choose-setup allies build\naxis: deploy axis\nallies: deploy allies"
    )
    assert play(story).phase == "radio"
    story.tell("axis: spot axis")
    story.when("allies", "spot allies spotted=tiger").then(Spotted, happened(TurnBegan, side="allies", round=1))


@pytest.mark.parametrize(("spotted", "rule"), [("m4", "001 R17"), ("nobody", "001 R1"), ("tiger,tiger", "001 R34")])
def test_a_list_names_enemies_on_the_table_once(spotted: str, rule: str) -> None:
    story = battle(GUNS, "allies", "shoot").tell("allies: hold-fire allies")
    story.when("allies", f"spot allies spotted={spotted}").refused(rule, "spotted")


def test_the_sides_move_in_turn_and_only_theirs() -> None:
    story = battle(TWO, "axis")
    assert {choice.command for choice in visibility.legal(story.state, "allies")} == {"Concede", "ChangeDepth"}
    story.when("allies", "drive m4 open length=10").refused("001 R1")


def test_rounds_are_counted_to_100() -> None:
    """Where facts were declared in hindsight, turns that were played before end in a later round."""
    story = battle(TWO, "axis")
    play(story).round = 100
    story.and_then(TurnEnded(side="allies"))
    assert play(story).round == 100
