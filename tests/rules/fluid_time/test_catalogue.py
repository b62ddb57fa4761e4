"""The catalogue (R26, A21): every figure of a vehicle is the house's by its formula, every mark the rulebook's."""

from __future__ import annotations

import re

import pytest

from rules.declarations import Article
from rules.systems.fluid_time import tables
from rules.systems.fluid_time.catalogue import BLANK, MARK, VEHICLE, articles, figures_of, find, find_mark

EDITION = tables.EDITIONS[-1]
VEHICLES = [one for one in articles(EDITION) if one.kind == VEHICLE]
MARKS = [one for one in articles(EDITION) if one.kind == MARK]
SIZES = {"very small": 5, "small": 6, "normal": 7, "large": 8, "very large": 9}
MEASURED = re.compile(
    r"class “(?P<size>[a-z ]+)”.* Armour: (?P<armour>\d+) mm.* Dice: (?P<short>\d+), (?P<medium>\d+) and (?P<long>\d+) "
    r"mm.* Move: (?P<move>\d+) km/h"
)


def test_there_are_forty_two_vehicles_and_six_marks() -> None:
    assert (len(VEHICLES), len(MARKS)) == (42, 6)
    assert {one.status for one in VEHICLES} == {"house"}
    assert {one.status for one in MARKS} == {"rulebook"}


@pytest.mark.parametrize("vehicle", VEHICLES, ids=lambda vehicle: vehicle.key)
def test_each_figure_follows_from_what_its_source_says(vehicle: Article) -> None:
    figures, said = figures_of(EDITION, vehicle.name), MEASURED.search(vehicle.source)
    assert said, vehicle.source
    assert figures.size == SIZES[said["size"]]
    assert figures.armour == max(2, round(int(said["armour"]) / 7))
    assert figures.dice == tuple(max(1, round(int(said[band]) / 25)) for band in ("short", "medium", "long"))
    assert figures.move == min(14, max(4, round(int(said["move"]) / 5)))
    assert (figures.modifiers, figures.shots, figures.morale, figures.soft) == ((1, 0, -2), 1, 0, False)


@pytest.mark.parametrize("vehicle", VEHICLES, ids=lambda vehicle: vehicle.key)
def test_points_follow_the_formula(vehicle: Article) -> None:
    """Armour, twice the dice at medium range, a quarter of the move: exact to the half, for the formula rounds once."""
    figures = figures_of(EDITION, vehicle.name)
    assert abs(figures.armour + 2 * figures.dice[1] + figures.move / 4 - figures.points) <= 0.5


def test_the_marks_are_the_rulebook_s_rows() -> None:
    assert {mark.name: mark.figures["morale"] for mark in MARKS} == {
        "Fanatics": 3,
        "Vastly superior": 2,
        "Better": 1,
        "Poor": -1,
        "Demoralised": -2,
        "Very poor equipment": -2,
    }
    for mark in MARKS:
        assert mark.points == max(0, 2 * mark.figures["morale"])


def test_names_and_keys_lead_to_the_same_line() -> None:
    for vehicle in VEHICLES:
        assert find(EDITION, vehicle.key) is find(EDITION, vehicle.name) is vehicle
    for mark in MARKS:
        assert find_mark(EDITION, mark.key) is find_mark(EDITION, mark.name) is mark


def test_a_mark_is_no_vehicle_and_a_vehicle_no_mark() -> None:
    assert find(EDITION, "Fanatics") is None
    assert find_mark(EDITION, "Tiger I") is None


def test_a_model_nobody_knows_is_a_blank_one() -> None:
    assert figures_of(EDITION, "[erased]") == BLANK
