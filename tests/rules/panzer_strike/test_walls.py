"""Walls are driven through by what is heavy enough (R65)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.systems.panzer_strike.movement import Moved
from rules.systems.panzer_strike.turrets import Traversed
from tests.rules.panzer_strike.table import battle
from tests.rules.panzer_strike.walking import check_in_parts, labels_of, offered, steps_of
from tests.rules.scenario import Story, happened

ENEMY = ("Sherman", "allies", "l12", "S")
WALLED = "\n".join(["............"] * 6 + ["...www......"] + ["............"] * 5)  # walls on d6, e6, f6


def before_wall(model: str, facing: str = "N", square: str = "e5", **more: tuple[str, ...]) -> Story:
    return battle(WALLED, {"unit": (model, "axis", square, facing), "m4": ENEMY, **more})


@pytest.mark.parametrize(
    ("model", "facing", "square", "steps", "entered"),
    [
        ("Tiger", "N", "e5", "F", "e6"),
        ("Tiger", "NE", "e5", "F", "f6"),
        ("Tiger", "S", "e5", "B", "e6"),
        ("Hetzer", "N", "e5", "F", "e6"),  # 15 t are enough
        ("Tiger", "N", "e4", "F,F", "e6"),
    ],
)
def test_a_heavy_vehicle_drives_through(model: str, facing: str, square: str, steps: str, entered: str) -> None:
    story = before_wall(model, facing, square)
    story.when("axis", f"move unit {steps}").then(happened(Moved, square=entered, broken=(entered,), halted=True))
    assert entered not in story.play.walls
    assert story.play.broken == (entered,)
    assert story.play.units["unit"].halted


@pytest.mark.parametrize("model", ["Marder III M", "Greyhound M8"])
def test_a_light_one_does_not(model: str) -> None:
    story = before_wall(model)
    refused = story.when("axis", "move unit F").refused("002 R65", "steps")
    assert "10 t" in refused.text.text()
    assert "F" not in steps_of(story, "unit").split(",")


@pytest.mark.parametrize(
    ("step", "facing", "entered", "now"),
    [("FL", "N", "d6", "NW"), ("FR", "N", "f6", "NE"), ("BL", "S", "e6", "SE"), ("BR", "S", "e6", "SW")],
)
def test_heavy_wheels_drive_through_as_they_turn(step: str, facing: str, entered: str, now: str) -> None:
    story = before_wall("Greyhound M8", facing)
    unit = story.play.units["unit"]
    unit.figures = msgspec.structs.replace(unit.figures, mass=15)
    story.when("axis", f"move unit {step}").then(
        happened(Moved, square=entered, facing=now, broken=(entered,), halted=True)
    )


def test_it_stops_there() -> None:
    """No step more, not even a turn in place, whatever was left; its turret may turn."""
    story = before_wall("Tiger")
    for steps in ("F,F", "F,R+"):
        refused = story.when("axis", f"move unit {steps}").refused("002 R65", "steps")
        assert "step 2" in refused.text.text()
    assert "e6: straight ahead, through the wall" in labels_of(story, "unit")
    story.tell("axis: move unit F")
    assert steps_of(story, "unit") == ""
    story.when("axis", "move unit F").refused("002 R65", "steps")
    story.when("axis", "traverse unit E").then(Traversed)


def test_it_goes_on_in_the_next_turn_and_others_follow() -> None:
    story = before_wall("Tiger", king=("Tiger II", "axis", "e4", "N"))
    story.tell("axis: move unit F\naxis: move king F\naxis: end-movement axis\naxis: end-turn axis")
    story.tell("allies: end-movement allies\nallies: end-turn allies")
    story.when("axis", "move unit F,F").then(happened(Moved, square="e8", broken=(), halted=False))
    story.when("axis", "move king F,F").then(happened(Moved, square="e7", broken=()))
    assert story.play.walls == ("d6", "f6")


def test_a_wall_that_was_shot_down_is_an_open_square() -> None:
    story = before_wall("Greyhound M8")
    story.play.walls = ("d6", "f6")
    story.when("axis", "move unit F,F").then(happened(Moved, square="e7", broken=(), halted=False))


def test_a_vehicle_that_has_driven_through_rolls_and_leaves_no_more() -> None:
    rows = "\n".join(["....w......."] + ["............"] * 11)
    story = battle(rows, {"tiger": ("Tiger", "axis", "e11", "N"), "m4": ("Sherman", "allies", "a1", "S")})
    story.tell("axis: move tiger F")
    story.when("axis", "leave tiger").refused("002 R65", "unit")
    assert not offered(story, "axis", "Leave", "tiger")


@given(steps=st.lists(st.sampled_from(["F", "R+", "R-", "B"]), min_size=1, max_size=6), cuts=st.sets(st.integers(1, 5)))
def test_in_one_report_or_in_several(steps: list[str], cuts: set[int]) -> None:
    check_in_parts(lambda: before_wall("Panther", square="e4"), "unit", steps, cuts)
