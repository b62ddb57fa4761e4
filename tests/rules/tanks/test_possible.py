"""Which states no battle can be in, and that play never comes to one of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from rules import visibility
from rules.contract import Refused
from rules.player import advance
from rules.record import Table
from rules.stream import facts
from rules.stream.revision.reports import Declare
from rules.systems.tanks import SYSTEM
from tests.rules.scenario import Story, given
from tests.rules.tanks.table import PAK, PRIEST, SHERMAN, STUART, TIGER, battle, muster

UNITS = {
    "m4": (SHERMAN, "allies"),
    "priest": (PRIEST, "allies"),
    "tiger": (TIGER, "axis"),
    "stuart": (STUART, "axis"),
    "pak": (PAK, "axis"),
}


def declared(story: Story, values: dict[str, Any]) -> Refused | None:
    """Why the organiser may not declare these facts; None where he has."""
    return story.when("", Declare(facts=values, reason="So it stands."))._refused


WRONG: list[tuple[str, dict[str, Any], str, str]] = [
    ("move", {"first": "reds"}, "first", "Sides: allies, axis"),
    ("move", {"first": ""}, "first", "Name one of"),
    ("move", {"side": ""}, "side", "Name one of"),
    ("move", {"phase": "setup"}, "side", "Declare it empty"),
    ("move", {"phase": "choice", "side": ""}, "winner", "Name one of"),
    ("move", {"phase": "deployment", "side": ""}, "phase", "the step that follows"),
    ("move", {"phase": "ram"}, "phase", "the step that follows"),
    ("move", {"phase": "radio", "listed": ["allies"]}, "phase", "the step that follows"),
    ("move", {"deployed": ["axis", "axis"]}, "deployed", "once"),
    ("move", {"listed": ["reds"]}, "listed", "Sides"),
    ("move", {"round": 0}, "round", "from 1 to 99"),
    ("move", {"units.tiger.ram": "stuart"}, "units.tiger.ram", "Name an enemy"),
    ("move", {"contacts": [["tiger", "nobody"]]}, "contacts", "a vehicle of each side"),
    ("move", {"contacts": [["tiger", "stuart"]]}, "contacts", "a vehicle of each side"),
    ("move", {"contacts": [["tiger", "m4"], ["m4", "tiger"]]}, "contacts", "each pair once"),
    ("shoot", {"areas": [{"kind": "blast", "source": "tiger", "touching": ["nobody"]}]}, "areas", "in contact"),
    ("move", {"units.tiger.assessed": True}, "units.tiger.assessed", "the result"),
    ("move", {"areas": [{"kind": "blast", "source": "tiger"}]}, "areas", "the step"),
    ("shoot", {"areas": [{"kind": "blast", "source": "nobody"}]}, "areas", "Name its source"),
    ("shoot", {"areas": [{"kind": "cap", "source": "priest"}]}, "areas", "for a cap its target"),
    ("shoot", {"areas": [{"kind": "blast", "source": "tiger", "target": "m4"}]}, "areas", "Name its source"),
    ("shoot", {"areas": [{"kind": "blast", "source": "tiger", "caught": ["nobody"]}]}, "areas", "told of"),
    (
        "shoot",
        {"areas": [{"kind": "cap", "source": "priest", "target": "tiger", "touching": ["stuart"]}]},
        "areas",
        "for a cap its target",
    ),
    ("move", {"conceded": "reds"}, "conceded", "Sides"),
    ("move", {"result": {"winner": "reds"}}, "result", "Sides"),
]


@pytest.mark.parametrize(("step", "values", "field", "remedy"), WRONG)
def test_facts_fit_one_another(step: str, values: dict[str, Any], field: str, remedy: str) -> None:
    story = battle(UNITS, step=step)
    before = facts.facts(story.play)
    refused = declared(story, values)
    assert refused is not None, "accepted"
    assert (refused.rule, refused.field) == ("declared", f"facts.{field}"), refused
    assert refused.remedy is not None
    assert remedy in refused.remedy.text(), refused.remedy.text()
    assert facts.facts(story.play) == before


RIGHT: list[dict[str, Any]] = [
    {"units.tiger.presence": "knocked_out"},
    {"units.m4.smoke": "smoking", "units.m4.stunned": 2},
    {"phase": "shoot"},
    {"phase": "shoot", "areas": [{"kind": "cap", "source": "priest", "target": "tiger", "reach": 0}]},
    {"phase": "ram", "units.tiger.ram": "m4", "units.tiger.ram_length": 55},
    {"phase": "radio"},
    {"contacts": [["tiger", "m4"], ["m4", "stuart"]]},
    {"round": 7},
    {"result": {"winner": ""}},
]


@pytest.mark.parametrize("values", RIGHT)
def test_what_may_stand_can_be_declared_and_played_from(values: dict[str, Any]) -> None:
    story = battle(UNITS)
    assert declared(story, values) is None
    stands = facts.facts(story.play)
    for path, value in values.items():
        assert value == stands[path] or path == "areas"
    if not story.state.outcome().over:
        offered = {choice.command for side in ("allies", "axis") for choice in visibility.legal(story.state, side)}
        assert offered - {"Concede", "ChangeDepth"}


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("units.tiger.stunned", 3),
        ("units.tiger.presence", "lost"),
        ("units.tiger.smoke", "thick"),
        ("units.tiger.turned", 361),
        ("phase", "lunch"),
        ("round", -1),
        ("units.tiger.skill", 2),
        ("units.nobody.stunned", 1),
    ],
)
def test_a_fact_is_what_its_bounds_allow(fact: str, value: Any) -> None:
    refused = declared(battle(UNITS), {fact: value})
    assert refused is not None
    assert refused.field == f"facts.{fact}"


def test_losses_that_decide_a_battle_end_it_and_it_goes_on_where_they_are_taken_back() -> None:
    story = battle(UNITS)
    gone = {f"units.{id}.presence": "knocked_out" for id in ("m4", "priest")}
    assert declared(story, gone) is None
    assert story.state.outcome().over
    assert declared(story, {"units.m4.presence": "on_table"}) is None
    assert not story.state.outcome().over
    story.tell("axis: drive tiger open length=10")


@for_all(seed=st.integers(0, 2**32 - 1))
def test_law_play_never_comes_to_an_impossible_state(seed: int) -> None:
    choose = Random(seed).randrange
    table = Table.open(SYSTEM.draft(choose))
    for _report in range(60):
        SYSTEM.possible(table.battle.play)
        if table.battle.settled:
            break
        advance(table, choose)


def test_before_anything_is_told_all_of_it_is_possible() -> None:
    SYSTEM.possible(given(muster()).play)
