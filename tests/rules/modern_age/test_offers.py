"""Offers never exceed what can be: criticals that defence dice may cancel (R32)."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.contract import Field
from rules.systems.modern_age.defence.defend import DefenceRolled
from tests.rules.modern_age.duels import duel
from tests.rules.scenario import Story, happened


def under_fire(dice: str, moved: int, *cards: str, edition: str = "") -> Story:
    story = duel("M60 Patton", "T-64", (), cards, moves={"t": moved, "a": 1}, edition=edition)
    told = story.when("americans", f"fire a t dice={dice} stabiliser='' swap=no")
    if told._refused is not None:
        story.tell(f"americans: fire a t dice={dice} stabiliser=''")
    return story


def cancels(story: Story, command: str) -> Field:
    choices = (choice for choice in visibility.legal(story.state, "soviets") if choice.command == command)
    return next(field for choice in choices for field in choice.fields if field.name == "target_cancels")


@pytest.mark.parametrize(
    ("dice", "moved", "most"),
    [
        ("6,6,1,1", 1, 2),  # three dice, two criticals
        ("6,6,6,6", 1, 3),  # three dice, four criticals
        ("6,4,4,1", 1, 1),
    ],
)
def test_as_many_criticals_as_can_be_cancelled_are_offered(dice: str, moved: int, most: int) -> None:
    story = under_fire(dice, moved)
    field = cancels(story, "Defend")
    assert (field.least, field.most, field.ahead) == (0, most, False)
    story.when("soviets", f"defend t dice=6,6,6 target_cancels={most + 1}").refused("003 R32", "target_cancels")
    assert story.when("soviets", f"defend t dice=6,6,6 target_cancels={most}")._refused is None


def test_where_no_critical_is_there_nobody_is_asked() -> None:
    story = under_fire("4,4,1,1", 1)
    field = cancels(story, "Defend")
    assert (field.most, field.ahead) == (0, True)
    story.when("soviets", "defend t dice=6,6,6 target_cancels=1").refused("003 R32", "target_cancels")


def test_dice_rolled_again_cancel_no_more_than_there_are() -> None:
    story = under_fire("6,6,6,6", 1, "Defensive Driver")
    story.tell("soviets: defend t dice=1,1,1")
    assert cancels(story, "RerollDefence").most == 3
    story.when("soviets", "reroll-defence t again=a dice=6 target_cancels=4").refused("003 R32", "target_cancels")


def test_the_edition_before_took_any_number() -> None:
    """What it recorded is decided as it was; its offers are the same as today's."""
    story = under_fire("6,6,1,1", 1, edition="2018.2")
    assert cancels(story, "Defend").most == 2
    told = story.when("soviets", "defend t dice=6,6,6 target_cancels=6")
    assert happened(DefenceRolled, cancelled_criticals=2).fits(told.events[0])


def test_an_attack_told_in_one_report_says_as_near_as_can_be() -> None:
    """Who tells it all at once need not count first."""
    story = duel("M60 Patton", "T-64", moves={"t": 1, "a": 1}).tell("soviets: lend-seat soviets")
    told = story.when("americans", "fire a t dice=6,6,1,1 stabiliser='' swap=no defence=6,6,6 target_cancels=6")
    assert any(happened(DefenceRolled, cancelled_criticals=2).fits(event) for event in told.events)
