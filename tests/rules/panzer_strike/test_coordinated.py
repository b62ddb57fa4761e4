"""How many vehicles make more than one step in a turn (R6, R7, R8, A1)."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike.movement import Moved
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.panzer_strike.walking import most_of, steps_of, wrecked
from tests.rules.scenario import Story, happened

ENEMY = ("Sherman", "allies", "t20", "S")


def platoon(count: int, **options: bool) -> Story:
    """So many tanks side by side, far from the enemy."""
    tanks = {f"p{n}": ("Panther", "axis", f"{chr(97 + n % 20)}{2 if n < 20 else 5}", "N") for n in range(count)}
    return battle(FIELD, {**tanks, "m4": ENEMY}, **options)


@pytest.mark.parametrize(
    ("count", "limit"),
    [(1, 1), (2, 2), (5, 2), (6, 3), (10, 3), (11, 4), (15, 4), (16, 5), (20, 5), (21, 6), (25, 6)],
)
def test_the_table_of_coordinated_movements(count: int, limit: int) -> None:
    story = platoon(count)
    for n in range(min(limit, count)):
        story.tell(f"axis: move p{n} F,F")
    for n in range(limit, count):
        refused = story.when("axis", f"move p{n} F,F").refused("002 R7", "steps")
        assert f"{limit} of {limit} have been made" in refused.text.text()
        story.when("axis", f"move p{n} F").then(happened(Moved, used=1))


def test_the_second_step_is_the_one_too_many() -> None:
    story = platoon(4).tell("axis: move p0 F,F\naxis: move p1 R+,R+")
    refused = story.when("axis", "move p2 F,F").refused("002 R7", "steps")
    assert "step 2 (F)" in refused.text.text()
    assert "Panther 1, Panther 2" in refused.text.text()
    assert most_of(story, "p2") == 1
    assert steps_of(story, "p2") == "F,R+,R-,B"
    story.tell("axis: move p2 F")
    assert steps_of(story, "p2") == ""
    story.when("axis", "move p2 F").refused("002 R7", "steps")


def test_who_has_made_a_coordinated_movement_goes_on() -> None:
    story = platoon(3).tell("axis: move p0 F,F\naxis: move p1 F,F")
    assert most_of(story, "p0") == 4
    story.when("axis", "move p0 F,F,F,F").then(happened(Moved, used=4))


def test_two_single_steps_are_a_coordinated_movement() -> None:
    story = platoon(3).tell("axis: move p0 F\naxis: move p1 F\naxis: move p2 F")
    story.tell("axis: move p0 F\naxis: move p1 F")
    story.when("axis", "move p2 F").refused("002 R7", "steps")


def test_a_new_turn_counts_anew() -> None:
    story = platoon(3).tell("axis: move p0 F,F\naxis: move p1 F,F\naxis: end-movement axis\naxis: end-turn axis")
    story.tell("allies: end-movement allies\nallies: end-turn allies")
    story.when("axis", "move p2 F,F").then(happened(Moved, used=2))


def test_immobilised_vehicles_count_and_wrecks_do_not() -> None:
    """A1: six vehicles may make three; with one of them a wreck when the turn begins, five make two."""
    for wrecks, limit in ((0, 3), (1, 2)):
        story = wrecked(platoon(6), *[f"p{5 - n}" for n in range(wrecks)])
        story.play.units["p4"].mobility = "immobilised"
        story.tell("axis: end-movement axis\naxis: end-turn axis\nallies: end-movement allies\nallies: end-turn allies")
        assert story.play.limit == limit


def test_fixed_weapons_neither_count_nor_are_limited() -> None:
    """A1: two vehicles and four guns make two coordinated movements, and every gun may still turn twice."""
    guns = {f"pak{n}": ("7.5 cm Pak 40 (FW)", "axis", f"{chr(97 + n)}9", "N") for n in range(4)}
    tanks = {f"p{n}": ("Panther", "axis", f"{chr(97 + n)}2", "N") for n in range(3)}
    story = battle(FIELD, {**guns, **tanks, "m4": ENEMY})
    story.tell("\n".join(f"axis: move pak{n} R+,R+" for n in range(4)))
    story.tell("axis: move p0 F,F\naxis: move p1 F,F")
    story.when("axis", "move p2 F,F").refused("002 R7", "steps")


def test_the_enemy_s_movements_are_his_own() -> None:
    units = {f"p{n}": ("Panther", "axis", f"{chr(97 + n)}2", "N") for n in range(2)}
    units |= {f"m{n}": ("Sherman", "allies", f"{chr(97 + n)}20", "S") for n in range(2)}
    story = battle(FIELD, units).tell("axis: move p0 F,F\naxis: move p1 F,F\naxis: end-movement axis")
    story.tell("axis: end-turn axis\nallies: move m0 F,F\nallies: move m1 F,F")
    assert story.play.units["m1"].used == 2


# -- the command tank (option 1) ---------------------------------------------------------------------------------------


def commanded(**options: bool) -> Story:
    units = {f"p{n}": ("Panther", "axis", f"{chr(97 + n)}2", "N") for n in range(4)} | {"m4": ENEMY}
    return battle(FIELD, units, marks={"p3": ("Command tank",)}, **options)


def test_a_command_tank_allows_one_more_while_it_is_active() -> None:
    story = commanded(command_tank=True).tell("axis: move p0 F,F\naxis: move p1 F,F\naxis: move p2 F,F")
    story.when("axis", "move p3 F,F").refused("002 R7", "steps")
    wrecked(story, "p3")
    story.tell("axis: end-movement axis\naxis: end-turn axis\nallies: end-movement allies\nallies: end-turn allies")
    story.tell("axis: move p0 F,F\naxis: move p1 F,F")
    story.when("axis", "move p2 F,F").refused("002 R7", "steps")


def test_who_left_the_board_has_made_his_movement() -> None:
    """It counts, though it is there no more."""
    units = {"p0": ("Panther", "axis", "c2", "S"), "p1": ("Panther", "axis", "e5", "N"), "m4": ENEMY}
    story = battle(FIELD, {**units, "p2": ("Panther", "axis", "g5", "N")})
    story.tell("axis: move p0 F\naxis: leave p0\naxis: move p1 F,F")
    story.when("axis", "move p2 F,F").refused("002 R7", "steps")
