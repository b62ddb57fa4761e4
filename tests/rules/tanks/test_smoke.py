"""Smoke (R14, R15, A5, B8)."""

from __future__ import annotations

import pytest

from rules.systems.tanks.damage import SaveRolled
from rules.systems.tanks.shooting import ShotFired
from rules.systems.tanks.smoke import SmokePopped
from tests.rules.scenario import happened
from tests.rules.tanks.table import battle, ended, unit


def test_once_a_battle_a_tank_pops_smoke_and_stays() -> None:
    story = battle()
    story.when("axis", "pop-smoke tiger").then(happened(SmokePopped, length=0, cost=0))
    assert unit(story, "tiger").smoke == "smoking"
    assert not unit(story, "tiger").moved
    ended(ended(story, "axis"), "allies")
    assert unit(story, "tiger").smoke == "used"
    story.when("axis", "pop-smoke tiger").refused("001 R14", "unit")


@pytest.mark.parametrize(("over", "most"), [("open", 25), ("road", 50), ("forest", 12), ("open+up", 12)])
def test_or_it_backs_up_by_a_quarter_of_its_speed_at_what_the_ground_costs(over: str, most: int) -> None:
    battle().when("axis", f"pop-smoke tiger {over} length={most + 1}").refused("001 R8", "length")
    story = battle()
    story.when("axis", f"pop-smoke tiger {over} length={most}").then(happened(SmokePopped, length=most))
    assert unit(story, "tiger").moved


def test_smoke_takes_the_whole_move() -> None:
    story = battle().tell("axis: drive tiger open length=10")
    story.when("axis", "pop-smoke tiger").refused("001 B8", "unit")
    story = battle().tell("axis: pop-smoke tiger")
    for report in ("drive tiger open length=10", "cross tiger", "leave tiger"):
        story.when("axis", report).refused("001 B8", "unit")


def test_until_its_next_move_step_it_is_obscured_and_does_not_fire() -> None:
    story = battle().tell("axis: pop-smoke tiger\naxis: end-movement axis")
    story.when("axis", "fire tiger m4 distance=100 facing=front").refused("001 R15", "unit")
    story.tell("axis: hold-fire axis\nallies: end-movement allies")
    story.when("allies", "fire m4 tiger distance=100 facing=side hit=6 save_smoke=5").then(
        happened(ShotFired, result="hit"), happened(SaveRolled, save="smoke", needed=5, saved=True)
    )
    story.tell("allies: hold-fire allies\naxis: end-movement axis")
    story.when("axis", "fire tiger m4 distance=100 facing=front hit=1").then(happened(ShotFired, result="miss"))


@pytest.mark.parametrize("fact", ["tracked", "stunned", "knocked"])
def test_who_cannot_drive_pops_smoke_and_stays(fact: str) -> None:
    story = battle()
    setattr(unit(story, "tiger"), fact, True if fact == "tracked" else 1)
    story.when("axis", "pop-smoke tiger open length=10").refused("001 R12", "unit")
    story.when("axis", "pop-smoke tiger").then(SmokePopped)


def test_backing_into_an_enemy_is_a_ram() -> None:
    story = battle()
    story.when("axis", "pop-smoke tiger open length=20 contact=m4").then(happened(SmokePopped, contact="m4"))
    assert (unit(story, "tiger").ram, unit(story, "tiger").ram_length) == ("m4", 20)


@pytest.mark.parametrize(
    ("report", "field"),
    [
        ("pop-smoke tiger length=10", "length"),
        ("pop-smoke tiger contact=m4", "contact"),
        ("pop-smoke tiger open", "length"),
    ],
)
def test_the_ground_and_the_length_are_told_together(report: str, field: str) -> None:
    battle().when("axis", report).refused("001 R14", field)
