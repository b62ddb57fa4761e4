"""The Move step (R8 to R13, R35, A3, B4, B6, B9)."""

from __future__ import annotations

from copy import deepcopy

import pytest
from msgspec import UNSET

from rules import visibility
from rules.contract import Command, Refused
from rules.reports import command_codec
from rules.stream import script
from rules.stream.choices import matches
from rules.systems.tanks import SYSTEM, measures
from rules.systems.tanks.moving import Crossed, Driven, Retreated
from tests.rules.scenario import Story, given, happened
from tests.rules.tanks.table import PAK, SHERMAN, TIGER, TWO, battle, ended, play, unit

# R8, A3, B9: how far a Tiger (Speed 10) drives over each kind of ground, in millimetres.
FAR = [
    ("open", 100),
    ("open+down", 100),
    ("open+up", 50),
    ("road", 200),
    ("road+down", 200),
    ("road+up", 100),
    ("difficult", 50),
    ("difficult+down", 50),
    ("difficult+up", 25),
    ("forest", 50),
    ("forest+down", 50),
    ("forest+up", 25),
    ("forest+difficult", 25),
    ("forest+difficult+down", 25),
    ("forest+difficult+up", 12),
]


@pytest.mark.parametrize(("over", "most"), FAR)
def test_what_ground_makes_of_speed(over: str, most: int) -> None:
    battle().when("axis", f"drive tiger {over} length={most + 1}").refused("001 R8", "length")
    battle().when("axis", f"drive tiger {over} length={most}").then(happened(Driven, length=most, measure="mm"))


def test_a_mixed_path_is_exact() -> None:
    """A3: 4 cm of road, 3 of forest and 2 uphill are 2 + 6 + 4 = 12, and a Tiger has 10."""
    story = battle().tell("axis: drive tiger road length=40\naxis: drive tiger forest length=30")
    story.when("axis", "drive tiger open+up length=11").refused("001 R8", "length")
    story.when("axis", "drive tiger open+up length=10").then(happened(Driven, cost=40))
    story.when("axis", "drive tiger road length=1").refused("001 R8", "length")


def test_a_half_millimetre_is_not_rounded_away() -> None:
    story = battle().tell("axis: drive tiger road length=199")
    story.when("axis", "drive tiger open length=1").refused("001 R8", "length")
    story.when("axis", "drive tiger road length=1").then(Driven)


def test_turning_costs_nothing_and_is_no_movement() -> None:
    battle().when("axis", "drive tiger open length=10 turned=30").refused("001 R9", "turned")
    assert not unit(battle(), "tiger").moved


def test_at_double_speed_a_road_is_turned_on_by_ninety_degrees_in_all() -> None:
    story = battle().tell("axis: drive tiger road length=20 turned=60")
    story.when("axis", "drive tiger road length=20 turned=31 corner=20").refused("001 R11", "turned")
    story.when("axis", "drive tiger road length=20 turned=30 corner=20").then(happened(Driven, cost=20, corner=20))
    story.when("axis", "drive tiger road length=20").then(happened(Driven, cost=40))


@pytest.mark.parametrize(
    ("over", "corner", "most", "cost"),
    [
        ("road", 0, 100, 200),  # all of it at its normal pace
        ("road", 120, 160, 200),
        ("road", 121, 160, 199),  # half a tenth is left, and no tenth of open ground
        ("road", 200, 200, 200),  # the corner is at its end
        ("road+up", 60, 80, 200),
        ("road+down", 50, 125, 200),
    ],
)
def test_beyond_a_corner_of_ninety_degrees_the_road_is_driven_at_normal_pace(
    over: str, corner: int, most: int, cost: int
) -> None:
    story = battle()
    story.when("axis", f"drive tiger {over} length={most + 1} turned=90 corner={corner}").refused("001 R8", "length")
    story.when("axis", f"drive tiger {over} length={most} turned=90 corner={corner}").then(
        happened(Driven, length=most, cost=cost, corner=corner)
    )
    assert unit(story, "tiger").driven == most


def test_where_the_corner_was_has_to_be_said_and_only_there() -> None:
    battle().when("axis", "drive tiger road length=200 turned=90").refused("001 R11", "corner")
    battle().when("axis", "drive tiger road length=10 turned=90").refused("001 R11", "corner")
    battle().when("axis", "drive tiger road length=50 turned=90 corner=51").refused("001 R11", "corner")
    battle().when("axis", "drive tiger road length=250 turned=90 corner=201").refused("001 R8", "corner")
    for over in ("road length=50 turned=89", "road length=50", "open length=50"):
        battle().when("axis", f"drive tiger {over} corner=10").refused("001 R11", "corner")


@pytest.mark.parametrize("turned", [0, 40])
def test_the_corner_is_offered_and_what_is_offered_keeps_to_its_limits(turned: int) -> None:
    story = battle()
    unit(story, "tiger").turned, unit(story, "tiger").used = turned, 7
    choices = [choice for choice in visibility.legal(story.state, "axis") if choice.given.get("turned")]
    assert [choice.given["turned"] for choice in choices] == [90 - turned] * 2
    flat = choices[0]
    for length, corner in ((193, 193), (193, 192), (97, 1), (96, 0), (97, 0), (150, 107), (150, 106), (40, 41)):
        report = script_of(f"drive tiger road length={length} turned={90 - turned} corner={corner}")
        accepted = refusal_of(story, report) is None
        assert matches(flat, report) is accepted, (length, corner)


def script_of(line: str) -> Command:
    return next(script.parse(line, command_codec(SYSTEM))).command


def refusal_of(story: Story, report: Command) -> Refused | None:
    copied = given(story.state.muster)
    copied.state.play = deepcopy(story.play)
    return copied.when("axis", report)._refused


def test_in_edition_1_a_stretch_was_driven_at_double_speed_wherever_its_corner_was() -> None:
    story = battle(edition="1").tell("axis: drive tiger road length=20 turned=60")
    story.when("axis", "drive tiger road length=20 turned=31").refused("001 R11", "turned")
    story.when("axis", "drive tiger road length=20 turned=30").then(happened(Driven, cost=20, corner=UNSET))
    story.when("axis", "drive tiger road length=20").then(happened(Driven, cost=40))
    battle(edition="1").when("axis", "drive tiger road length=200 turned=90").then(happened(Driven, cost=200))
    refused = battle(edition="1").when("axis", "drive tiger road length=20 turned=90 corner=20")
    assert "edition" in refused.refused("001 R11", "corner").text.text()


@pytest.mark.parametrize(("over", "cost"), [("road", 20), ("road+up", 40), ("forest", 40), ("open+up", 40)])
def test_after_ninety_degrees_a_road_counts_as_open_and_other_ground_as_ever(over: str, cost: int) -> None:
    story = battle().tell("axis: drive tiger road length=10 turned=90 corner=10")
    story.when("axis", f"drive tiger {over} length=10").then(happened(Driven, cost=cost))
    story.when("axis", f"drive tiger {over} length={(190 - cost) // (cost // 10) + 1}").refused("001 R8", "length")
    if over == "road":
        story.when("axis", "drive tiger road length=10 turned=1").refused("001 R9", "turned")


def test_a_fresh_turn_forgets_what_was_turned() -> None:
    story = battle().tell("axis: drive tiger road length=10 turned=90 corner=5\naxis: end-movement axis")
    ended(story.tell("axis: hold-fire axis"), "allies")
    story.when("axis", "drive tiger road length=200").then(happened(Driven, cost=200))


def test_crossing_an_obstacle_costs_two_centimetres_of_difficult_ground() -> None:
    story = battle().tell("axis: cross tiger")
    assert unit(story, "tiger").used == 2 * measures.measured(play(story).options, 4)
    story.when("axis", "drive tiger open length=61").refused("001 R8", "length")
    story.tell("axis: drive tiger open length=60")
    story.when("axis", "cross tiger").refused("001 B9", "unit")
    assert unit(story, "tiger").driven == 60


def test_what_crossing_costs_is_an_option() -> None:
    battle(crossing_cm=3).when("axis", "cross tiger").then(happened(Crossed, cost=120))
    battle(crossing_cm=0).when("axis", "cross tiger").refused("001 B9", "unit")


@pytest.mark.parametrize(("fact", "rule"), [("stunned", "R12"), ("knocked", "R12"), ("tracked", "R12")])
def test_who_is_stunned_knocked_about_or_tracked_does_not_move(fact: str, rule: str) -> None:
    story = battle()
    setattr(unit(story, "tiger"), fact, True if fact == "tracked" else 1)
    for report in ("drive tiger open length=10", "cross tiger", "leave tiger"):
        story.when("axis", report).refused(f"001 {rule}", "unit")
    choices = {choice.command for choice in visibility.legal(story.state, "axis") if "unit" in choice.given}
    assert choices == {"PopSmoke"}


def test_guns_of_speed_0_do_not_move() -> None:
    story = battle({"pak": (PAK, "axis"), **TWO})
    story.when("axis", "drive pak open length=1").refused("001 A21", "unit")
    story.when("axis", "pop-smoke pak").refused("001 R14", "unit")


def test_a_tank_that_leaves_the_table_has_retreated() -> None:
    units = {**TWO, "second": (TIGER, "axis")}
    story = battle(units).tell("axis: drive tiger open length=99")
    story.when("axis", "leave tiger").then(happened(Retreated, unit="tiger"))
    assert unit(story, "tiger").presence == "retreated"
    story.when("axis", "drive tiger open length=1").refused("001 R35", "unit")


def test_it_leaves_by_what_is_left_of_its_move() -> None:
    battle().tell("axis: drive tiger open length=100").when("axis", "leave tiger").refused("001 R35", "unit")


def test_a_move_ends_with_the_first_contact_and_that_is_the_ram() -> None:
    story = battle()
    story.when("axis", "drive tiger open length=30 contact=m4").then(happened(Driven, contact="m4", ram=30))
    story.when("axis", "drive tiger open length=10").refused("001 B6", "unit")
    assert (unit(story, "tiger").ram, unit(story, "tiger").ram_length) == ("m4", 30)


def test_contact_with_a_friend_is_nothing() -> None:
    story = battle({**TWO, "second": (TIGER, "axis")})
    story.when("axis", "drive tiger open length=30 contact=second").refused("001 R17", "contact")


def test_contact_that_was_there_is_no_new_ram() -> None:
    """B6: after a ram both stand in contact; who drives off and comes again rams again."""
    story = battle({"tiger": (TIGER, "axis"), "m4": (SHERMAN, "allies")})
    story.tell("axis: drive tiger open length=30 contact=m4")
    tiger = unit(story, "tiger")
    tiger.halted, tiger.ram = False, ""  # as in its next Move step
    story.when("axis", "drive tiger open length=10 contact=m4").refused("001 B6", "contact")
    story.when("axis", "drive tiger open length=10").then(happened(Driven, contact=""))
    assert unit(story, "m4").touches == ""
    story.when("axis", "drive tiger open length=10 contact=m4").then(happened(Driven, contact="m4", ram=50))


def test_reverse_is_told_and_costs_the_same() -> None:
    battle().when("axis", "drive tiger open length=100 reverse=yes").then(happened(Driven, reverse=True, cost=200))


def test_every_vehicle_is_offered_its_ground_by_what_it_costs() -> None:
    choices = [choice for choice in visibility.legal(battle().state, "axis") if choice.command == "Drive"]
    offered = {
        pick.value: field.most
        for choice in choices
        for over in choice.fields
        if over.name == "over"
        for pick in over.picks
        for field in choice.fields
        if field.name == "length"
    }
    assert offered == dict(FAR)


@pytest.mark.parametrize("turned", [0, 30, 90])
def test_no_two_choices_read_the_same(turned: int) -> None:
    story = battle()
    unit(story, "tiger").turned = turned
    labels = [choice.label.text() for choice in visibility.legal(story.state, "axis")]
    assert len(set(labels)) == len(labels)


def test_what_is_the_same_for_several_is_one_choice() -> None:
    units = {**TWO, "second": (TIGER, "axis"), "third": (SHERMAN, "axis"), "pak": (PAK, "axis")}
    choices = visibility.legal(battle(units).state, "axis")
    assert len([choice for choice in choices if choice.command == "Drive"]) == 3 * (3 + 1) + 3 + 1
    for command in ("Cross", "Leave"):
        (choice,) = [choice for choice in choices if choice.command == command]
        assert [pick.value for pick in choice.fields[0].picks] == ["tiger", "second", "third"]
    assert len([choice for choice in choices if choice.command == "PopSmoke"]) == 1 + 6
    shots = [
        choice for choice in visibility.legal(battle(units, step="shoot").state, "axis") if choice.command == "Fire"
    ]
    assert len(shots) == 4 + 1 + 2  # a Sherman reaches less far than the others


def test_hulls_are_frozen_once_the_move_step_has_ended() -> None:
    battle(step="shoot").when("axis", "drive tiger open length=1").refused("001 R8")
