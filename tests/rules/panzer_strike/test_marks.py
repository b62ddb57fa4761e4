"""The marks a unit may carry: command tank, no radio, dozer blade, one-piece model (R8, R44, R64, A27)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.contract import Fitting
from tests.rules.panzer_strike.table import faults, muster, play
from tests.rules.scenario import given, not_mustered


def test_marks() -> None:
    story = given(muster(marks={"m4": ("Command tank", "No radio"), "tiger": ("Dozer blade",)}, command_tank=True))
    m4, tiger = story.play.units["m4"], story.play.units["tiger"]
    assert (m4.commands, m4.radio, m4.dozer) == (True, False, False)
    assert (tiger.commands, tiger.radio, tiger.dozer) == (False, True, True)
    carried = next(unit for unit in story.state.muster.units if unit.id == "tiger")
    assert carried.fittings == (Fitting("dozer-blade", "mark", "Dozer blade"),)


def test_a_command_tank_needs_its_option() -> None:
    marks = {"m4": ("Command tank",)}
    refused = not_mustered(muster(marks=marks), "002 R8", "fittings.m4")
    assert (refused.fault, refused.waivable) == ("R8/command/m4", True)
    assert play(muster(marks=marks, command_tank=True)).units["m4"].commands
    let_pass = replace(muster(marks=marks), waivers={refused.fault: "a tank like others, then"})
    assert not play(let_pass).units["m4"].commands


def test_one_command_tank_a_side() -> None:
    units = dict.fromkeys(("one", "two"), ("Sherman", "allies")) | {"tiger": ("Tiger", "axis")}
    marks = dict.fromkeys(units, ("Command tank",))
    assert faults(muster(units=units, marks=marks, command_tank=True)) == ["R8/command/two"]
    given(muster(units=units, marks={"two": marks["two"], "tiger": marks["tiger"]}, command_tank=True))


@pytest.mark.parametrize(
    ("model", "mark", "rule"),
    [
        ("M32 ARV (recovery)", "Command tank", "002 R8"),
        ("7.5 cm Pak 40 (FW)", "Command tank", "002 R8"),
        ("7.5 cm Pak 40 (FW)", "No radio", "002 R4"),
        ("7.5 cm Pak 40 (FW)", "Dozer blade", "002 R4"),
        ("StuG III G", "One-piece model", "002 R4"),
    ],
)
def test_marks_a_unit_cannot_carry(model: str, mark: str, rule: str) -> None:
    units = {"odd": (model, "allies"), "tiger": ("Tiger", "axis")}
    refused = not_mustered(muster(units=units, marks={"odd": (mark,)}, command_tank=True), rule, "fittings.odd")
    assert (refused.fault, refused.waivable) == ("R4/mark/odd/1", True)
    let_pass = replace(
        muster(units=units, marks={"odd": (mark,)}, command_tank=True), waivers={refused.fault: "it is not used"}
    )
    assert given(let_pass).state.muster.units[0].fittings == ()


def test_a_mark_counts_once_where_it_was_named_twice() -> None:
    """What enlisted so in a campaign is not barred from its battles."""
    twice = muster(marks={"tiger": ("Dozer blade", "dozer-blade")})
    assert faults(twice) == ["R4/mark/tiger/2"]
    assert play(replace(twice, waivers={"R4/mark/tiger/2": "a slip"})).units["tiger"].dozer


def test_a_recovery_vehicle_may_have_a_blade() -> None:
    units = {"m32": ("M32 ARV (recovery)", "allies"), "tiger": ("Tiger", "axis")}
    assert play(muster(units=units, marks={"m32": ("Dozer blade",)})).units["m32"].dozer


def test_a_miniature_whose_turret_does_not_turn_is_marked() -> None:
    """A27: an owner knows; the figures of the others stay as they are."""
    units = play(muster(marks={"m4": ("One-piece model",)})).units
    assert units["m4"].figures.all_round
    assert not units["tiger"].figures.all_round


def test_a_mark_twice_and_a_mark_for_nobody() -> None:
    assert faults(muster(marks={"m4": ("No radio", "no-radio")})) == ["R4/mark/m4/2"]
    not_mustered(muster(marks={"m44": ("No radio",)}), "002 R4", "fittings.m44")
