"""Which facts of a battle can be declared, what follows for play, and where the sheet shows them."""

from __future__ import annotations

from typing import Any

import pytest

from rules import visibility
from rules.contract import Refused
from rules.sheet import sheet
from rules.stream import facts
from rules.stream.revision.reports import Declare
from rules.systems.panzer_strike import SYSTEM
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.movement import Moved
from rules.systems.panzer_strike.recovery import RecoveryBegan
from rules.systems.panzer_strike.repairs import RepairStarted
from rules.systems.panzer_strike.towing import Hooked
from rules.systems.panzer_strike.turns import MovementEnded
from tests.rules.panzer_strike.ends import FORCES, end, fought, struck
from tests.rules.panzer_strike.rounds import announce, end_turn, fire, moving
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Story, happened


def declared(story: Story, values: dict[str, Any]) -> Refused | None:
    """What the organiser is refused a declaration with; None when it stands."""
    return story.when("", Declare(facts=values, reason="as it stands on the table"))._refused


OUT_OF_BOUNDS: list[tuple[dict[str, Any], str]] = [
    ({"phase": "tea"}, "facts.phase"),
    ({"round": -1}, "facts.round"),
    ({"round": 101}, "facts.round"),
    ({"result": {"winner": "axis", "how": "luck"}}, "facts.result.how"),
    ({"walls": ["5c"]}, "facts.walls"),
    ({"units.tiger.square": "c100"}, "facts.units.tiger.square"),
    ({"units.tiger.square": "C5"}, "facts.units.tiger.square"),
    ({"units.tiger.facing": "up"}, "facts.units.tiger.facing"),
    ({"units.tiger.turret": 360}, "facts.units.tiger.turret"),
    ({"units.tiger.life": "asleep"}, "facts.units.tiger.life"),
    ({"units.tiger.injured": 1}, "facts.units.tiger.injured"),
    ({"units.tiger.mobility": "slow"}, "facts.units.tiger.mobility"),
    ({"units.tiger.timer": 6}, "facts.units.tiger.timer"),
    ({"units.tiger.change": 2}, "facts.units.tiger.change"),
    ({"units.tiger.aim": {"target": "m4", "range": 9}}, "facts.units.tiger.aim.range"),
    ({"units.tiger.aim": {"target": "m4", "luck": True}}, "facts.units.tiger.aim.luck"),
    ({"units.tiger.feats": [{"kind": "shot", "report": -1}]}, "facts.units.tiger.feats"),
    ({"units.tiger.figures": {}}, "facts.units.tiger.figures"),
    ({"units.nobody.injured": True}, "facts.units.nobody.injured"),
    ({"wrecks.nothing.square": "c5"}, "facts.wrecks.nothing.square"),
    ({"depth": "status"}, "facts.depth"),
    ({"board": {}}, "facts.board"),
]


@pytest.mark.parametrize(("values", "field"), OUT_OF_BOUNDS)
def test_a_fact_is_what_its_bounds_allow(values: dict[str, Any], field: str) -> None:
    refused = declared(fought(), values)
    assert refused is not None
    assert refused.rule == "declared"
    assert refused.field.startswith(field)


def test_every_fact_has_its_name_and_may_stay_as_it_is() -> None:
    story = fought()
    there = facts.facts(story.play)
    assert {facts.pattern(SYSTEM, path) for path in there} == set(SYSTEM.facts) - {"wrecks.*.square"}
    for path, value in there.items():
        assert declared(story, {path: value}) is None, path
    assert facts.facts(story.play) == there


# -- and play goes on from there ---------------------------------------------------------------------------------------


def test_a_unit_put_elsewhere_moves_from_there() -> None:
    story = fought()
    assert declared(story, {"units.tiger.square": "g7", "units.tiger.facing": "E"}) is None
    story.when("axis", "move tiger F").then(happened(Moved, square="h7", facing="E"))


def test_damage_people_declare_counts() -> None:
    story = fought(MovementEnded(side="axis"))
    assert declared(story, {"units.m4.injured": True}) is None
    announce(story, "tiger", "m4")
    fire(story, "tiger", "body", -3)
    assert story.play.units["m4"].life == "destroyed"


def test_a_wreck_pushed_elsewhere_lies_there() -> None:
    forces = {"m4": ("Sherman", "allies", "a6", "S"), "tiger": ("Tiger", "axis", "a1", "N")}
    story = battle("\n".join(["......"] * 3 + ["..x..."] + ["......"] * 2), forces)
    assert declared(story, {"wrecks.wreck-c3.square": "a2"}) is None
    story.when("axis", "move tiger F").then(happened(Moved, pushed={"wreck-c3": "a3"}))


def test_losses_that_decide_a_battle_end_it() -> None:
    story = fought()
    assert declared(story, {"units.tiger.life": "destroyed", "units.panther.life": "left"}) is not None
    lost = {"units.tiger.life": "destroyed", "units.panther.life": "left", "units.panther.square": ""}
    assert declared(story, lost) is None
    assert (end(story).over, end(story).winner) == (True, "allies")
    assert declared(story, {"units.tiger.life": "active"}) is None
    assert not end(story).over


def test_a_result_may_be_declared_at_any_time_and_taken_back() -> None:
    story = fought()
    assert declared(story, {"result": {"winner": "axis"}}) is None
    assert (end(story).over, end(story).winner) == (True, "axis")
    assert declared(story, {"result": None}) is None
    assert not end(story).over
    assert declared(story, {"conceded": "axis"}) is None
    assert end(story).winner == "allies"


def test_a_round_declared_is_played_from_there() -> None:
    story = fought()
    assert declared(story, {"round": 7}) is None
    assert visibility.see(story.state, "").round == 7
    moving(story, "axis", 8)


def test_a_shot_declared_as_announced_is_fired() -> None:
    story = fought(MovementEnded(side="axis"))
    assert declared(story, {"units.tiger.aim": {"target": "m4", "range": 5}}) is None
    story.when("axis", "end-turn axis").refused("002 R16")
    story.when("axis", "fire tiger accuracy=0,0").then(happened(AccuracyRolled, target="m4", range=5, result="miss"))
    end_turn(story)


# -- where the sheet shows them ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("phase", "phase"),
        ("round", "round"),
        ("side", "facts.turn"),
        ("limit", "facts.coordinated"),
        ("first", "facts.first"),
        ("conceded", "outcome.winner"),
        ("units.tiger.square", "units.tiger.square"),
        ("units.tiger.facing", "units.tiger.facing"),
        ("units.tiger.turret", "units.tiger.gun"),
        ("units.tiger.life", "units.tiger.status"),
        ("units.tiger.injured", "units.tiger.crew"),
        ("units.tiger.mobility", "units.tiger.mobility"),
        ("units.tiger.used", "units.tiger.used"),
        ("units.tiger.halted", "units.tiger.used"),
        ("units.tiger.lost", "outcome.units.tiger.fate"),
        ("units.tiger.rounds", "outcome.units.tiger.condition"),
    ],
)
def test_a_fact_is_shown_on_its_line(path: str, line: str) -> None:
    assert facts.line(SYSTEM, path) == line
    assert line in sheet(fought().state, "")


@pytest.mark.parametrize("path", ["units.panther.timer", "units.berge.patient", "units.tiger.aim", "units.berge.tows"])
def test_what_shows_only_while_it_stands(path: str) -> None:
    units = {
        **FORCES,
        "berge": ("Bergepanther (recovery)", "axis", "d5", "W"),
        "pak": ("7.5 cm Pak 40 (FW)", "axis", "e4", "W"),
    }
    story = battle(FIELD, units).and_then(
        struck("panther", "immobilised"),
        RepairStarted(unit="panther", timer=5),
        Hooked(unit="berge", weapon="pak"),
        struck("m4", "immobilised"),
        RecoveryBegan(unit="berge", patient="panther", rounds=1),
        MovementEnded(side="axis"),
    )
    announce(story, "tiger", "m4")
    assert facts.line(SYSTEM, path) == path
    assert path in sheet(story.state, "")
    assert path not in sheet(fought().state, "")
