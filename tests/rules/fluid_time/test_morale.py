"""Morale tests (R23 to R29, A6 to A10, B3 to B5)."""

from __future__ import annotations

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st

from rules.stream.dice import die
from rules.systems.fluid_time import morale
from rules.systems.fluid_time.morale import MoraleChecked, modifier_of
from rules.systems.fluid_time.moving import Moved
from tests.rules.fluid_time.table import (
    BOTH,
    FREE,
    HALF,
    MOVE,
    SEED,
    THREE,
    TWICE,
    battle,
    began,
    choices,
    ended,
    marked,
    marked_for,
    play,
    unit,
)
from tests.rules.scenario import happened

# -- two dice (R25, R27, R28) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(1, 7))
@pytest.mark.parametrize("second", range(1, 7))
def test_seven_passes_less_suppresses_and_three_abandons(first: int, second: int) -> None:
    total = first + second
    result = "passed" if total >= 7 else "abandoned" if total <= 3 else "suppressed"
    story = marked_for("struck", units=THREE)
    story.when("germans", f"check-morale tiger dice={first},{second}").then(
        happened(MoraleChecked, reason="struck", modifier=0, total=total, result=result, steady=result == "passed")
    )
    tiger = unit(story, "tiger")
    assert tiger.presence == ("abandoned" if result == "abandoned" else "in_play")
    assert tiger.suppressed == (result == "suppressed")
    assert tiger.tests == ()


@hypothesis_given(total=st.integers(-10, 30))
def test_every_total_has_one_result(total: int) -> None:
    found = morale.result(total)
    assert (found == "passed") == (total >= 7)
    assert (found == "abandoned") == (total <= 3)
    assert found in ("passed", "suppressed", "abandoned")


def test_left_to_leaguer_each_test_has_dice_of_its_own() -> None:
    story = marked_for("struck", "crew_suppressed", units=THREE)
    told = story.when("germans", "check-morale tiger").events
    for event, reason in zip(told, ("struck", "crew_suppressed"), strict=False):
        assert isinstance(event, MoraleChecked)
        question = f"t1/i1/tiger/morale/{reason}"
        assert event.roll.question == question
        assert event.roll.numbers == (die(SEED, question, 1, 6), die(SEED, question, 2, 6))


@pytest.mark.parametrize("dice", ["4", "4,4,4", "4,4,4,4"])
def test_a_test_is_two_dice(dice: str) -> None:
    marked_for("struck").when("germans", f"check-morale tiger dice={dice}").refused("004 R25", "dice")


@pytest.mark.parametrize("dice", ["4", "4,4,4", "4,4,4,4,4,4", "1,1,4,4"])
def test_several_tests_are_two_dice_each_until_the_crew_is_gone(dice: str) -> None:
    story = marked_for("struck", "crew_suppressed")
    story.when("germans", f"check-morale tiger dice={dice}").refused("004 R25", "dice")


def test_dice_of_a_later_test_may_be_left_to_leaguer() -> None:
    story = marked_for("struck", "crew_suppressed")
    first, second = story.when("germans", "check-morale tiger dice=4,4").events[:2]
    assert isinstance(first, MoraleChecked)
    assert isinstance(second, MoraleChecked)
    assert (first.roll.by, second.roll.by) == ("table", "leaguer")


# -- reasons (R23, A7) -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["struck", "crew_suppressed", "last_tank"])
def test_each_reason_is_tested_for(reason: str) -> None:
    story = marked_for(reason)
    story.when("germans", "check-morale tiger dice=6,6").then(
        happened(MoraleChecked, reason=reason, total=12, result="passed", steady=True)
    )
    assert (unit(story, "tiger").tests, unit(story, "tiger").suppressed) == ((), False)


def test_who_has_no_reason_does_not_test() -> None:
    battle().when("germans", "check-morale tiger dice=6,6").refused("004 R23", "unit")


def test_a_test_for_each_reason_in_the_order_they_came() -> None:
    story = marked_for("last_tank", "struck", "crew_suppressed")
    story.when("germans", "check-morale tiger dice=6,6,5,5,4,4").then(
        happened(MoraleChecked, reason="last_tank", total=12, steady=False),
        happened(MoraleChecked, reason="struck", total=10, steady=False),
        happened(MoraleChecked, reason="crew_suppressed", total=8, steady=True),
    )
    assert not unit(story, "tiger").suppressed


def test_several_strikes_are_one_reason() -> None:
    """A7."""
    story = marked_for("struck", "struck", "struck")
    assert unit(story, "tiger").tests == ("struck",)
    story.when("germans", "check-morale tiger dice=6,6").then(MoraleChecked)


@pytest.mark.parametrize(("first", "second"), [("3,3", "6,6"), ("6,6", "3,3")])
def test_any_failure_suppresses(first: str, second: str) -> None:
    """A7: passing the other does not undo it."""
    story = marked_for("struck", "last_tank")
    story.when("germans", f"check-morale tiger dice={first},{second}").then(MoraleChecked, MoraleChecked)
    assert unit(story, "tiger").suppressed
    assert unit(story, "tiger").tests == ()


def test_when_the_crew_is_gone_nothing_more_is_tested() -> None:
    story = marked_for("struck", "last_tank", units=THREE)
    story.when("germans", "check-morale tiger dice=1,2").then(happened(MoraleChecked, result="abandoned"))
    assert unit(story, "tiger").presence == "abandoned"


def test_with_one_test_for_all_it_has_the_worst_of_their_modifiers() -> None:
    """A7, the other reading."""
    story = marked_for("last_tank", multi_reason_tests="once")
    unit(story, "tiger").tests = ("last_tank", "struck", "crew_suppressed")
    unit(story, "tiger").repeated = ("struck",)
    story.when("germans", "check-morale tiger dice=4,4").then(
        happened(
            MoraleChecked,
            reason="struck",
            others=("last_tank", "crew_suppressed"),
            modifier=-1,
            total=7,
            result="passed",
            steady=True,
        )
    )
    assert (unit(story, "tiger").tests, unit(story, "tiger").repeated) == ((), ())


def test_with_one_test_for_all_the_first_of_equal_ones_is_told() -> None:
    story = marked_for("struck", "last_tank", multi_reason_tests="once")
    story.when("germans", "check-morale tiger dice=3,3").then(
        happened(MoraleChecked, reason="struck", others=("last_tank",), result="suppressed")
    )


# -- modifiers (R26, B3, B5) -------------------------------------------------------------------------------------------


def test_a_soviet_heavy_crew_adds_three() -> None:
    story = battle("soviets/specials/free_action", {"kv": ("struck",)})
    story.when("soviets", "check-morale kv dice=2,2").then(
        happened(MoraleChecked, modifier=3, total=7, result="passed")
    )


def test_a_german_heavy_crew_adds_nothing() -> None:
    assert modifier_of(unit(battle(), "tiger"), "struck") == 0


@pytest.mark.parametrize(
    ("marks", "modifier"),
    [
        (("Fanatics",), 3),
        (("Vastly superior",), 2),
        (("Better",), 1),
        (("Poor",), -1),
        (("Demoralised",), -2),
        (("Very poor equipment",), -2),
        (("Better", "Very poor equipment"), -1),
        (("Poor", "Very poor equipment"), -3),
        (("Fanatics", "Better", "Poor"), 2),
    ],
)
def test_crews_add_their_best_and_every_worst(marks: tuple[str, ...], modifier: int) -> None:
    """B5."""
    story = marked_for("struck", fittings={"tiger": marks})
    story.when("germans", "check-morale tiger dice=3,4").then(
        happened(MoraleChecked, modifier=modifier, total=7 + modifier)
    )


@pytest.mark.parametrize("modifier", range(-4, 5))
@pytest.mark.parametrize("again", [False, True])
def test_struck_again_while_suppressed_every_test_is_one_worse(modifier: int, again: bool) -> None:
    """A9, B3."""
    tiger = unit(battle(), "tiger")
    tiger.morale, tiger.struck_again = modifier, again
    assert {modifier_of(tiger, reason) for reason in ("struck", "last_tank", "rally")} == {modifier - again}


# -- before activating (R24, B4) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [FREE, MOVE, HALF, BOTH, TWICE])
def test_who_is_marked_tests_before_any_activation(card: str) -> None:
    """A6: on every card, while it is not suppressed."""
    story = marked_for("struck", card=card)
    by = unit(story, "tiger").grants[0]
    for report in (f"move tiger 10 by={by}", f"go-on-overwatch tiger by={by}", f"leave tiger by={by}"):
        story.when("germans", report).refused("004 R24", "unit")
    story.tell("germans: check-morale tiger dice=6,6")
    assert unit(story, "tiger").grants == play(battle(card)).units["tiger"].grants
    story.when("germans", f"move tiger 10 by={by}").then(Moved)


def test_who_has_to_test_is_offered_that_and_nothing_else() -> None:
    story = battle(TWICE, {"tiger": ("struck", "moving"), "panzer": ("burning",)})
    offered = {"Move", "Halt", "Leave", "Observe", "Aim", "TakeHullDown"}
    assert "CheckMorale" in choices(story, "germans")
    assert not offered & choices(story, "germans")
    story.tell("germans: check-morale tiger dice=6,6")
    assert "CheckMorale" not in choices(story, "germans")
    assert offered - {"TakeHullDown"} <= choices(story, "germans")


@pytest.mark.parametrize("card", [FREE, MOVE, HALF, BOTH, TWICE])
def test_a_failed_test_ends_the_impulse_of_that_vehicle(card: str) -> None:
    """B4: a second Free Action and half a move included."""
    story = marked_for("struck", card=card)
    by = unit(story, "tiger").grants[-1]
    story.tell("germans: check-morale tiger dice=3,3")
    assert unit(story, "tiger").grants == ()
    story.when("germans", f"move tiger 10 by={by}").refused("004 B4", "unit")
    story.when("germans", "take-hull-down tiger").refused("004 B4", "unit")
    story.when("germans", "check-morale tiger dice=6,6").refused("004 B4", "unit")
    story.when("germans", f"move panzer 10 by={by}").then(Moved)


def test_a_vehicle_is_tested_once_an_impulse() -> None:
    """B4: struck by overwatch after its test, it goes on and tests in its next one."""
    story = marked_for("struck", card=TWICE).tell("germans: check-morale tiger dice=6,6")
    marked(story, {"tiger": ("struck",)})
    story.when("germans", "check-morale tiger dice=6,6").refused("004 B4", "unit")
    story.when("germans", "move tiger 10 by=free").then(Moved)
    story = began(ended(story), FREE)
    story.when("germans", "observe tiger").refused("004 R24", "unit")


def test_struck_in_the_middle_of_its_move_it_tests_before_it_goes_on() -> None:
    story = battle(MOVE).tell("germans: move tiger 10 by=move")
    marked(story, {"tiger": ("struck",)})
    story.when("germans", "move tiger 10 by=on").refused("004 R24", "unit")
    story.tell("germans: check-morale tiger dice=6,6").when("germans", "move tiger 70 by=on").then(Moved)


def test_who_fails_in_the_middle_of_its_move_goes_no_further() -> None:
    story = battle(MOVE).tell("germans: move tiger 10 by=move")
    marked(story, {"tiger": ("struck",)})
    story.tell("germans: check-morale tiger dice=3,3")
    story.when("germans", "move tiger 10 by=on").refused("004 B4", "unit")
    tiger = unit(story, "tiger")
    assert (tiger.moving, tiger.reach) == (True, 0)


def test_who_has_spent_everything_tests_in_its_next_impulse() -> None:
    story = marked(battle().tell("germans: observe tiger"), {"tiger": ("struck",)})
    story.when("germans", "check-morale tiger dice=6,6").refused("004 R24", "unit")
    story = began(ended(story), MOVE)
    story.when("germans", "check-morale tiger dice=6,6").then(MoraleChecked)
