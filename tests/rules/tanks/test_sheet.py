"""Why is it so? The chain of shots, dice and rules behind a line of the sheet; and nothing is hidden."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.contract import Message, View
from rules.sheet import sheet
from rules.stream.explain import Explanation, explain
from rules.systems.tanks import SYSTEM
from rules.systems.tanks.scoring import LINES, OUTCOMES
from rules.systems.tanks.sheet import turn
from tests.rules.scenario import Story, given
from tests.rules.tanks.table import PAK, PRIEST, STUART, TWO, WESPE, battle, muster, play, told, unit
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


def test_what_withdrawing_would_save_is_told_from_what_became_of_everybody() -> None:
    found = set(SYSTEM.grounds(battle(UNITS).play, "facts.withdrawal-axis"))
    assert {f"units.{id}.status" for id in UNITS} <= found


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


def see(story: Story) -> View:
    return visibility.see(story.state, "")


def words(message: Message | None) -> str:
    return message.text() if message else ""


def test_it_says_which_step_is_played_and_whose_turn_it_is() -> None:
    story = battle(UNITS)
    assert (see(story).phase.text(), told(story, "turn")) == ("Move", "axis")
    assert turn(play(story)) == (see(story).round, see(story).waiting_for) == (1, ("axis",))
    story.tell("change-depth status")
    assert see(story).phase.text() == "Shots are not reported"
    assert "turn" not in {fact.name for fact in see(story).facts}
    assert see(story).pending is None
    story.tell("change-depth shots\nallies: concede allies")
    assert (see(story).phase.text(), see(story).waiting_for) == ("Battle over", ())
    assert turn(play(story)) == (1, ())


def test_it_says_what_everybody_waits_for() -> None:
    story = given(muster({**UNITS, "priest": (PRIEST, "allies"), "wespe": (WESPE, "axis")}))
    assert words(see(story).pending) == "The set-up dice are to be rolled."
    story.tell("allies: roll-setup dice=5,2")
    assert words(see(story).pending) == "The set-up roll went to allies: the choice is to be told."
    story.tell("allies: choose-setup allies build")
    assert words(see(story).pending) == "The vehicles of axis are to be put on the table."
    story.tell("axis: deploy axis\nallies: deploy allies")
    assert words(see(story).pending) == "Artillery is told what is in sight."
    assert see(story).waiting_for == ("allies", "axis")
    story.tell("axis: spot axis")
    assert see(story).waiting_for == ("allies",)


def acted(story: Story) -> set[str]:
    return {one.id for one in see(story).units if one.acted}


def test_it_shows_who_has_acted_in_the_step_that_is_played() -> None:
    story = battle(UNITS, "allies").tell("allies: drive stuart open length=10 contact=tiger")
    assert acted(story) == {"stuart"}
    story.tell("allies: end-movement allies")
    assert acted(story) == set()
    story.tell("allies: fire m4 tiger distance=100 facing=front hit=1")
    assert acted(story) == {"m4"}
    story.tell("allies: hold-fire allies")
    assert play(story).phase == "ram"
    assert acted(story) == set()


def test_a_line_of_the_catalogue_and_what_it_carries() -> None:
    units = {**UNITS, "pak": (PAK, "axis"), "stug": ("StuG III G", "axis")}
    story = battle(units).tell("axis: pop-smoke tiger")
    assert line(story, "tiger", "smoke") == "popped, obscured"
    assert line(story, "tiger", "armour") == "front 15, side 11, rear 11"
    assert (line(story, "tiger", "mobility"), line(story, "pak", "mobility")) == ("free", "does not move")
    turretless = {one.id for one in see(story).units if any(fact.name == "turretless" for fact in one.facts)}
    assert turretless == {"pak", "stug"}


def test_in_edition_1_it_stands_in_contact_with_what_it_touched_last() -> None:
    story = battle(UNITS, edition="1").tell("axis: drive tiger open length=55 contact=m4")
    assert line(story, "m4", "touches") == "Tiger I"
    assert "touches" not in {fact.name for one in see(story).units if one.id == "stuart" for fact in one.facts}
