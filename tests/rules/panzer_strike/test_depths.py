"""What is told of a battle without its shots, and how play by shots goes on after it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.reports import DepthChanged
from rules.systems.panzer_strike.deployment import Deployed, DeploymentEnded, FirstRolled
from rules.systems.panzer_strike.depth import RoundDeclared
from rules.systems.panzer_strike.repairs import RepairStarted, RepairTicked
from rules.systems.panzer_strike.turns import RoundBegan, TurnBegan, TurnEnded
from tests.rules.panzer_strike.rounds import end_turn, firing, moving, offered, picks, shot, unit
from tests.rules.panzer_strike.table import FIELD, battle, muster
from tests.rules.scenario import Story, given, happened

UNITS = {
    "tiger": ("Tiger", "axis", "c3", "N", "E"),
    "pz": ("Pz IV H", "axis", "d3", "N"),
    "pak": ("7.5 cm Pak 40 (FW)", "axis", "e3", "N"),
    "m4": ("Jumbo", "allies", "c9", "S"),
    "m4-2": ("Sherman", "allies", "f9", "S"),
}


def by_status(**said: Any) -> Story:
    """At the start of round 3, which the axis begins."""
    story = battle(FIELD, UNITS, round=3, **said)
    story.when("axis", "change-depth status").then(DepthChanged)
    return story


def told(story: Story, unit: str, **condition: object) -> Story:
    return story.tell(f"allies: report-status {unit} condition='{json.dumps(condition)}'")


def by_shots(story: Story, round: int = 5) -> Story:
    """Back to shots, with this round to come; nobody is placed yet."""
    story.tell("axis: change-depth shots")
    story.when("allies", f"declare-round {round}").then(happened(RoundDeclared, round=round))
    return story


PLACES = {"tiger": "a10 S", "pz": "b10 S gun=W", "pak": "c10 S", "m4": "a5 N", "m4-2": "b5 N"}


def placed(story: Story) -> Story:
    for id, place in PLACES.items():
        if unit(story, id).active:
            story.tell(f"{unit(story, id).side}: deploy {id} {place}")
    return story


# -- away from shots and back ------------------------------------------------------------------------------------------


def test_the_depth_changes_before_the_first_report_of_a_round() -> None:
    story = battle(FIELD, UNITS, round=3)
    story.tell("axis: move tiger F")
    refused = story.when("axis", "change-depth status")._refused
    assert refused is not None
    assert refused.field == "depth"
    end_turn(story)
    assert not offered(story, "allies", "ChangeDepth")
    moving(story, "axis", 4).when("allies", "change-depth status").then(DepthChanged)


def test_the_round_is_asked_for_then_where_everybody_stands() -> None:
    story = by_status().tell("axis: change-depth shots")
    assert (story.play.phase, story.play.side) == ("round", "")
    for side in ("allies", "axis"):
        (choice,) = offered(story, side, "DeclareRound", "Deploy", "Move", "EndMovement")
        assert [(field.name, field.least, field.most) for field in choice.fields] == [("round", 3, 99)]
    story.when("axis", "deploy tiger a1 N").refused("002 R5")
    story.when("axis", "declare-round 2").refused("002 R2", "round")
    story.when("axis", "declare-round 7").then(happened(RoundDeclared, round=7))
    story.when("axis", "declare-round 8").refused("002 R2")
    (choice,) = offered(story, "allies", "Deploy")
    assert picks(choice, "unit") == ["m4", "m4-2"]
    assert len(picks(choice, "square")) == 20 * 20
    story.tell(
        "allies: deploy m4 k10 S gun=W\nallies: deploy m4-2 k11 S\naxis: deploy tiger a20 W\naxis: deploy pz b20 W"
    )
    story.when("axis", "deploy pak t1 NE").then(
        happened(Deployed, unit="pak"),
        happened(DeploymentEnded, first="axis"),
        happened(RoundBegan, round=7),
        happened(TurnBegan, side="axis", active=2, limit=2),
    )
    assert (unit(story, "m4").square, unit(story, "m4").turret) == ("k10", 90)


def test_units_are_placed_on_any_square_that_is_open_now() -> None:
    """Neither zones nor the objectives of a scenario count any more: a wall may have fallen, terrain stays."""
    walled = "\n".join(["." * 20] * 9 + ["w#h" + "." * 16 + "w"] + ["." * 20] * 10)  # row 11
    units = {f"m16-{n}": ("M16 MGMC (SPAA)", "allies", f"{'abc'[n]}1", "N") for n in range(3)}
    units |= {"m4": ("Sherman", "allies", "d1", "N"), "tiger": ("Tiger", "axis", "t9", "N")}
    units |= {f"wirbel-{n}": ("Wirbelwind (SPAA)", "axis", f"{'abc'[n]}20", "N") for n in range(3)}
    zones = "\nzone 1 A a1-t1\nzone 1 B a1-t1\nzone 2 A a20-t20\nzone 2 B a20-t20"
    story = battle(walled + zones, units, scenario="basic").tell("axis: move tiger F,F")
    assert story.play.walls == ("a11",)
    moving(story, "axis", 2).tell("axis: change-depth status\naxis: change-depth shots\naxis: declare-round 2")
    (choice,) = offered(story, "allies", "Deploy")
    assert choice.label.text() == "Deploy a unit with a turret"
    assert picks(choice, "unit") == ["m16-0", "m16-1", "m16-2", "m4"]
    closed = {"a11", "b11", "c11"}
    assert len(picks(choice, "square")) == 20 * 20 - len(closed)
    assert closed.isdisjoint(picks(choice, "square"))
    for square in sorted(closed):
        story.when("allies", f"deploy m4 {square} N").refused("002 R1", "square")
    story.when("allies", "deploy m16-0 t11 N").then(Deployed)


def test_a_round_beyond_the_last_cannot_come_next() -> None:
    story = by_status(rounds=6).tell("axis: change-depth shots")
    story.when("axis", "declare-round 7").refused("002 R2", "round")
    (choice,) = offered(story, "axis", "DeclareRound")
    assert [(field.least, field.most) for field in choice.fields] == [(3, 6)]


def test_the_order_of_turns_stays() -> None:
    """B17: who went first goes first again."""
    story = placed(by_shots(by_status()))
    assert (story.play.round, story.play.side, story.play.first) == (5, "axis", "axis")
    end_turn(story).then(TurnEnded, happened(TurnBegan, side="allies"))


def test_a_battle_told_by_status_from_the_start_still_rolls_for_the_first_turn() -> None:
    story = given(muster(FIELD)).tell("allies: change-depth status\nallies: change-depth shots\naxis: declare-round 1")
    story.tell("axis: deploy tiger a1 N\nallies: deploy m4 k10 S")
    assert story.play.phase == "first"
    story.when("allies", "roll-first dice=6,1").then(
        happened(FirstRolled, first="allies"), happened(RoundBegan, round=1), TurnBegan
    )


def test_deployment_that_has_begun_is_finished_first() -> None:
    story = given(muster(FIELD)).tell("allies: deploy m4 a1 N")
    assert story.when("allies", "change-depth status")._refused is not None


# -- what is forgotten, and what is not --------------------------------------------------------------------------------


def test_what_was_of_the_turn_and_of_the_board_is_forgotten() -> None:
    units = UNITS | {"berge": ("Bergepanther (recovery)", "axis", "c4", "S"), "m3": ("Sherman", "allies", "p9", "S")}
    story = battle(FIELD, units, phase="firing", round=2, conditions={"tiger": {"mobility": "immobilised"}})
    story.tell("axis: recover berge tiger")
    shot(firing(story, "allies", 2), "m4-2", "pak", "body", 1)
    moving(story, "axis", 3).tell("axis: change-depth status\naxis: change-depth shots")
    berge, wreck = unit(story, "berge"), unit(story, "pak")
    assert (berge.patient, berge.since, berge.square, berge.active) == ("", 0, "", True)
    assert (unit(story, "m4-2").aim, story.play.volley) == (None, False)
    assert (wreck.square, wreck.life) == ("e3", "destroyed")
    story.tell("axis: declare-round 3")
    story.when("axis", "deploy tiger e3 N").refused("002 R1", "square")
    choices = offered(story, "axis", "Deploy")
    assert all("e3" not in picks(choice, "square") for choice in choices)
    assert all("pak" not in picks(choice, "unit") for choice in choices)
    story.when("axis", "deploy pak a1 N").refused("002 R30", "unit")


def test_a_weapon_in_tow_is_let_stand() -> None:
    units = UNITS | {"pak": ("7.5 cm Pak 40 (FW)", "axis", "e3", "N"), "pz": ("Pz IV H", "axis", "e2", "S")}
    story = battle(FIELD, units, round=2).tell("axis: hook pz pak")
    assert unit(story, "pz").tows == "pak"
    moving(story, "axis", 3).tell("axis: change-depth status\naxis: change-depth shots")
    assert (unit(story, "pz").tows, unit(story, "pz").hooked) == ("", 0)


# -- states of units ---------------------------------------------------------------------------------------------------


def test_a_status_is_absolute() -> None:
    story = told(by_status(), "m4", injured=True, mobility="immobilised")
    m4 = unit(story, "m4")
    assert (m4.injured, m4.mobility, m4.timer, m4.life) == (True, "immobilised", 0, "active")
    told(story, "m4", mobility="immobilised", timer=2)
    assert (m4.injured, m4.mobility, m4.timer) == (False, "immobilised", 2)
    told(story, "m4")
    assert (m4.injured, m4.mobility, m4.timer) == (False, "mobile", 0)


def test_a_timer_that_was_told_goes_on() -> None:
    story = placed(by_shots(told(by_status(), "m4", mobility="immobilised", timer=2)))
    end_turn(firing(story, "allies", 5)).then(
        happened(RepairTicked, unit="m4", timer=1), TurnEnded, RoundBegan, TurnBegan
    )


def test_what_is_left_to_do_between_battles_is_told_as_well() -> None:
    story = told(by_status(), "m4", destroyed=True, lost=True, rounds=7, stuck=True)
    m4 = unit(story, "m4")
    assert (m4.lost, m4.rounds, m4.stuck) == (True, 7, True)


@pytest.mark.parametrize("gone", ["destroyed", "left"])
def test_nobody_tows_or_repairs_what_is_gone(gone: str) -> None:
    units = UNITS | {
        "tug": ("Pz IV H", "axis", "e2", "S"),
        "berge": ("Bergepanther (recovery)", "axis", "c4", "S"),
    }
    story = battle(FIELD, units, round=2, conditions={"tiger": {"mobility": "immobilised"}}).tell("axis: hook tug pak")
    firing(story, "axis", 2).tell("axis: recover berge tiger")
    moving(story, "axis", 3).tell("axis: change-depth status")
    told(told(story, "pak", **{gone: True}), "tiger", **{gone: True})
    tug, berge = unit(story, "tug"), unit(story, "berge")
    assert (tug.tows, tug.hooked, berge.patient, berge.since) == ("", 0, "", 0)


def test_what_was_immobilised_unreported_may_be_repaired_at_once() -> None:
    """B6: the hit is of an earlier round."""
    story = placed(by_shots(told(by_status(), "m4", mobility="immobilised"), round=3))
    firing(story, "allies", 3).when("allies", "start-repair m4").then(RepairStarted)


@pytest.mark.parametrize("condition", [{"timer": 3}, {"timer": 3, "mobility": "immobilised", "injured": True}])
def test_no_timer_stands_where_nobody_can_repair_anything(condition: dict[str, object]) -> None:
    """R51, R57."""
    assert unit(told(by_status(), "m4", **condition), "m4").timer == 0


def test_a_fixed_weapon_has_no_tracks() -> None:
    story = told(by_status(), "pak", mobility="immobilised", timer=3)
    assert (unit(story, "pak").mobility, unit(story, "pak").timer) == ("mobile", 0)


def test_who_was_destroyed_unreported_lies_nobody_knows_where() -> None:
    story = told(by_status(), "m4-2", destroyed=True)
    assert (unit(story, "m4-2").life, unit(story, "m4-2").square) == ("destroyed", "")
    told(story, "m4-2", destroyed=True)
    story = by_shots(story)
    story.when("allies", "deploy m4-2 a5 N").refused("002 R30", "unit")
    placed(story)
    assert story.play.phase == "movement"


def test_who_left_the_board_is_not_placed() -> None:
    story = by_shots(told(by_status(), "pz", left=True))
    story.when("axis", "deploy pz a1 N").refused("002 R1", "unit")
    placed(story)
    assert story.play.phase == "movement"


def test_who_was_thought_destroyed_stands_up_again() -> None:
    story = told(told(by_status(), "m4", destroyed=True), "m4", injured=True)
    assert placed(by_shots(story)).play.phase == "movement"
    assert (unit(story, "m4").square, unit(story, "m4").injured) == ("a5", True)


def test_the_last_active_unit_ends_the_battle_at_any_depth() -> None:
    story = told(told(by_status(), "m4", destroyed=True), "m4-2", destroyed=True)
    assert (story.state.outcome().over, story.state.outcome().winner) == (True, "axis")


def test_a_result_is_told_with_the_state_of_every_unit() -> None:
    story = battle(FIELD, UNITS)
    story.tell("axis: change-depth result")
    conditions = {unit: {} for unit in UNITS} | {"tiger": {"destroyed": True}, "m4": {"mobility": "immobilised"}}
    story.tell(f"axis: report-result allies conditions='{json.dumps(conditions)}'")
    outcome = story.state.outcome()
    assert (outcome.over, outcome.winner, outcome.points["allies"]) == (True, "allies", 11 + 4 // 2)
    assert {one.id: one.fate for one in outcome.units} == {
        "tiger": "lost",
        "pz": "fit",
        "pak": "lost",
        "m4": "damaged",
        "m4-2": "fit",
    }
