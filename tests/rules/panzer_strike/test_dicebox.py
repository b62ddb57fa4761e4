"""The dice: what the published table says of the accuracy dice (section 6), and a club's own faces."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rules.systems.panzer_strike import tables
from rules.systems.panzer_strike.board import Unreadable
from rules.systems.panzer_strike.dicebox import SYMBOLS, DiceBox, dicebox

# R20: the chance to hit in per cent, by class and range 1 to 8, as the booklet prints it.
PUBLISHED = {
    1: (89, 78, 64, 47, 28, 17, 8, 3),
    2: (94, 86, 75, 61, 44, 28, 17, 8),
    3: (97, 92, 83, 72, 58, 42, 28, 17),
    4: (100, 97, 92, 83, 72, 56, 39, 25),
}
NINE_OR_MORE = {1: 0, 2: 1, 3: 3, 4: 5}  # of 36: range 8 in partial cover


def box(dice: str = "", **options: Any) -> DiceBox:
    settled: dict[str, Any] = {option.name: option.default for option in tables.OPTIONS}
    return dicebox(settled | options | {"dice": dice})


def wrong(dice: str) -> str:
    with pytest.raises(Unreadable) as caught:
        box(dice)
    assert caught.value.remedy.text()
    return caught.value.text.text()


def chances(class_: int, needed: int) -> int:
    """Of 36."""
    one, other = box().accuracy[class_]
    return sum(a + b >= needed for a, b in product(one, other))


@pytest.mark.parametrize(("class_", "range_"), [(class_, range_) for class_ in PUBLISHED for range_ in range(1, 9)])
def test_the_published_chances(class_: int, range_: int) -> None:
    n = chances(class_, range_)
    printed = PUBLISHED[class_][range_ - 1]
    assert (200 * n + 36) // 72 == printed  # n/36 as a percentage, rounded to the nearest
    assert [m for m in range(37) if (200 * m + 36) // 72 == printed] == [n]  # no other count prints so


@pytest.mark.parametrize("class_", NINE_OR_MORE)
def test_range_eight_in_partial_cover(class_: int) -> None:
    assert chances(class_, 9) == NINE_OR_MORE[class_]


def test_the_dice_are_a_family() -> None:
    """Section 6: neighbouring classes share a die; the highest sums are 8, 9, 10 and 10."""
    accuracy = box().accuracy
    assert accuracy[1][1] == accuracy[2][0]
    assert accuracy[2][1] == accuracy[3][0] == accuracy[3][1] == accuracy[4][0]
    assert [max(one) + max(other) for one, other in accuracy.values()] == [8, 9, 10, 10]


def test_the_faces_seen_in_the_examples_exist() -> None:
    """B16: -2, -1, +1 and +2 were rolled; a table may report -3 to 3."""
    assert {-2, -1, 1, 2} <= {*box().penetration["I"], *box().penetration["II"]}
    assert sum(box().penetration["I"]) == sum(box().penetration["II"]) == 0


def test_every_die_has_six_faces() -> None:
    dice = box(firing_on_the_move=True, angled_armour=True)
    pairs = [die for pair in dice.accuracy.values() for die in pair]
    for die in (dice.speed, dice.radio, *dice.miss, *pairs, *dice.penetration.values(), *dice.hit.values()):
        assert len(die) == 6
    assert set(dice.radio) == {"ok", "x", "red"}
    assert set(dice.miss[0]) == {"N", "S", "-"}
    assert set(dice.miss[1]) == {"E", "W", "-"}
    assert set(dice.speed) == {-1, 0, 1}


# -- symbols -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "symbols"),
    [
        ({}, {"crew"}),
        ({"firing_on_the_move": True}, {"crew", "x", "turn"}),
        ({"firing_on_the_move": True, "single_x": True}, {"crew", "x"}),
        ({"single_x": True}, {"crew"}),
        ({"angled_armour": True}, {"crew", "side"}),
        ({"firing_on_the_move": True, "angled_armour": True}, set(SYMBOLS)),
    ],
)
def test_a_face_shows_what_the_options_give_a_meaning(options: dict[str, Any], symbols: set[str]) -> None:
    dice = box(**options)
    for die, faces in dice.hit.items():
        assert {symbol for face in faces for symbol in face.split("+")[1:]} <= symbols
        own = tuple(dict.fromkeys(faces))
        assert dice.hit_may[die][: len(own)] == own
        assert {symbol for face in dice.hit_may[die] for symbol in face.split("+")[1:]} == symbols
        areas = 3 if die == "blue" else 2
        assert len(set(dice.hit_may[die])) == len(dice.hit_may[die]) == areas * 2 ** len(symbols)


def test_symbols_stand_in_one_order() -> None:
    dice = box("white: track+crew+x body+side+turn body body body body", firing_on_the_move=True, angled_armour=True)
    assert dice.hit["white"][:2] == ("track+x+crew", "body+turn+side")


# -- a club's dice -----------------------------------------------------------------------------------------------------


def test_a_club_replaces_dice() -> None:
    dice = box(
        "speed: 0 0 0 0 -1 +1\n\nmiddle: 0 1 1 2 2 3\nhigh: 0 2 3 4 5 7\nI: -2 -2 0 0 2 2\n"
        "  green : body body body body body body\nblue: top top top top body track\n"
        "radio: ok ok ok ok ok red\nmiss_ew: - - - - E W\n"
    )
    assert dice.speed == (0, 0, 0, 0, -1, 1)
    assert dice.accuracy[1] == (tables.LOW, tables.LOW)
    assert dice.accuracy[2] == (tables.LOW, (0, 1, 1, 2, 2, 3))
    assert dice.accuracy[4] == ((0, 1, 1, 2, 2, 3), (0, 2, 3, 4, 5, 7))
    assert dice.penetration == {"I": (-2, -2, 0, 0, 2, 2), "II": tables.PENETRATION["II"]}
    assert dice.hit["green"] == ("body",) * 6
    assert dice.hit["blue"] == ("top", "top", "top", "top", "body", "track")
    assert dice.radio == ("ok", "ok", "ok", "ok", "ok", "red")
    assert dice.miss == (tables.MISS_NS, ("-", "-", "-", "-", "E", "W"))


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        ("never heard of", "“never heard of”"),
        ("pink: 1 2 3 4 5 6", "“pink: 1 2 3 4 5 6”"),
        ("low: 0 0 1 2 3 4\nlow: 0 0 1 2 3 4", "“low: 0 0 1 2 3 4”"),
        ("low: 0 0 1 2 3", "“low” has 5 faces"),
        ("speed: 0 0 0 0 1 2", "“speed” cannot show 2"),
        ("low: -1 0 0 0 0 0", "“low” cannot show -1"),
        ("high: 0 0 0 0 0 9", "“high” cannot show 9"),
        ("I: 0 0 0 0 0 4", "“I” cannot show 4"),
        ("II: 0 0 0 0 0 --1", "“II” cannot show --1"),
        ("II: 0 0 0 0 0 ²", "“II” cannot show ²"),
        ("II: 0 0 0 0 0 -", "“II” cannot show -"),
        ("white: body body body body body top", "“white” cannot show top"),
        ("white: body body body body body body+x+x", "“white” cannot show body+x+x"),
        ("white: body body body body body body+halo", "“white” cannot show body+halo"),
        ("white: body body body body body +x", "“white” cannot show +x"),
        ("radio: ok ok ok ok ok blue", "“radio” cannot show blue"),
        ("miss_ns: N S E - - -", "“miss_ns” cannot show E"),
    ],
)
def test_faces_there_cannot_be(dice: str, says: str) -> None:
    assert says in wrong(dice)
