"""Fixed weapons in tow (R48, R49, R50, A10)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.systems.panzer_strike.movement import Moved
from rules.systems.panzer_strike.towing import Hooked, Unhooked
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.panzer_strike.walking import check_in_parts, most_of, offered, picks, steps_of, wrecked
from tests.rules.scenario import Story, happened

LIGHT, HEAVY = "7.5 cm Pak 40 (FW)", "8.8 cm Pak 43/41 (FW)"  # 2 and 5 t
ENEMY = ("Sherman", "allies", "t20", "S")


def rear_to_rear(tug: str = "Panther", facing: str = "N", gun: str = LIGHT, **more: tuple[str, ...]) -> Story:
    """The vehicle on e6, the gun behind it on e5, muzzle to the south."""
    return battle(FIELD, {"tug": (tug, "axis", "e6", facing), "gun": (gun, "axis", "e5", "S"), "m4": ENEMY, **more})


def next_turn(story: Story) -> Story:
    story.tell("axis: end-movement axis\naxis: end-turn axis")
    return story.tell("allies: end-movement allies\nallies: end-turn allies")


def towing(tug: str = "Panther", facing: str = "N", gun: str = LIGHT, **more: tuple[str, ...]) -> Story:
    """It was hooked up in the round before."""
    return next_turn(rear_to_rear(tug, facing, gun, **more).tell("axis: hook tug gun"))


# -- hooking up (R48) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tug", "facing", "may"),
    [
        ("Panther", "N", True),
        ("Panther", "NE", True),
        ("Panther", "NW", True),
        ("Panther", "E", False),
        ("Panther", "S", False),
        ("Greyhound M8", "N", True),
        ("Greyhound M8", "NE", False),
        ("Greyhound M8", "NW", False),
    ],
)
def test_rear_to_rear(tug: str, facing: str, may: bool) -> None:
    """Wheels exactly, tracks within 45 degrees."""
    story = rear_to_rear(tug, facing)
    assert picks(story, "axis", "Hook", "tug", "weapon") == ("gun" if may else "")
    told = story.when("axis", "hook tug gun")
    if may:
        told.then(happened(Hooked, unit="tug", weapon="gun"))
        assert (story.play.units["tug"].tows, story.play.units["tug"].hooked) == ("gun", 1)
        assert story.play.units["tug"].used == 0
    else:
        told.refused("002 R48", "weapon")


@pytest.mark.parametrize(
    ("square", "facing", "gun"),
    [("e4", "S", "S"), ("e6", "N", "N"), ("e6", "N", "SE"), ("e7", "N", "S"), ("f6", "NE", "S"), ("d5", "W", "S")],
)
def test_only_on_the_square_behind_the_gun(square: str, facing: str, gun: str) -> None:
    units = {"tug": ("Panther", "axis", square, facing), "gun": (LIGHT, "axis", "e5", gun), "m4": ENEMY}
    story = battle(FIELD, units)
    story.when("axis", "hook tug gun").refused("002 R48", "weapon")
    assert not offered(story, "axis", "Hook", "tug")


def test_diagonally_as_well() -> None:
    units = {"tug": ("Greyhound M8", "axis", "f6", "NE"), "gun": (LIGHT, "axis", "e5", "SW"), "m4": ENEMY}
    story = battle(FIELD, units).tell("axis: hook tug gun")
    next_turn(story).when("axis", "move tug F").then(
        happened(Moved, square="g7", weapon="gun", weapon_square="f6", weapon_facing="SW")
    )


def test_it_drives_up_and_hooks_in_one_turn_and_pulls_in_the_next() -> None:
    units = {"tug": ("Panther", "axis", "e8", "N"), "gun": (LIGHT, "axis", "e5", "S"), "m4": ENEMY}
    story = battle(FIELD, units).tell("axis: move tug B,B\naxis: hook tug gun")
    for steps in ("B", "R+", "F"):
        refused = story.when("axis", f"move tug {steps}").refused("002 R48", "steps")
        assert "in this round" in refused.text.text()
    assert steps_of(story, "tug") == ""
    next_turn(story).when("axis", "move tug F").then(happened(Moved, square="e7", weapon="gun"))


def test_only_own_fixed_weapons_that_nobody_tows() -> None:
    more = {
        "theirs": ("3-inch M5 (FW)", "allies", "b1", "S"),
        "other": ("Panther", "axis", "b2", "N"),
        "tank": ("Panther", "axis", "h2", "N"),
        "behind": ("Panther", "axis", "h1", "S"),
        "broken": (LIGHT, "axis", "k1", "S"),
        "third": ("Panther", "axis", "k2", "N"),
    }
    story = wrecked(rear_to_rear("Panther", "N", LIGHT, **more), "broken")
    story.when("axis", "hook other theirs").refused("002 R48", "weapon")
    story.when("axis", "hook tank behind").refused("002 R48", "weapon")
    story.when("axis", "hook third broken").refused("002 R48", "weapon")
    assert story.when("axis", "hook tug nothing").refused("002 R1", "weapon").code == "unknown"
    assert story.when("axis", "hook nobody gun").refused("002 R1", "unit").code == "unknown"
    story.when("axis", "hook tug tug").refused("002 R48", "weapon")
    story.tell("axis: hook tug gun")
    story.when("axis", "hook other gun").refused("002 R48", "weapon")
    assert not any(offered(story, "axis", "Hook", unit) for unit in story.play.units)


def test_one_weapon_at_a_time() -> None:
    """On tracks there may be two within 45 degrees; only one is towed."""
    story = rear_to_rear(second=(LIGHT, "axis", "d5", "SW"), facing="NE")
    assert picks(story, "axis", "Hook", "tug", "weapon") == "gun,second"
    story.tell("axis: hook tug second")
    story.when("axis", "hook tug gun").refused("002 R48", "unit")
    assert not offered(story, "axis", "Hook", "tug")


def test_at_no_other_time() -> None:
    story = rear_to_rear().tell("axis: end-movement axis")
    story.when("axis", "hook tug gun").refused("002 R2", "")
    story.when("axis", "unhook tug").refused("002 R2", "")


# -- letting go --------------------------------------------------------------------------------------------------------


def test_unhooked_the_vehicle_is_free() -> None:
    story = towing()
    assert offered(story, "axis", "Unhook", "tug")
    story.when("axis", "unhook tug").then(happened(Unhooked, unit="tug", weapon="gun"))
    assert story.play.units["tug"].tows == ""
    story.when("axis", "unhook tug").refused("002 R48", "unit")
    assert not offered(story, "axis", "Unhook", "tug")
    story.when("axis", "move tug F,F").then(happened(Moved, square="e8", weapon=""))
    assert story.play.units["gun"].square == "e5"


def test_unhooked_in_the_round_it_was_hooked_up_it_moves_too() -> None:
    story = rear_to_rear().tell("axis: hook tug gun\naxis: unhook tug")
    story.when("axis", "move tug F").then(happened(Moved, weapon=""))


def test_a_weapon_that_was_pulled_is_let_go_in_the_next_turn() -> None:
    """Ruling: else its vehicle would go on at full speed, and its crew would turn it."""
    story = towing().tell("axis: move tug F")
    story.when("axis", "unhook tug").refused("002 R49", "unit")
    assert not offered(story, "axis", "Unhook", "tug")
    next_turn(story).when("axis", "unhook tug").then(Unhooked)


@pytest.mark.parametrize("lost", ["gun", "tug"])
def test_what_is_destroyed_is_not_in_tow(lost: str) -> None:
    story = wrecked(towing(), lost)
    if lost == "gun":
        story.when("axis", "unhook tug").refused("002 R48", "unit")
        story.when("axis", "move tug F").then(happened(Moved, weapon=""))
    else:
        story.when("axis", "move gun R+").then(Moved)


# -- pulling (R49) -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tug", "steps", "square", "weapon_square", "weapon_facing"),
    [
        ("Panther", "F", "e7", "e6", "S"),
        ("Panther", "F,F", "e8", "e7", "S"),
        ("Panther", "R+,F", "f7", "e6", "SW"),
        ("Panther", "F,R+", "e7", "e6", "S"),
        ("Panther", "F,R+,F,R+,F", "g8", "f8", "W"),
        ("Greyhound M8", "F", "e7", "e6", "S"),
        ("Greyhound M8", "FR", "f7", "e6", "SW"),
        ("Greyhound M8", "FR,FR,FR", "h6", "g7", "NW"),
    ],
)
def test_it_comes_to_lie_on_the_square_left_last(
    tug: str, steps: str, square: str, weapon_square: str, weapon_facing: str
) -> None:
    story = towing(tug)
    told = story.when("axis", f"move tug {steps}")
    told.then(happened(Moved, square=square, weapon="gun", weapon_square=weapon_square, weapon_facing=weapon_facing))
    gun = story.play.units["gun"]
    assert (gun.square, gun.facing, gun.pulled) == (weapon_square, weapon_facing, True)


def test_a_turn_in_place_pulls_nothing() -> None:
    story = towing()
    story.when("axis", "move tug R+").then(happened(Moved, weapon="", weapon_square=""))
    assert not story.play.units["gun"].pulled


def test_what_is_pulled_may_be_unhooked_before_but_not_turned() -> None:
    """A weapon in tow is not turned by its crew."""
    story = towing()
    story.when("axis", "move gun R+").refused("002 R48", "steps")
    assert steps_of(story, "gun") == ""
    story.tell("axis: unhook tug")
    story.when("axis", "move gun R+").then(Moved)


@pytest.mark.parametrize("step", ["B", "BL", "BR"])
def test_nobody_backs_with_a_weapon_in_tow(step: str) -> None:
    story = towing("Greyhound M8")
    story.when("axis", f"move tug {step}").refused("002 R49", "steps")
    assert steps_of(story, "tug") == "F,FL,FR"


@pytest.mark.parametrize("steps", ["R+,R+", "R+,R-", "F,R+,R+", "F,R-,R+", "R+,F,R+,R+"])
def test_tracks_turn_45_degrees_between_straight_steps(steps: str) -> None:
    story = towing()
    refused = story.when("axis", f"move tug {steps}").refused("002 R49", "steps")
    assert f"step {len(steps.split(','))}" in refused.text.text()


def test_in_several_reports_too() -> None:
    story = towing().tell("axis: move tug R+")
    assert steps_of(story, "tug") == "F"
    story.when("axis", "move tug R+").refused("002 R49", "steps")
    story.tell("axis: move tug F")
    assert steps_of(story, "tug") == "F,R+,R-"


def test_the_rear_stays_within_45_degrees_of_the_weapon() -> None:
    """Hooked up at an angle it turns back only; and a turn left over from the last round counts (ruling)."""
    story = towing(facing="NE")
    assert steps_of(story, "tug") == "F,R-"
    story.when("axis", "move tug R+").refused("002 R49", "steps")
    story = next_turn(towing().tell("axis: move tug F,R+"))
    story.when("axis", "move tug R+").refused("002 R49", "steps")
    story.when("axis", "move tug R-").then(Moved)


@pytest.mark.parametrize(
    ("tug", "gun", "most"),
    [
        ("Panther", LIGHT, 6),  # 45 t and 2
        ("Greyhound M8", LIGHT, 9),  # 10 and 2
        ("Fiat L6/40", LIGHT, 3),  # 5 and 2: half of 5, rounded up
        ("Hellcat", HEAVY, 9),  # 20 and 5: exactly four times
        ("Hetzer", HEAVY, 3),  # 15 and 5
        ("Greyhound M8", HEAVY, 5),  # half of 9
    ],
)
def test_a_heavy_weapon_halves_the_speed(tug: str, gun: str, most: int) -> None:
    story = towing(tug, gun=gun)
    assert most_of(story, "tug") == most
    story.when("axis", "move tug " + ",".join(["F"] * (most + 1))).refused("002 R9", "steps")
    story.when("axis", "move tug " + ",".join(["F"] * most)).then(happened(Moved, used=most))


def test_semi_immobilised_with_a_heavy_weapon_it_is_halved_twice() -> None:
    story = towing("Greyhound M8", gun=HEAVY)
    story.play.units["tug"].mobility = "semi"
    assert most_of(story, "tug") == 3


def test_where_the_gun_lay_is_open_then() -> None:
    story = towing(follower=("Panther", "axis", "e4", "N"))
    story.when("axis", "move follower F").refused("002 R1", "steps")
    story.tell("axis: move tug F")
    story.when("axis", "move follower F").then(happened(Moved, square="e5"))


def test_nobody_enters_the_square_of_the_gun_behind() -> None:
    story = towing(follower=("Panther", "axis", "e4", "N")).tell("axis: move tug F")
    story.when("axis", "move follower F,F").refused("002 R1", "steps")


def test_a_tug_goes_through_a_wall_with_its_gun_after_it() -> None:
    """R65: the gun does not come to lie in the wall in the same round, for its vehicle stops there."""
    field = FIELD.splitlines()
    field[20 - 7] = "....w" + "." * 15  # e7
    units = {"tug": ("Panther", "axis", "e6", "N"), "gun": (LIGHT, "axis", "e5", "S"), "m4": ENEMY}
    story = next_turn(battle("\n".join(field), units).tell("axis: hook tug gun"))
    story.when("axis", "move tug F").then(happened(Moved, broken=("e7",), halted=True, weapon_square="e6"))
    next_turn(story).when("axis", "move tug F").then(happened(Moved, square="e8", weapon_square="e7"))


def test_a_tug_pushes_a_wreck() -> None:
    """The booklet does not forbid it."""
    story = wrecked(towing(hulk=("Hetzer", "allies", "e7", "N")), "hulk")
    story.when("axis", "move tug F").then(happened(Moved, pushed={"hulk": "e8"}, weapon_square="e6"))


@given(
    tug=st.sampled_from(["Panther", "Greyhound M8", "Fiat L6/40"]),
    steps=st.lists(st.sampled_from(["F", "F", "R+", "R-", "FL", "FR", "B"]), min_size=1, max_size=7),
    cuts=st.sets(st.integers(1, 6)),
)
def test_in_one_report_or_in_several(tug: str, steps: list[str], cuts: set[int]) -> None:
    check_in_parts(lambda: towing(tug), "tug", steps, cuts)
