"""Impulses: whose they are, and when they are over (R2, R12, R17, A3, A23, B6, B14)."""

from __future__ import annotations

import pytest

from rules.systems.fluid_time.deck import CardDrawn
from rules.systems.fluid_time.impulses import ImpulseBegan, ImpulseEnded
from rules.systems.fluid_time.moving import Moved
from rules.systems.fluid_time.volleys import FireDeclared
from tests.rules.fluid_time.table import (
    BOTH,
    FOUR,
    FREE,
    MOVE,
    TWICE,
    battle,
    began,
    choices,
    ended,
    play,
    shuffled,
    unit,
)
from tests.rules.scenario import Story, happened


def volley() -> Story:
    """A shot was declared, and no die has fallen."""
    return battle(TWICE).and_then(FireDeclared(unit="tiger", target="t34"))


# -- whose it is (R12, A3) ---------------------------------------------------------------------------------------------


def test_each_vehicle_of_the_card_acts_for_itself() -> None:
    story = battle(BOTH).tell("germans: move tiger 40 by=half_move\ngermans: observe panzer\ngermans: observe tiger")
    assert (unit(story, "tiger").grants, unit(story, "panzer").grants) == ((), ("half_move",))
    story.tell("germans: go-on-overwatch panzer by=half_move")


REPORTS = ("move {} 10 by=free", "halt {} by=free", "go-on-overwatch {} by=free", "observe {}", "leave {} by=free")


@pytest.mark.parametrize("report", [*REPORTS, "take-hull-down {}", "check-morale {}"])
def test_nobody_acts_but_those_of_the_card(report: str) -> None:
    story = battle("soviets/tankovy/free_action")
    story.when("germans", report.format("tiger")).refused("004 R12", "unit")
    story.when("soviets", report.format("kv")).refused("004 R12", "unit")
    story.when("soviets", report.format("nobody")).refused("004 A3", "unit")
    gone = battle(FREE, {"tiger": ("exploded",)})
    gone.when("germans", report.format("tiger")).refused("004 R22", "unit")
    gone = battle(FREE, {"tiger": ("abandoned",)})
    gone.when("germans", report.format("tiger")).refused("004 R28", "unit")


@pytest.mark.parametrize("report", [*REPORTS, "take-hull-down {}", "check-morale {}"])
def test_nobody_acts_between_two_cards(report: str) -> None:
    rules = {"move": "R7", "halt": "R14", "go-on-overwatch": "R15", "observe": "R7", "leave": "section 5"}
    rule = rules.get(report.split()[0], "R16" if "hull" in report else "R24")
    shuffled().when("germans", report.format("tiger")).refused(f"004 {rule}")


def test_only_its_own_side_reports_for_a_vehicle() -> None:
    battle().when("soviets", "observe tiger").refused("battle", "by")


@pytest.mark.parametrize("report", REPORTS)
def test_who_has_spent_everything_does_nothing_more(report: str) -> None:
    story = battle().tell("germans: observe tiger")
    story.when("germans", report.format("tiger")).refused("004 R7", "unit")


# -- when it is over (R2, B6) ------------------------------------------------------------------------------------------


def test_the_side_says_when_it_has_finished() -> None:
    story = battle()
    story.when("soviets", "end-impulse soviets").refused("004 R2", "side")
    story.when("germans", "end-impulse germans").then(happened(ImpulseEnded, side="germans", why="done"))
    assert (play(story).phase, unit(story, "tiger").grants) == ("gap", ())
    story.when("germans", "end-impulse germans").refused("004 R2")
    story.when("", "end-impulse romans").refused("004 R1", "side")


@pytest.mark.parametrize("side", ["germans", "soviets"])
def test_either_side_calls_time_by_the_players_clock(side: str) -> None:
    """B6, A23."""
    story = battle()
    story.when(side, "call-time").then(happened(ImpulseEnded, side="germans", why="time"))
    story.when(side, "call-time").refused("004 B6")


def test_without_a_limit_nobody_calls_time() -> None:
    story = battle(impulse_minutes=0)
    story.when("soviets", "call-time").refused("004 B6")
    assert "CallTime" not in choices(story, "soviets")


def test_what_was_declared_is_resolved_before_anything_else_of_the_side() -> None:
    """R17."""
    story = volley()
    for report in (*REPORTS, "take-hull-down {}", "check-morale {}"):
        story.when("germans", report.format("tiger")).refused("004 R17")
        story.when("germans", report.format("panzer")).refused("004 R17")
    story.when("germans", "end-impulse germans").refused("004 R17")
    story.when("soviets", "call-time").refused("004 R17")


def test_an_impulse_without_anybody_able_to_act_is_over_at_once() -> None:
    """A6: on a Move card a suppressed vehicle does nothing."""
    story = shuffled(FOUR, {"tiger": ("suppressed",), "panzer": ("crew_suppressed",)})
    story.when("germans", f"draw {MOVE}").then(
        CardDrawn, ImpulseBegan, happened(ImpulseEnded, side="germans", why="nobody", halted=())
    )


def test_it_goes_on_where_one_is_able_to() -> None:
    story = shuffled(FOUR, {"tiger": ("suppressed",)})
    story.when("germans", f"draw {MOVE}").then(CardDrawn, ImpulseBegan)
    story.when("germans", "move tiger 10 by=move").refused("004 A6", "unit")
    story.when("germans", "move panzer 10 by=move").then(Moved)


def test_it_goes_on_where_one_has_spent_everything_and_may_still_say_so() -> None:
    story = battle().tell("germans: observe tiger\ngermans: observe panzer")
    assert play(story).phase == "impulse"


# -- questions and counters --------------------------------------------------------------------------------------------


def test_every_card_and_every_commander_of_a_turn_is_an_impulse_of_its_own() -> None:
    story = shuffled(FOUR)
    seen = [play(story).here]
    for reports in (f"germans: draw {FREE}", "soviets: draw soviets/move", "soviets: invoke-commander soviets"):
        story.tell(reports)
        seen.append(play(story).here)
        ended(story)
    story.tell("soviets: draw turn_over\nsoviets: shuffle")
    assert [*seen, play(story).here] == ["t1/i0", "t1/i1", "t1/i2", "t1/i3", "t2/i0"]


def test_what_a_vehicle_had_left_is_gone_with_the_impulse() -> None:
    story = began(ended(battle(BOTH)), "soviets/move")
    assert {one.grants for one in play(story).of_side("germans")} == {()}


# -- offered -----------------------------------------------------------------------------------------------------------


def test_between_two_cards_both_sides_may_draw_and_each_invokes_its_own_commander() -> None:
    story = shuffled()
    for side in ("germans", "soviets"):
        assert {"Draw", "InvokeCommander", "InvokeTogether"} <= choices(story, side)
    story = ended(began(story, "germans"))
    assert not {"InvokeCommander", "InvokeTogether"} & choices(story, "germans")
    assert "InvokeCommander" in choices(story, "soviets")


def test_before_the_shuffle_nothing_but_that_and_crests() -> None:
    offered = choices(ended(battle()).tell("germans: draw turn_over"), "germans")
    assert "Shuffle" in offered
    assert not {"Draw", "InvokeCommander", "TakeHullDown"} & offered
