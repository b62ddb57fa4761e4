"""Bad reports: each names the rule, the field and a remedy, and nothing of it has happened."""

from __future__ import annotations

import pytest

from rules.contract import Refused
from rules.reports import command_codec
from rules.stream import facts
from rules.systems.tanks import SYSTEM
from tests.rules.scenario import Story
from tests.rules.tanks.table import PAK, PRIEST, SHERMAN, STUART, TIGER, battle

UNITS = {
    "tiger": (TIGER, "axis"),
    "stuart": (STUART, "axis"),
    "wespe": ("Wespe", "axis"),
    "pak": (PAK, "axis"),
    "m4": (SHERMAN, "allies"),
    "priest": (PRIEST, "allies"),
}


def refused(story: Story, report: str, rule: str, field: str) -> None:
    """It is refused, and the battle stands as it stood."""
    before, rows = facts.facts(story.play), len(story.rows)
    found = story.when("axis", report).refused(rule, field)
    assert found.text.text().endswith(".")
    assert facts.facts(story.play) == before
    assert len(story.rows) == rows


MOVING = [
    ("drive nobody open length=10", "001 R1", "unit"),
    ("drive tiger open length=101", "001 R8", "length"),
    ("drive tiger road length=10 turned=91", "001 R11", "turned"),
    ("drive tiger open length=10 turned=1", "001 R9", "turned"),
    ("drive tiger open length=10 contact=nobody", "001 R1", "contact"),
    ("drive tiger open length=10 contact=stuart", "001 R17", "contact"),
    ("drive pak open length=10", "001 A21", "unit"),
    ("cross pak", "001 A21", "unit"),
    ("pop-smoke pak", "001 R14", "unit"),
    ("pop-smoke tiger forest length=13", "001 R8", "length"),
    ("pop-smoke tiger contact=m4", "001 R14", "contact"),
    ("leave pak", "001 A21", "unit"),
    ("roll-setup", "001 R6", ""),
    ("choose-setup axis build", "001 R6", ""),
    ("deploy axis", "001 R6", ""),
    ("declare-round 3", "001 R2", ""),
    ("fire tiger m4 distance=10 facing=front", "001 R16", ""),
    ("bombard wespe m4 distance=10 sight=own", "001 R16", ""),
    ("strike m4 front", "001 R22", ""),
    ("close-area axis", "001 R22", ""),
    ("hold-fire axis", "001 R1", ""),
    ("ram tiger front", "001 R29", ""),
    ("spot axis", "001 R34", ""),
]
SHOOTING = [
    ("drive tiger open length=10", "001 R8", ""),
    ("end-movement axis", "001 R1", ""),
    ("fire tiger nobody distance=10 facing=front", "001 R1", "target"),
    ("fire tiger stuart distance=10 facing=front", "001 R17", "target"),
    ("fire tiger m4 distance=10", "001 R17", "facing"),
    ("fire tiger m4 distance=401 facing=front", "001 R17", "facing"),
    ("fire tiger m4 distance=10 sight=blocked cover=heavy", "001 R17", "cover"),
    ("fire wespe m4 distance=10 facing=front", "001 R23", "unit"),
    ("fire tiger m4 distance=10 facing=front hit=1 penetration=4", "001 R17", "penetration"),
    ("fire tiger m4 distance=10 facing=front damage=4", "001 R17", "damage"),
    ("bombard tiger m4 distance=10 sight=own", "001 R23", "unit"),
    ("bombard wespe m4 distance=10 sight=radio spotter=tiger", "001 R23", "target"),
    ("bombard wespe m4 distance=10 sight=own spotter=tiger", "001 B13", "spotter"),
    ("bombard wespe m4 distance=1201 sight=own hit=6 scatter=2", "001 R17", "scatter"),
]


@pytest.mark.parametrize(("report", "rule", "field"), MOVING)
def test_in_the_move_step(report: str, rule: str, field: str) -> None:
    refused(battle(UNITS), report, rule, field)


@pytest.mark.parametrize(("report", "rule", "field"), SHOOTING)
def test_in_the_shoot_step(report: str, rule: str, field: str) -> None:
    story = battle(UNITS, step="shoot")
    before = facts.facts(story.play)
    found = story.when("axis", report).refused(rule, field)
    assert found.text.text().endswith(".")
    if "hit=" not in report:  # what comes after a die that fell is taken back with its whole report, by the door
        assert facts.facts(story.play) == before


@pytest.mark.parametrize(
    ("type_", "data", "field"),
    [
        ("Drive", '{"unit": "tiger", "over": "swamp", "length": 10}', "over"),
        ("Drive", '{"unit": "tiger", "over": "open", "length": 0}', "length"),
        ("Drive", '{"unit": "tiger", "over": "open", "length": 1.5}', "length"),
        ("Drive", '{"unit": "tiger", "over": "open"}', "length"),
        ("Drive", '{"unit": "tiger", "over": "open", "length": 10, "turned": -1}', "turned"),
        ("Fire", '{"unit": "tiger", "target": "m4", "distance": -1}', "distance"),
        ("Fire", '{"unit": "tiger", "target": "m4", "distance": 9, "facing": "top"}', "facing"),
        ("Fire", '{"unit": "tiger", "target": "m4", "distance": 9, "hit": [7]}', "hit"),
        ("Fire", '{"unit": "tiger", "target": "m4", "distance": 9, "hit": [1, 2]}', "hit"),
        ("Fire", '{"unit": "tiger", "target": "m4", "distance": 9, "luck": true}', "luck"),
        ("Bombard", '{"unit": "wespe", "target": "m4", "distance": 9, "sight": "own", "direction": [13]}', "direction"),
        ("Spot", '{"side": "axis", "spotted": "m4"}', "spotted"),
    ],
)
def test_what_is_no_report_of_these_rules(type_: str, data: str, field: str) -> None:
    with pytest.raises(Refused) as caught:
        command_codec(SYSTEM).decode(type_, data)
    assert caught.value.code == "malformed"
    assert caught.value.field.startswith(field)
    assert caught.value.remedy is not None
