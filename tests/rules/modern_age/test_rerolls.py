"""Dice named for one source where another one allows them are understood (R26, R8; p. 7, p. 20)."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.contract import Command, Roll
from rules.reports import command_codec
from rules.stream.choices import matches
from rules.stream.revision.reports import Revised, Undo
from rules.stream.script import parse
from rules.systems.modern_age.cards.use import CardUsed
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.rerolls import AttackRerolled
from tests.rules.modern_age.duels import duel, first
from tests.rules.scenario import Story, happened


def rolled(dice: str, *cards: str, shooter: str = "M1 Abrams", moved: bool = False, edition: str = "") -> Story:
    story = duel(shooter, "T-64", cards, moves={"a": int(moved)}, edition=edition)
    story.when("americans", f"fire a t dice={dice}").then(AttackRolled)
    return story


def reported(story: Story, line: str) -> Command:
    return next(parse(line, command_codec(story.state.rules))).command


@pytest.mark.parametrize("edition", ["2018.2", "2018.3"])
def test_extra_ammunition_is_spent_beside_a_stabiliser(edition: str) -> None:
    """p. 7 forbids rolling the same die again twice, and nothing else: the M60 that has moved re-rolls one die by its
    stabiliser and three by the card."""
    story = rolled("1,2,4,1", "Extra Ammunition", shooter="M60 Patton", moved=True, edition=edition)
    told = story.when("americans", "reroll a stabiliser=a cards=b,c,d spend=ammo dice=6,5,4,1")
    assert happened(CardUsed, card="ammo", discarded="ammo").fits(told.events[0])
    again = happened(AttackRerolled, stabiliser=("a",), cards=("b", "c", "d"), faces=(6, 5, 4, 1))
    assert again.fits(told.events[1])


def test_a_stationary_tank_may_name_a_failed_die_under_its_stabiliser() -> None:
    """p. 20 gives it two re-rolls of any dice; being Stationary rolls the failed ones again anyway."""
    story = rolled("1,2,4,4")
    told = story.when("americans", "reroll a stabiliser=a,b dice=5,6")
    assert happened(AttackRerolled, stationary=("a", "b"), stabiliser=(), faces=(5, 6, 4, 4)).fits(told.events[0])


@pytest.mark.parametrize(
    ("dice", "moved", "cards", "said", "by"),
    [
        ("1,2,4,4", False, (), "stationary=a,c", (("a",), ("c",), ())),  # a hit is the stabiliser's
        ("1,2,4,4", False, (), "stabiliser=a,b,c,d", (("a", "b"), ("c", "d"), ())),  # failed dice count for nothing
        ("1,2,4,4", True, (), "stationary=a,b", ((), ("a", "b"), ())),  # on the move
        ("1,2,4,4", True, (), "cards=a", ((), ("a",), ())),
        ("1,2,4,4", True, ("Precise Loader",), "stabiliser=a,b,c", ((), ("a", "b"), ("c",))),
        ("1,2,4,4", True, ("Precise Loader",), "stabiliser=a,b cards=c", ((), ("a", "b"), ("c",))),  # as named
    ],
)
def test_whoever_names_the_wrong_source_is_understood(
    dice: str, moved: bool, cards: tuple[str, ...], said: str, by: tuple[tuple[str, ...], ...]
) -> None:
    told = rolled(dice, *cards, moved=moved).when("americans", f"reroll a {said}")
    stationary, stabiliser, others = by
    assert happened(AttackRerolled, stationary=stationary, stabiliser=stabiliser, cards=others).fits(told.events[0])


def test_an_attack_told_in_one_report_is_understood_too() -> None:
    story = duel("M1 Abrams", "T-64")
    told = story.when("americans", "fire a t dice=1,2,4,4 stabiliser=a,b rerolled=5,6")
    assert happened(AttackRerolled, stationary=("a", "b"), faces=(5, 6, 4, 4)).fits(told.events[1])


@pytest.mark.parametrize(
    ("moved", "cards", "said", "rule", "field"),
    [
        (True, (), "stabiliser=a,b,c", "R26", "stabiliser"),  # more than the sources are good for together
        (True, ("Precise Loader",), "stabiliser=a,b,c,d", "R26", "stabiliser"),
        (False, (), "stationary=a stabiliser=a", "R8", "stabiliser"),
        (True, ("Extra Ammunition",), "stabiliser=a spend=ammo", "R7", "cards"),  # the card goes for nothing
        (True, ("Extra Ammunition",), "stationary=a cards=a spend=ammo", "R8", "cards"),
        (True, (), "stabiliser=z", "R26", "stabiliser"),
    ],
)
def test_what_no_source_allows_is_refused(
    moved: bool, cards: tuple[str, ...], said: str, rule: str, field: str
) -> None:
    rolled("1,2,4,4", *cards, moved=moved).when("americans", f"reroll a {said}").refused(f"003 {rule}", field)


def test_what_is_understood_is_offered() -> None:
    """Pages fill the form of a report that is corrected with what it said."""
    story = rolled("1,2,4,4", "Extra Ammunition", moved=True)
    choices = visibility.legal(story.state, "americans")
    for said in ("stationary=a", "cards=a,b", "stabiliser=a cards=b,c,d spend=ammo", "stabiliser=a,b", ""):
        assert any(matches(choice, reported(story, f"reroll a {said}")) for choice in choices), said


def test_as_many_faces_are_asked_for_as_dice_can_be_rolled_again() -> None:
    """Two failed dice, two of the stabiliser and one of a card are four dice, not five."""
    story = rolled("1,2,4,4", "Precise Loader")
    most = [
        field.most
        for choice in visibility.legal(story.state, "americans")
        for field in choice.fields
        if field.name == "dice"
    ]
    assert most == [4, 4]


def test_a_die_named_twice_is_told_as_one() -> None:
    story = rolled("1,2,4,4", "Precise Loader", moved=True)
    told = story.when("americans", "reroll a stabiliser=a cards=a dice=4")
    assert "re-rolls 1 die" in story.state.rules.narrate(told.events[0]).text()


def test_who_let_leaguer_reroll_no_die_is_told_why_the_table_may_not() -> None:
    """One hand rolls for one question, also when the first answer to it was undone."""
    story = rolled("1,2,4,4")
    assert first(story.when("americans", "reroll a")).roll == Roll("t1/shooting/a/reroll", 6, (), "leaguer")
    story.when("", Undo(position=story.state.last)).then(happened(Revised, act="undo"))
    told = story.when("americans", "reroll a stationary=a,b dice=5,6")
    told.refused_for("dice", "Leaguer rolls for this: it has answered already, with no die to roll.")
    story.when("americans", "reroll a stationary=a,b").then(AttackRerolled)
