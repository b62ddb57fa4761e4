"""R17, B1, R65, R66: what stands under the ruler, and what it shows."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike import sight
from rules.systems.panzer_strike.announcements import Announced
from rules.systems.panzer_strike.fire import AccuracyRolled
from tests.rules.panzer_strike.shots import duel, faced, unit
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Story, happened


def drawn(*signs: tuple[str, str]) -> str:
    """The empty board with these signs on these squares."""
    rows = [list(row) for row in FIELD.splitlines()]
    for square, sign in signs:
        rows[20 - int(square[1:])]["abcdefghijklmnopqrst".index(square[0])] = sign
    return "\n".join(map("".join, rows))


def across(map: str, target: str = "j9") -> Story:
    return faced("Tiger", "Sherman", square=target, map=map)


@pytest.mark.parametrize(
    ("sign", "rule"),
    [("#", "R17"), ("w", "R65"), ("h", "R66"), ("x", "R17")],
    ids=["building", "wall", "high barricade", "wreck"],
)
def test_what_blocks_the_line(sign: str, rule: str) -> None:
    story = across(drawn(("j6", sign)))
    story.when("axis", "announce firer target").refused(f"002 {rule}", "target")
    story.when("axis", "announce firer target ruler=3").then(happened(Announced, range=3, by="ruler", board_range=0))


def test_a_low_barricade_does_not() -> None:
    across(drawn(("j6", "b"))).when("axis", "announce firer target").then(happened(Announced, range=3))


@pytest.mark.parametrize("side", ["axis", "allies"])
@pytest.mark.parametrize("life", ["active", "destroyed"])
def test_every_other_unit_blocks_it(side: str, life: str) -> None:
    """B1: of either side, destroyed or not."""
    story = faced("Tiger", "Sherman", square="j9", others={"other": ("Panther", side, "j6", "N")})
    unit(story, "other").life = life  # type: ignore[assignment]
    refused = story.when("axis", "announce firer target").refused("002 R17", "target")
    assert "Panther on j6" in refused.text.text()


def test_a_unit_that_has_left_does_not() -> None:
    story = faced("Tiger", "Sherman", square="j9", others={"other": ("Panther", "allies", "j6", "N")})
    unit(story, "other").life, unit(story, "other").square = "left", ""
    story.when("axis", "announce firer target").then(Announced)


def test_a_wall_that_has_fallen_blocks_for_the_rest_of_the_turn() -> None:
    """R65."""
    others = {"second": ("Panther", "axis", "l3", "N"), "m10": ("Wolverine M10", "allies", "l20", "S")}
    units = {"firer": ("Tiger", "axis", "j3", "N"), "target": ("Sherman", "allies", "j9", "S"), **others}
    story = battle(drawn(("j6", "w")), units, phase="firing")
    story.tell("axis: announce firer wall=j6\naxis: fire firer accuracy=2,2")
    assert story.play.walls == ()
    assert story.play.broken == ("j6",)
    story.play.volley, story.play.units["firer"].aim = False, None  # as if the die had not fallen
    story.when("axis", "announce firer target").refused("002 R65", "target")
    story.tell("axis: end-turn axis\nallies: end-movement allies\nallies: announce target firer")
    assert unit(story, "target").aim.range == 3  # type: ignore[union-attr]


def test_one_corner_does_not_block_and_two_that_meet_do() -> None:
    """From j3 to l5 the ruler goes through the corners only."""
    one, both = (across(drawn(*signs), "l5") for signs in ([("j4", "#")], [("j4", "#"), ("k3", "#")]))
    unit(one, "firer").turret = unit(both, "firer").turret = 45
    one.when("axis", "announce firer target").then(Announced)
    both.when("axis", "announce firer target").refused("002 R17", "target")


@pytest.mark.parametrize(
    ("square", "range_"), [("j5", 1), ("j6", 2), ("j7", 2), ("j8", 3), ("k8", 3), ("l8", 3), ("j13", 5), ("k14", 6)]
)
def test_the_ruler_goes_from_the_centre_to_the_nearest_point(square: str, range_: int) -> None:
    """R17: in sections of two squares. To l8 it is 1.5 to the side and 4.5 ahead, 4.74 squares."""
    across(FIELD, square).when("axis", "announce firer target").then(happened(Announced, range=range_))


@pytest.mark.parametrize(("squares", "range_"), [(1, 6), (3, 2), (6, 1)])
def test_a_club_may_have_longer_or_shorter_sections(squares: int, range_: int) -> None:
    """House: 5.5 squares to the nearest point."""
    faced("Tiger", "Sherman", square="j9", ruler=squares).when("axis", "announce firer target").then(
        happened(Announced, range=range_)
    )


def test_what_can_hide_a_target_stands_beside_the_line() -> None:
    assert sight.may_hide((9, 2), (9, 8), (9, 5))
    assert sight.may_hide((9, 2), (9, 8), (10, 7))
    assert not sight.may_hide((9, 2), (9, 8), (11, 5))
    assert not sight.may_hide((9, 2), (9, 8), (9, 8))
    assert not sight.may_hide((9, 2), (9, 8), (10, 8))
    assert not sight.may_hide((9, 2), (9, 8), (9, 2))
    assert not sight.may_hide((9, 2), (9, 8), (9, 1))
    assert not sight.may_hide((9, 2), (9, 8), (9, 9))
    assert sight.may_hide((9, 2), (15, 8), (12, 7))
    assert not sight.may_hide((9, 2), (15, 8), (10, 6))


def test_the_line_is_not_looked_at_again_when_it_is_fired() -> None:
    """R16: what was announced stands, though a wreck may lie there now."""
    story = duel("Tiger", "Sherman", range=3, others={"jumbo": ("Jumbo", "allies", "j19", "S")})
    unit(story, "jumbo").square = "j6"
    story.when("axis", "fire firer accuracy=0,0").then(happened(AccuracyRolled, result="miss"))
