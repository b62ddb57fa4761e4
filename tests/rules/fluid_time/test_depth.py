"""Battles that are told without their shots, and come back to them (RULES.md, "Depths of report")."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.reports import DepthChanged
from rules.systems.fluid_time import SYSTEM, tables
from rules.systems.fluid_time.deck import CardDrawn, DeckShuffled
from rules.systems.fluid_time.depth import TurnDeclared
from rules.systems.fluid_time.impulses import ImpulseBegan
from rules.systems.fluid_time.platoons import LastOfPlatoon
from rules.systems.fluid_time.turns import DeckDisclosed, TurnEnded
from tests.rules.fluid_time.table import FOUR, battle, muster, play, sheet, shuffled, turned_over, unit
from tests.rules.scenario import Story, given, happened

PAUSE = "change-depth status"
AGAIN = "change-depth shots"


def test_the_depth_changes_between_turns_and_before_the_first_card() -> None:
    assert SYSTEM.between_rounds(given(muster()).play)
    story = shuffled()
    assert SYSTEM.between_rounds(story.play)
    story.tell("soviets: draw soviets/move")
    assert not SYSTEM.between_rounds(story.play)
    story.tell("soviets: end-impulse soviets")
    assert not SYSTEM.between_rounds(story.play)
    story.tell("soviets: draw turn_over")
    assert SYSTEM.between_rounds(story.play)


def test_a_commander_who_has_acted_has_begun_the_turn() -> None:
    story = shuffled().tell("germans: invoke-commander germans\ngermans: end-impulse germans")
    assert not SYSTEM.between_rounds(story.play)


def paused() -> Story:
    """A battle of which a turn was told without its shots."""
    marks = {"tiger": ("moving", "struck"), "panzer": ("overwatch", "gun_out"), "kv": ("suppressed", "hull_down")}
    story = turned_over(shuffled(FOUR, marks))
    return story.when("", PAUSE).then(DepthChanged)


def test_back_at_shots_the_turn_is_asked_for_and_what_nobody_told_is_forgotten() -> None:
    story = paused().tell("germans: report-status t34 condition='{\"immobile\": true}'")
    story.when("germans", "draw soviets/move").refused_for("", "shot by shot")
    story.when("", AGAIN).then(DepthChanged)
    assert play(story).phase == "turn"
    tiger, panzer, kv = (unit(story, id) for id in ("tiger", "panzer", "kv"))
    assert (tiger.moving, tiger.tests, panzer.overwatch, kv.suppressed, kv.hull_down) == (
        False,
        (),
        False,
        False,
        False,
    )
    assert (panzer.gun_out, unit(story, "t34").immobile) == (True, True)
    assert visibility.see(story.state, "").pending is not None
    (asked,) = (choice for choice in visibility.legal(story.state, "germans") if choice.command == "DeclareTurn")
    assert (asked.fields[0].least, asked.fields[0].most) == (3, tables.LAST_TURN)
    story.when("germans", "declare-turn 7").then(happened(TurnDeclared, turn=7))
    story.when("soviets", "shuffle").then(happened(DeckShuffled, turn=7))


def test_a_turn_that_was_played_does_not_come_next() -> None:
    story = paused().tell(AGAIN)
    story.when("germans", "declare-turn 2").refused("004 R3", "turn")
    story.when("germans", "shuffle").refused("004 R1", "")


@pytest.mark.parametrize("turn", [2, 5])
def test_a_deck_that_was_given_up_is_disclosed_before_the_next_is_shuffled(turn: int) -> None:
    """As that of the turn it was of."""
    story = given(muster(deck_draw="leaguer")).tell(f"germans: shuffle\n{PAUSE}\n{AGAIN}")
    story.when("germans", f"declare-turn {turn}").then(
        happened(DeckDisclosed, turn=1), happened(TurnDeclared, turn=turn)
    )
    story.when("germans", "shuffle").then(happened(DeckShuffled, turn=turn))


def test_back_at_shots_the_deck_is_whole() -> None:
    """B19: which cards the turns without shots have left out nobody has told."""
    story = battle(units=FOUR, full_deck_reshuffle=False).tell("germans: end-impulse germans\ngermans: draw turn_over")
    assert play(story).out
    story.tell(f"{PAUSE}\n{AGAIN}\ngermans: declare-turn 2")
    story.when("germans", "shuffle").then(happened(DeckShuffled, cards=play(story).deck))


def test_who_is_the_last_by_losses_told_without_shots_tests_when_it_acts() -> None:
    """A8."""
    story = paused().tell('germans: report-status panzer condition=\'{"out": "burning"}\'')
    story.tell(f"{AGAIN}\ngermans: declare-turn 3\ngermans: shuffle")
    story.when("germans", "draw germans/panzers/move").then(
        CardDrawn, ImpulseBegan, happened(LastOfPlatoon, unit="tiger")
    )
    story.when("germans", "move tiger 10 by=move").refused("004 R24", "unit")


def test_the_last_turn_of_all_cannot_be_followed_by_another() -> None:
    """House: no battle goes on for ever."""
    story = shuffled()
    story.and_then(TurnEnded(turn=1), TurnDeclared(turn=tables.LAST_TURN))
    story.and_then(DeckShuffled(turn=tables.LAST_TURN, cards=play(story).deck)).tell(PAUSE)
    story.tell(AGAIN)
    (asked,) = (choice for choice in visibility.legal(story.state, "germans") if choice.command == "DeclareTurn")
    assert (asked.fields[0].least, asked.fields[0].most) == (100, 100)
    story.tell("germans: declare-turn 100")
    assert story.state.outcome().over


def test_losses_are_told_by_status_and_can_decide_it() -> None:
    story = paused()
    for id, out in (("t34", "burning"), ("kv", "abandoned")):
        story.tell(f'soviets: report-status {id} condition=\'{{"out": "{out}"}}\'')
    assert sheet(story, "kv", "status") == "abandoned by its crew"
    outcome = story.state.outcome()
    assert (outcome.over, outcome.winner, outcome.field) == (True, "germans", "germans")


def test_a_result_alone_ends_it_and_the_winner_holds_the_field() -> None:
    story = given(muster()).tell("change-depth result")
    story.tell('germans: report-result germans conditions=\'{"tiger": {}, "t34": {"out": "exploded"}}\'')
    outcome = story.state.outcome()
    assert (outcome.winner, outcome.field) == ("germans", "germans")
    assert outcome.points == {"germans": unit(story, "t34").figures.points, "soviets": 0}


def test_while_no_shots_are_told_nothing_is_waited_for() -> None:
    view = visibility.see(paused().state, "")
    assert (view.phase.text(), view.pending, view.waiting_for) == (
        "Shots are not reported",
        None,
        ("germans", "soviets"),
    )


def test_a_battle_goes_on_at_its_table_from_there() -> None:
    story = paused().tell(f"{AGAIN}\ngermans: declare-turn 3\ngermans: shuffle\ngermans: draw soviets/tankovy/move")
    story.tell("soviets: move t34 20 by=move")
    assert unit(story, "t34").moving
