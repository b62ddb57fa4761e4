"""Rounds, turns, phases, and the limit of coordinated movements (R2, R6, R8, R15, A1, A22, B14, B21)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from rules.systems.panzer_strike.turns import MovementEnded, RoundBegan, TurnBegan, TurnEnded
from tests.rules.panzer_strike.rounds import announce, end_turn, fire, firing, moving, offered, shot, unit
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Story, happened

DUEL = {"tiger": ("Tiger", "axis", "c3", "N"), "m4": ("Sherman", "allies", "c9", "S")}


def duel(**said: Any) -> Story:
    return battle(FIELD, DUEL, **said)


# -- rounds, turns, phases (R2, R15) -----------------------------------------------------------------------------------


def test_a_round_is_one_turn_each_and_a_turn_two_phases() -> None:
    story = duel()
    story.when("axis", "end-movement axis").then(happened(MovementEnded, side="axis"))
    assert story.play.phase == "firing"
    story.when("axis", "end-turn axis").then(
        happened(TurnEnded, side="axis"), happened(TurnBegan, side="allies", active=1, limit=1)
    )
    assert (story.play.round, story.play.phase, story.play.side) == (1, "movement", "allies")
    end_turn(story).then(
        happened(TurnEnded, side="allies"), happened(RoundBegan, round=2), happened(TurnBegan, side="axis")
    )
    assert (story.play.round, story.play.phase, story.play.side) == (2, "movement", "axis")


def test_all_movement_comes_before_the_first_shot() -> None:
    """R15."""
    story = duel()
    story.when("axis", "announce tiger m4").refused("002 R15")
    story.when("axis", "end-turn axis").refused("002 R2")
    story.tell("axis: end-movement axis")
    assert not offered(story, "axis", "Move", "Traverse", "EndMovement")
    story.when("axis", "end-movement axis").refused("002 R15")


def test_one_side_finishes_before_the_other_begins() -> None:
    """R2."""
    story = duel()
    story.when("allies", "end-movement allies").refused("002 R2")
    story.tell("axis: end-movement axis")
    story.when("allies", "end-turn allies").refused("002 R2")
    assert [choice.command for choice in offered(story, "allies", "EndTurn", "EndMovement", "Announce")] == []
    story.when("axis", "end-turn allies").refused("battle", "by")
    story.when("axis", "end-turn germans").refused("002 R1", "side")


def test_what_was_of_a_turn_is_over_with_the_next_of_that_side() -> None:
    """B21: steps, gear, turret and shot of a side are forgotten when its own next turn begins."""
    story = duel().tell("axis: move tiger F,R+\naxis: traverse tiger N")
    firing(story, "axis", 1)
    story.tell("axis: announce tiger m4")
    tiger = unit(story, "tiger")
    assert (tiger.used, tiger.gear, tiger.moved, tiger.turned, tiger.spun) == (2, "forward", True, True, 1)
    assert (tiger.turret, tiger.turret_was) == (315, 0)
    fire(story, "tiger", "track")
    end_turn(story)
    assert (tiger.used, tiger.moved) == (2, True)
    moving(story, "axis", 2)
    assert (tiger.used, tiger.gear, tiger.moved, tiger.turned, tiger.spun) == (0, "", False, False, 0)
    assert (tiger.turret, tiger.turret_was, tiger.aim) == (315, 315, None)
    assert not story.play.volley


def test_so_are_walls_that_fell_speed_dice_and_tows() -> None:
    """B21: of that side; what the enemy did in its own turn stands until its next."""
    walled = "\n".join(["." * 20] * 15 + ["..w" + "." * 17] + ["." * 20] * 4)  # on c5
    units = {
        **DUEL,
        "pz": ("Pz IV H", "axis", "k10", "E"),
        "pak": ("7.5 cm Pak 40 (FW)", "axis", "j10", "W"),
    }
    story = battle(walled, units, round=1, speed_die=True).tell("axis: hook pz pak")
    moving(story, "axis", 2).tell("axis: roll-speed tiger dice=1\naxis: move tiger F,F")
    story.tell("axis: roll-speed pz dice=-1\naxis: move pz F")
    tiger, pak = unit(story, "tiger"), unit(story, "pak")
    assert (story.play.broken, tiger.halted, tiger.change, pak.pulled) == (("c5",), True, 1, True)
    end_turn(story)
    assert (story.play.broken, tiger.halted, tiger.change, pak.pulled) == ((), True, 1, True)
    moving(story, "axis", 3)
    assert (story.play.broken, tiger.halted, tiger.change, pak.pulled) == ((), False, None, False)


# -- coordinated movements (R6, R8, A1) --------------------------------------------------------------------------------


def limits(count: int, **said: Any) -> tuple[int, int]:
    """The vehicles counted for the axis, and its limit, when `count` Pz IV begin their turn."""
    rows = [(f"pz-{n}", ("Pz IV H", "axis", f"{chr(97 + n % 20)}{1 + n // 20}", "N")) for n in range(count)]
    story = battle(FIELD, dict(rows) | {"m4": ("Sherman", "allies", "c18", "S")}, turn="allies", **said)
    return limits_now(story)


def limits_now(story: Story) -> tuple[int, int]:
    (began,) = [event for event in end_turn(story).events if isinstance(event, TurnBegan)]
    assert story.play.limit == began.limit
    return began.active, began.limit


@pytest.mark.parametrize(
    ("active", "limit"),
    [(1, 1), (2, 2), (5, 2), (6, 3), (10, 3), (11, 4), (15, 4), (16, 5), (20, 5), (21, 6), (40, 6)],
)
def test_the_limit_follows_from_the_active_vehicles(active: int, limit: int) -> None:
    assert limits(active) == (active, limit)


def test_immobilised_and_recovery_vehicles_count_fixed_weapons_and_wrecks_do_not() -> None:
    """A1."""
    units = {
        "pz": ("Pz IV H", "axis", "a1", "N"),
        "pz-2": ("Pz IV H", "axis", "b1", "N"),
        "berge": ("Bergepanther (recovery)", "axis", "c1", "N"),
        "stug": ("StuG III G", "axis", "d1", "N"),
        "pak": ("7.5 cm Pak 40 (FW)", "axis", "e1", "N"),
        "pak-2": ("7.5 cm Pak 40 (FW)", "axis", "f1", "N"),
        "pz-3": ("Pz IV H", "axis", "g1", "N"),
        "m4": ("Sherman", "allies", "g7", "S"),
    }
    story = battle(FIELD, units, turn="allies", phase="firing", conditions={"pz": {"mobility": "immobilised"}})
    shot(story, "m4", "pz-3", "body", 1)
    assert unit(story, "pz-3").life == "destroyed"
    assert limits_now(story) == (4, 2)


def test_the_count_is_taken_when_the_turn_begins() -> None:
    """A1: five vehicles when the axis begins its turn, though six stood there when the round began."""
    units = {f"pz-{n}": ("Pz IV H", "axis", f"{'abcdef'[n]}1", "N") for n in range(6)}
    units["m4"] = ("Sherman", "allies", "a7", "S")
    story = battle(FIELD, units, turn="allies", phase="firing")
    shot(story, "m4", "pz-0", "body", 1)
    assert limits_now(story) == (5, 2)


COMMANDING = {"pz-0": ("Command tank",)}


def test_a_command_tank_raises_the_limit_by_one() -> None:
    """R8, option 1."""
    assert limits(6, command_tank=True, marks=COMMANDING) == (6, 4)
    assert limits(6, command_tank=True) == (6, 3)


def test_a_command_tank_that_is_destroyed_raises_nothing() -> None:
    units = {f"pz-{n}": ("Pz IV H", "axis", f"{'abc'[n]}1", "N") for n in range(3)}
    units["m4"] = ("Sherman", "allies", "a7", "S")
    story = battle(FIELD, units, turn="allies", phase="firing", command_tank=True, marks=COMMANDING)
    shot(story, "m4", "pz-0", "body", 1)
    assert limits_now(story) == (2, 2)


# -- who saw whom (B14) ------------------------------------------------------------------------------------------------

HOUSE = "\n".join(["." * 20] * 10 + ["..#" + "." * 17] + ["." * 20] * 9)  # a building on c10
SPOTTER = {
    "pz38": ("Pz 38 t", "axis", "a3", "N"),
    "tiger": ("Tiger", "axis", "c3", "N"),
    "pak": ("7.5 cm Pak 40 (FW)", "axis", "e3", "N"),
    "m4": ("Sherman", "allies", "c18", "S"),
}


def seen(story: Story) -> dict[str, tuple[str, ...]]:
    return {id: one.sees for id, one in story.play.units.items()}


def test_contact_is_sampled_when_the_turn_begins() -> None:
    """Of who can report it: the tank behind the building sees nobody, and a fixed weapon is no vehicle."""
    story = battle(HOUSE, SPOTTER, turn="allies")
    (_ended, began) = end_turn(story).events
    assert isinstance(began, TurnBegan)
    assert began.contacts == {"pz38": ("m4",), "tiger": ()}
    assert seen(story) == {"pz38": ("m4",), "tiger": (), "pak": (), "m4": ()}


def test_or_for_both_sides_when_the_round_begins() -> None:
    """Option contact_at_round_start: the second side's turn does not sample anew."""
    story = battle(HOUSE, SPOTTER, turn="allies", contact_at_round_start=True, began="axis")
    (_ended, round_, began) = end_turn(story).events
    assert isinstance(round_, RoundBegan)
    assert isinstance(began, TurnBegan)
    assert (round_.contacts, began.contacts) == ({"pz38": ("m4",), "tiger": (), "m4": ("pz38", "pak")}, {})
    story.tell("axis: move pz38 F")
    (_ended, began) = end_turn(story).events
    assert isinstance(began, TurnBegan)
    assert began.contacts == {}
    assert seen(story) == {"pz38": ("m4",), "tiger": (), "pak": (), "m4": ("pz38", "pak")}


def test_vehicles_without_a_radio_report_nothing() -> None:
    """R44, option 8."""
    story = battle(HOUSE, SPOTTER, turn="allies", radio_needed=True, marks={"pz38": ("No radio",)})
    began = end_turn(story).events[-1]
    assert isinstance(began, TurnBegan)
    assert began.contacts == {"tiger": ()}


# -- shots that were announced (R16, A22) ------------------------------------------------------------------------------

THREE = DUEL | {"pz": ("Pz IV H", "axis", "d3", "N")}


def test_a_turn_does_not_end_before_what_was_announced_is_fired() -> None:
    story = announce(announce(battle(FIELD, THREE, phase="firing"), "tiger", "m4"), "pz", "m4")
    assert not offered(story, "axis", "EndTurn")
    refusal = story.when("axis", "end-turn axis").refused("002 R16")
    assert refusal.remedy is not None
    assert "Tiger, Pz IV H" in refusal.remedy.text()
    fire(story, "tiger", "track").then(AccuracyRolled, HitRolled, PenetrationRolled)


def test_a_shot_at_what_is_destroyed_is_wasted() -> None:
    """A22."""
    units = THREE | {"m4-2": ("Sherman", "allies", "j9", "S")}
    story = announce(announce(battle(FIELD, units, phase="firing"), "tiger", "m4"), "pz", "m4")
    fire(story, "tiger", "body", 0)
    assert unit(story, "m4").life == "destroyed"
    assert offered(story, "axis", "EndTurn")
    story.when("axis", "end-turn axis").then(TurnEnded, TurnBegan)


def test_nobody_has_to_fire() -> None:
    firing(duel(), "axis", 1).when("axis", "end-turn axis").then(TurnEnded, TurnBegan)


# -- the last round (R68) ----------------------------------------------------------------------------------------------


def test_no_round_begins_after_the_last() -> None:
    story = battle(FIELD, DUEL, rounds=2)
    moving(story, "allies", 2)
    end_turn(story).then(happened(TurnEnded, side="allies"))
    outcome = story.state.outcome()
    assert (outcome.over, outcome.winner) == (True, "")
    assert story.play.round == 3


def test_a_battle_without_a_limit_is_drawn_after_round_99() -> None:
    story = battle(FIELD, DUEL, turn="allies", began="axis", round=99)
    end_turn(story).then(happened(TurnEnded, side="allies"))
    assert (story.state.outcome().over, story.state.outcome().winner) == (True, "")


def test_the_last_enemy_ends_the_battle_at_once() -> None:
    story = duel(phase="firing")
    shot(story, "tiger", "m4", "body", 0)
    assert story.state.outcome().winner == "axis"
    told = story.when("axis", "end-turn axis")
    assert told._refused is not None
    assert told._refused.code == "over"
