"""The map text: what it draws, what it cannot, and the boards of the house."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.systems.panzer_strike import tables
from rules.systems.panzer_strike.board import LEAST, LONGEST, MOST, SIGNS, Board, Unreadable, Zone, read
from rules.systems.panzer_strike.boards import CENTRAL, HOUSE, NORTHERN, OPEN_FIELD, house_map, squares_of
from rules.systems.panzer_strike.geometry import name, named

TOWN = """\
; a comment, and blank lines, are nothing

......x   ; the north
.#....b
.#..w..
....w..
h.....x
.......
zone 1 A g2-a1
zone 2 A a6-b6
zone 2 A d5-d5
zone 2 B c6-c6
wreck g6 40
"""


def unreadable(text: str) -> tuple[str, str]:
    with pytest.raises(Unreadable) as caught:
        read(text)
    return caught.value.text.text(), caught.value.remedy.text()


def field(*lines: str, columns: int = 6, rows: int = 6) -> str:
    return "\n".join((*["." * columns] * rows, *lines))


# -- what a map draws --------------------------------------------------------------------------------------------------


def test_a_map() -> None:
    board = read(TOWN)
    assert (board.columns, board.rows) == (7, 6)
    assert {name(square): kind for square, kind in board.terrain.items()} == {
        "b5": "building",
        "b4": "building",
        "g5": "low",
        "e4": "wall",
        "e3": "wall",
        "a2": "high",
    }
    assert {name(square): mass for square, mass in board.wrecks.items()} == {"g6": 40, "g2": 25}
    assert board.of("wall", "low") == {(4, 2), (4, 3), (6, 4)}


def test_zones_are_rectangles_between_two_corners() -> None:
    board = read(TOWN)
    assert board.zones == (
        Zone(0, "A", 0, 0, 6, 1),
        Zone(1, "A", 0, 5, 1, 5),
        Zone(1, "A", 3, 4, 3, 4),
        Zone(1, "B", 2, 5, 2, 5),
    )
    assert {name(square) for square in squares_of(board, 1, "A")} == {"a6", "b6", "d5"}
    assert len(squares_of(board, 0, "A")) == 14 - 2  # a barricade and a wreck lie there
    assert squares_of(board, 0, "B") == frozenset()


def test_sides_start_within_five_squares_of_opposite_edges_without_zones() -> None:
    """R5; on small boards no further than the middle."""
    assert read(field(rows=12)).zones == (Zone(0, "A", 0, 0, 5, 4), Zone(1, "A", 0, 7, 5, 11))
    assert read(field(rows=7)).zones == (Zone(0, "A", 0, 0, 5, 2), Zone(1, "A", 0, 4, 5, 6))


def test_squares_and_edges() -> None:
    board = read(field(columns=7, rows=6))
    assert board.has((0, 0))
    assert board.has((6, 5))
    assert not any(board.has(square) for square in [(-1, 0), (7, 0), (0, 6), (3, -1)])
    assert [board.on_edge(square) for square in [(0, 3), (6, 3), (3, 0), (3, 5), (1, 1), (5, 4)]] == [True] * 4 + [
        False
    ] * 2
    assert len(board.all_squares()) == len(set(board.all_squares())) == 42
    assert board.all_squares()[:2] == ((0, 0), (1, 0))


@pytest.mark.parametrize(("text", "square"), [("a1", (0, 0)), ("z9", (25, 8)), ("aa10", (26, 9)), ("az52", (51, 51))])
def test_names_of_squares(text: str, square: tuple[int, int]) -> None:
    assert name(square) == text
    assert named(text) == square


@pytest.mark.parametrize("text", ["", "a", "1", "a0", "a01", "a100", "A1", "aaa1", "ä1", "1a", "a-1", "a 1", "a²"])
def test_what_is_no_name_of_a_square(text: str) -> None:
    assert named(text) is None


# -- what it cannot ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says", "remedy"),
    [
        ("", "0 by 0 squares", "from 6 to 52"),
        ("; nothing but words", "0 by 0 squares", "from 6 to 52"),
        (field(rows=5), "6 by 5 squares", "from 6 to 52"),
        (field(columns=5), "5 by 6 squares", "from 6 to 52"),
        (field(columns=53, rows=6), "53 by 6 squares", "from 6 to 52"),
        (field(columns=6, rows=53), "6 by 53 squares", "from 6 to 52"),
        (field() + "\n.......", "Line 7 has 7 squares, the first row 6", "equally long"),
        ("......\n..?...\n" + field(rows=4), "Line 2: “?” is no sign", ". open, # building"),
        (field("zone 3 A a1-b2"), "Line 7 cannot be read: zone 3 A a1-b2", "zone 1 A a1-j5"),
        ("\n".join([". . . . . ."] * 6), "Line 1 cannot be read: . . . . . .", "squares without spaces"),
        (field("zone 1 C a1-b2"), "Line 7 cannot be read", "zone 1 A a1-j5"),
        (field("", "zone 1 A a1-g1"), "Line 8: the board has no square g1", "a1 to f6"),
        (field("zone 1 A a0-f1"), "Line 7: the board has no square a0", "a1 to f6"),
        (field("zone 1 A a1-f7"), "Line 7: the board has no square f7", "a1 to f6"),
        (field("wreck a1 30"), "Line 7: no wreck of 30 t can lie on a1", "Draw it as x"),
        ("x.....\n" + field("wreck a6 0", rows=5), "Line 7: no wreck of 0 t", "from 1 to 200"),
        ("x.....\n" + field("wreck a6 201", rows=5), "Line 7: no wreck of 201 t", "from 1 to 200"),
        (field("wreck k9 30"), "Line 7: the board has no square k9", "a1 to f6"),
        (field("here be dragons " + "!" * 99), "Line 7 cannot be read: here be dragons", "squares without spaces"),
        ("." * (LONGEST + 1), f"more than {LONGEST} characters", "smaller"),
    ],
)
def test_what_is_wrong_with_a_map(text: str, says: str, remedy: str) -> None:
    """It names the line, and what would be right."""
    said, right = unreadable(text)
    assert says in said
    assert remedy in right
    assert len(said) < 200


def test_the_largest_board_can_be_written() -> None:
    text = field("zone 1 A a1-az5", "zone 2 A a48-az52", columns=MOST, rows=MOST)
    assert len(text) <= LONGEST == next(option.most for option in tables.BOARD)
    assert read(text).has((51, 51))


# -- round trip --------------------------------------------------------------------------------------------------------


def written(board: Board) -> str:
    """A map that draws the board: the other way round, from nothing but its fields."""
    signs = {kind: sign for sign, kind in SIGNS.items()}
    rows = []
    for y in reversed(range(board.rows)):
        row = ""
        for x in range(board.columns):
            row += "x" if (x, y) in board.wrecks else signs[board.terrain[x, y]] if (x, y) in board.terrain else "."
        rows.append(row)
    zones = [
        f"zone {zone.side + 1} {zone.kind} {name((zone.west, zone.south))}-{name((zone.east, zone.north))}"
        for zone in board.zones
    ]
    return "\n".join((*rows, *zones, *(f"wreck {name(square)} {mass}" for square, mass in board.wrecks.items())))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    columns, rows = draw(st.integers(LEAST, 12)), draw(st.integers(LEAST, 12))
    squares = st.tuples(st.integers(0, columns - 1), st.integers(0, rows - 1))
    terrain = draw(st.dictionaries(squares, st.sampled_from(sorted(SIGNS.values())), max_size=20))
    wrecks = draw(st.dictionaries(squares.filter(lambda square: square not in terrain), st.integers(1, 200)))

    def zone(side: int, kind: str, one: tuple[int, int], other: tuple[int, int]) -> Zone:
        (west, east), (south, north) = sorted((one[0], other[0])), sorted((one[1], other[1]))
        return Zone(side, kind, west, south, east, north)

    zones = st.builds(zone, st.integers(0, 1), st.sampled_from("AB"), squares, squares)
    return Board(columns, rows, terrain, wrecks, tuple(draw(st.lists(zones, min_size=1, max_size=6))))


@given(boards())
def test_a_board_is_read_as_it_was_written(board: Board) -> None:
    assert read(written(board)) == board


@given(st.text(max_size=300), st.sampled_from(["", field(), TOWN]))
def test_no_text_is_more_than_unreadable(text: str, before: str) -> None:
    board = board_or_fault(before + "\n" + text)
    if isinstance(board, Unreadable):
        assert board.text.text()
        assert board.remedy.text()
    else:
        assert read(written(board)) == board


def board_or_fault(text: str) -> Board | Unreadable:
    try:
        return read(text)
    except Unreadable as wrong:
        return wrong


# -- the boards of the house -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", HOUSE)
def test_a_house_board_is_fair(words: str) -> None:
    """Turned half round it is itself, with the sides exchanged."""
    board = read(HOUSE[words])

    def turned(square: tuple[int, int]) -> tuple[int, int]:
        return board.columns - 1 - square[0], board.rows - 1 - square[1]

    assert (board.columns, board.rows) == (24, 18)
    assert {turned(square): kind for square, kind in board.terrain.items()} == board.terrain
    assert {turned(square): mass for square, mass in board.wrecks.items()} == board.wrecks
    for kind in "AB":
        assert {turned(square) for square in squares_of(board, 0, kind)} == squares_of(board, 1, kind)
        assert not squares_of(board, 0, kind) & squares_of(board, 1, kind)
    assert not squares_of(board, 0, "A") & squares_of(board, 0, "B")


@pytest.mark.parametrize("text", [NORTHERN, CENTRAL])
def test_the_boards_of_the_basic_scenario_have_both_kinds_of_zones(text: str) -> None:
    """R67: room for a hundred points, of the cheapest units, and for three guns."""
    board = read(text)
    assert len(squares_of(board, 0, "A")) >= 34
    assert len(squares_of(board, 0, "B")) >= tables.BASIC_SPAA


def test_boards_by_name() -> None:
    assert house_map("", tables.BASIC) == house_map(" \n", tables.BASIC) == NORTHERN
    assert house_map("", tables.OPEN_BATTLE) == OPEN_FIELD
    assert house_map(" Central ", tables.OPEN_BATTLE) == CENTRAL
    assert house_map("southern", tables.BASIC) is None
    assert house_map(TOWN, tables.BASIC) is None
