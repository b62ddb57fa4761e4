"""Units leave the battle from an edge square (house rule)."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike.movement import Moved
from rules.systems.panzer_strike.towing import Hooked, LeftStanding
from rules.systems.panzer_strike.withdrawal import BoardLeft
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.panzer_strike.walking import offered, wrecked
from tests.rules.scenario import Story, happened

LIGHT = "7.5 cm Pak 40 (FW)"
ENEMY = ("Sherman", "allies", "t20", "S")
GUNS = tuple(enumerate([*(("allies", column) for column in "bdf"), *(("axis", column) for column in "bdf")], 1))


def at(square: str, facing: str, model: str = "Tiger", **more: tuple[str, ...]) -> Story:
    units = {"unit": (model, "axis", square, facing), "king": ("Tiger II", "axis", "k10", "N"), "m4": ENEMY}
    return battle(FIELD, {**units, **more})


@pytest.mark.parametrize(
    ("square", "facing"),
    [("a5", "W"), ("a5", "E"), ("a5", "NW"), ("a5", "SE"), ("e1", "S"), ("e1", "N"), ("e20", "N"), ("t5", "E")],
)
@pytest.mark.parametrize("model", ["Tiger", "Greyhound M8"])
def test_front_or_rear_towards_the_edge(square: str, facing: str, model: str) -> None:
    story = at(square, facing, model)
    assert offered(story, "axis", "Leave", "unit")
    story.when("axis", "leave unit").then(happened(BoardLeft, unit="unit", weapon=""))
    unit = story.play.units["unit"]
    assert (unit.life, unit.square, unit.active) == ("left", "", False)
    assert not offered(story, "axis", "Move", "unit")


@pytest.mark.parametrize(("square", "facing"), [("a5", "N"), ("a5", "S"), ("e1", "E"), ("b5", "W"), ("k11", "N")])
def test_not_from_anywhere_else(square: str, facing: str) -> None:
    story = at(square, facing)
    story.when("axis", "leave unit").refused("002 house", "unit")
    assert not offered(story, "axis", "Leave", "unit")


def test_it_is_a_step_of_its_gear() -> None:
    """R9: who has gone forward does not back off the board."""
    story = at("b5", "E").tell("axis: move unit B")
    assert offered(story, "axis", "Leave", "unit")
    story = at("c2", "SW").tell("axis: move unit F")
    story.tell("axis: move unit R+,R+,R+")
    assert story.play.units["unit"].facing == "N"
    story.when("axis", "leave unit").refused("002 R9", "unit")
    assert not offered(story, "axis", "Leave", "unit")


def test_backwards_it_is_a_step_of_the_reverse_speed() -> None:
    """Turned in place twice it has no third step backward, at 2 a round."""
    story = at("a3", "E").tell("axis: move unit R+,R-")
    story.when("axis", "leave unit").refused("002 R9", "unit")
    assert not offered(story, "axis", "Leave", "unit")


def test_in_a_corner_one_way_is_enough() -> None:
    """Front and rear of a diagonal vehicle may both point off the board."""
    story = at("b2", "SW").tell("axis: move unit F")
    story.tell("axis: move unit R+,R+")
    assert (story.play.units["unit"].square, story.play.units["unit"].facing) == ("a1", "NW")
    story.when("axis", "leave unit").then(BoardLeft)
    story = at("b1", "W").tell("axis: move unit B")
    assert not offered(story, "axis", "Leave", "unit")
    story = at("a1", "NE").tell("axis: move unit R+,R+")
    story.when("axis", "leave unit").then(BoardLeft)


def test_it_needs_a_step_that_is_left() -> None:
    story = at("f5", "W").tell("axis: move unit F,F,F,F,F")
    story.when("axis", "leave unit").refused("002 R9", "unit")
    assert not offered(story, "axis", "Leave", "unit")


def test_the_second_step_is_a_coordinated_movement() -> None:
    """R7."""
    more = {f"p{n}": ("Panther", "axis", f"{'mn'[n]}5", "N") for n in range(2)}
    story = at("b5", "W", "Tiger", **more).tell("axis: move unit F\naxis: move p0 F,F\naxis: move p1 F,F")
    story.when("axis", "leave unit").refused("002 R7", "unit")
    assert not offered(story, "axis", "Leave", "unit")
    story = at("a5", "W", "Tiger", **more).tell("axis: move p0 F,F\naxis: move p1 F,F")
    story.when("axis", "leave unit").then(BoardLeft)


@pytest.mark.parametrize(
    ("model", "condition", "rule"),
    [
        ("Tiger", {"mobility": "immobilised"}, "002 R35"),
        ("Tiger", {"mobility": "semi"}, "002 R34"),
        ("Greyhound M8", {"mobility": "semi", "timer": 3}, "002 B7"),
        ("Greyhound M8", {"mobility": "semi"}, ""),
        ("Tiger", {"injured": True}, ""),
    ],
)
def test_it_has_to_be_mobile(model: str, condition: dict[str, object], rule: str) -> None:
    units = {"unit": (model, "axis", "a5", "W"), "king": ("Tiger II", "axis", "k10", "N"), "m4": ENEMY}
    story = battle(FIELD, units, conditions={"unit": condition}, semi_immobilised=True)
    assert bool(offered(story, "axis", "Leave", "unit")) == (not rule)
    told = story.when("axis", "leave unit")
    if rule:
        told.refused(rule, "unit")
    else:
        told.then(BoardLeft)


def test_the_speed_die_is_rolled_first() -> None:
    units = {"unit": ("Tiger", "axis", "a5", "W"), "king": ("Tiger II", "axis", "k10", "N"), "m4": ENEMY}
    story = battle(FIELD, units, speed_die=True)
    story.when("axis", "leave unit").refused("002 R10", "unit")
    assert not offered(story, "axis", "Leave", "unit")
    story.tell("axis: roll-speed unit dice=-1\naxis: leave unit")


def test_its_square_is_open_to_others() -> None:
    story = at("a5", "W", other=("Panther", "axis", "b5", "W")).tell("axis: leave unit")
    story.when("axis", "move other F").then(happened(Moved, square="a5"))


# -- with a weapon in tow ----------------------------------------------------------------------------------------------


def towed_to_the_edge() -> Story:
    return at("b5", "W", gun=(LIGHT, "axis", "c5", "E")).tell("axis: hook unit gun")


def next_turn(story: Story) -> Story:
    story.tell("axis: end-movement axis\naxis: end-turn axis")
    return story.tell("allies: end-movement allies\nallies: end-turn allies")


def test_what_it_has_in_tow_leaves_with_it() -> None:
    story = next_turn(towed_to_the_edge()).tell("axis: move unit F")
    story.when("axis", "leave unit").then(happened(BoardLeft, unit="unit", weapon="gun"))
    assert {story.play.units[one].life for one in ("unit", "gun")} == {"left"}
    assert story.play.units["gun"].square == ""
    assert story.play.units["unit"].tows == ""


def test_not_in_the_round_it_was_hooked_up() -> None:
    """In the first edition the round of the report counts, and not since when they have stood so."""
    units = {"unit": ("Tiger", "axis", "a5", "W"), "gun": (LIGHT, "axis", "b5", "E"), "m4": ENEMY}
    story = battle(FIELD, units, edition="1").tell("axis: hook unit gun")
    story.when("axis", "leave unit").refused("002 R48", "unit")
    assert not offered(story, "axis", "Leave", "unit")
    story.tell("axis: unhook unit\naxis: leave unit")
    assert story.play.units["gun"].active


def test_what_stands_ready_behind_it_leaves_with_it_or_stays() -> None:
    """Asked as of whoever drives off."""
    story = at("a5", "W", gun=(LIGHT, "axis", "b5", "E"))
    labels = [choice.label.text() for choice in offered(story, "axis", "Leave", "unit")]
    assert labels == [
        "Tiger on a5 leaves the board with nothing in tow",
        "Tiger on a5 leaves the board with 7.5 cm Pak 40 (FW) on b5 in tow",
    ]
    story.when("axis", "leave unit").refused("002 R48", "tow")
    stays = at("a5", "W", gun=(LIGHT, "axis", "b5", "E")).when("axis", "leave unit tow=-")
    assert stays.then(LeftStanding, happened(BoardLeft, weapon="")).play.units["gun"].active
    story.when("axis", "leave unit tow=gun").then(Hooked, happened(BoardLeft, weapon="gun"))
    assert story.play.units["gun"].life == "left"


def test_a_table_that_nobody_may_leave() -> None:
    """The booklet does not know it: a switch takes it away."""
    units = {"unit": ("Tiger", "axis", "a5", "W"), "m4": ENEMY}
    story = battle(FIELD, units, leaving=False)
    refused = story.when("axis", "leave unit").refused("002 house", "unit")
    assert "nobody leaves" in refused.text.text()
    assert not offered(story, "axis", "Leave", "unit")
    assert offered(battle(FIELD, units, leaving=True), "axis", "Leave", "unit")


def test_nobody_backs_off_the_board_with_a_weapon_in_tow() -> None:
    """Its rear points to its gun, so the edge lies ahead of it; on tracks the rear may be 45 degrees off."""
    units = {"unit": ("Tiger", "axis", "a5", "NE"), "gun": (LIGHT, "axis", "a4", "S"), "m4": ENEMY}
    story = next_turn(battle(FIELD, units).tell("axis: hook unit gun"))
    story.when("axis", "leave unit").refused("002 R49", "unit")
    assert not offered(story, "axis", "Leave", "unit")


def test_a_fixed_weapon_leaves_in_tow_only() -> None:
    story = at("e5", "N", gun=(LIGHT, "axis", "a5", "W"))
    story.when("axis", "leave gun").refused("002 R48", "unit")
    assert not offered(story, "axis", "Leave", "gun")


# -- reports that make no sense ----------------------------------------------------------------------------------------


def test_nobody_else_and_at_no_other_time() -> None:
    story = wrecked(at("a5", "W", wreck=("Panther", "axis", "a7", "W")), "wreck")
    assert story.when("axis", "leave nobody").refused("002 R1", "unit").code == "unknown"
    story.when("axis", "leave wreck").refused("002 R30", "unit")
    story.when("allies", "leave m4").refused("002 R2", "")
    story.tell("axis: end-movement axis")
    story.when("axis", "leave unit").refused("002 R2", "")


def test_the_guns_of_the_basic_scenario_stay() -> None:
    """R68, house: what has left cannot be destroyed, and the battle is fought over them."""
    spaa = "Wirbelwind (SPAA)"
    guns = {f"gun-{n}": (spaa, side, f"{column}{1 if side == 'allies' else 20}", "S") for n, (side, column) in GUNS}
    units = {"unit": ("Tiger", "axis", "a20", "N"), **guns}
    zones = "zone 1 A a1-t20\nzone 1 B a1-t20\nzone 2 A a1-t20\nzone 2 B a1-t20"
    story = battle(f"{FIELD}\n{zones}", units, scenario="basic")
    story.when("axis", "leave gun-4").refused("002 R68", "unit")
    assert not offered(story, "axis", "Leave", "gun-4")
    story.when("axis", "leave unit").then(BoardLeft)
