"""Directions, arcs, armour zones, the angled position, rulers and what lies under them (R17, R18, R25 to R27, R38)."""

from __future__ import annotations

import math

import pytest

from rules.systems.panzer_strike import geometry
from rules.systems.panzer_strike.geometry import COMPASS, STEPS, Square

HERE = (20, 20)


def at(dx: int, dy: int) -> Square:
    return HERE[0] + dx, HERE[1] + dy


def facing(name: str) -> int:
    return [str(one) for one in COMPASS].index(name)


def turned(square: Square, quarters: int) -> Square:
    """Where a square comes to lie when the board is turned clockwise by quarters."""
    x, y = square
    for _quarter in range(quarters):
        x, y = y, -x
    return x, y


AROUND = [(dx, dy) for dx in range(-8, 9) for dy in range(-8, 9) if (dx, dy) != (0, 0)]


# -- directions --------------------------------------------------------------------------------------------------------


def test_eight_directions_clockwise_from_north() -> None:
    assert [geometry.step((0, 0), n) for n in range(8)] == [*STEPS]
    assert geometry.step((3, 3), facing("SE"), 2) == (5, 1)
    assert geometry.step((3, 3), facing("SE"), -2) == (1, 5)
    assert [math.degrees(math.atan2(dx, dy)) % 360 for dx, dy in STEPS] == [45 * n for n in range(8)]


def test_what_lies_exactly_in_a_direction() -> None:
    for direction in range(8):
        assert geometry.towards(HERE, geometry.step(HERE, direction, 5)) == direction
    assert geometry.towards(HERE, HERE) is None
    assert geometry.towards(HERE, at(1, 2)) is None


def test_eight_squares_are_adjacent() -> None:
    assert sorted(one for one in AROUND if geometry.adjacent(HERE, at(*one))) == sorted(STEPS)
    assert not geometry.adjacent(HERE, HERE)


# -- the arc of fire (R18, B4) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gun", "target", "inside"),
    [("N", (1, 2), True), ("N", (2, 2), False), ("NE", (1, 3), True), ("NE", (0, 3), False), ("N", (0, -1), False)],
)
def test_the_arc_as_checked_by_hand(gun: str, target: Square, inside: bool) -> None:
    assert geometry.in_arc(HERE, facing(gun), at(*target)) is inside


@pytest.mark.parametrize("direction", range(8))
def test_squares_exactly_45_degrees_off_are_outside_the_arc(direction: int) -> None:
    for times in range(1, 9):
        assert geometry.in_arc(HERE, direction, geometry.step(HERE, direction, times))
        for edge in (direction - 1, direction + 1):
            assert not geometry.in_arc(HERE, direction, geometry.step(HERE, edge, times))


def test_each_square_lies_in_one_arc_of_an_orthogonal_gun_or_on_a_line() -> None:
    for dx, dy in AROUND:
        for kind in (0, 1):
            arcs = [n for n in range(kind, 8, 2) if geometry.in_arc(HERE, n, at(dx, dy))]
            on_line = geometry.towards(HERE, at(dx, dy)) in range(1 - kind, 8, 2)
            assert len(arcs) == (0 if on_line else 1)


# -- armour zones (R25, R26, B4) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "firer", "zone"),
    [
        ("NE", (1, 2), "front"),
        ("NE", (0, 3), "side"),
        ("NE", (-1, 3), "side"),
        ("NE", (-2, -1), "rear"),
        ("N", (0, 4), "front"),
        ("N", (3, 3), "side"),
        ("N", (3, -3), "side"),
        ("N", (-2, -3), "rear"),
        ("W", (-3, 2), "front"),
        ("W", (2, 1), "rear"),
        ("S", (4, -1), "side"),
    ],
)
def test_the_zone_as_checked_by_hand(target: str, firer: Square, zone: str) -> None:
    assert geometry.zone(HERE, facing(target), at(*firer)) == zone


@pytest.mark.parametrize("direction", range(8))
def test_zones_turn_with_the_target(direction: int) -> None:
    """And front and rear change places when it turns about; the side stays."""
    opposite = {"front": "rear", "side": "side", "rear": "front"}
    for dx, dy in AROUND:
        zone = geometry.zone(HERE, direction, at(dx, dy))
        assert geometry.zone(HERE, direction + 2, at(*turned((dx, dy), 1))) == zone
        assert geometry.zone(HERE, direction + 4, at(dx, dy)) == opposite[zone]
        assert geometry.angled(HERE, direction, at(dx, dy)) is geometry.angled(
            HERE, direction + 2, at(*turned((dx, dy), 1))
        )


# -- the angled position (R27, A7, B5) ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "firer", "angled"),
    [
        ("N", (1, 2), True),
        ("N", (2, 2), True),
        ("N", (2, 1), True),
        ("N", (1, 3), False),
        ("NE", (0, 3), True),
        ("NE", (1, 3), True),
        ("NE", (-1, 3), True),
        ("NE", (1, 2), False),
    ],
)
def test_the_angled_position_as_checked_by_hand(target: str, firer: Square, angled: bool) -> None:
    assert geometry.angled(HERE, facing(target), at(*firer)) is angled


def test_on_the_path_only_what_stands_orthogonally_is_angled() -> None:
    """Diagonal, straight, diagonal, straight: the squares of the path to the north-north-east."""
    for square in ((1, 1), (1, 2), (2, 3), (2, 4), (3, 5), (3, 6), (4, 7)):
        assert geometry.angled(HERE, facing("N"), at(*square))
        assert not geometry.angled(HERE, facing("NE"), at(*square))
    for outside in ((0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6), (3, 7)):
        assert not geometry.angled(HERE, facing("N"), at(*outside))
        assert geometry.angled(HERE, facing("NE"), at(*outside))


def test_the_path_differs_from_a_line_of_22_and_a_half_degrees_on_14_of_255_squares() -> None:
    def by_the_line(x: int, y: int) -> bool:
        return math.degrees(math.atan2(min(x, y), max(x, y))) > 22.5

    squares = [(x, y) for x in range(16) for y in range(16) if (x, y) != (0, 0)]
    assert len(squares) == 255
    assert sum(by_the_line(x, y) != geometry.angled((0, 0), 0, (x, y)) for x, y in squares) == 14


@pytest.mark.parametrize("direction", range(8))
def test_an_angled_shot_meets_one_of_the_two_zones_beside_its_line(direction: int) -> None:
    for square in AROUND:
        if geometry.angled(HERE, direction, at(*square)):
            without, with_symbol = geometry.angled_zones(HERE, direction, at(*square))
            assert with_symbol == "side"
            assert without == ("front" if geometry.offsets(HERE, at(*square), direction)[0] > 0 else "rear")
            assert geometry.offsets(HERE, at(*square), direction)[0] != 0
            assert geometry.zone(HERE, direction, at(*square)) in (without, with_symbol)


PRINTED = """1 1 2 3 3 4 4 5 5 7 6 8 7 9 8 11 9 12 10 13 11 15 12 16 13 17 14 19 15 20 16 21 17 23 18 24 19 25 20 27
21 28 22 29 23 31 24 32 25 33 26 35 27 36 28 37 29 39 30 40"""


def test_angled_armour_by_the_printed_table() -> None:
    numbers = [int(number) for number in PRINTED.split()]
    assert len(numbers) == 60
    for armour, thicker in zip(numbers[::2], numbers[1::2], strict=True):
        assert geometry.thickened(armour) == thicker
    assert geometry.thickened(0) == 0


# -- rulers (R17, R38, B1) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "section", "nearest", "centre"),
    [
        ((0, 1), 2, 1, 1),  # half a square to its edge
        ((0, 2), 2, 1, 1),
        ((0, 3), 2, 2, 2),  # 2.5 squares, 3 to the centre
        ((0, 4), 2, 2, 2),
        ((0, 5), 2, 3, 3),
        ((2, 2), 2, 2, 2),  # 2.12 squares to its corner
        ((3, 4), 1, 5, 5),  # 4.3 to its corner
        ((3, 4), 5, 1, 1),  # exactly a section to the centre
        ((6, 8), 5, 2, 2),
        ((0, 16), 2, 8, 8),
        ((0, 17), 2, 9, 9),
        ((1, 16), 2, 8, 9),
    ],
)
def test_the_section_of_the_ruler(target: Square, section: int, nearest: int, centre: int) -> None:
    assert geometry.ruler(HERE, at(*target), section) == nearest
    assert geometry.ruler_to_centre(HERE, at(*target), section) == centre


def test_rulers_are_the_same_from_both_ends_and_to_all_sides() -> None:
    for dx, dy in AROUND:
        for ruler in (geometry.ruler, geometry.ruler_to_centre):
            assert ruler(HERE, at(dx, dy), 2) == ruler(at(dx, dy), HERE, 2) == ruler(HERE, at(dy, -dx), 2)
        assert geometry.ruler(HERE, at(dx, dy), 2) <= geometry.ruler_to_centre(HERE, at(dx, dy), 2)


# -- what lies under the ruler -----------------------------------------------------------------------------------------


def test_what_a_line_passes_over() -> None:
    assert geometry.line((0, 0), (0, 3)) == (((0, 1), (0, 2)), ())
    assert geometry.line((4, 1), (1, 1)) == (((3, 1), (2, 1)), ())
    assert geometry.line((0, 0), (2, 1)) == (((1, 0), (1, 1)), ())
    assert geometry.line((0, 0), (2, 2)) == (((1, 1),), (((1, 0), (0, 1)), ((2, 1), (1, 2))))
    assert geometry.line((0, 0), (3, 1)) == (((1, 0), (2, 1)), (((2, 0), (1, 1)),))
    assert geometry.line((0, 0), (1, 0)) == ((), ())
    assert geometry.line((0, 0), (0, 0)) == ((), ())


def test_a_line_passes_over_the_same_both_ways() -> None:
    for dx, dy in AROUND:
        there, back = geometry.line(HERE, at(dx, dy)), geometry.line(at(dx, dy), HERE)
        assert there[0] == back[0][::-1]
        assert [{*pair} for pair in there[1]] == [{*pair} for pair in back[1]][::-1]
        assert not {HERE, at(dx, dy)} & {*there[0]}


def test_one_corner_does_not_block_and_two_do() -> None:
    assert geometry.is_clear((0, 0), (2, 2), {(1, 0), (1, 2)})
    assert not geometry.is_clear((0, 0), (2, 2), {(1, 0), (0, 1)})
    assert not geometry.is_clear((0, 0), (2, 2), {(1, 1)})
    assert geometry.is_clear((0, 0), (2, 2), {(0, 0), (2, 2), (5, 5)})


# -- names -------------------------------------------------------------------------------------------------------------


def test_squares_by_name() -> None:
    assert geometry.name((0, 0)) == "a1"
    assert (geometry.name((25, 9)), geometry.name((26, 9)), geometry.name((51, 51))) == ("z10", "aa10", "az52")
    for x in range(52):
        for y in range(52):
            assert geometry.named(geometry.name((x, y))) == (x, y)


@pytest.mark.parametrize(
    "text", ["", "a", "1", "a0", "a01", "a100", "A1", "aaa1", "a1b", "ä1", "a²", "a-1", "1a", " a1"]
)
def test_what_is_no_name_of_a_square(text: str) -> None:
    assert geometry.named(text) is None
