"""Turrets: how far they traverse in a round, with and without option 3 (R14, B12, B13)."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.systems.panzer_strike.turrets import Traversed, degrees_towards
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.panzer_strike.walking import most_of, offered, picks
from tests.rules.scenario import Story, happened

ENEMY = ("Sherman", "allies", "t20", "S")


def tiger(facing: str = "N", gun: str = "", **options: bool) -> Story:
    units = {"tiger": ("Tiger", "axis", "e5", facing, *([gun] if gun else [])), "m4": ENEMY}
    return battle(FIELD, units, **options)


@pytest.mark.parametrize(
    ("facing", "start", "gun", "turret"),
    [
        ("N", "N", "NE", 45),
        ("N", "N", "E", 90),
        ("N", "N", "W", 270),
        ("N", "E", "S", 180),
        ("SE", "SE", "SW", 90),
        ("SW", "NW", "N", 135),
        ("W", "N", "W", 0),
    ],
)
def test_a_turret_traverses_up_to_90_degrees(facing: str, start: str, gun: str, turret: int) -> None:
    story = tiger(facing, start)
    story.when("axis", f"traverse tiger {gun}").then(happened(Traversed, unit="tiger", turret=turret))
    assert story.play.units["tiger"].turret == turret


@pytest.mark.parametrize("gun", ["SE", "S", "SW"])
def test_and_no_further(gun: str) -> None:
    story = tiger()
    refused = story.when("axis", f"traverse tiger {gun}").refused("002 R14", "gun")
    assert ("180" if gun == "S" else "135") in refused.text.text()
    assert picks(story, "axis", "Traverse", "tiger", "gun") == "NE,E,W,NW"


def test_what_counts_is_where_it_stood_when_the_turn_began() -> None:
    """In two reports it gets no further than in one, and may come back."""
    story = tiger().tell("axis: traverse tiger E")
    story.when("axis", "traverse tiger SE").refused("002 R14", "gun")
    assert picks(story, "axis", "Traverse", "tiger", "gun") == "N,NE,W,NW"
    story.when("axis", "traverse tiger W").then(happened(Traversed, turret=270))


def test_it_counts_relative_to_the_hull() -> None:
    """The turn of the hull carries the gun along for nothing."""
    story = tiger().tell("axis: move tiger R+,R+\naxis: traverse tiger S")
    assert story.play.units["tiger"].turret == 90
    story.when("axis", "traverse tiger SW").refused("002 R14", "gun")


def test_the_next_turn_begins_where_it_stands() -> None:
    story = tiger().tell("axis: traverse tiger E\naxis: end-movement axis\naxis: end-turn axis")
    story.tell("allies: end-movement allies\nallies: end-turn allies\naxis: traverse tiger S")
    assert story.play.units["tiger"].turret == 180


def test_a_traverse_is_no_step() -> None:
    """B11, B12: it neither costs one nor counts as movement."""
    story = tiger().tell("axis: traverse tiger E")
    unit = story.play.units["tiger"]
    assert (unit.used, unit.moved, unit.turned, unit.stirred) == (0, False, False, False)
    assert most_of(story, "tiger") == 5


def test_where_it_points_is_no_traverse() -> None:
    tiger().when("axis", "traverse tiger N").refused("002 R14", "gun")


def test_immobilised_it_still_traverses() -> None:
    """R35; but not while its crew is outside (B7)."""
    units = {"tiger": ("Tiger", "axis", "e5", "N"), "m4": ENEMY}
    story = battle(FIELD, units, conditions={"tiger": {"mobility": "immobilised"}})
    story.when("axis", "traverse tiger E").then(Traversed)
    story = battle(FIELD, units, conditions={"tiger": {"mobility": "immobilised", "timer": 4}})
    story.when("axis", "traverse tiger E").refused("002 B7", "unit")
    assert not offered(story, "axis", "Traverse", "tiger")


@pytest.mark.parametrize("model", ["StuG III G", "7.5 cm Pak 40 (FW)"])
def test_without_a_turret_there_is_nothing_to_traverse(model: str) -> None:
    story = battle(FIELD, {"unit": (model, "axis", "e5", "N"), "m4": ENEMY})
    story.when("axis", "traverse unit E").refused("002 R14", "unit")
    assert not offered(story, "axis", "Traverse", "unit")


def test_a_turret_that_is_one_piece_with_its_hull_faces_anywhere() -> None:
    """B13."""
    story = tiger()
    unit = story.play.units["tiger"]
    unit.figures = msgspec.structs.replace(unit.figures, one_piece=True)
    assert picks(story, "axis", "Traverse", "tiger", "gun") == "NE,E,SE,S,SW,W,NW"
    story.when("axis", "traverse tiger S").then(happened(Traversed, turret=180))


def test_direction_or_target_but_one_of_them() -> None:
    story = tiger()
    story.when("axis", "traverse tiger").refused("002 R14", "gun")
    story.when("axis", "traverse tiger at=m4").refused("002 R14", "at")
    story = tiger(free_turrets=True)
    story.when("axis", "traverse tiger").refused("002 R14", "gun")
    story.when("axis", "traverse tiger E at=m4").refused("002 R14", "gun")


def test_nobody_else_and_at_no_other_time() -> None:
    story = tiger()
    assert story.when("axis", "traverse nobody E").refused("002 R1", "unit").code == "unknown"
    story.when("allies", "traverse m4 E").refused("002 R2", "")
    story.tell("axis: end-movement axis")
    story.when("axis", "traverse tiger E").refused("002 R2", "")


# -- any angle (option 3) ----------------------------------------------------------------------------------------------

WALLED = "\n".join(["." * 12] * 11 + ["." * 7 + "w" + "...."])  # a wall on h1


def free(**units: tuple[str, ...]) -> Story:
    return battle(
        WALLED,
        {"tiger": ("Tiger", "axis", "e5", "N"), "m4": ("Sherman", "allies", "f7", "S"), **units},
        free_turrets=True,
    )


def test_a_free_turret_points_at_its_target() -> None:
    """One to the east and two to the north are 26.6 degrees, and the gun stands to whole ones."""
    story = free()
    story.when("axis", "traverse tiger at=m4").then(happened(Traversed, turret=27, at="m4"))
    assert story.play.units["tiger"].gun == 27
    story.when("axis", "traverse tiger at=m4").refused("002 R14", "at")
    story.when("axis", "traverse tiger N").then(happened(Traversed, turret=0, at=""))


def test_it_traverses_135_degrees() -> None:
    story = free(south=("Sherman", "allies", "e1", "N"), east=("Sherman", "allies", "h2", "N"))
    assert picks(story, "axis", "Traverse", "tiger", "gun") == "NE,E,SE,SW,W,NW"
    assert picks(story, "axis", "Traverse", "tiger", "at") == "m4,east"
    story.when("axis", "traverse tiger at=south").refused("002 R14", "at")
    story.when("axis", "traverse tiger S").refused("002 R14", "gun")
    story.when("axis", "traverse tiger at=east").then(happened(Traversed, turret=135))
    story.when("axis", "traverse tiger at=h1").refused("002 R14", "at")  # 143 degrees


def test_it_points_at_walls_that_stand_and_at_friends() -> None:
    story = free(ace=("Tiger", "axis", "b3", "N")).tell("axis: move tiger R+")
    story.when("axis", "traverse tiger at=h1").then(happened(Traversed, turret=98, at="h1"))
    story.when("axis", "traverse tiger at=ace").refused("002 R14", "at")
    story.play.walls = ()
    story.when("axis", "traverse tiger at=h1").refused("002 R14", "at")
    story.tell("axis: move tiger R-\naxis: move tiger R-")
    story.when("axis", "traverse tiger at=ace").then(happened(Traversed, turret=281))


@pytest.mark.parametrize("at", ["nobody", "tiger", "c3", "z99", "wreck"])
def test_at_what_there_is(at: str) -> None:
    """Not at itself, an open square, or a wreck."""
    story = free(wreck=("Sherman", "allies", "g7", "S"))
    story.play.units["wreck"].life = "destroyed"
    story.when("axis", f"traverse tiger at={at}").refused("002 R14", "at")


def test_a_unit_called_like_a_square_goes_before_the_wall_on_it() -> None:
    story = free(h1=("Sherman", "allies", "h8", "N"))
    story.when("axis", "traverse tiger at=h1").then(happened(Traversed, turret=45, at="h1"))


SQUARES = st.tuples(st.integers(0, 51), st.integers(0, 51))


@given(origin=SQUARES, target=SQUARES)
def test_bearings_are_whole_degrees_by_the_compass(origin: tuple[int, int], target: tuple[int, int]) -> None:
    """No angle between squares comes near half a degree: rounding is the same on every machine."""
    dx, dy = target[0] - origin[0], target[1] - origin[1]
    if (dx, dy) == (0, 0):
        return
    exact = math.degrees(math.atan2(dx, dy)) % 360
    assert 0 <= degrees_towards(origin, target) < 360
    assert min(abs(degrees_towards(origin, target) - exact), 360 - abs(degrees_towards(origin, target) - exact)) <= 0.5
    assert abs(exact % 1 - 0.5) > 1e-6
    assert degrees_towards(target, origin) == (degrees_towards(origin, target) + 180) % 360
