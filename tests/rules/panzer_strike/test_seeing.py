"""What the sheet shows of a battle, and who is waited for (R4)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import visibility
from rules.contract import Message, View
from rules.systems.panzer_strike import SYSTEM
from rules.systems.panzer_strike.deployment import Deployed, DeploymentEnded
from rules.systems.panzer_strike.recovery import RecoveryBegan, RecoveryWorked
from rules.systems.panzer_strike.repairs import RepairStarted, RepairStopped
from rules.systems.panzer_strike.towing import Hooked
from rules.systems.panzer_strike.turns import MovementEnded
from rules.systems.panzer_strike.turrets import Traversed
from rules.systems.panzer_strike.victory import Conceded
from tests.rules.panzer_strike.ends import FORCES, destroyed, end, fought, guarded, left, struck
from tests.rules.panzer_strike.rounds import announce, end_turn, fire
from tests.rules.panzer_strike.table import FIELD, battle, muster
from tests.rules.scenario import Story, given


def seen(story: Story, side: str = "") -> View:
    return visibility.see(story.state, side)


def text(value: Message | str | int | bool) -> str | int | bool:
    return value.text() if isinstance(value, Message) else value


def facts(story: Story) -> dict[str, Any]:
    """The facts of the battle, in words."""
    return {fact.name: text(fact.value) for fact in seen(story).facts}


def lines(story: Story, unit: str) -> dict[str, Any]:
    """The facts of a unit, in words."""
    view = next(one for one in seen(story).units if one.id == unit)
    return {"status": view.status.text()} | {fact.name: text(fact.value) for fact in view.facts}


def pending(story: Story) -> str:
    said = seen(story).pending
    return said.text() if said else ""


# -- the battle --------------------------------------------------------------------------------------------------------


def test_everybody_sees_the_same() -> None:
    story = fought(*destroyed("tiger"))
    assert seen(story) == seen(story, "allies") == seen(story, "axis")
    event = Conceded(side="axis")
    assert SYSTEM.see_event(event, "allies") is event


def test_round_phase_and_turn() -> None:
    story = fought()
    assert (seen(story).round, seen(story).phase.text()) == (1, "Movement Phase")
    assert facts(story) == {
        "turn": "axis",
        "coordinated": "0 of 2",
        "first": "axis",
        "rounds": 99,
        "points-allies": 0,
        "points-axis": 0,
    }
    story.and_then(MovementEnded(side="axis"))
    assert seen(story).phase.text() == "Firing Phase"


def test_coordinated_movements_are_those_of_two_steps_and_more() -> None:
    story = fought().tell("axis: move tiger F,F").tell("axis: move panther F")
    assert facts(story)["coordinated"] == "1 of 2"


def test_the_basic_scenario_shows_its_rounds_and_guns() -> None:
    story = guarded(*destroyed("m16-2", by="tiger"))
    shown = facts(story)
    assert (shown["rounds"], shown["objectives-axis"], shown["objectives-allies"]) == (30, 1, 0)
    assert shown["points-axis"] == 6


def test_rounds_of_an_open_battle_are_those_of_the_option() -> None:
    story = fought(rounds=1)
    assert facts(story)["rounds"] == 1
    end_turn(story)
    end_turn(story)
    assert (seen(story).round, seen(story).phase.text()) == (1, "Battle over")
    assert (facts(story)["winner"], facts(story)["how"]) == ("nobody", "The last round is over.")


def test_a_battle_that_is_over_says_who_has_won() -> None:
    story = fought(*destroyed("tiger", "panther"))
    assert (facts(story)["winner"], facts(story)["how"]) == ("allies", "The enemy has no active unit left.")
    assert (seen(story).waiting_for, pending(story)) == ((), "")


# -- who is waited for -------------------------------------------------------------------------------------------------


def test_in_deployment_the_sides_with_units_left_are_waited_for() -> None:
    story = given(muster(FIELD, FORCES))
    assert (seen(story).phase.text(), seen(story).waiting_for) == ("Deployment", ("allies", "axis"))
    assert pending(story) == "4 units are still to be deployed."
    story.and_then(
        Deployed(unit="m4", square="c15", facing="S", turret=0),
        Deployed(unit="hellcat", square="e15", facing="S", turret=0),
        Deployed(unit="tiger", square="c5", facing="N", turret=0),
    )
    assert (pending(story), seen(story).waiting_for) == ("1 unit is still to be deployed.", ("axis",))


def test_either_may_report_the_roll_for_the_first_turn() -> None:
    story = given(muster(FIELD, FORCES))
    story.and_then(
        *(
            Deployed(unit=unit, square=square, facing=facing, turret=0)
            for unit, (_model, _side, square, facing) in FORCES.items()
        ),
        DeploymentEnded(first=""),
    )
    assert (pending(story), seen(story).waiting_for) == ("Who goes first is rolled for.", ("allies", "axis"))


def test_whose_turn_it_is_is_waited_for() -> None:
    story = fought()
    assert (seen(story).waiting_for, pending(story)) == (("axis",), "")
    end_turn(story)
    assert seen(story).waiting_for == ("allies",)


def test_announced_shots_are_to_be_fired() -> None:
    story = announce(fought(MovementEnded(side="axis")), "tiger", "m4")
    assert pending(story) == "1 announced shot is to be fired."
    assert lines(story, "tiger")["aim"] == "Sherman, range 5"
    story.tell("axis: fire tiger accuracy=0,0")
    assert pending(story) == ""
    assert lines(story, "tiger")["aim"] == "Sherman, range 5: fired"


def test_a_wasted_shot_is_not_waited_for() -> None:
    """A22: what it was announced at has been destroyed since."""
    story = announce(announce(fought(MovementEnded(side="axis")), "tiger", "m4"), "panther", "m4")
    assert pending(story) == "2 announced shots are to be fired."
    fire(story, "tiger", "body", 0)
    assert story.play.units["m4"].life == "destroyed"
    assert pending(story) == ""


def test_without_shots_both_are_waited_for_and_then_asked_for_the_round_and_the_places() -> None:
    story = fought().tell("allies: change-depth status")
    assert (seen(story).phase.text(), seen(story).waiting_for) == ("Shots are not reported", ("allies", "axis"))
    assert "turn" not in facts(story)
    story.tell("allies: change-depth shots")
    assert (seen(story).phase.text(), pending(story)) == ("Between rounds", "Which round comes next is not known.")
    assert seen(story).waiting_for == ("allies", "axis")
    story.tell("axis: declare-round 4")
    assert (seen(story).round, pending(story)) == (4, "Where 4 units stand now is not known.")
    assert lines(story, "tiger")["square"] == "off the board"
    assert "facing" not in lines(story, "tiger")


# -- units -------------------------------------------------------------------------------------------------------------


def test_a_unit_shows_its_line_of_the_unit_chart() -> None:
    shown = lines(fought(), "tiger")
    assert shown["effectiveness"] == 11
    assert shown["drive"] == "tracks, 55 t, speed 5, reverse 2"
    assert shown["armour"] == "front 10, side 7, rear 7, top 2, tracks 6"
    assert shown["weapon"] == "gun (AP), penetration 14, die II, accuracy 3, range 6"
    assert not {"parabolic", "proximity", "recovery", "objective", "dozer", "no_radio"} & shown.keys()


def test_howitzers_and_fixed_weapons() -> None:
    units = {
        "hummel": ("Hummel", "axis", "c5", "N"),
        "pak": ("7.5 cm Pak 40 (FW)", "axis", "e5", "N"),
        "m4": ("Sherman", "allies", "c15", "S"),
    }
    story = battle(FIELD, units)
    assert lines(story, "hummel")["weapon"].startswith("howitzer (HE), penetration 9")
    assert lines(story, "hummel")["parabolic"] == "3-8"
    assert lines(story, "pak")["drive"] == "fixed weapon, 2 t"
    assert "gun" not in lines(story, "hummel")
    assert "no_radio" not in lines(story, "pak")


def test_marks_are_shown() -> None:
    marks = {"m4": ("Dozer blade", "No radio"), "tiger": ("Command tank",)}
    shown = battle(FIELD, FORCES, marks=marks, command_tank=True)
    assert lines(shown, "m4")["dozer"] is True
    assert lines(shown, "m4")["no_radio"] is True
    assert lines(shown, "tiger")["command_tank"] is True
    assert lines(guarded(), "m16-1")["objective"] is True
    assert lines(guarded(), "m16-1")["proximity"] is True


def test_where_a_unit_stands_and_where_its_gun_points() -> None:
    story = battle(FIELD, {**FORCES, "tiger": ("Tiger", "axis", "c5", "NE", "SE")})
    shown = lines(story, "tiger")
    assert (shown["square"], shown["facing"], shown["gun"]) == ("c5", "north-east", "south-east")


def test_a_gun_between_the_eight_directions_is_told_in_degrees() -> None:
    story = fought(Traversed(unit="tiger", turret=30), free_turrets=True)
    assert lines(story, "tiger")["gun"] == "30°"


@pytest.mark.parametrize(
    ("harm", "status", "mobility", "crew"),
    [
        (None, "fit", "mobile", "fit"),
        (struck("tiger", "injured"), "crew injured", "mobile", "injured"),
        (struck("tiger", "semi"), "semi-immobilised", "semi-immobilised", "fit"),
        (struck("tiger", "immobilised"), "immobilised", "immobilised", "fit"),
        (struck("tiger", "destroyed"), "destroyed", "mobile", "fit"),
        (left("tiger"), "has left the board", "mobile", "fit"),
    ],
)
def test_what_has_become_of_it(harm: Any, status: str, mobility: str, crew: str) -> None:
    shown = lines(fought(*([harm] if harm else [])), "tiger")
    assert (shown["status"], shown["mobility"], shown["crew"]) == (status, mobility, crew)


def test_both_hurts_are_told() -> None:
    story = fought(struck("tiger", "injured"), struck("tiger", "immobilised"))
    assert lines(story, "tiger")["status"] == "crew injured, immobilised"
    assert next(unit for unit in seen(story).units if unit.id == "tiger").in_play


def test_steps_of_the_turn() -> None:
    story = fought().tell("axis: move tiger F,F").tell("axis: move panther R+")
    assert lines(story, "tiger")["used"] == "2 steps forward"
    assert lines(story, "panther")["used"] == "1 step"
    assert lines(story, "m4")["used"] == "0 steps"


def test_the_speed_die() -> None:
    story = fought(speed_die=True)
    assert "change" not in lines(story, "tiger")
    story.tell("axis: roll-speed tiger dice=1").tell("axis: roll-speed panther dice=0")
    assert (lines(story, "tiger")["change"], lines(story, "panther")["change"]) == ("+1", "0")


def test_repairs_and_recovery() -> None:
    units = {**FORCES, "berge": ("Bergepanther (recovery)", "axis", "d5", "W")}
    story = battle(FIELD, units).and_then(
        struck("panther", "immobilised"),
        RepairStarted(unit="panther", timer=5),
        struck("tiger", "immobilised"),
        RecoveryBegan(unit="berge", patient="tiger", rounds=2),
        RecoveryWorked(unit="berge", patient="tiger", worked=1),
    )
    assert lines(story, "panther")["timer"] == 5
    assert lines(story, "berge")["patient"] == "Tiger, 1 round of work done"
    assert lines(story, "tiger")["repaired_by-berge"] == "Bergepanther (recovery)"
    assert lines(story, "berge")["recovery"] is True
    story.and_then(RepairStopped(unit="panther", fires_from=2))
    assert lines(story, "panther")["fires_from"] == 2
    assert "timer" not in lines(story, "panther")


def test_what_is_in_tow() -> None:
    units = {**FORCES, "pak": ("7.5 cm Pak 40 (FW)", "axis", "c4", "S")}
    story = battle(FIELD, units).and_then(Hooked(unit="tiger", weapon="pak"))
    assert lines(story, "tiger")["tows"] == "7.5 cm Pak 40 (FW), since round 1"
    assert lines(story, "pak")["towed_by-tiger"] == "Tiger"


def test_the_outcome_is_on_the_sheet_of_points() -> None:
    story = fought(*destroyed("tiger"))
    assert facts(story)["points-allies"] == end(story).points["allies"] == 11
