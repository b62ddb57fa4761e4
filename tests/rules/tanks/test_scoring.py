"""The end, victory points, and what withdrawing would save (R7, R35, A2, B2, section 4)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import visibility
from rules.contract import Outcome
from rules.systems.tanks.scoring import Conceded, Withdrawal, withdrawal
from rules.systems.tanks.state import Presence
from rules.systems.tanks.turns import FireHeld, TurnEnded
from tests.rules.scenario import Story, happened
from tests.rules.tanks.table import PAK, PRIEST, SHERMAN, STUART, TIGER, TWO, WESPE, battle, ended, play, told, unit

# Points: Tiger 44, Stuart 25, Pak 19, Sherman 30.
UNITS = {
    "tiger": (TIGER, "axis"),
    "stuart": (STUART, "axis"),
    "pak": (PAK, "axis"),
    "m4": (SHERMAN, "allies"),
    "other": (SHERMAN, "allies"),
}


def stand(facts: dict[str, Any], **options: Any) -> Story:
    """`facts` by vehicle: its presence, or "tracked", "gun_out"."""
    story = battle(UNITS, "axis", **options)
    for id, said in facts.items():
        if said in ("tracked", "gun_out"):
            setattr(unit(story, id), said, True)
        else:
            unit(story, id).presence = said
    return story


def outcome(story: Story) -> Outcome:
    return story.state.outcome()


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("presence", ["retreated", "bailed_out", "knocked_out"])
def test_the_game_runs_until_a_side_has_no_tank_on_the_table(presence: Presence) -> None:
    story = stand({"m4": presence})
    assert not outcome(story).over
    unit(story, "other").presence = presence
    assert outcome(story).over
    assert outcome(story).field == "axis"


def test_guns_of_speed_0_do_not_keep_a_battle_going() -> None:
    story = stand({"tiger": "retreated"})
    assert not outcome(story).over
    unit(story, "stuart").presence = "retreated"
    found = outcome(story)
    assert (found.over, found.field) == (True, "allies")


def test_a_tracked_tank_keeps_it_going() -> None:
    assert not outcome(stand({"m4": "tracked", "other": "retreated"})).over


def test_there_is_no_turn_limit_unless_one_is_set() -> None:
    story = battle(TWO, "axis", round=50)
    ended(ended(story, "axis"), "allies")
    assert not outcome(story).over


@pytest.mark.parametrize(("rounds", "over"), [(1, True), (2, False)])
def test_with_a_limit_points_decide_after_the_last_round(rounds: int, over: bool) -> None:
    story = battle({**TWO, "stuart": (STUART, "axis")}, "axis", turn_limit=rounds)
    unit(story, "stuart").presence = "knocked_out"
    ended(ended(story, "axis"), "allies")
    found = outcome(story)
    assert (found.over, found.winner, found.field) == ((True, "allies", "") if over else (False, "", ""))


def test_after_the_last_round_nobody_holds_the_field_and_what_is_on_it() -> None:
    story = ended(ended(stand({"tiger": "tracked"}, turn_limit=1), "axis"), "allies")
    assert (outcome(story).over, outcome(story).winner) == (True, "")


def test_both_sides_emptied_at_once_is_a_draw() -> None:
    story = stand({"tiger": "knocked_out", "stuart": "retreated", "m4": "knocked_out", "other": "knocked_out"})
    found = outcome(story)
    assert (found.over, found.winner, found.field) == (True, "", "")
    assert found.how is not None
    assert found.how.text() == "Neither side has a tank left on the table."


# -- victory points ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "allies", "axis"),
    [
        ({}, 0, 0),
        ({"tiger": "knocked_out"}, 44, 0),
        ({"tiger": "bailed_out", "m4": "bailed_out"}, 44, 30),
        ({"tiger": "retreated"}, 0, 0),
        ({"tiger": "tracked", "stuart": "gun_out"}, 0, 0),
        ({"pak": "bailed_out"}, 19, 0),
    ],
)
def test_the_running_score(facts: dict[str, Any], allies: int, axis: int) -> None:
    story = stand(facts)
    assert outcome(story).points == {"allies": allies, "axis": axis}
    assert (told(story, "points-allies"), told(story, "points-axis")) == (str(allies), str(axis))


@pytest.mark.parametrize(
    ("facts", "allies"),
    [
        ({}, 9),  # half of the Pak's 19, rounded down
        ({"tiger": "tracked"}, 31),  # 44 and 19 are 63
        ({"tiger": "gun_out", "stuart": "tracked"}, 44),  # 44, 25 and 19 are 88
        ({"tiger": "knocked_out", "pak": "knocked_out"}, 63),
        ({"pak": "retreated"}, 0),
    ],
)
def test_who_concedes_leaves_half_of_what_is_abandoned(facts: dict[str, Any], allies: int) -> None:
    story = stand(facts)
    story.when("axis", "concede axis").then(happened(Conceded, side="axis"))
    found = outcome(story)
    assert (found.winner, found.field, found.points) == ("allies", "allies", {"allies": allies, "axis": 0})


def test_what_is_abandoned_counts_for_who_holds_the_field_alone() -> None:
    story = stand({"tiger": "retreated", "stuart": "retreated", "m4": "tracked"})
    assert outcome(story).points == {"allies": 9, "axis": 0}


def test_more_victory_points_win_whoever_holds_the_field() -> None:
    """The axis has knocked a Sherman out and withdrawn: 30 to the 9 of its Pak."""
    found = outcome(stand({"tiger": "retreated", "stuart": "retreated", "m4": "knocked_out"}))
    assert (found.winner, found.field, found.points) == ("axis", "allies", {"allies": 9, "axis": 30})


def test_equal_victory_points_are_a_draw() -> None:
    units = {id: UNITS[id] for id in ("tiger", "m4")}
    story = battle(units).tell("axis: leave tiger")
    assert (outcome(story).over, outcome(story).winner, outcome(story).field) == (True, "", "allies")


def test_by_option_who_is_left_wins() -> None:
    facts = {"tiger": "retreated", "stuart": "retreated", "m4": "knocked_out"}
    assert outcome(stand(facts, scoring="last_left")).winner == "allies"


def test_who_concedes_does_not_win_by_points() -> None:
    story = stand({"m4": "knocked_out"}).tell("axis: concede axis")
    assert outcome(story).winner == "allies"
    assert outcome(story).points == {"allies": 9, "axis": 30}


def test_a_gun_of_speed_0_is_left_to_who_holds_the_field() -> None:
    """However fit it is: nobody can drive it off, and it is captured (house)."""
    story = stand({}).tell("axis: concede axis")
    found = {one.id: one.fate for one in outcome(story).units}
    assert found == {"tiger": "fit", "stuart": "fit", "pak": "lost", "m4": "fit", "other": "fit"}


def test_by_option_a_battle_that_runs_out_of_rounds_is_a_draw() -> None:
    story = battle({**TWO, "stuart": (STUART, "axis")}, "axis", turn_limit=1, scoring="last_left")
    unit(story, "stuart").presence = "knocked_out"
    ended(ended(story, "axis"), "allies")
    found = outcome(story)
    assert (found.over, found.winner, found.field, found.points) == (True, "", "", {"allies": 25, "axis": 0})


def test_after_the_last_round_no_list_is_told() -> None:
    """Both have artillery; after the first side's turn they tell what they see, after the last one nobody is asked."""
    units = {**TWO, "priest": (PRIEST, "allies"), "wespe": (WESPE, "axis")}
    story = ended(battle(units, "axis", turn_limit=1), "axis")
    story.tell("axis: spot axis spotted=m4\nallies: spot allies\nallies: end-movement allies")
    story.when("allies", "hold-fire allies").then(FireHeld, TurnEnded)
    assert outcome(story).over
    story.when("axis", "spot axis").refused_for("", "The battle is over.")


# -- withdrawing as a decision -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "saves", "leaves"),
    [
        ({}, 69, 9),
        ({"tiger": "tracked"}, 25, 31),
        ({"tiger": "gun_out", "stuart": "tracked"}, 0, 44),
        ({"tiger": "knocked_out"}, 25, 9),
        ({"tiger": "retreated"}, 25, 9),
    ],
)
def test_what_withdrawing_now_would_save_and_leave(facts: dict[str, Any], saves: int, leaves: int) -> None:
    assert withdrawal(play(stand(facts)), "axis") == Withdrawal(saves, leaves)


def test_both_players_see_the_score_and_what_withdrawing_would_save() -> None:
    story = stand({"tiger": "tracked", "m4": "knocked_out"})
    expected = "saves 25 points, leaves 31 to the enemy; the score would be 30 to 31"
    assert told(story, "withdrawal-axis") == expected
    for side in ("allies", "axis"):
        facts = {fact.name for fact in visibility.see(story.state, side).facts}
        assert {"points-allies", "points-axis", "withdrawal-allies", "withdrawal-axis"} <= facts


@pytest.mark.parametrize("step", ["move", "shoot"])
def test_whose_turn_it_is_has_that_in_sight(step: str) -> None:
    story = battle(UNITS, "axis", step)
    unit(story, "tiger").tracked = True
    unit(story, "m4").presence = "knocked_out"
    pending = visibility.see(story.state, "axis").pending
    assert pending is not None
    assert pending.text() == "Points: axis 30, allies 0. If axis withdrew now: 30 to 31."


def test_it_comes_true() -> None:
    story = stand({"tiger": "tracked", "m4": "knocked_out"})
    story.tell("axis: leave stuart\naxis: concede axis")
    assert outcome(story).points == {"axis": 30, "allies": 31}
    assert "withdrawal-axis" not in {fact.name for fact in visibility.see(story.state, "").facts}
