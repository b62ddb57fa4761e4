"""Option 7: a vehicle that is semi-immobilised (R34, A20)."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike.movement import Moved
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.panzer_strike.walking import most_of, steps_of
from tests.rules.scenario import Story, happened

SEMI = {"mobility": "semi"}


def semi(model: str, **options: bool) -> Story:
    units = {"unit": (model, "axis", "e9", "N"), "m4": ("Sherman", "allies", "t20", "S")}
    return battle(FIELD, units, conditions={"unit": SEMI}, semi_immobilised=True, **options)


@pytest.mark.parametrize("step", ["F", "B"])
def test_tracks_only_turn_in_place(step: str) -> None:
    story = semi("Tiger")
    story.when("axis", f"move unit {step}").refused("002 R34", "steps")
    story.when("axis", f"move unit R+,{step}").refused("002 R34", "steps")
    assert steps_of(story, "unit") == "R+,R-"


@pytest.mark.parametrize(("model", "most"), [("Tiger", 3), ("Panther", 3), ("Hellcat", 5), ("Churchill VII", 1)])
def test_tracks_turn_at_half_speed_rounded_up(model: str, most: int) -> None:
    """A20: half of the higher speed."""
    story = semi(model)
    assert most_of(story, "unit") == most
    story.when("axis", "move unit " + ",".join(["R+"] * (most + 1))).refused("002 R9", "steps")
    story.when("axis", "move unit " + ",".join(["R+"] * most)).then(happened(Moved, used=most, square="e9"))


def test_two_turns_in_place_are_a_coordinated_movement() -> None:
    """A20."""
    units = {f"p{n}": ("Panther", "axis", f"{chr(97 + n)}2", "N") for n in range(3)}
    units["m4"] = ("Sherman", "allies", "t20", "S")
    story = battle(FIELD, units, conditions={"p0": SEMI, "p2": SEMI}, semi_immobilised=True)
    story.tell("axis: move p0 R+,R+\naxis: move p1 F,F")
    story.when("axis", "move p2 R+,R+").refused("002 R7", "steps")
    story.when("axis", "move p2 R+").then(Moved)


def test_wheels_roll_at_half_speed_rounded_up() -> None:
    """9 forward and 4 back come to 5 and 2."""
    story = semi("Greyhound M8")
    assert steps_of(story, "unit") == "F,FL,FR,B,BL,BR"
    assert most_of(story, "unit") == 5
    story.when("axis", "move unit F,F,F,FL,F,F").refused("002 R9", "steps")
    story.when("axis", "move unit B,B,B").refused("002 R9", "steps")
    story.when("axis", "move unit F,F,F,FL,F").then(happened(Moved, used=5))


@pytest.mark.parametrize(("die", "most"), [(-1, 2), (0, 3), (1, 3)])
def test_the_speed_die_comes_before_halving(die: int, most: int) -> None:
    story = semi("Tiger", speed_die=True).tell(f"axis: roll-speed unit dice={die}")
    assert most_of(story, "unit") == most


def test_immobilised_is_more_than_semi() -> None:
    story = semi("Tiger")
    story.play.units["unit"].mobility = "immobilised"
    story.when("axis", "move unit R+").refused("002 R35", "steps")
