"""Units come on the board (R1, R5, R14, R67, A24), and what may be reported of it."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike.deployment import Deployed, DeploymentEnded
from rules.systems.panzer_strike.turns import RoundBegan, TurnBegan
from tests.rules.panzer_strike.rounds import offered, picks
from tests.rules.panzer_strike.table import FIELD, muster
from tests.rules.scenario import Story, given, happened

TOWN = """\
..........
..........
..........
....w.....
..........
..........
..#..h....
.......x..
..........
..........
"""
ZONES = """\
..........
..........
..........
..........
..........
..........
..........
..........
zone 1 A a1-e2
zone 1 B f1-j2
zone 2 A a7-e8
zone 2 B f7-j8
"""
FORCES = {"m4": ("Sherman", "allies"), "m4-2": ("Sherman", "allies"), "stug": ("StuG III G", "axis")}
SPAA = {
    "m4": ("Sherman", "allies"),
    **{f"m16-{n}": ("M16 MGMC (SPAA)", "allies") for n in "123"},
    "tiger": ("Tiger", "axis"),
    **{f"wirbel-{n}": ("Wirbelwind (SPAA)", "axis") for n in "123"},
}


def deploying(map: str = FIELD, **options: str) -> Story:
    return given(muster(map, FORCES, **options))


def test_units_are_deployed_in_any_order_until_all_stand() -> None:
    story = deploying(first="2")
    story.when("allies", "deploy m4 c3 N").then(happened(Deployed, unit="m4", square="c3", facing="N", turret=0))
    story.when("axis", "deploy stug c20 SW").then(happened(Deployed, facing="SW"))
    story.when("allies", "deploy m4-2 d5 NE").then(
        Deployed,
        happened(DeploymentEnded, first="axis"),
        happened(RoundBegan, round=1),
        happened(TurnBegan, side="axis", active=1, limit=1),
    )
    assert (story.play.phase, story.play.round, story.play.side) == ("movement", 1, "axis")
    assert (story.play.units["m4"].square, story.play.units["m4"].facing) == ("c3", "N")


@pytest.mark.parametrize(
    ("facing", "gun", "turret"), [("N", "N", 0), ("N", "E", 90), ("NE", "N", 315), ("W", "NE", 135), ("SE", "NW", 180)]
)
def test_a_turret_may_be_deployed_to_any_side(facing: str, gun: str, turret: int) -> None:
    """R14: it stands relative to the hull."""
    deploying().when("allies", f"deploy m4 c3 {facing} gun={gun}").then(happened(Deployed, turret=turret))


def test_a_gun_in_the_hull_points_where_the_hull_does() -> None:
    deploying().when("axis", "deploy stug c20 S gun=S").refused("002 R14", "gun")


# -- where (R1, R5, R67) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("square", ["a1", "t1", "a5", "t5"])
def test_without_a_scenario_sides_start_within_five_squares_of_opposite_edges(square: str) -> None:
    """R5."""
    deploying().when("allies", f"deploy m4 {square} N").then(Deployed)
    deploying().when("axis", f"deploy stug {square} N").refused("002 R5", "square")
    north = square[0] + str(21 - int(square[1:]))
    deploying().when("allies", f"deploy m4 {north} N").refused("002 R5", "square")
    deploying().when("axis", f"deploy stug {north} N").then(Deployed)


@pytest.mark.parametrize("square", ["a6", "t6", "k10", "k15"])
def test_nobody_starts_between_the_two(square: str) -> None:
    deploying().when("allies", f"deploy m4 {square} N").refused("002 R5", "square")
    deploying().when("axis", f"deploy stug {square} N").refused("002 R5", "square")


@pytest.mark.parametrize(("square", "what"), [("c4", "building"), ("f4", "barricade"), ("h3", "wreck"), ("b1", "m4-2")])
def test_a_square_has_to_be_open(square: str, what: str) -> None:
    """R1: only one unit in a square, and none in terrain."""
    story = deploying(TOWN).tell("allies: deploy m4-2 b1 N")
    story.when("allies", f"deploy m4 {square} N").refused("002 R1", "square")


def test_nobody_starts_in_a_wall() -> None:
    deploying(TOWN).when("axis", "deploy stug e7 N").refused("002 R1", "square")


@pytest.mark.parametrize("square", ["k1", "a11", "zz9", "z99"])
def test_a_square_has_to_be_on_the_board(square: str) -> None:
    deploying(TOWN).when("allies", f"deploy m4 {square} N").refused("002 R1", "square")


def test_each_unit_is_deployed_once_and_by_its_own_side() -> None:
    story = deploying().tell("allies: deploy m4 c3 N")
    story.when("allies", "deploy m4 c4 N").refused("002 R1", "unit")
    story.when("allies", "deploy m5 c4 N").refused("002 R1", "unit")
    story.when("allies", "deploy stug c20 S").refused("battle", "by")


def test_the_basic_scenario_has_zones_of_its_own() -> None:
    """R67: A for the units, B for the anti-aircraft guns."""
    story = given(muster(ZONES, SPAA, scenario="basic", first="1"))
    story.when("allies", "deploy m4 f1 N").refused("002 R67", "square")
    story.when("allies", "deploy m16-1 e1 N").refused("002 R67", "square")
    story.when("allies", "deploy m4 a7 N").refused("002 R67", "square")
    story.tell(
        "allies: deploy m4 e2 N\nallies: deploy m16-1 f1 N\nallies: deploy m16-2 j2 N\nallies: deploy m16-3 h1 N"
    )
    story.tell("axis: deploy wirbel-1 f8 S\naxis: deploy wirbel-2 g8 S\naxis: deploy wirbel-3 h7 S")
    story.when("axis", "deploy tiger a8 S").then(Deployed, DeploymentEnded, RoundBegan, TurnBegan)


def test_in_an_open_battle_anti_aircraft_guns_are_units_like_others() -> None:
    story = given(muster(ZONES, SPAA, points=0))
    story.when("allies", "deploy m16-1 f1 N").refused("002 R5", "square")
    story.when("allies", "deploy m16-1 e1 N").then(Deployed)


def test_nothing_is_deployed_later_and_nothing_done_before() -> None:
    story = deploying(first="1")
    assert not offered(story, "allies", "Move", "EndMovement", "RollFirst", "DeclareRound")
    story.when("allies", "end-movement allies").refused("002 R15")
    story.when("allies", "roll-first dice=1,2").refused("002 B17")
    story.when("allies", "declare-round 1").refused("002 R2")
    story.tell("allies: deploy m4 c3 N\nallies: deploy m4-2 c4 N\naxis: deploy stug c20 S")
    story.when("allies", "deploy m4 c5 N").refused("002 R5")


# -- what is offered ---------------------------------------------------------------------------------------------------


def test_units_with_a_turret_and_those_without_are_offered_together() -> None:
    forces = FORCES | {"pz": ("Pz IV H", "axis"), "pz-2": ("Pz IV H", "axis"), "pak": ("7.5 cm Pak 40 (FW)", "axis")}
    story = given(muster(FIELD, forces))
    hull, turreted = offered(story, "axis", "Deploy")
    assert picks(hull, "unit") == ["stug", "pak"]
    assert [field.name for field in hull.fields] == ["unit", "square", "facing"]
    assert picks(turreted, "unit") == ["pz", "pz-2"]
    assert [(field.name, field.required) for field in turreted.fields] == [
        ("unit", True),
        ("square", True),
        ("facing", True),
        ("gun", False),
    ]
    assert picks(turreted, "square") == picks(hull, "square")
    assert len(picks(hull, "square")) == 5 * 20
    assert picks(hull, "facing") == ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


def test_only_open_squares_are_offered() -> None:
    story = deploying(TOWN)
    (choice,) = offered(story, "allies", "Deploy")
    assert len(picks(choice, "square")) == 5 * 10 - 3
    assert {"c4", "f4", "h3"}.isdisjoint(picks(choice, "square"))
    story.tell("allies: deploy m4 b1 N")
    (choice,) = offered(story, "allies", "Deploy")
    assert picks(choice, "unit") == ["m4-2"]
    assert len(picks(choice, "square")) == 5 * 10 - 4
    story.tell("allies: deploy m4-2 b2 N")
    assert not offered(story, "allies", "Deploy")


def test_the_zones_of_the_scenario_are_offered_apart() -> None:
    story = given(muster(ZONES, SPAA, scenario="basic"))
    units, guns = offered(story, "axis", "Deploy")
    assert (picks(units, "unit"), len(picks(units, "square"))) == (["tiger"], 10)
    assert (picks(guns, "unit"), len(picks(guns, "square"))) == (["wirbel-1", "wirbel-2", "wirbel-3"], 10)
    assert units.label != guns.label
    assert set(picks(units, "square")).isdisjoint(picks(guns, "square"))
