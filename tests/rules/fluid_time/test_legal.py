"""What may be reported now: few choices, in words of the table, and each of them can be filled in."""

from __future__ import annotations

from random import Random

import pytest

from rules import visibility
from rules.contract import Choice, Field
from rules.player import advance
from rules.record import Table
from rules.systems.fluid_time import SYSTEM
from tests.length import AT_LENGTH
from tests.rules.fluid_time.table import (
    BOTH,
    FOUR,
    FREE,
    HALF,
    MOVE,
    PANZER,
    T34,
    TIGER,
    TWICE,
    TWO,
    battle,
    began,
    choices,
    ended,
    muster,
    play,
    shuffled,
    unit,
)
from tests.rules.scenario import Story, given

AIR, RUSSIAN = "germans/air_support", "soviets/tankovy/move"
MOST = 30  # on a phone


def offered(story: Story, side: str, command: str) -> list[Choice]:
    return [choice for choice in visibility.legal(story.state, side) if choice.command == command]


def labels(story: Story, side: str, command: str) -> list[str]:
    return [choice.label.text() for choice in offered(story, side, command)]


def field(choice: Choice, name: str) -> Field:
    return next(one for one in choice.fields if one.name == name)


def names(choice: Choice) -> set[str]:
    return {one.name for one in choice.fields}


def picks(choice: Choice, name: str) -> list[str]:
    return [pick.value for pick in field(choice, name).picks]


# -- the deck ----------------------------------------------------------------------------------------------------------


def test_before_the_first_card_either_side_shuffles_and_takes_its_crest_lines() -> None:
    story = given(muster())
    assert choices(story, "germans") == {"Shuffle", "TakeHullDown", "Concede", "ChangeDepth"}
    story.tell("soviets: shuffle")
    assert choices(story, "soviets") == {"Draw", "InvokeCommander", "InvokeTogether", "Concede", "ChangeDepth"}


def test_who_draws_himself_picks_among_the_cards_that_are_left_by_kind() -> None:
    story = ended(battle(FREE))
    (draw,) = offered(story, "soviets", "Draw")
    assert FREE not in picks(draw, "card")
    assert len(picks(draw, "card")) == len(set(play(story).deck)) - 1
    labels_of = {pick.value: pick.label.text() for pick in field(draw, "card").picks}
    assert labels_of["turn_over"] == "Turn Over (3 left)"
    assert labels_of[BOTH] == "germans, panzers: 1/2 Move and Free Action (1 left)"


def test_where_leaguer_draws_nothing_is_asked() -> None:
    story = given(muster(deck_draw="leaguer")).tell("germans: shuffle")
    (draw,) = offered(story, "germans", "Draw")
    assert (draw.given, draw.fields, draw.label.text()) == ({}, (), "Leaguer draws the next card")


def test_a_commander_is_offered_once_a_turn_and_both_at_once_while_neither_has_acted() -> None:
    story = ended(battle("germans"))
    assert not offered(story, "germans", "InvokeCommander")
    assert offered(story, "soviets", "InvokeCommander")
    assert not offered(story, "soviets", "InvokeTogether")


# -- Impulses ----------------------------------------------------------------------------------------------------------


def test_those_of_a_card_that_may_do_the_same_do_it_in_one_choice() -> None:
    story = battle(MOVE)
    assert labels(story, "germans", "Move") == [
        "A vehicle moves over open ground, up to 8 in (Move)",
        "A vehicle moves over rough ground, up to 4 in (Move)",
    ]
    (leave,) = offered(story, "germans", "Leave")
    assert (picks(leave, "unit"), leave.given) == (["tiger", "panzer"], {"by": "move"})
    assert not offered(story, "germans", "Aim")
    assert not offered(story, "germans", "Halt")


@pytest.mark.parametrize(("card", "commands"), [(FREE, {"Aim", "Observe"}), (TWICE, {"Aim", "Observe"}), (HALF, set())])
def test_a_free_action_and_no_other_shoots_and_observes(card: str, commands: set[str]) -> None:
    assert choices(battle(card), "germans") & {"Aim", "Observe"} == commands


def test_of_two_kinds_of_expenditure_one_is_picked() -> None:
    story = battle(BOTH, {"tiger": ("moving",)})
    (halt,) = offered(story, "germans", "Halt")
    assert halt.given == {"unit": "tiger"}
    assert {pick.value: pick.label.text() for pick in field(halt, "by").picks} == {
        "half_move": "1/2 Move",
        "free": "Free Action",
    }


def test_a_move_goes_on_as_far_as_it_may() -> None:
    story = battle(MOVE).tell("germans: move tiger 50 by=move")
    assert "Tiger I moves on over open ground, up to 3 in" in labels(story, "germans", "Move")
    assert "Tiger I moves on over rough ground, up to 1.5 in" in labels(story, "germans", "Move")
    story.tell("germans: move tiger 30 by=on")
    assert not any("Tiger" in label for label in labels(story, "germans", "Move"))


def test_who_has_to_test_does_nothing_before() -> None:
    story = battle(FREE, {"tiger": ("struck", "last_tank"), "panzer": ("suppressed",)})
    tests = offered(story, "germans", "CheckMorale")
    assert [(choice.label.text(), field(choice, "dice").most) for choice in tests] == [
        ("Tiger I tests its morale", 4),
        ("Pz IV H tests its morale", 2),
    ]
    assert choices(story, "germans") == {"CheckMorale", "EndImpulse", "CallTime", "Concede"}


def test_the_other_side_has_the_clock_and_what_watches() -> None:
    story = battle(FREE, {"t34": ("overwatch",)})
    assert choices(story, "soviets") == {"CallTime", "Concede"}
    story.tell("germans: move tiger 10 by=free")
    assert choices(story, "soviets") == {"CallTime", "OverwatchFire", "Concede"}
    assert "CallTime" not in choices(battle(FREE, impulse_minutes=0), "soviets")


# -- fire --------------------------------------------------------------------------------------------------------------


def test_a_volley_is_resolved_shot_by_shot_by_range_or_distance() -> None:
    story = battle(FREE).tell("germans: aim tiger t34")
    assert choices(story, "germans") == {"Aim", "Fire", "Concede"}
    assert labels(story, "germans", "Fire") == [
        "Tiger I fires at T-34/76: by range band",
        "Tiger I fires at T-34/76: by distance",
        "Tiger I fires at T-34/76: out of range",
        "Tiger I fires at T-34/76: out of range, by distance",
    ]
    by_band, by_distance, beyond, far = offered(story, "germans", "Fire")
    assert picks(by_band, "range") == ["short", "medium", "long"]
    assert (field(by_distance, "distance").least, field(by_distance, "distance").most) == (0, 360)
    assert picks(beyond, "range") == ["beyond"]
    assert field(far, "distance").least == 361
    assert {one.name for one in by_band.fields} == {"range", "facing", "concealment", "hit", "damage", "effect"}
    assert not any(one.kind == "dice" for one in far.fields)


def test_hull_down_is_asked_of_what_is_hull_down() -> None:
    story = battle(FREE, {"t34": ("hull_down",)}).tell("germans: aim tiger t34")
    assert all(field(choice, "hull_down") for choice in offered(story, "germans", "Fire"))


def test_what_each_range_needs_stands_beside_it_and_what_hides_the_target_with_what_it_takes() -> None:
    (by_band, *_others) = offered(battle(FREE).tell("germans: aim tiger t34"), "germans", "Fire")
    picks = [pick.label.text() for pick in field(by_band, "range").picks]
    assert picks == ["short range: 8 or less", "medium range: 7 or less", "long range: 5 or less"]
    hidden = [pick.label.text() for pick in field(by_band, "concealment").picks]
    assert hidden == ["light concealment -1", "heavy concealment -2"]
    story = battle(BOTH, {"t34": ("overwatch",)}).tell("germans: move tiger 10 by=half_move")
    (by_band, *_others) = offered(story, "soviets", "OverwatchFire")
    assert field(by_band, "range").picks[1].label.text() == "medium range: 7 or less"


def test_a_need_that_is_not_the_same_for_all_stands_beside_no_range() -> None:
    units = {**TWO, "second": (PANZER, "germans/panzers")}
    story = battle(BOTH, {"t34": ("overwatch",)}, units)
    story.tell("germans: move tiger 10 by=half_move\ngermans: move second 10 by=half_move")
    (by_band, *_others) = offered(story, "soviets", "OverwatchFire")
    assert picks(by_band, "target") == ["tiger", "second"]
    assert [pick.label.text() for pick in field(by_band, "range").picks] == [
        "short range",
        "medium range",
        "long range",
    ]


def test_hull_down_is_asked_of_what_has_fired_and_not_of_what_has_come_or_gone() -> None:
    story = battle(BOTH, {"t34": ("overwatch",)}).tell(
        "germans: move tiger 10 by=half_move\ngermans: halt tiger by=free"
    )
    story.tell("germans: take-hull-down tiger")
    assert offered(story, "soviets", "OverwatchFire")
    assert not any("hull_down" in names(choice) for choice in offered(story, "soviets", "OverwatchFire"))
    story = battle(FREE, {"t34": ("overwatch",), "tiger": ("hull_down",)}).tell("germans: aim tiger t34")
    story.tell("germans: fire tiger medium front hit=10")
    assert offered(story, "soviets", "OverwatchFire")
    assert all("hull_down" in names(choice) for choice in offered(story, "soviets", "OverwatchFire"))


def test_guns_alike_answer_from_overwatch_in_one_choice_and_what_has_fired_apart() -> None:
    units = {**FOUR, "second": (T34, "soviets/tankovy")}
    marks = {"t34": ("overwatch",), "second": ("overwatch",)}
    story = battle(TWICE, marks, units).tell("germans: move tiger 10 by=free\ngermans: aim tiger t34")
    story.tell("germans: fire tiger medium front hit=10")
    passing, *_ways = offered(story, "soviets", "OverwatchFire")
    assert passing.label.text() == "A vehicle fires from overwatch at an enemy that comes or goes: by range band"
    assert (picks(passing, "unit"), picks(passing, "target")) == (["t34", "second"], ["tiger"])
    assert picks(passing, "trigger") == ["enters", "leaves"]
    returned = [choice for choice in offered(story, "soviets", "OverwatchFire") if choice.given.get("trigger")]
    assert {choice.given["unit"] for choice in returned} == {"t34"}


# -- support -----------------------------------------------------------------------------------------------------------


def support(held: bool = False) -> Story:
    """The germans have drawn air support; the soviets may hold a fighter."""
    story = shuffled(FOUR)
    if held:
        story.tell("soviets: draw soviets/support\nsoviets: call-support soviets observer=yes kind=1 aircraft=1")
        story.tell("soviets: hold-fighter soviets")
    return story.tell(f"germans: draw {AIR}")


def test_support_is_called_or_discarded() -> None:
    story = support()
    assert labels(story, "germans", "CallSupport") == [
        "An observer is in position: call “germans: Air Support”",
        "No observer is in position: discard “germans: Air Support”",
    ]
    assert choices(story, "soviets") == {"Concede"}


def test_a_strike_that_can_be_cancelled_waits_for_the_other_side_and_is_urgent() -> None:
    story = support(held=True).tell("germans: call-support germans observer=yes aircraft=1")
    assert choices(story, "germans") == {"Concede"}
    urgent = [choice.command for choice in visibility.legal(story.state, "soviets") if choice.urgent]
    assert urgent == ["CancelStrike", "LetPass"]


def test_a_fighter_is_held_or_attacks() -> None:
    story = support().tell("germans: call-support germans observer=yes aircraft=3")
    assert choices(story, "germans") == {"HoldFighter", "LetPass", "SendStrike", "Concede"}
    story = support(held=True).tell("germans: call-support germans observer=yes aircraft=3")
    assert choices(story, "germans") == {"HoldFighter", "LetPass", "Concede"}


def test_vehicles_of_both_sides_are_under_the_templates_each_once() -> None:
    story = support().tell(
        "germans: call-support germans observer=yes aircraft=1\ngermans: send-strike germans intensity=1"
    )
    story.tell("germans: strike kv hit=10")
    (strike,) = offered(story, "germans", "Strike")
    assert picks(strike, "unit") == ["tiger", "panzer", "t34"]
    assert {one.name for one in strike.fields} == {"unit", "hit", "damage", "effect"}
    assert "CloseStrike" in choices(story, "germans")


# -- in all ------------------------------------------------------------------------------------------------------------


def test_nothing_is_offered_once_it_is_over() -> None:
    story = battle(FREE).tell("soviets: concede soviets")
    assert not SYSTEM.legal(story.play, "germans")


def test_a_whole_side_has_few_choices() -> None:
    """Ten of three kinds, in all states, and the card that lets them do most."""
    models = (TIGER, PANZER, "Panther G")
    units = {f"g{place}": (models[place % 3], "germans/panzers") for place in range(10)} | {
        "t34": (T34, "soviets/tankovy")
    }
    marks = {"g1": ("moving",), "g2": ("overwatch",), "g3": ("hull_down",), "g4": ("struck",), "g5": ("suppressed",)}
    story = battle(BOTH, marks, units).tell("germans: move g0 25 by=half_move\ngermans: move g9 10 by=free")
    assert len(visibility.legal(story.state, "germans")) <= MOST


@pytest.mark.at_length
def test_in_whole_battles_there_are_few_choices() -> None:
    for seed in range(6 if AT_LENGTH else 3):
        choose = Random(f"few {seed}").randrange
        table = Table.open(SYSTEM.draft(choose))
        for _report in range(80):
            if table.battle.settled:
                break
            assert all(len(visibility.legal(table.battle, side)) <= MOST for side in table.mustered.sides)
            advance(table, choose)


def test_it_is_played_as_it_is_offered() -> None:
    """A turn from choice to choice."""
    story = began(shuffled(), RUSSIAN)
    assert offered(story, "soviets", "Move")[0].given == {"unit": "t34", "over": "open", "by": "move"}
    story.tell("soviets: move t34 110 by=move\nsoviets: end-impulse soviets")
    assert unit(story, "t34").moving
