"""Who goes first, and that the order stays (R2, B17)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.contract import Roll
from rules.systems.panzer_strike.deployment import FirstRolled
from rules.systems.panzer_strike.turns import RoundBegan, TurnBegan
from tests.rules.panzer_strike.rounds import end_turn, offered
from tests.rules.panzer_strike.table import FIELD, muster
from tests.rules.scenario import Story, given, happened

DEPLOYED = "allies: deploy m4 c3 N\naxis: deploy tiger c18 S"


def deployed(**options: Any) -> Story:
    return given(muster(FIELD, **options)).tell(DEPLOYED)


@pytest.mark.parametrize(("dice", "first"), [("5,3", "allies"), ("1,2", "axis"), ("6,1", "allies"), ("5,6", "axis")])
def test_the_higher_die_goes_first(dice: str, first: str) -> None:
    """A die each, in the order of the sides' names; either side reports them."""
    for side in ("allies", "axis"):
        deployed().when(side, f"roll-first dice={dice}").then(
            happened(FirstRolled, first=first), happened(RoundBegan, round=1), happened(TurnBegan, side=first)
        )


def test_ties_roll_again() -> None:
    story = deployed()
    assert story.play.phase == "first"
    story.when("axis", "roll-first dice=4,4").then(happened(FirstRolled, first=""))
    told = story.when("axis", "roll-first dice=2,2")
    told.then(happened(FirstRolled, roll=Roll("first/2", 6, (2, 2), "table"), first=""))
    told = story.when("allies", "roll-first dice=2,6")
    told.then(happened(FirstRolled, roll=Roll("first/3", 6, (2, 6), "table"), first="axis"), RoundBegan, TurnBegan)


def test_leaguer_rolls_where_nobody_does() -> None:
    story = deployed()
    while story.play.phase == "first":
        story.tell("allies: roll-first")
    assert story.play.first == story.play.side


def test_a_die_is_reported_for_each_side() -> None:
    deployed().when("allies", "roll-first dice=3").refused("dice", "dice")


@pytest.mark.parametrize(("option", "first"), [("1", "allies"), ("2", "axis")])
def test_an_option_says_who_goes_first(option: str, first: str) -> None:
    story = deployed(first=option)
    assert (story.play.phase, story.play.first, story.play.side) == ("movement", first, first)
    story.when("allies", "roll-first dice=1,2").refused("002 B17")
    assert not offered(story, "allies", "RollFirst")


def test_nobody_moves_before_the_roll() -> None:
    story = deployed()
    for side in ("allies", "axis"):
        (choice,) = offered(story, side, "RollFirst", "Move", "EndMovement", "Deploy")
        assert choice.command == "RollFirst"
        assert [(field.name, field.least, field.most) for field in choice.fields] == [("dice", 2, 2)]
    story.when("axis", "end-movement axis").refused("002 R15")


def test_the_order_stays() -> None:
    """B17: round after round."""
    story = deployed().tell("axis: roll-first dice=1,6")
    order = []
    for _turn in range(6):
        order.append((story.play.round, story.play.side))
        end_turn(story)
    assert order == [(1, "axis"), (1, "allies"), (2, "axis"), (2, "allies"), (3, "axis"), (3, "allies")]
    story.when("axis", "roll-first dice=1,6").refused("002 B17")
