"""Commanders' own Free Action cards (R4, B17)."""

from __future__ import annotations

import pytest

from battles.viewer import choices_for
from rules.adjudicate import Who
from rules.systems.fluid_time.commanders import CommandersTied, InvokeTogether
from rules.systems.fluid_time.deck import CardDrawn
from rules.systems.fluid_time.impulses import CommanderInvoked, ImpulseBegan, ImpulseEnded
from rules.systems.fluid_time.morale import MoraleChecked
from tests.rules.fluid_time.table import (
    FOUR,
    FREE,
    battle,
    began,
    ended,
    muster,
    play,
    shuffled,
    turned_over,
    unit,
)
from tests.rules.scenario import given, happened


def test_all_vehicles_of_a_force_take_a_free_action_on_their_commanders_card() -> None:
    story = shuffled(FOUR)
    story.when("germans", "invoke-commander germans").then(
        happened(CommanderInvoked, side="germans"),
        happened(ImpulseBegan, side="germans", card="", platoon="", grants=("free",), units=("tiger", "panzer")),
    )
    story.tell("germans: go-on-overwatch tiger by=free\ngermans: move panzer 80 by=free")
    story.when("germans", "end-impulse germans").then(happened(ImpulseEnded, side="germans", why="done"))


def test_a_commander_interrupts_between_two_cards_and_the_deck_goes_on() -> None:
    story = ended(battle())
    story.tell("soviets: invoke-commander soviets\nsoviets: end-impulse soviets")
    before = len(play(story).drawn)
    story.when("germans", "draw soviets/move").then(CardDrawn, ImpulseBegan)
    assert (before, play(story).drawn) == (1, (FREE, "soviets/move"))


def test_he_may_do_so_before_the_first_draw() -> None:
    """B17, house."""
    shuffled().when("soviets", "invoke-commander soviets").then(CommanderInvoked, ImpulseBegan)


def test_not_while_an_impulse_is_played_nor_before_the_deck_is_shuffled() -> None:
    battle().when("soviets", "invoke-commander soviets").refused("004 R4")
    given(muster()).when("soviets", "invoke-commander soviets").refused("004 R4")


def test_once_a_turn() -> None:
    story = ended(began(shuffled(), "germans"))
    story.when("germans", "invoke-commander germans").refused("004 R4", "side")
    story.when("soviets", "invoke-commander soviets").then(CommanderInvoked, ImpulseBegan)


def test_turn_over_returns_his_card() -> None:
    """R3."""
    story = turned_over(ended(began(shuffled(), "germans")))
    story.when("germans", "invoke-commander germans").then(CommanderInvoked, ImpulseBegan)


def test_only_his_own_side_invokes_a_commander_and_both_have_to_be_there() -> None:
    shuffled().when("soviets", "invoke-commander germans").refused("battle", "by")
    shuffled().when("", "invoke-commander romans").refused("004 R1", "side")


@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_says_who_acts_first_when_both_announce_at_once(die: int) -> None:
    first, then = ("germans", "soviets") if die <= 3 else ("soviets", "germans")
    story = shuffled(FOUR).tell("germans: lend-seat germans")
    story.when("soviets", f"invoke-together die={die}").then(
        happened(CommandersTied, first=first),
        happened(CommanderInvoked, side=first),
        happened(ImpulseBegan, side=first, card="", platoon=""),
    )
    story.when(first, f"end-impulse {first}").then(
        happened(ImpulseEnded, side=first),
        happened(CommanderInvoked, side=then),
        happened(ImpulseBegan, side=then, card=""),
    )
    story.when(then, f"end-impulse {then}").then(ImpulseEnded)
    assert play(story).queue == ()
    story.when(first, f"invoke-commander {first}").refused("004 R4", "side")


def test_who_holds_one_seat_announces_for_one_commander() -> None:
    """R4: each announces for himself. Who holds both seats may say that both did at once, and so may an organiser."""
    story = shuffled()
    sides = {side: Who(story.state.muster.sides[side].players[0]) for side in ("germans", "soviets")}
    refused = story.when("soviets", "invoke-together die=1").refused("004 R4", "by")
    assert refused.code == "not-yours"
    assert refused.remedy is not None
    assert "InvokeCommander" in refused.remedy.text()
    for who in sides.values():
        assert {"InvokeCommander"} == INVOKING & {choice.command for choice in choices_for(story.state, who)}
    assert {choice.command for choice in choices_for(story.state, Who("alice", referee=True))} >= INVOKING
    story.tell("germans: lend-seat germans")
    held = {side: INVOKING & {one.command for one in choices_for(story.state, who)} for side, who in sides.items()}
    assert held == {"germans": {"InvokeCommander"}, "soviets": INVOKING}
    story.when("germans", "invoke-together die=1").refused("004 R4", "by")
    story.when("soviets", "invoke-together die=1").then(CommandersTied, CommanderInvoked, ImpulseBegan)


def test_what_either_side_may_report_is_offered_once_to_who_reports_for_both() -> None:
    story = began(shuffled(), "germans")
    organiser = Who("alice", referee=True)
    for who, sides in ((organiser, [""]), (Who(story.state.muster.sides["soviets"].players[0]), ["soviets"])):
        assert [one.side for one in choices_for(story.state, who) if one.command == "CallTime"] == sides
    assert {one.side for one in choices_for(story.state, organiser) if one.command == "Concede"} == {
        *story.state.muster.sides
    }


INVOKING = {"InvokeCommander", "InvokeTogether"}


def test_left_to_leaguer_the_die_answers_a_question_of_its_own() -> None:
    event = shuffled().when("", "invoke-together").events[0]
    assert isinstance(event, CommandersTied)
    assert (event.roll.question, event.roll.by) == ("t1/i0/commanders", "leaguer")


def test_the_second_one_follows_when_time_is_called_too() -> None:
    story = shuffled().tell("invoke-together die=1")
    story.when("soviets", "call-time").then(
        happened(ImpulseEnded, why="time"), happened(CommanderInvoked, side="soviets"), ImpulseBegan
    )


def test_the_second_one_follows_when_nobody_of_the_first_is_able_to_act() -> None:
    story = shuffled(FOUR, {"tiger": ("suppressed",), "panzer": ("suppressed",)})
    story.tell("invoke-together die=1\ngermans: check-morale tiger dice=3,3")
    story.when("germans", "check-morale panzer dice=3,3").then(
        MoraleChecked,
        happened(ImpulseEnded, side="germans", why="nobody"),
        happened(CommanderInvoked, side="soviets"),
        happened(ImpulseBegan, side="soviets"),
    )


def test_only_two_who_have_their_card_announce_at_once() -> None:
    story = ended(began(shuffled(), "germans"))
    story.when("", "invoke-together die=1").refused("004 B17")
    battle().when("", "invoke-together die=1").refused("004 B17")
    shuffled().when("", InvokeTogether(die=())).refused("dice", "die")


def test_who_has_announced_acts_before_the_next_card() -> None:
    """People may declare that a commander has announced."""
    story = shuffled()
    play(story).queue = ("soviets",)
    story.when("germans", f"draw {FREE}").refused("004 B17")
    story.when("germans", "invoke-commander germans").refused("004 B17", "side")
    story.when("", "invoke-together").refused("004 B17")
    story.when("soviets", "invoke-commander soviets").then(CommanderInvoked, ImpulseBegan)


def test_a_commander_between_two_cards_changes_nothing_of_the_deck_that_leaguer_draws() -> None:
    """The order was sealed with the shuffle."""

    def cards(interrupted: bool) -> tuple[str, ...]:
        story = given(muster(FOUR, deck_draw="leaguer")).tell("germans: shuffle")
        for number in range(4):
            story.tell("germans: draw")
            state = play(story)
            if state.phase == "shuffle":
                break
            if state.strike is not None:
                story.tell(f"{state.strike.side}: call-support {state.strike.side} observer=no")
            if state.impulse is not None:
                story.tell(f"{state.impulse.side}: end-impulse {state.impulse.side}")
            if interrupted and number < 2:
                side = ("germans", "soviets")[number]
                story.tell(f"{side}: invoke-commander {side}\n{side}: end-impulse {side}")
        return play(story).dealt

    assert cards(interrupted=True) == cards(interrupted=False)
    assert len(cards(interrupted=True)) > 1


def test_suppressed_vehicles_test_on_their_commanders_card() -> None:
    """R7: it is a Free Action like any other."""
    story = shuffled(FOUR, {"tiger": ("suppressed",)}).tell("germans: invoke-commander germans")
    story.when("germans", "check-morale tiger dice=4,3").then(happened(MoraleChecked, reason="rally"))
    assert not unit(story, "tiger").suppressed
