"""Why is it so? The chain of shots, dice and rules behind a line of the sheet; and nothing is hidden."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.sheet import sheet
from rules.stream.explain import Explanation, explain
from rules.systems.tanks import SYSTEM
from rules.systems.tanks.scoring import LINES, OUTCOMES
from tests.rules.scenario import Story
from tests.rules.tanks.table import STUART, TWO, battle, unit
from tests.rules.tanks.table import sheet as line

UNITS = {**TWO, "stuart": (STUART, "allies")}


def why(story: Story, of: str) -> Explanation:
    return explain(story.history, of, "")


def shot(dice: str) -> Story:
    return battle(UNITS, step="shoot").tell(f"axis: fire tiger stuart distance=100 facing=side hit=5 {dice}")


def test_damage_is_told_from_the_shot_with_its_dice_and_rules() -> None:
    (mobility, status) = why(shot("penetration=2 damage=3"), "units.stuart.status").steps
    assert {mobility.of, status.of} == {"units.stuart.mobility", "units.stuart.status"}
    assert status.rolls[0].values == (3,)
    assert "001 R22" in status.rules
    assert (status.by, type(status.event).__name__) == ("carol", "DamageRolled")


@pytest.mark.parametrize("of", ["outcome.points.axis", "facts.points-axis"])
def test_points_are_told_from_what_became_of_the_enemy(of: str) -> None:
    story = shot("penetration=2 damage=5")
    assert {step.of for step in why(story, of).steps} == {"units.stuart.status", of}


def test_a_victory_is_told_from_what_became_of_everybody() -> None:
    story = shot("penetration=2 damage=5")
    story.tell("axis: hold-fire axis\nallies: leave m4")
    told = [step.of for step in why(story, "outcome.winner").steps]
    assert told[-1] == "outcome.winner"
    assert {"units.stuart.status", "units.m4.status", "facts.points-axis"} <= set(told)


def test_a_concession_stands_alone() -> None:
    story = shot("penetration=2 damage=5").tell("allies: concede allies")
    assert [step.of for step in why(story, "outcome.winner").steps] == ["outcome.winner"]


def test_every_line_named_is_on_a_sheet() -> None:
    lines = sheet(shot("penetration=2 damage=3").state, "")
    for of in {*LINES, *(one for many in (*LINES.values(), *OUTCOMES.values()) for one in many)}:
        assert f"units.tiger.{of}" in lines
    for of in lines:
        assert set(SYSTEM.grounds(battle(UNITS).play, of)) <= {*lines, "outcome.winner", "round"}, of


def test_everybody_sees_the_same() -> None:
    story = shot("penetration=2 damage=3")
    assert len({repr(visibility.see(story.state, viewer)) for viewer in ("", "allies", "axis")}) == 1


def test_a_vehicle_shows_how_it_stands() -> None:
    story = battle(UNITS).tell("axis: drive tiger open length=55 contact=m4\naxis: end-movement axis")
    story.tell("axis: fire tiger stuart distance=0 facing=rear hit=5 penetration=3 damage=2")
    assert line(story, "stuart", "status") == "knocked about"
    assert line(story, "stuart", "mobility") == "knocked about, to the end of its turn"
    assert line(story, "tiger", "driven") == "5.5 cm"
    assert line(story, "tiger", "ram") == "Sherman M4A1 (75) after 5.5 cm"
    assert line(story, "tiger", "gun") == "has fired"
    assert line(story, "m4", "touches") == "Tiger I"
    assert line(story, "tiger", "skill") == "4+"
    unit(story, "stuart").gun_out = True
    assert line(story, "stuart", "status") == "knocked about, main weapon damaged"
    assert line(story, "stuart", "gun") == "damaged"
