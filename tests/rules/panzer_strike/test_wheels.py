"""Steps on wheels, half-tracks included: they turn only as they roll (R13)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.systems.panzer_strike.movement import Moved
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.panzer_strike.walking import check_in_parts, labels_of, most_of, steps_of
from tests.rules.scenario import Story, happened

M8 = {"m8": ("Greyhound M8", "axis", "e5", "N"), "m4": ("Sherman", "allies", "t20", "S")}  # 9 forward, 4 back
M16 = {"m8": ("M16 MGMC (SPAA)", "axis", "e5", "N"), "m4": ("Sherman", "allies", "t20", "S")}  # a half-track


@pytest.mark.parametrize("units", [M8, M16], ids=["armoured-car", "half-track"])
@pytest.mark.parametrize(
    ("steps", "square", "facing"),
    [
        ("F", "e6", "N"),
        ("FL", "d6", "NW"),
        ("FR", "f6", "NE"),
        ("FR,F", "g7", "NE"),
        ("FR,FR", "g6", "E"),
        ("FR,FL", "f7", "N"),
        ("B", "e4", "N"),
        ("BL", "e4", "NW"),
        ("BR", "e4", "NE"),
        ("BR,B", "d3", "NE"),
        ("BL,B,BR", "g2", "N"),
    ],
)
def test_wheels_turn_as_they_roll(units: dict[str, tuple[str, ...]], steps: str, square: str, facing: str) -> None:
    battle(FIELD, units).when("axis", f"move m8 {steps}").then(happened(Moved, square=square, facing=facing))


def test_forward_the_tail_points_to_the_square_just_left() -> None:
    story = battle(FIELD, M8)
    for steps, square in (("FR", "f6"), ("FR", "g6"), ("FL", "h7"), ("FL", "h8"), ("FL", "g9")):
        before = story.play.units["m8"].square
        story.tell(f"axis: move m8 {steps}")
        car = story.play.units["m8"]
        assert car.square == square
        columns, rows = ord(before[0]) - ord(car.square[0]), int(before[1:]) - int(car.square[1:])
        tail = {"N": (0, -1), "NE": (-1, -1), "E": (-1, 0), "NW": (1, -1)}[car.facing]
        assert (columns, rows) == tail


def test_a_ring_of_eight_steps_leads_back() -> None:
    battle(FIELD, M8).when("axis", "move m8 " + ",".join(["FR"] * 8)).then(
        happened(Moved, square="e5", facing="N", used=8, path=("f6", "g6", "h5", "h4", "g3", "f3", "e4", "e5"))
    )


def test_wheels_that_roll_straight_have_not_turned() -> None:
    """A6."""
    story = battle(FIELD, M8).tell("axis: move m8 F")
    assert not story.play.units["m8"].turned
    story.tell("axis: move m8 FL")
    assert story.play.units["m8"].turned


@pytest.mark.parametrize("step", ["R+", "R-"])
def test_wheels_do_not_turn_in_place(step: str) -> None:
    battle(FIELD, M8).when("axis", f"move m8 {step}").refused("002 R13", "steps")


@pytest.mark.parametrize("steps", ["F,BL", "FL,B", "BR,FR", "B,F"])
def test_gears_are_not_mixed(steps: str) -> None:
    battle(FIELD, M8).when("axis", f"move m8 {steps}").refused("002 R9", "steps")


def test_every_step_counts_by_its_gear() -> None:
    story = battle(FIELD, {**M8, "m8": ("Greyhound M8", "axis", "e9", "N")})
    story.when("axis", "move m8 " + ",".join(["F"] * 10)).refused("002 R9", "steps")
    story.when("axis", "move m8 B,BL,B,B,B").refused("002 R9", "steps")
    assert most_of(story, "m8") == 9
    story.tell("axis: move m8 B,BL")
    assert most_of(story, "m8") == 2
    story.when("axis", "move m8 B,BR").then(happened(Moved, used=2, gear="reverse"))


def test_what_is_offered() -> None:
    story = battle(FIELD, M8)
    assert steps_of(story, "m8") == "F,FL,FR,B,BL,BR"
    assert labels_of(story, "m8") == [
        "e6: straight ahead",
        "d6: ahead to the left",
        "f6: ahead to the right",
        "e4: straight back",
        "e4: back, then 45 degrees to the left",
        "e4: back, then 45 degrees to the right",
    ]


def test_in_the_corner_of_the_board() -> None:
    story = battle(FIELD, {**M8, "m8": ("Greyhound M8", "axis", "a1", "N")})
    assert steps_of(story, "m8") == "F,FR"
    story.when("axis", "move m8 FL").refused("002 R1", "steps")
    story.when("axis", "move m8 B").refused("002 R1", "steps")
    story.when("axis", "move m8 FR").then(happened(Moved, square="b2", facing="NE"))


@given(
    steps=st.lists(st.sampled_from(["F", "FL", "FR", "B", "BL", "BR", "R+"]), min_size=1, max_size=10),
    cuts=st.sets(st.integers(1, 9)),
)
def test_in_one_report_or_in_several(steps: list[str], cuts: set[int]) -> None:
    field = "\n".join([*["." * 12] * 4, "...#......b.", *["." * 12] * 7])

    def begin() -> Story:
        return battle(field, {"m8": ("Greyhound M8", "axis", "e5", "N"), "m4": ("Sherman", "allies", "g7", "S")})

    check_in_parts(begin, "m8", steps, cuts)
