"""Why is it so? The chain of shots, dice and rules behind a line of the sheet."""

from __future__ import annotations

import pytest

from rules.sheet import sheet
from rules.stream.explain import Explanation, explain
from rules.systems.panzer_strike import SYSTEM
from rules.systems.panzer_strike.repairs import RepairStarted
from rules.systems.panzer_strike.turns import MovementEnded
from rules.systems.panzer_strike.victory import OUTCOMES
from tests.rules.panzer_strike.ends import FORCES, destroyed, fought, guarded, struck
from tests.rules.panzer_strike.rounds import announce, end_turn, fire
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Story

LINES = ("status", "gun", "mobility")


def why(story: Story, of: str) -> Explanation:
    return explain(story.history, of, "")


def test_damage_is_told_from_the_shot_with_its_dice_and_rules() -> None:
    story = announce(fought(MovementEnded(side="axis")), "tiger", "m4")
    fire(story, "tiger", "track", -3)
    (mobility, status) = why(story, "units.m4.status").steps
    assert {mobility.of, status.of} == {"units.m4.mobility", "units.m4.status"}
    assert status.rolls[0].values == (-3,)
    assert "002 R33" in status.rules
    assert (status.by, type(status.event).__name__) == ("carol", "PenetrationRolled")


def test_a_victory_is_told_from_what_became_of_the_beaten() -> None:
    story = fought(*destroyed("tiger"), *destroyed("m4"), *destroyed("panther"))
    told = why(story, "outcome.winner").steps
    assert [step.of for step in told] == ["units.tiger.status", "units.panther.status", "outcome.winner"]
    assert [step.of for step in why(story, "facts.how").steps if step.unit == "m4"] == []


def test_guns_that_were_guarded_decide_by_what_became_of_them() -> None:
    story = guarded(*destroyed("m4", "m16-1", "m16-3", by="tiger"))
    told = [step.of for step in why(story, "outcome.how").steps]
    assert told == ["units.m16-1.status", "units.m16-3.status", "outcome.how"]
    told = [step.of for step in why(story, "facts.objectives-axis").steps]
    assert sorted(set(told)) == ["facts.objectives-axis", "units.m16-1.status", "units.m16-3.status"]


def test_a_draw_is_told_from_the_rounds() -> None:
    story = fought(rounds=1)
    end_turn(story)
    end_turn(story)
    assert "round" in SYSTEM.grounds(story.play, "outcome.winner")
    assert why(story, "outcome.winner").steps[-1].of == "outcome.winner"


@pytest.mark.parametrize("of", ["outcome.points.allies", "facts.points-allies"])
def test_points_are_told_from_what_became_of_the_enemy(of: str) -> None:
    story = fought(*destroyed("tiger"), *destroyed("m4"))
    assert {step.of for step in why(story, of).steps} == {"units.tiger.status", of}


def test_coordinated_movements_are_told_from_steps() -> None:
    story = fought().tell("axis: move tiger F,F")
    assert {step.of for step in why(story, "facts.coordinated").steps} >= {"units.tiger.used", "facts.coordinated"}


def test_a_concession_stands_alone() -> None:
    story = fought(*destroyed("tiger")).tell("axis: concede axis")
    assert [step.of for step in why(story, "outcome.winner").steps] == ["outcome.winner"]


def test_grounds_name_lines_that_stand_on_the_sheet() -> None:
    story = battle(FIELD, {**FORCES, "tiger": ("Tiger", "axis", "c5", "N")}).and_then(
        struck("tiger", "immobilised"), RepairStarted(unit="tiger", timer=5)
    )
    there = sheet(story.state, "")
    for known, prefix in ((LINES, "units.tiger"), (OUTCOMES, "outcome.units.tiger")):
        for line in known:
            found = SYSTEM.grounds(story.play, f"{prefix}.{line}")
            assert found, line
            assert set(found) <= set(there), line
    assert not SYSTEM.grounds(story.play, "units.nobody.status")
    assert not SYSTEM.grounds(story.play, "round")
