"""Battles that are told without their shots, and come back to them (RULES.md, "Depths of report")."""

from __future__ import annotations

from rules.reports import DepthChanged
from rules.systems.tanks import SYSTEM
from rules.systems.tanks.depth import RoundDeclared
from rules.systems.tanks.setting_up import SetupChosen
from rules.systems.tanks.turns import Spotted, TurnBegan
from tests.rules.scenario import given, happened
from tests.rules.tanks.table import PRIEST, TWO, battle, ended, muster, play, unit


def test_the_depth_changes_before_the_first_report_of_a_round() -> None:
    story = given(muster())
    assert SYSTEM.between_rounds(story.play)
    story = battle()
    assert SYSTEM.between_rounds(story.play)
    story.tell("axis: drive tiger open length=10")
    assert not SYSTEM.between_rounds(story.play)
    ended(story, "axis")
    assert not SYSTEM.between_rounds(story.play)
    ended(story, "allies")
    assert SYSTEM.between_rounds(story.play)


def test_back_at_shots_the_round_is_asked_for_and_what_lasts_a_turn_is_forgotten() -> None:
    story = battle({**TWO, "priest": (PRIEST, "allies")})
    tiger = unit(story, "tiger")
    tiger.stunned, tiger.smoke, tiger.spotted, tiger.gun_out = 1, "smoking", True, True
    tiger.driven, tiger.halted = 50, True
    story.when("", "change-depth status").then(DepthChanged)
    story.tell("axis: report-status m4 condition='{\"tracked\": true}'")
    story.when("axis", "drive tiger open length=10").refused_for("", "shot by shot")
    story.when("", "change-depth shots").then(DepthChanged)
    assert play(story).phase == "round"
    assert (tiger.stunned, tiger.smoke, tiger.spotted, tiger.gun_out) == (0, "used", False, True)
    assert (tiger.driven, tiger.halted) == (0, False)
    story.when("axis", "declare-round 4").then(happened(RoundDeclared, round=4))
    story.when("allies", "spot allies spotted=tiger").then(Spotted, happened(TurnBegan, side="axis", round=4))
    story.tell("axis: end-movement axis\naxis: hold-fire axis\nallies: spot allies")
    story.when("allies", "drive m4 open length=10").refused("001 R12", "unit")


def test_a_round_that_was_played_does_not_come_next() -> None:
    story = battle(round=2, turn_limit=5).tell("change-depth status\nchange-depth shots")
    for round in (1, 6):
        story.when("axis", f"declare-round {round}").refused("001 R2", "round")
    story.when("axis", "declare-round 2").then(RoundDeclared, TurnBegan)


def test_who_moves_first_is_rolled_for_where_nobody_has() -> None:
    story = given(muster()).tell("change-depth status\nchange-depth shots\naxis: declare-round 3")
    assert play(story).phase == "setup"
    story.tell("axis: roll-setup dice=2,5")
    story.when("axis", "choose-setup axis build").then(SetupChosen, happened(TurnBegan, side="axis", round=3))


def test_a_result_alone_ends_it_and_the_winner_holds_the_field() -> None:
    story = given(muster()).tell("change-depth result")
    story.tell('axis: report-result axis conditions=\'{"tiger": {}, "m4": {"out": "bailed_out"}}\'')
    outcome = story.state.outcome()
    assert (outcome.winner, outcome.field, outcome.points) == ("axis", "axis", {"allies": 0, "axis": 30})
