"""Fixed weapons are turned by hand (R47, A1, A11)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.systems.panzer_strike.movement import Moved
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.panzer_strike.walking import check_in_parts, most_of, offered, steps_of
from tests.rules.scenario import Story, happened

LIGHT, HEAVY = "7.5 cm Pak 40 (FW)", "8.8 cm Pak 43/41 (FW)"  # 2 and 5 t


def gun(model: str = LIGHT, **options: bool) -> Story:
    return battle(FIELD, {"gun": (model, "axis", "e5", "N"), "m4": ("Sherman", "allies", "t20", "S")}, **options)


@pytest.mark.parametrize(
    ("model", "steps", "facing"),
    [(LIGHT, "R+", "NE"), (LIGHT, "R+,R+", "E"), (LIGHT, "R-,R-", "W"), (HEAVY, "R+", "NE"), (HEAVY, "R-", "NW")],
)
def test_how_far_it_turns(model: str, steps: str, facing: str) -> None:
    story = gun(model)
    story.when("axis", f"move gun {steps}").then(
        happened(Moved, square="e5", facing=facing, path=(), gear="", turned=True)
    )
    assert story.play.units["gun"].stirred


@pytest.mark.parametrize(
    ("model", "steps"), [(LIGHT, "R+,R+,R+"), (LIGHT, "R+,R-,R+"), (HEAVY, "R+,R+"), (HEAVY, "R+,R-")]
)
def test_and_no_further(model: str, steps: str) -> None:
    """Turns there and back are turns."""
    story = gun(model)
    story.when("axis", f"move gun {steps}").refused("002 R47", "steps")
    first = steps.split(",")[:-1]
    for step in first:
        story.tell(f"axis: move gun {step}")
    story.when("axis", "move gun R+").refused("002 R47", "steps")
    assert steps_of(story, "gun") == ""


SHEET = (
    "name,nation,points,role,drive,mount,mass,speed,reverse,front,side,rear,top,tracks,shell,penetration,die,range,"
    "accuracy,proximity,parabolic,one_piece,recovery,model\n"
    "Gun of {mass} t,UK,3,fixed AT gun,fixed,fixed,{mass},0,0,1,0,0,0,0,AP,15,II,7,3,,,,,\n"
)


@pytest.mark.parametrize(("edition", "light"), [("1", (1, 2)), ("2", (1, 2, 3, 4))])
@pytest.mark.parametrize("mass", [1, 2, 3, 4, 5, 6])
def test_who_weighs_less_than_5_tonnes_turns_by_90_degrees(edition: str, light: tuple[int, ...], mass: int) -> None:
    """In the first edition who weighs 2 tonnes or less."""
    units = {"gun": (f"Gun of {mass} t", "axis", "e5", "N"), "m4": ("Sherman", "allies", "t20", "S")}
    story = battle(FIELD, units, edition=edition, house_units=SHEET.format(mass=mass))
    assert most_of(story, "gun") == (2 if mass in light else 1)
    told = story.when("axis", "move gun R+,R+")
    if mass in light:
        told.then(happened(Moved, facing="E"))
    else:
        told.refused("002 R47", "steps")


@pytest.mark.parametrize("step", ["F", "B", "FL", "BR"])
def test_it_does_not_move_by_itself(step: str) -> None:
    gun().when("axis", f"move gun {step}").refused("002 R47", "steps")


def test_what_is_offered() -> None:
    assert steps_of(gun(), "gun") == "R+,R-"
    assert most_of(gun(), "gun") == 2
    assert most_of(gun(HEAVY), "gun") == 1
    for command in ("Leave", "Traverse", "Hook", "Unhook", "RollSpeed"):
        assert not offered(gun(), "axis", command, "gun")


def test_the_next_turn_turns_it_again() -> None:
    story = gun(HEAVY).tell("axis: move gun R+\naxis: end-movement axis\naxis: end-turn axis")
    story.tell("allies: end-movement allies\nallies: end-turn allies\naxis: move gun R+")
    assert story.play.units["gun"].facing == "E"


def test_it_pushes_no_wreck_and_hooks_up_nothing() -> None:
    units = {
        "gun": (LIGHT, "axis", "e5", "N"),
        "other": (HEAVY, "axis", "e4", "S"),
        "m4": ("Sherman", "allies", "t20", "S"),
    }
    story = battle(FIELD, units)
    story.when("axis", "hook other gun").refused("002 R48", "unit")


def test_an_injured_crew_turns_it() -> None:
    units = {"gun": (LIGHT, "axis", "e5", "N"), "m4": ("Sherman", "allies", "t20", "S")}
    story = battle(FIELD, units, conditions={"gun": {"injured": True}})
    story.when("axis", "move gun R+").then(Moved)


@given(steps=st.lists(st.sampled_from(["R+", "R-"]), min_size=1, max_size=4), cuts=st.sets(st.integers(1, 3)))
def test_in_one_report_or_in_several(steps: list[str], cuts: set[int]) -> None:
    check_in_parts(gun, "gun", steps, cuts)
