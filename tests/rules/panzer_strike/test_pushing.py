"""Wrecks are pushed out of the way (R64, A21, B3)."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.systems.panzer_strike.movement import Moved
from rules.systems.panzer_strike.state import Miniature
from rules.systems.panzer_strike.terrain import push_cost
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.panzer_strike.walking import check_in_parts, labels_of, steps_of, wrecked
from tests.rules.scenario import Story, happened

ENEMY = ("Sherman", "allies", "t20", "S")
EMPTY = "............"


def mapped(*lines: str) -> str:
    """Twelve rows, the northernmost given first, then lines that say more."""
    rows = [line for line in lines if " " not in line]
    return "\n".join([*rows, *[EMPTY] * (12 - len(rows)), *(line for line in lines if " " in line)])


def facing_wreck(pusher: str, wreck: str, marks: tuple[str, ...] = (), **more: tuple[str, ...]) -> Story:
    """The pusher on e5, a destroyed unit before it on e6."""
    units = {"pusher": (pusher, "axis", "e5", "N"), "hulk": (wreck, "allies", "e6", "SE"), "m4": ENEMY, **more}
    return wrecked(battle(FIELD, units, marks={"pusher": marks} if marks else None), "hulk")


@pytest.mark.parametrize(
    ("pusher", "wreck", "blade", "cost"),
    [
        ("Panther", "Panther", False, 3),  # 45 and 45 t
        ("Panther", "Pz IV G", False, 3),  # 45 and 25
        ("Jumbo", "Hellcat", False, 2),  # 40 and 20: exactly double
        ("Panther", "Hetzer", False, 1),  # 45 and 15: exactly triple
        ("Tiger", "Marder III M", False, 1),  # 55 and 10
        ("Panther", "Panther", True, 2),
        ("Panther", "Pz IV G", True, 2),
        ("Jumbo", "Hellcat", True, 1),
        ("Panther", "Hetzer", True, 1),
    ],
)
def test_what_pushing_costs(pusher: str, wreck: str, blade: bool, cost: int) -> None:
    story = facing_wreck(pusher, wreck, ("Dozer blade",) if blade else ())
    assert f"e6: straight ahead, pushing the wreck (steps: {cost})" in labels_of(story, "pusher")
    story.when("axis", "move pusher F").then(
        happened(Moved, used=cost, square="e6", path=("e6",), pushed={"hulk": "e7"})
    )
    assert story.play.units["hulk"].square == "e7"
    assert story.play.units["hulk"].facing == "SE"


@pytest.mark.parametrize(("pusher", "wreck"), [("Pz IV G", "Sherman"), ("Tiger", "Tiger II"), ("M5 Stuart", "Hellcat")])
def test_nobody_pushes_what_is_heavier(pusher: str, wreck: str) -> None:
    story = facing_wreck(pusher, wreck)
    refused = story.when("axis", "move pusher F").refused("002 R64", "steps")
    assert "heavier" in refused.text.text()
    assert steps_of(story, "pusher") == "R+,R-,B"


@pytest.mark.parametrize(
    ("pusher", "hulk", "blade", "cost"),
    [("Greyhound M8", "Fiat L6/40", False, 2), ("Hellcat", "Hellcat", False, 3), ("Hellcat", "Hellcat", True, 2)],
)
def test_by_option_wrecks_are_pushed_straight_back_as_well(pusher: str, hulk: str, blade: bool, cost: int) -> None:
    """On wheels and tracks, for the same steps. Without the option nobody does."""
    units = {"pusher": (pusher, "axis", "e7", "N"), "hulk": (hulk, "allies", "e6", "SE"), "m4": ENEMY}
    marks = {"pusher": ("Dozer blade",)} if blade else None
    refused = (
        wrecked(battle(FIELD, units, marks=marks), "hulk").when("axis", "move pusher B").refused("002 R64", "steps")
    )
    assert "only straight ahead" in refused.text.text()
    story = wrecked(battle(FIELD, units, marks=marks, push_in_reverse=True), "hulk")
    assert f"e6: straight back, pushing the wreck (steps: {cost})" in labels_of(story, "pusher")
    story.when("axis", "move pusher B").then(
        happened(Moved, gear="reverse", used=cost, square="e6", pushed={"hulk": "e5"})
    )


def test_by_option_too_only_straight_back_and_into_an_open_square() -> None:
    units = {"pusher": ("Hellcat", "axis", "e2", "N"), "hulk": ("Fiat L6/40", "allies", "e1", "N"), "m4": ENEMY}
    story = wrecked(battle(FIELD, units, push_in_reverse=True), "hulk")
    assert "no open square behind" in story.when("axis", "move pusher B").refused("002 R64", "steps").text.text()
    units = {"pusher": ("Greyhound M8", "axis", "e7", "N"), "hulk": ("Fiat L6/40", "allies", "e6", "N"), "m4": ENEMY}
    story = wrecked(battle(FIELD, units, push_in_reverse=True), "hulk")
    for step in ("BL", "BR"):
        story.when("axis", f"move pusher {step}").refused("002 R64", "steps")


def test_wheels_push_straight_ahead_too() -> None:
    story = facing_wreck("Greyhound M8", "Fiat L6/40")  # 10 and 5 t
    story.when("axis", "move pusher F,FL").then(happened(Moved, used=3, square="d7", pushed={"hulk": "e7"}))


@pytest.mark.parametrize("step", ["FL", "FR"])
def test_no_wheels_push_round_a_corner(step: str) -> None:
    units = {"m8": ("Greyhound M8", "axis", "e5", "N"), "hulk": ("Fiat L6/40", "allies", "d6", "N"), "m4": ENEMY}
    units["other"] = ("Fiat L6/40", "allies", "f6", "N")
    story = wrecked(battle(FIELD, units), "hulk", "other")
    refused = story.when("axis", f"move m8 {step}").refused("002 R64", "steps")
    assert "only straight ahead" in refused.text.text()
    assert steps_of(story, "m8") == "F,B,BL,BR"


def test_nobody_pushes_backwards() -> None:
    units = {"tiger": ("Tiger", "axis", "e5", "N"), "hulk": ("Hetzer", "allies", "e4", "N"), "m4": ENEMY}
    story = wrecked(battle(FIELD, units), "hulk")
    story.when("axis", "move tiger B").refused("002 R64", "steps")


def test_a_diagonal_push() -> None:
    units = {"tiger": ("Tiger", "axis", "e5", "NE"), "hulk": ("Hetzer", "allies", "f6", "N"), "m4": ENEMY}
    story = wrecked(battle(FIELD, units), "hulk")
    story.when("axis", "move tiger F").then(happened(Moved, square="f6", pushed={"hulk": "g7"}))


# -- room behind -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "behind", ["unit", "wreck", "building", "wall", "low barricade", "high barricade", "edge of the board"]
)
def test_there_has_to_be_an_open_square_behind(behind: str) -> None:
    """One wreck at a time, and none off the board."""
    sign = {"building": "#", "wall": "w", "low barricade": "b", "high barricade": "h"}.get(behind, ".")
    field = mapped(*[EMPTY] * 5, f"....{sign}.......")  # e7
    row = 11 if behind == "edge of the board" else 5
    units = {
        "tiger": ("Tiger", "axis", f"e{row}", "N"),
        "hulk": ("Hetzer", "allies", f"e{row + 1}", "N"),
        "m4": ("Sherman", "allies", "l12", "S"),
    }
    if behind in ("unit", "wreck"):
        units["next"] = ("Hetzer", "axis", "e7", "N")
    story = wrecked(battle(field, units), "hulk", *(["next"] if behind == "wreck" else []))
    refused = story.when("axis", "move tiger F").refused("002 R64", "steps")
    assert "no open square" in refused.text.text()
    assert "F" not in steps_of(story, "tiger").split(",")


def test_a_square_where_a_wall_has_fallen_is_open() -> None:
    units = {"tiger": ("Tiger", "axis", "e5", "N"), "hulk": ("Hetzer", "allies", "e6", "N")}
    story = wrecked(
        battle(mapped(*[EMPTY] * 5, "....w......."), {**units, "m4": ("Sherman", "allies", "l12", "S")}), "hulk"
    )
    story.play.walls = ()
    story.when("axis", "move tiger F").then(happened(Moved, pushed={"hulk": "e7"}))


# -- how far -----------------------------------------------------------------------------------------------------------


def test_a_wreck_is_pushed_square_by_square() -> None:
    """Speed 6: two squares at three steps each."""
    story = facing_wreck("Panther", "Panther")
    refused = story.when("axis", "move pusher F,F,F").refused("002 R64", "steps")
    assert "0 of 6 are left" in refused.text.text()
    story.when("axis", "move pusher F,F").then(
        happened(Moved, used=6, square="e7", path=("e6", "e7"), pushed={"hulk": "e8"})
    )


def test_two_wrecks_one_after_the_other() -> None:
    story = wrecked(facing_wreck("Tiger II", "Hetzer", other=("Marder III M", "axis", "f7", "N")), "other")
    story.when("axis", "move pusher F,R+,F").then(
        happened(Moved, used=3, square="f7", pushed={"hulk": "e7", "other": "g8"})
    )


def test_pushing_needs_its_steps() -> None:
    """Speed 5: four turns in place leave one, and it takes three."""
    story = facing_wreck("Pz IV G", "Pz IV G").tell("axis: move pusher R+,R-,R+,R-")
    refused = story.when("axis", "move pusher F").refused("002 R64", "steps")
    assert "takes 3 steps, and 1 of 5 are left" in refused.text.text()
    assert steps_of(story, "pusher") == "R+,R-"


def test_a_slow_vehicle_never_has_them() -> None:
    """Speed 2, and pushing a wreck of its own mass takes three."""
    story = facing_wreck("Churchill VII", "Jumbo")
    story.when("axis", "move pusher F").refused("002 R64", "steps")


@pytest.mark.parametrize(
    ("wreck", "blade", "may"),
    [("Hetzer", False, True), ("Hellcat", False, False), ("Hellcat", True, True), ("Pz IV G", True, False)],
)
def test_with_a_single_step(wreck: str, blade: bool, may: bool) -> None:
    """A21, B3: when the coordinated movements are made only a vehicle of triple mass pushes, or of double mass with a
    dozer blade."""
    more = {f"p{n}": ("Panther", "axis", f"{'mn'[n]}5", "N") for n in range(2)}
    story = facing_wreck("Panther", wreck, ("Dozer blade",) if blade else (), **more)
    story.tell("axis: move p0 F,F\naxis: move p1 F,F")
    if may:
        story.when("axis", "move pusher F").then(happened(Moved, used=1, pushed={"hulk": "e7"}))
    else:
        story.when("axis", "move pusher F").refused("002 R7", "steps")
        assert "F" not in steps_of(story, "pusher").split(",")


def test_one_push_that_costs_more_is_a_coordinated_movement() -> None:
    more = {f"p{n}": ("Panther", "axis", f"{'mno'[n]}5", "N") for n in range(3)}
    story = facing_wreck("Jumbo", "Hellcat", **more).tell("axis: move pusher F\naxis: move p0 F,F")
    story.when("axis", "move p1 F,F").refused("002 R7", "steps")


# -- wrecks that lay there from the start ------------------------------------------------------------------------------


def test_wrecks_of_the_board_have_a_mass_of_their_own() -> None:
    field = mapped("wreck e8 15", "wreck g8 60", *[EMPTY] * 4, "....x.x.x...")
    units = {f"t{n}": ("Tiger", "axis", f"{'egi'[n]}7", "N") for n in range(3)}
    story = battle(field, {**units, "m4": ("Sherman", "allies", "l12", "S")})
    light, usual = (wreck.id for wreck in story.play.wrecks.values() if wreck.mass in (15, 25))
    story.when("axis", "move t0 F,F").then(happened(Moved, used=2, square="e9", pushed={light: "e10"}))
    story.when("axis", "move t1 F").refused("002 R64", "steps")
    story.when("axis", "move t2 F").then(happened(Moved, used=2, square="i8", pushed={usual: "i9"}))
    assert [wreck.square for wreck in story.play.wrecks.values()] == ["e10", "g8", "i9"]


def test_a_destroyed_fixed_weapon_is_a_wreck_too() -> None:
    story = facing_wreck("Greyhound M8", "7.5 cm Pak 40 (FW)")
    story.when("axis", "move pusher F").then(happened(Moved, used=1, pushed={"hulk": "e7"}))


@pytest.mark.parametrize("side", ["axis", "allies"])
def test_nobody_pushes_what_is_not_destroyed(side: str) -> None:
    story = battle(FIELD, {"tiger": ("Tiger", "axis", "e5", "N"), "one": ("Fiat L6/40", side, "e6", "N"), "m4": ENEMY})
    story.when("axis", "move tiger F").refused("002 R1", "steps")


# -- the arithmetic ----------------------------------------------------------------------------------------------------

MASSES = st.integers(1, 100)


@cache
def panther() -> Miniature:
    unit = facing_wreck("Panther", "Panther").play.units["pusher"]
    assert isinstance(unit, Miniature)
    return unit


@given(mass=MASSES, wreck=MASSES, blade=st.booleans())
def test_costs_by_the_masses(mass: int, wreck: int, blade: bool) -> None:
    """Counted the naive way: how many such wrecks weigh no more than the pusher."""
    unit = panther()
    unit = replace(unit, dozer=blade, figures=replace(unit.figures, mass=mass))
    wrecks = mass // wreck
    assert push_cost(unit, wreck) == ({0: 0, 1: 2} if blade else {0: 0, 1: 3, 2: 2}).get(wrecks, 1)


@given(steps=st.lists(st.sampled_from(["F", "R+", "R-"]), min_size=1, max_size=6), cuts=st.sets(st.integers(1, 5)))
def test_in_one_report_or_in_several(steps: list[str], cuts: set[int]) -> None:
    def begin() -> Story:
        return wrecked(facing_wreck("Tiger II", "Hetzer", other=("Marder III M", "axis", "f7", "N")), "other")

    check_in_parts(begin, "pusher", steps, cuts)
