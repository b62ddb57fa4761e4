"""Scale (R4): lengths as measured, stored with what they were measured in."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.systems.tanks.measures import measured, whole_centimetres
from rules.systems.tanks.moving import Driven
from rules.systems.tanks.shooting import ShotFired
from rules.systems.tanks.words import distance
from tests.rules.scenario import happened
from tests.rules.tanks.table import battle

SCALES = [("cm", 1, "mm"), ("inch", 1, "tenths of an inch"), ("double_cm", 2, "mm")]


@pytest.mark.parametrize(("scale", "factor", "measure"), SCALES)
def test_speed_and_range_are_scaled_and_lengths_keep_their_unit(scale: str, factor: int, measure: str) -> None:
    story = battle(scale=scale)
    story.when("axis", f"drive tiger open length={100 * factor + 1}").refused("001 R8", "length")
    story.when("axis", f"drive tiger open length={100 * factor}").then(
        happened(Driven, length=100 * factor, measure=measure)
    )
    story.tell("axis: end-movement axis")
    for far, result in ((400 * factor + 1, "range"), (400 * factor, "miss")):
        told = battle(step="shoot", scale=scale).when(
            "axis", f"fire tiger m4 distance={far} hit=1" + ("" if result == "range" else " facing=side")
        )
        told.then(happened(ShotFired, result=result, distance=far, measure=measure))


@pytest.mark.parametrize(("scale", "factor", "measure"), SCALES)
def test_half_range_is_compared_as_measured(scale: str, factor: int, measure: str) -> None:
    for far, expected in ((200 * factor, {}), (200 * factor + 1, {"beyond_half": 1})):
        story = battle(step="shoot", scale=scale)
        story.when("axis", f"fire tiger m4 distance={far} facing=side hit=1").then(
            happened(ShotFired, modifiers=expected)
        )


def test_a_fast_target_is_compared_as_measured() -> None:
    for driven, expected in ((399, "target_moved"), (400, "target_fast")):
        story = battle(step="shoot", driven={"m4": driven}, scale="double_cm")
        told = story.when("axis", "fire tiger m4 distance=100 facing=side hit=1")
        assert isinstance(told.events[0], ShotFired)
        assert list(told.events[0].modifiers) == [expected]


@pytest.mark.parametrize(("scale", "unit"), [("cm", "cm"), ("double_cm", "cm"), ("inch", "in")])
def test_lengths_are_asked_for_in_the_unit_of_the_table(scale: str, unit: str) -> None:
    choice = next(one for one in visibility.legal(battle(scale=scale).state, "axis") if one.command == "Drive")
    length = next(field for field in choice.fields if field.name == "length")
    assert length.measure == unit


def test_nothing_is_rounded_but_the_distance_of_a_ram() -> None:
    assert measured({"scale": "double_cm"}, 7) == 140
    assert [whole_centimetres({"scale": "double_cm"}, length) for length in (19, 20, 39, 40)] == [0, 1, 1, 2]


@pytest.mark.parametrize(
    ("length", "measure", "text"), [(175, "mm", "17.5 cm"), (200, "mm", "20 cm"), (7, "tenths of an inch", "0.7 in")]
)
def test_lengths_are_written_as_people_read_them(length: int, measure: str, text: str) -> None:
    assert distance(length, measure).text() == text
