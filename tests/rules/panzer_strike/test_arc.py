"""R18, R46, A27, B4, B13 and option 3: where a gun points, and what lies in front of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.systems.panzer_strike.announcements import Announced
from tests.rules.panzer_strike.shots import unit
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Story

HULL, TURRET, WEAPON = "StuG III G", "Tiger", "7.5 cm Pak 40 (FW)"


def pointing(model: str, square: str, facing: str = "N", gun: str = "", at: str = "j10", **options: Any) -> Story:
    """The firer stands on `at`, an enemy on `square`."""
    units = {
        "firer": (model, "axis", at, facing, *([gun] if gun else [])),
        "target": ("Sherman", "allies", square, "S"),
    }
    return battle(FIELD, units, phase="firing", **options)


@pytest.mark.parametrize("model", [HULL, TURRET, WEAPON])
@pytest.mark.parametrize("square", ["j14", "k12", "i12", "m14"])
def test_45_degrees_either_side_are_in_the_arc(model: str, square: str) -> None:
    pointing(model, square).when("axis", "announce firer target").then(Announced)


@pytest.mark.parametrize("model", [HULL, TURRET, WEAPON])
@pytest.mark.parametrize("square", ["l12", "h12", "n14", "l10", "j8", "l9"])
def test_the_squares_on_that_line_are_not(model: str, square: str) -> None:
    """R18: l12, h12 and n14 lie on it; nor what lies beside or behind."""
    story = pointing(model, square)
    story.when("axis", "announce firer target").refused("002 R18", "target")
    story.when("axis", "announce firer target ruler=1").refused("002 R18", "target")


@pytest.mark.parametrize(("square", "inside"), [("k13", True), ("m12", True), ("j13", False), ("m10", False)])
@pytest.mark.parametrize("model", [HULL, TURRET, WEAPON])
def test_guns_that_point_between_the_rows(model: str, square: str, inside: bool) -> None:
    """B4: to the north-east the arc goes from the row ahead to the one at right angles, both not."""
    told = pointing(model, square, facing="NE").when("axis", "announce firer target")
    told.then(Announced) if inside else told.refused("002 R18", "target")


def test_a_turret_points_where_it_was_turned() -> None:
    """R14: whatever the hull faces. A hull's gun and a fixed weapon point ahead."""
    pointing(TURRET, "n10", gun="E").when("axis", "announce firer target").then(Announced)
    pointing(TURRET, "j14", gun="E").when("axis", "announce firer target").refused("002 R18", "target")
    pointing(TURRET, "n10", facing="S", gun="E").when("axis", "announce firer target").then(Announced)
    hull = pointing(HULL, "n10")
    unit(hull, "firer").turret = 90
    hull.when("axis", "announce firer target").refused("002 R18", "target")


@pytest.mark.parametrize("free_turrets", [False, True])
def test_a_turret_in_one_piece_with_its_hull_faces_anywhere(free_turrets: bool) -> None:
    """A27: whatever option 3 says."""
    told = pointing(TURRET, "j5", free_turrets=free_turrets).when("axis", "announce firer target")
    told.refused("002 R14" if free_turrets else "002 R18", "target")
    marks = {"firer": ("One-piece model",)}
    told = pointing(TURRET, "j5", free_turrets=free_turrets, marks=marks).when("axis", "announce firer target")
    told.then(Announced)


def test_a_gun_in_the_hull_is_no_turret() -> None:
    """B13: of whatever pieces the miniature is."""
    story = pointing(HULL, "j5")
    firer = unit(story, "firer")
    firer.figures = msgspec.structs.replace(firer.figures, one_piece=True)
    story.when("axis", "announce firer target").refused("002 R18", "target")


# -- option 3 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turret", "points"), [(0, False), (4, False), (5, True), (9, True), (15, True), (16, False), (45, False)]
)
def test_a_free_turret_points_at_its_target(turret: int, points: bool) -> None:
    """k16 is one to the side and six ahead: its centre at 9.5 degrees, its corners at 4.4 and 15.3."""
    story = pointing(TURRET, "k16", free_turrets=True)
    unit(story, "firer").turret = turret
    told = story.when("axis", "announce firer target")
    told.then(Announced) if points else told.refused("002 R14", "target")


def test_a_free_turret_is_pointed_to_the_degree() -> None:
    """Far off a degree is more than half a square."""
    units = {"firer": ("Tiger II", "axis", "a1", "N"), "target": ("Sherman", "allies", "a40", "S")}
    for turret, points in ((359, True), (1, True), (2, False)):
        story = battle("\n".join(["." * 6] * 45), units, phase="firing", free_turrets=True, ruler=6)
        unit(story, "firer").turret = turret
        told = story.when("axis", "announce firer target")
        told.then(Announced) if points else told.refused("002 R14", "target")


def test_a_free_turret_may_point_beyond_what_a_locked_one_could() -> None:
    """The line of 45 degrees is nothing to it; and what it was traversed to it can fire at."""
    units = {"firer": (TURRET, "axis", "j10", "N"), "target": ("Sherman", "allies", "o13", "S")}
    story = battle(FIELD, units, free_turrets=True)
    story.tell("axis: traverse firer at=target\naxis: end-movement axis").when("axis", "announce firer target").then(
        Announced
    )


def test_guns_in_the_hull_keep_their_arc_with_option_3() -> None:
    """B12."""
    for model in (HULL, WEAPON):
        pointing(model, "k12", free_turrets=True).when("axis", "announce firer target").then(Announced)
        pointing(model, "l12", free_turrets=True).when("axis", "announce firer target").refused("002 R18", "target")
