"""Which states no battle can be in, and that play never comes to one of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from rules import visibility
from rules.player import advance
from rules.record import Table
from rules.stream import facts
from rules.systems.panzer_strike import SYSTEM
from rules.systems.panzer_strike.towing import Hooked
from rules.systems.panzer_strike.turns import MovementEnded
from tests.rules.panzer_strike.ends import destroyed, fought, struck
from tests.rules.panzer_strike.rounds import announce
from tests.rules.panzer_strike.table import battle, muster
from tests.rules.panzer_strike.test_facts import declared
from tests.rules.scenario import Story, given

MAP = """
..........
.#w.b.h...
..........
...x......
..........
..........
..........
..........
zone 1 A a7-j8
zone 2 A a1-j2
"""
UNITS = {
    "m4": ("Sherman", "allies", "a8", "S"),
    "priest": ("M7 Priest", "allies", "c8", "S"),
    "tiger": ("Tiger", "axis", "a1", "N"),
    "stug": ("StuG III G", "axis", "c1", "N"),
    "berge": ("Bergepanther (recovery)", "axis", "d1", "W"),
    "pak": ("7.5 cm Pak 40 (FW)", "axis", "f1", "N"),
    "pak-2": ("7.5 cm Pak 40 (FW)", "axis", "e1", "W"),
}


def moving(**options: bool | int | str) -> Story:
    """The Movement Phase of the axis in round 2; the recovery vehicle has a gun in tow."""
    hooked = Hooked(unit="berge", weapon="pak-2")
    return battle(MAP, UNITS, round=2, **options).and_then(hooked)


def firing(**options: bool | int | str) -> Story:
    return moving(**options).and_then(MovementEnded(side="axis"))


def check(story: Story, values: dict[str, Any], field: str, remedy: str) -> None:
    """Refused for this fact, and told what else to declare; nothing has happened."""
    before = facts.facts(story.play)
    refused = declared(story, values)
    assert refused is not None, "accepted"
    assert (refused.rule, refused.field) == ("declared", f"facts.{field}"), refused
    assert refused.remedy is not None
    assert remedy in refused.remedy.text(), refused.remedy.text()
    assert facts.facts(story.play) == before


# -- one unit, one square ----------------------------------------------------------------------------------------------

SQUARES: list[tuple[dict[str, Any], str, str]] = [
    ({"units.tiger.square": "c1"}, "units.stug.square", "One piece stands on a square"),
    ({"units.tiger.square": "d5"}, "units.tiger.square", "One piece stands on a square"),
    ({"units.tiger.square": "k1"}, "units.tiger.square", "from a1 to j8"),
    ({"units.tiger.square": "a9"}, "units.tiger.square", "from a1 to j8"),
    ({"units.tiger.square": "b7"}, "units.tiger.square", "without terrain"),
    ({"units.tiger.square": "e7"}, "units.tiger.square", "without terrain"),
    ({"units.tiger.square": "g7"}, "units.tiger.square", "without terrain"),
    ({"units.tiger.square": "c7"}, "units.tiger.square", "that the wall has fallen"),
    ({"units.tiger.square": ""}, "units.tiger.square", "Declare its square"),
    ({"units.tiger.life": "left"}, "units.tiger.square", "Declare its square empty"),
    ({"wrecks.wreck-d5.square": ""}, "wrecks.wreck-d5.square", "Declare its square"),
    ({"wrecks.wreck-d5.square": "a1"}, "units.tiger.square", "One piece stands on a square"),
    ({"wrecks.wreck-d5.square": "b7"}, "wrecks.wreck-d5.square", "without terrain"),
    ({"walls": ["c7", "c6"]}, "walls", "Walls: c7."),
    ({"walls": ["c7", "c7"]}, "walls", "Walls: c7."),
    ({"broken": ["b7"]}, "broken", "Walls: c7."),
    ({"broken": ["c7"]}, "broken", "one of both facts"),
]


@pytest.mark.parametrize(("values", "field", "remedy"), SQUARES)
def test_every_piece_has_a_square_of_its_own(values: dict[str, Any], field: str, remedy: str) -> None:
    check(moving(), values, field, remedy)


def test_where_a_wall_has_fallen_a_unit_may_stand() -> None:
    story = moving()
    assert declared(story, {"walls": [], "broken": ["c7"], "units.tiger.square": "c7"}) is None


def test_a_wreck_may_lie_where_nobody_has_said() -> None:
    assert declared(moving(), {"units.tiger.life": "destroyed", "units.tiger.square": ""}) is None


# -- one unit ----------------------------------------------------------------------------------------------------------

ALONE: list[tuple[dict[str, Any], str, str]] = [
    ({"units.tiger.turret": 30}, "units.tiger.turret", "option 3"),
    ({"units.tiger.turret_was": 30}, "units.tiger.turret_was", "option 3"),
    ({"units.stug.turret": 45}, "units.stug.turret", "0 where it has no turret"),
    ({"units.pak.mobility": "semi"}, "units.pak.mobility", "“mobile”"),
    ({"units.tiger.timer": 3}, "units.tiger.timer", "Declare the timer 0"),
    (
        {"units.tiger.timer": 3, "units.tiger.mobility": "semi", "units.tiger.injured": True},
        "units.tiger.timer",
        "Declare the timer 0",
    ),
    ({"units.tiger.change": 1}, "units.tiger.change", "blank"),
    ({"units.tiger.pulled": True}, "units.tiger.pulled", "it was not"),
    ({"units.berge.worked": 1}, "units.berge.worked", "Declare 0"),
    ({"units.tiger.hurt": 3}, "units.tiger.hurt", "round 2 or an earlier one"),
    ({"units.tiger.since": 3}, "units.tiger.since", "round 2 or an earlier one"),
    ({"units.berge.hooked": 3}, "units.berge.hooked", "round 2 or an earlier one"),
    ({"units.tiger.fires_from": 4}, "units.tiger.fires_from", "after round 2"),
]


@pytest.mark.parametrize(("values", "field", "remedy"), ALONE)
def test_a_unit_is_in_a_state_its_kind_can_be_in(values: dict[str, Any], field: str, remedy: str) -> None:
    check(moving(), values, field, remedy)


@pytest.mark.parametrize(
    "values",
    [
        {"units.tiger.turret": 315},
        {"units.tiger.timer": 3, "units.tiger.mobility": "semi"},
        {"units.tiger.fires_from": 3},
        {"units.berge.patient": "stug", "units.berge.worked": 1},
        {"units.tiger.lost": True},
    ],
)
def test_a_unit_may_be_in_any_other(values: dict[str, Any]) -> None:
    assert declared(moving(), values) is None


def test_turrets_stand_anywhere_by_option_3_and_speed_dice_fall_by_option_2() -> None:
    story = moving(free_turrets=True, speed_die=True)
    assert declared(story, {"units.tiger.turret": 30, "units.tiger.change": -1}) is None
    check(story, {"units.pak.change": 0}, "units.pak.change", "blank")


# -- one unit and another ----------------------------------------------------------------------------------------------

LINKED: list[tuple[dict[str, Any], str, str]] = [
    ({"units.tiger.hooked": 1}, "units.tiger.hooked", "what it has in tow"),
    ({"units.tiger.tows": "stug"}, "units.tiger.tows", "fixed weapons of their side"),
    ({"units.tiger.tows": "m4"}, "units.tiger.tows", "fixed weapons of their side"),
    ({"units.tiger.tows": "nothing"}, "units.tiger.tows", "fixed weapons of their side"),
    ({"units.pak.tows": "pak"}, "units.pak.tows", "fixed weapons of their side"),
    ({"units.berge.life": "destroyed"}, "units.berge.tows", "fixed weapons of their side"),
    ({"units.pak-2.life": "destroyed"}, "units.berge.tows", "fixed weapons of their side"),
    ({"units.stug.tows": "pak-2", "units.stug.hooked": 1}, "units.stug.tows", "one of them only"),
    ({"units.tiger.tows": "pak", "units.tiger.hooked": 1}, "units.tiger.tows", "squares beside one another"),
    ({"units.pak-2.square": "h1"}, "units.berge.tows", "squares beside one another"),
    ({"units.berge.hooked": 0}, "units.berge.hooked", "in which"),
    ({"units.tiger.patient": "stug"}, "units.tiger.patient", "Recovery vehicles"),
    ({"units.berge.patient": "berge"}, "units.berge.patient", "Recovery vehicles"),
    ({"units.berge.patient": "m4"}, "units.berge.patient", "Recovery vehicles"),
    ({"units.berge.patient": "pak"}, "units.berge.patient", "Recovery vehicles"),
    ({"units.berge.patient": "nobody"}, "units.berge.patient", "Recovery vehicles"),
    ({"units.tiger.sees": ["stug"]}, "units.tiger.sees", "Enemies: Sherman (m4), M7 Priest (priest)"),
    ({"units.tiger.sees": ["m4", "nobody"]}, "units.tiger.sees", "Enemies: Sherman (m4), M7 Priest (priest)"),
    (
        {"units.tiger.feats": [{"kind": "shot", "report": 3, "of": "t34"}]},
        "units.tiger.feats",
        "Units: Sherman (m4), M7 Priest (priest)",
    ),
]


@pytest.mark.parametrize(("values", "field", "remedy"), LINKED)
def test_tows_recoveries_and_contacts_fit_both_ends(values: dict[str, Any], field: str, remedy: str) -> None:
    check(moving(), values, field, remedy)


AIMED: list[tuple[str, dict[str, Any], str]] = [
    ("tiger", {}, "one of the enemies as target: Sherman (m4), M7 Priest (priest)"),
    ("tiger", {"target": "stug"}, "one of the enemies as target: Sherman (m4), M7 Priest (priest)"),
    ("tiger", {"target": "nobody"}, "one of the enemies as target: Sherman (m4), M7 Priest (priest)"),
    ("tiger", {"target": "m4", "wall": "c7"}, "one of the enemies as target: Sherman (m4), M7 Priest (priest)"),
    ("tiger", {"wall": "c6"}, "Walls: c7."),
    ("tiger", {"target": "m4", "range": 7}, "from 1 to 6"),
    ("tiger", {"target": "m4", "how": "parabolic"}, "“direct”"),
    ("berge", {"target": "m4"}, "blank"),
    ("tiger", {"target": "m4", "cover": "m4"}, "a unit or a wreck between"),
    ("tiger", {"target": "m4", "cover": "tiger"}, "a unit or a wreck between"),
    ("tiger", {"target": "m4", "cover": "fog"}, "a unit or a wreck between"),
    ("tiger", {"target": "m4", "reporter": "stug", "contact": "new"}, "Parabolic shots"),
    ("tiger", {"target": "m4", "contact": "new"}, "both empty"),
    ("priest", {"target": "tiger", "how": "parabolic", "range": 2}, "from 3 to 8"),
    ("priest", {"wall": "c7", "how": "parabolic", "range": 3}, "“direct”"),
    ("priest", {"target": "tiger", "how": "parabolic", "range": 3, "cover": "terrain"}, "a unit or a wreck between"),
    ("priest", {"target": "tiger", "how": "parabolic", "range": 3, "reporter": "m4"}, "and its contact"),
    (
        "priest",
        {"target": "tiger", "how": "parabolic", "range": 3, "reporter": "stug", "contact": "held"},
        "another vehicle of its side",
    ),
]


@pytest.mark.parametrize(("unit", "aim", "remedy"), AIMED)
def test_an_announced_shot_is_one_that_could_be_announced(unit: str, aim: dict[str, Any], remedy: str) -> None:
    check(firing(), {f"units.{unit}.aim": aim}, f"units.{unit}.aim", remedy)


@pytest.mark.parametrize(
    ("unit", "aim"),
    [
        ("tiger", {"target": "m4", "range": 6, "cover": "wreck-d5"}),
        ("tiger", {"target": "m4", "cover": "terrain", "fired": True}),
        ("tiger", {"wall": "c7", "range": 3}),
        ("priest", {"target": "tiger", "how": "parabolic", "range": 4, "reporter": "m4", "contact": "new"}),
    ],
)
def test_others_may_be_declared(unit: str, aim: dict[str, Any]) -> None:
    assert declared(firing(), {f"units.{unit}.aim": aim}) is None


def test_nothing_is_announced_in_the_movement_phase_of_its_side() -> None:
    check(moving(), {"units.tiger.aim": {"target": "m4"}}, "units.tiger.aim", "the phase “firing”")
    story = announce(firing(), "tiger", "m4")
    check(story, {"phase": "movement"}, "units.tiger.aim", "the phase “firing”")


# -- the battle --------------------------------------------------------------------------------------------------------

UNHOOKED = {"units.berge.hooked": 0, "units.berge.tows": ""}
BATTLE: list[tuple[dict[str, Any], str, str]] = [
    ({"side": "reds"}, "side", "Sides: allies, axis"),
    ({"first": "reds"}, "first", "Sides: allies, axis"),
    ({"conceded": "reds"}, "conceded", "Sides: allies, axis"),
    ({"result": {"winner": "reds"}}, "result", "Sides: allies, axis"),
    ({"side": ""}, "side", "Name one of: allies, axis"),
    ({"first": ""}, "first", "Name one of: allies, axis"),
    ({"limit": 7}, "limit", "at most 6"),
    ({"round": 0, **UNHOOKED}, "round", "from 1 to 99"),
    ({"volley": True}, "volley", "the phase “firing”"),
    ({"phase": "first"}, "side", "Declare it empty"),
    ({"phase": "first", "side": ""}, "first", "Declare it empty"),
    ({"phase": "deployment", "side": ""}, "round", "from 0 to 0"),
    ({"phase": "deployment", "side": "", "round": 0, **UNHOOKED}, "phase", "the phase that follows"),
    ({"phase": "placing", "side": ""}, "phase", "the phase that follows"),
    ({"units.tiger.assessed": True}, "units.tiger.assessed", "or the result"),
]


@pytest.mark.parametrize(("values", "field", "remedy"), BATTLE)
def test_phase_round_and_turn_fit_one_another(values: dict[str, Any], field: str, remedy: str) -> None:
    check(moving(), values, field, remedy)


def test_a_command_tank_makes_room_for_one_movement_more() -> None:
    story = moving(command_tank=True)
    assert declared(story, {"limit": 7}) is None
    check(story, {"limit": 8}, "limit", "at most 7")


def test_a_phase_before_the_turns_is_declared_with_all_that_belongs_to_it() -> None:
    story = fought()
    assert declared(story, {"phase": "first", "side": "", "first": ""}) is None
    assert [choice.command for choice in visibility.legal(story.state, "axis")][:1] == ["RollFirst"]
    assert declared(story, {"phase": "round"}) is None
    assert [choice.command for choice in visibility.legal(story.state, "axis")][:1] == ["DeclareRound"]
    assert declared(story, {"phase": "placing", "units.tiger.square": ""}) is None
    assert [choice.command for choice in visibility.legal(story.state, "axis")][:1] == ["Deploy"]


def test_who_is_to_be_deployed_finds_a_square() -> None:
    tight = "\n".join(["......"] * 6) + "\nzone 1 A a1-c1\nzone 2 A a6-f6"
    forces = {"m4": ("Sherman", "allies"), "m4-2": ("Sherman", "allies"), "tiger": ("Tiger", "axis")}
    story = given(muster(tight, forces))
    check(story, {"units.tiger.square": "a1", "wrecks": 1}, "wrecks", "listed under")
    assert declared(story, {"units.tiger.square": "a1"}) is None
    taken = given(muster(tight, {**forces, "panther": ("Panther", "axis")}))
    values = {"units.tiger.square": "a1", "units.panther.square": "b1"}
    check(taken, values, "phase", "Declare where it stands")


def test_a_battle_that_is_over_may_stand_otherwise() -> None:
    story = fought(*destroyed("tiger"), struck("panther", "destroyed"))
    assert declared(story, {"phase": "placing", "side": "", "round": 50, "volley": True, "limit": 50}) is None
    check(story, {"units.m4.square": "c99"}, "units.m4.square", "from a1 to t20")


# -- play comes to none of them ----------------------------------------------------------------------------------------


@for_all(seed=st.integers(0, 2**32 - 1))
def test_law_play_never_comes_to_an_impossible_state(seed: int) -> None:
    choose = Random(seed).randrange
    table = Table.open(SYSTEM.draft(choose))
    for _report in range(150):
        if table.battle.settled:
            break
        advance(table, choose)
        SYSTEM.possible(table.battle.play)
