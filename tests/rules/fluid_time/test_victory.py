"""The end, and whose it is (section 4, B19)."""

from __future__ import annotations

import pytest

from rules.contract import Outcome
from rules.systems.fluid_time import tables
from rules.systems.fluid_time.deck import CardDrawn, DeckShuffled
from rules.systems.fluid_time.depth import TurnDeclared
from rules.systems.fluid_time.state import AirOrArtillery
from rules.systems.fluid_time.turns import TurnEnded
from rules.systems.fluid_time.victory import Conceded, points
from tests.rules.fluid_time.table import FOUR, TWO, Marks, Passed, battle, marked, play, shuffled, turned_over
from tests.rules.scenario import Story, happened

# Points: Tiger 31, Panzer IV 22, T-34 19, KV 20.
OUT = ("burning", "exploded", "abandoned")


def stand(marks: Marks | None = None, **options: Passed) -> Story:
    return shuffled(FOUR, marks, **options)


def outcome(story: Story) -> Outcome:
    return story.state.outcome()


def ends(story: Story) -> tuple[str, str, str]:
    """The winner, who holds the field, and how; of a battle that is over."""
    found = outcome(story)
    assert found.over
    assert found.how is not None
    return found.winner, found.field, found.how.text()


# -- the last side that could act --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", [*OUT, "left_table"])
def test_the_battle_goes_on_until_a_side_has_nobody_left(mark: str) -> None:
    story = stand({"t34": (mark,)})
    assert not outcome(story).over
    marked(story, {"kv": (mark,)})
    assert ends(story) == ("germans", "germans", "A side has no vehicle left that could act.")


@pytest.mark.parametrize("mark", ["immobile", "gun_out", "suppressed", "crew_suppressed", "moving"])
def test_who_could_still_drive_or_fire_or_be_rallied_keeps_it_going(mark: str) -> None:
    assert not outcome(stand({"t34": (mark,), "kv": ("burning",)})).over


def test_who_can_do_neither_does_not() -> None:
    story = stand({"t34": ("immobile", "gun_out"), "kv": ("burning",)})
    assert ends(story)[:2] == ("germans", "germans")


def test_both_sides_emptied_at_once_is_a_draw() -> None:
    story = stand({"t34": ("burning",), "kv": ("burning",), "tiger": ("burning",), "panzer": ("exploded",)})
    assert ends(story) == ("", "", "Neither side has a vehicle left that could act.")


def test_nobody_has_won_while_a_strike_has_targets_that_were_not_told() -> None:
    story = stand({"t34": ("burning",)})
    play(story).strike = AirOrArtillery(card="germans/air_support", side="germans", stage="targets")
    marked(story, {"kv": ("burning",)})
    assert not outcome(story).over
    play(story).strike = None
    assert outcome(story).over


# -- turns -------------------------------------------------------------------------------------------------------------


def after(turns: int, marks: Marks | None = None, **options: Passed) -> Story:
    """So many Turn Over cards were drawn."""
    story = stand(marks, **options)
    for _turn in range(turns - 1):
        turned_over(story)
    state = play(story)
    return story.and_then(CardDrawn(card=tables.TURN_OVER, left=1), TurnEnded(turn=state.turn))


@pytest.mark.parametrize(("agreed", "over"), [(1, True), (2, True), (3, False), (0, False)])
def test_it_ends_with_the_agreed_number_of_turn_over_cards(agreed: int, over: bool) -> None:
    assert outcome(after(2, turn_overs_to_end=agreed)).over == over


@pytest.mark.parametrize(
    ("marks", "winner"),
    [
        ({}, ""),
        ({"t34": ("burning",)}, "germans"),
        ({"panzer": ("burning",), "t34": ("exploded",)}, "soviets"),  # 22 points and 19
        ({"panzer": ("left_table",)}, ""),
        ({"tiger": ("gun_out", "suppressed")}, ""),
    ],
)
def test_then_points_decide_and_nobody_holds_the_field(marks: Marks, winner: str) -> None:
    story = after(1, marks, turn_overs_to_end=1)
    assert ends(story) == (winner, "", "The last Turn Over card has come.")


@pytest.mark.parametrize(("turn", "over"), [(3, False), (4, False), (5, True)])
def test_turns_that_were_not_reported_count(turn: int, over: bool) -> None:
    """Which turn comes next says how many Turn Over cards there were."""
    story = after(1, turn_overs_to_end=4)
    story.tell(": change-depth result\n: change-depth shots")
    story.when("germans", f"declare-turn {turn}").then(TurnDeclared)
    assert outcome(story).over == over


def test_no_battle_goes_on_for_ever() -> None:
    story = stand()
    story.and_then(TurnEnded(turn=1), TurnDeclared(turn=98), DeckShuffled(turn=98, cards=play(story).deck))
    assert not outcome(turned_over(story)).over
    story.and_then(TurnEnded(turn=99))
    assert ends(story) == ("", "", "The last Turn Over card has come.")


# -- conceding ---------------------------------------------------------------------------------------------------------


def test_who_concedes_leaves_the_field_whatever_the_points() -> None:
    story = stand({"tiger": ("burning",), "panzer": ("immobile",)})
    story.when("soviets", "concede soviets").then(happened(Conceded, side="soviets"))
    assert ends(story) == ("germans", "germans", "The enemy has conceded the field.")
    assert outcome(story).points == {"germans": 0, "soviets": 31}


def test_nobody_concedes_for_the_enemy() -> None:
    battle().when("germans", "concede soviets").refused_for("by", "“soviets”")


# -- points ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marks", "germans", "soviets"),
    [
        ({}, 0, 0),
        ({"t34": ("burning",), "kv": ("exploded",), "panzer": ("abandoned",)}, 39, 22),
        ({"t34": ("left_table",), "panzer": ("gun_out", "immobile")}, 0, 0),
    ],
)
def test_points_are_those_of_what_is_out_of_action(marks: Marks, germans: int, soviets: int) -> None:
    assert outcome(stand(marks)).points == {"germans": germans, "soviets": soviets}


def test_a_crew_s_marks_count() -> None:
    story = shuffled(TWO, {"tiger": ("burning",)}, fittings={"tiger": ("Fanatics", "Poor")})
    assert points(play(story), "soviets") == 31 + 6
