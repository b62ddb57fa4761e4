"""Why is it so? The chain of cards, shots, dice and rules behind a line of the sheet."""

from __future__ import annotations

import pytest

from rules.sheet import sheet
from rules.stream.explain import Explanation, explain
from rules.systems.fluid_time import SYSTEM
from rules.systems.fluid_time.victory import LINES, OUTCOMES
from tests.rules.fluid_time.table import FOUR, battle, muster
from tests.rules.scenario import Story, given

FREE = "soviets/tankovy/free_action"


def why(story: Story, of: str) -> Explanation:
    return explain(story.history, of, "")


def shot(dice: str = "hit=1 damage=6,6,6 effect=2") -> Story:
    return battle(FREE).tell(f"soviets: aim t34 tiger\nsoviets: fire t34 medium front {dice}")


def gone(effect: int) -> Story:
    return shot(f"hit=1 damage=6,6,6 effect={effect}")


def test_damage_is_told_from_the_shot_with_its_dice_and_rules() -> None:
    gun, status = why(shot(), "units.tiger.status").steps
    assert {gun.of, status.of} == {"units.tiger.gun", "units.tiger.status"}
    assert [roll.values for roll in status.rolls] == [(6, 6, 6), (2,)]
    assert "004 R22" in status.rules
    assert (status.by, type(status.event).__name__) == ("bob", "HitResolved")


@pytest.mark.parametrize("of", ["outcome.points.soviets", "facts.points-soviets"])
def test_points_are_told_from_what_became_of_the_enemy(of: str) -> None:
    assert {step.of for step in why(gone(4), of).steps} == {"units.tiger.status", of}


def test_the_strength_of_a_platoon_is_told_from_its_vehicles() -> None:
    of = "facts.strength-germans-panzers"
    assert {step.of for step in why(gone(6), of).steps} == {"units.tiger.status", of}


def test_suppression_is_told_from_the_test_that_was_failed() -> None:
    story = battle(FREE, {"t34": ("struck",)}).tell("soviets: check-morale t34 dice=3,1")
    step = why(story, "units.t34.status").steps[-1]
    assert (type(step.event).__name__, [roll.values for roll in step.rolls]) == ("MoraleChecked", [(3, 1)])


def test_a_victory_is_told_from_what_became_of_everybody() -> None:
    units = {id: FOUR[id] for id in ("tiger", "t34")}
    story = battle(FREE, units=units).tell("soviets: aim t34 tiger")
    story.tell("soviets: fire t34 medium front hit=1 damage=6,6,6 effect=5")
    told = [step.of for step in why(story, "outcome.winner").steps]
    assert told[-1] == "outcome.winner"
    assert "units.tiger.status" in told


def test_a_battle_that_ends_by_points_is_told_from_them() -> None:
    story = battle(FREE, turn_overs_to_end=1).tell("soviets: aim t34 tiger")
    story.tell("soviets: fire t34 medium front hit=1 damage=6,6,6 effect=5\nsoviets: end-impulse soviets")
    story.tell("germans: draw turn_over")
    told = {step.of for step in why(story, "outcome.winner").steps}
    assert {"facts.points-soviets", "round", "outcome.winner"} <= told


def test_a_concession_stands_alone() -> None:
    story = gone(4).tell("soviets: concede soviets")
    assert [step.of for step in why(story, "outcome.winner").steps] == ["outcome.winner"]


def test_a_card_drawn_is_behind_what_is_left_of_the_deck() -> None:
    story = given(muster(deck_draw="leaguer")).tell("germans: shuffle\ngermans: draw")
    told = why(story, "facts.cards").steps
    assert [type(step.event).__name__ for step in told] == ["CardDrawn"]


def test_every_line_named_is_on_a_sheet() -> None:
    story = shot()
    lines = sheet(story.state, "")
    for of in {*LINES, *(one for many in (*LINES.values(), *OUTCOMES.values()) for one in many)}:
        assert f"units.tiger.{of}" in lines
    for of in lines:
        assert set(SYSTEM.grounds(story.play, of)) <= {*lines, "outcome.winner", "round"}, of
