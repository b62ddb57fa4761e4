"""Option 2: a die before a vehicle moves (R10, R11, A19)."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike.movement import Moved, SpeedRolled
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.panzer_strike.walking import most_of, offered, steps_of
from tests.rules.scenario import Story, happened

UNITS = {
    "tiger": ("Tiger", "axis", "e5", "N"),  # 5 forward, 2 back
    "mk7": ("Churchill VII", "axis", "h5", "N"),  # 2 forward, 1 back
    "pak": ("7.5 cm Pak 40 (FW)", "axis", "a1", "N"),
    "m4": ("Sherman", "allies", "t20", "S"),
}


def rolling(**options: bool | str) -> Story:
    return battle(FIELD, UNITS, speed_die=True, **options)


def test_the_die_comes_before_the_first_step() -> None:
    """Even before a single one; until it is rolled no move is offered."""
    story = rolling()
    story.when("axis", "move tiger F").refused("002 R10", "steps")
    assert steps_of(story, "tiger") == ""
    assert offered(story, "axis", "RollSpeed", "tiger")
    story.tell("axis: roll-speed tiger dice=0")
    assert steps_of(story, "tiger") == "F,R+,R-,B"
    assert not offered(story, "axis", "RollSpeed", "tiger")
    story.when("axis", "move tiger F").then(happened(Moved, used=1))


@pytest.mark.parametrize(("die", "forward", "back"), [(-1, 4, 1), (0, 5, 2), (1, 6, 3)])
def test_the_die_changes_the_speed_in_use(die: int, forward: int, back: int) -> None:
    """A19: backward too."""
    for step, most in (("F", forward), ("R+", forward), ("B", back)):
        story = rolling()
        story.when("axis", f"roll-speed tiger dice={die}").then(happened(SpeedRolled, unit="tiger", change=die))
        assert story.play.units["tiger"].change == die
        assert most_of(story, "tiger") == forward
        story.when("axis", "move tiger " + ",".join([step] * (most + 1))).refused("002 R9", "steps")
        story.when("axis", "move tiger " + ",".join([step] * most)).then(happened(Moved, used=most))


def test_a_vehicle_always_makes_one_step() -> None:
    """R11: backward 1 and the die at -1 leave none, and yet it goes back."""
    story = rolling().tell("axis: roll-speed mk7 dice=-1")
    story.when("axis", "move mk7 B,B").refused("002 R9", "steps")
    story.when("axis", "move mk7 B").then(happened(Moved, square="h4"))


def test_the_die_is_leaguer_s_where_none_is_told() -> None:
    story = rolling()
    told = story.when("axis", "roll-speed tiger")
    told.then(SpeedRolled)
    event = told.events[0]
    assert isinstance(event, SpeedRolled)
    assert event.roll.question == "r1/axis/tiger/speed"
    assert event.roll.by == "leaguer"
    assert event.roll.values == (event.change,)
    assert event.change in (-1, 0, 1)


def test_it_is_rolled_once_a_turn() -> None:
    story = rolling().tell("axis: roll-speed tiger dice=1")
    story.when("axis", "roll-speed tiger dice=1").refused("002 R10", "unit")
    story.tell("axis: end-movement axis\naxis: end-turn axis\nallies: end-movement allies\nallies: end-turn allies")
    told = story.when("axis", "roll-speed tiger dice=-1")
    told.then(happened(SpeedRolled, change=-1))
    assert told.events[0].roll.question == "r2/axis/tiger/speed"  # type: ignore[attr-defined]


@pytest.mark.parametrize("dice", ["2", "-2"])
def test_faces_the_die_has_not(dice: str) -> None:
    rolling().when("axis", f"roll-speed tiger dice={dice}").refused("dice", "dice")


def test_a_club_s_own_die() -> None:
    story = rolling(dice="speed: 0 0 0 0 0 1")
    story.when("axis", "roll-speed tiger dice=-1").refused("dice", "dice")
    story.when("axis", "roll-speed tiger dice=1").then(happened(SpeedRolled, change=1))


def test_fixed_weapons_turn_without_it() -> None:
    story = rolling()
    story.when("axis", "roll-speed pak dice=0").refused("002 R10", "unit")
    assert not offered(story, "axis", "RollSpeed", "pak")
    story.when("axis", "move pak R+").then(happened(Moved, facing="NE"))


def test_without_the_option_there_is_no_such_die() -> None:
    story = battle(FIELD, UNITS)
    story.when("axis", "roll-speed tiger dice=0").refused("002 R10", "unit")
    assert not offered(story, "axis", "RollSpeed", "tiger")


@pytest.mark.parametrize(
    ("condition", "rule"),
    [({"mobility": "immobilised"}, "002 R35"), ({"mobility": "immobilised", "timer": 2}, "002 B7")],
)
def test_what_cannot_move_rolls_no_die(condition: dict[str, object], rule: str) -> None:
    story = battle(FIELD, UNITS, speed_die=True, conditions={"tiger": condition})
    story.when("axis", "roll-speed tiger dice=0").refused(rule, "unit")
    assert not offered(story, "axis", "RollSpeed", "tiger")


def test_nobody_else_and_at_no_other_time() -> None:
    story = rolling()
    assert story.when("axis", "roll-speed nobody").refused("002 R1", "unit").code == "unknown"
    story.when("allies", "roll-speed m4 dice=0").refused("002 R2", "")
    story.tell("axis: end-movement axis")
    story.when("axis", "roll-speed tiger dice=0").refused("002 R2", "")
