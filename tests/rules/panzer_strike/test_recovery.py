"""Recovery vehicles (R57, R62, R63, A15, A18), counted from their reports as in the first edition. `test_positions` has
how later ones count from the position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from rules.contract import Feat
from rules.stream.revision.reports import Declare, Declared
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from rules.systems.panzer_strike.movement import Moved
from rules.systems.panzer_strike.parabolic import RadioRolled
from rules.systems.panzer_strike.recovery import RecoveryBegan, RecoveryBroken, RecoveryFinished, RecoveryWorked
from rules.systems.panzer_strike.repairs import RepairStarted, RepairTicked
from rules.systems.panzer_strike.turns import TurnBegan, TurnEnded
from tests.rules.panzer_strike.rounds import end_turn, firing, moving, offered, picks, shot, unit
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Story, Told, happened

HEAVIER, EQUAL, LIGHTER = "Tiger", "Panther", "Pz IV H"  # than the 45 t of a Bergepanther
STUCK: dict[str, dict[str, Any]] = {"patient": {"mobility": "immobilised"}}
ENDED = (TurnEnded, TurnBegan)


def beside(
    patient: str = LIGHTER,
    at: str = "d3",
    facing: str = "W",
    phase: str = "firing",
    conditions: Mapping[str, dict[str, Any]] | None = None,
    enemy: str = "m20",
    more: Mapping[str, Sequence[str]] | None = None,
    **options: bool,
) -> Story:
    """Round 1, the axis goes first. The recovery vehicle points its crane at an immobilised patient on c3."""
    units: dict[str, Sequence[str]] = {
        "berge": ("Bergepanther (recovery)", "axis", at, facing),
        "patient": (patient, "axis", "c3", "N"),
        "m4": ("Sherman Firefly", "allies", enemy, "S"),
    }
    forces = {**units, **(more or {})}
    return battle(FIELD, forces, phase=phase, conditions=conditions or STUCK, edition="1", **options)


def at_work(patient: str = LIGHTER, **said: Any) -> Story:
    """Round 2, the Movement Phase: the recovery began in round 1."""
    story = beside(patient, **said).tell("axis: recover berge patient")
    end_turn(story).then(*ENDED)
    return moving(story, "axis", 2)


def turn(story: Story, round: int) -> Told:
    return end_turn(moving(story, "axis", round))


def counts(told: Told) -> bool:
    """Whether the one round that is needed has been done by the end of this turn."""
    return any(isinstance(event, RecoveryFinished) for event in told.events)


# -- the rounds of a recovery (R62, R63) -------------------------------------------------------------------------------


@pytest.mark.parametrize("patient", [LIGHTER, EQUAL])
def test_in_round_1_it_comes_in_round_2_both_stand_still_from_round_3_both_act(patient: str) -> None:
    story = beside(patient, at="f3", phase="movement").tell("axis: move berge F,F")
    firing(story, "axis", 1).when("axis", "recover berge patient").then(
        happened(RecoveryBegan, unit="berge", patient="patient", rounds=1)
    )
    end_turn(story).then(*ENDED)
    moving(story, "axis", 2).when("axis", "move patient F").refused("002 R35", "steps")
    end_turn(story).then(happened(RecoveryFinished, unit="berge", patient="patient", mobility="mobile"), *ENDED)
    moving(story, "axis", 3).when("axis", "move patient F").then(happened(Moved, square="c4"))
    story.when("axis", "move berge B").then(happened(Moved, square="e3"))
    end_turn(story).then(*ENDED)
    assert (unit(story, "berge").patient, unit(story, "berge").since) == ("", 0)
    (feat,) = unit(story, "berge").feats
    assert feat == Feat("repair", feat.report, "patient")


def test_a_heavier_patient_takes_one_round_more() -> None:
    story = beside(HEAVIER)
    story.when("axis", "recover berge patient").then(happened(RecoveryBegan, rounds=2))
    end_turn(story).then(*ENDED)
    turn(story, 2).then(happened(RecoveryWorked, unit="berge", patient="patient", worked=1), *ENDED)
    turn(story, 3).then(happened(RecoveryFinished, mobility="mobile"), *ENDED)
    moving(story, "axis", 4).when("axis", "move patient F").then(Moved)


def test_a_vehicle_that_was_beside_it_before_still_has_to_stand_still_for_a_round() -> None:
    """The round in which the crane is turned is the first."""
    story = moving(beside(facing="N"), "axis", 2).tell("axis: traverse berge W")
    firing(story, "axis", 2).tell("axis: recover berge patient")
    end_turn(story).then(*ENDED)
    turn(story, 3).then(RecoveryFinished, *ENDED)


@pytest.mark.parametrize("patient", [LIGHTER, HEAVIER])
def test_with_option_7_it_is_one_cycle_a_level(patient: str) -> None:
    """R62: from immobilised over semi-immobilised to mobile, in as many rounds again."""
    rounds = 2 if patient == HEAVIER else 1
    story = at_work(patient, semi_immobilised=True)
    mobility = []
    for round in range(2, 2 + 2 * rounds):
        turn(story, round)
        mobility.append(unit(story, "patient").mobility)
    assert mobility == {1: ["semi", "mobile"], 2: ["immobilised", "semi", "semi", "mobile"]}[rounds]
    assert unit(story, "berge").patient == ""


def test_with_option_7_a_semi_immobilised_vehicle_is_a_patient_too() -> None:
    story = at_work(conditions={"patient": {"mobility": "semi"}}, semi_immobilised=True)
    end_turn(story).then(happened(RecoveryFinished, mobility="mobile"), *ENDED)


def test_an_injured_crew_is_helped() -> None:
    """R57."""
    story = at_work(conditions={"patient": {"mobility": "immobilised", "injured": True}})
    end_turn(story).then(happened(RecoveryFinished, mobility="mobile"), *ENDED)
    assert unit(story, "patient").injured


@pytest.mark.parametrize(
    ("square", "gun"),
    [("c4", "S"), ("d4", "SW"), ("d3", "W"), ("d2", "NW"), ("c2", "N"), ("b2", "NE"), ("b3", "E"), ("b4", "SE")],
)
def test_the_crane_points_exactly_at_the_patient(square: str, gun: str) -> None:
    """One of eight directions, from each of the squares around."""
    compass = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    more = {"berge": ("Bergepanther (recovery)", "axis", square, "N", gun)}
    beside(more=more).when("axis", "recover berge patient").then(RecoveryBegan)
    for aside in (1, 7):
        wrong = compass[(compass.index(gun) + aside) % 8]
        story = beside(more={"berge": ("Bergepanther (recovery)", "axis", square, "N", wrong)})
        story.when("axis", "recover berge patient").refused("002 R62", "patient")
        assert not offered(story, "axis", "Recover")


def test_a_crane_that_is_one_piece_with_its_hull_points_anywhere() -> None:
    """B13."""
    story = beside(facing="N")
    story.when("axis", "recover berge patient").refused("002 R62", "patient")
    berge = unit(story, "berge")
    berge.figures = msgspec.structs.replace(berge.figures, one_piece=True)
    story.when("axis", "recover berge patient").then(RecoveryBegan)
    assert counts(turn(end_turn(story).then(*ENDED), 2))


def test_with_option_3_the_crane_is_pointed_at_the_patient() -> None:
    story = beside(facing="N", phase="movement", free_turrets=True).tell("axis: traverse berge at=patient")
    firing(story, "axis", 1).when("axis", "recover berge patient").then(RecoveryBegan)


# -- rounds that do not count (R63, A18) -------------------------------------------------------------------------------


def test_a_patient_that_fires_is_not_repaired_in_that_round() -> None:
    story = at_work(enemy="c9")
    shot(firing(story, "axis", 2), "patient", "m4", "track")
    assert not counts(end_turn(story))
    assert counts(turn(story, 3))


def test_nor_is_a_howitzer_whose_target_was_not_reported() -> None:
    """Ruling: a shot whose report fails has been its shot of the round, though nothing is fired (R43)."""
    house = FIELD.splitlines()
    house[20 - 6] = "..#" + "." * 17  # c6
    units = {
        "berge": ("Bergepanther (recovery)", "axis", "d3", "W"),
        "patient": ("Hummel", "axis", "c3", "N"),
        "pz38": ("Pz 38 t", "axis", "m10", "W"),
        "m4": ("Sherman", "allies", "c10", "S"),
    }
    story = battle("\n".join(house), units, phase="firing", conditions=STUCK, edition="1").tell(
        "axis: recover berge patient"
    )
    end_turn(story).then(*ENDED)
    firing(story, "axis", 2).tell("axis: announce patient m4 how=parabolic")
    story.when("axis", "fire patient radio=red").then(happened(RadioRolled, heard=False))
    assert not counts(end_turn(story))
    assert counts(turn(story, 3))


def test_nor_is_one_that_turns() -> None:
    """A semi-immobilised vehicle can."""
    story = at_work(conditions={"patient": {"mobility": "semi"}}, semi_immobilised=True)
    story.tell("axis: move patient R+")
    assert not counts(end_turn(story))
    assert counts(turn(story, 3))


def test_a_recovery_vehicle_that_moves_and_stays_beside_does_not_work_in_that_round() -> None:
    story = at_work().tell("axis: move berge R+\naxis: traverse berge W")
    assert not counts(end_turn(story))
    assert unit(story, "berge").patient == "patient"
    assert counts(turn(story, 3))


def test_what_was_done_for_a_heavier_patient_is_not_lost() -> None:
    story = at_work(HEAVIER, enemy="c9")
    end_turn(story).then(happened(RecoveryWorked, worked=1), *ENDED)
    shot(firing(story, "axis", 3), "patient", "m4", "track")
    end_turn(story).then(*ENDED)
    turn(story, 4).then(RecoveryFinished, *ENDED)


def test_a_crane_that_is_turned_away_and_back_has_not_moved() -> None:
    story = at_work().tell("axis: traverse berge N\naxis: traverse berge W")
    assert counts(end_turn(story))


def test_a_patient_may_turn_its_turret() -> None:
    """B11: that is no movement."""
    assert counts(end_turn(at_work().tell("axis: traverse patient E")))


@pytest.mark.parametrize("victim", ["patient", "berge"])
def test_a_hit_does_not_interrupt(victim: str) -> None:
    """A18."""
    story = at_work(HEAVIER, enemy="c9" if victim == "patient" else "d9")
    end_turn(story).then(happened(RecoveryWorked, worked=1), *ENDED)
    shot(firing(story, "allies", 2), "m4", victim, "track", 0)
    assert unit(story, victim).mobility == "immobilised"
    assert counts(turn(story, 3))


@pytest.mark.parametrize("injured", [False, True])
def test_the_crew_of_a_patient_is_inside(injured: bool) -> None:
    """A15: barely penetrated it is injured, or a second time destroyed, as in any other vehicle."""
    said = {"mobility": "immobilised", "injured": injured}
    story = beside(EQUAL, conditions={"patient": said}, enemy="c9").tell("axis: recover berge patient")
    end_turn(story).then(*ENDED)
    shot(firing(story, "allies", 1), "m4", "patient", "body", -2).then(
        AccuracyRolled,
        HitRolled,
        happened(PenetrationRolled, final=11, armour=11, outcome="destroyed" if injured else "injured", timer=0),
    )
    assert counts(turn(story, 2)) != injured


# -- broken off --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("report", ["move berge B", "traverse berge N", "move berge R-"])
def test_it_is_broken_off_by_driving_away_or_turning_the_crane(report: str) -> None:
    story = at_work().tell(f"axis: {report}")
    end_turn(story).then(happened(RecoveryBroken, unit="berge", patient="patient"), *ENDED)
    assert (unit(story, "berge").patient, unit(story, "patient").mobility) == ("", "immobilised")


@pytest.mark.parametrize(("id", "facts"), [("patient", {"mobility": "mobile"}), ("patient", {"timer": 3})])
def test_it_is_broken_off_when_people_declare_that_there_is_nothing_to_do(id: str, facts: dict[str, Any]) -> None:
    story = at_work()
    said = {f"units.{id}.{name}": value for name, value in facts.items()}
    story.when("", Declare(facts=said, reason="the marker was forgotten")).then(Declared)
    broken, *_rest = end_turn(firing(story, "axis", 2)).events[-3:]
    assert broken == RecoveryBroken(unit="berge", patient="patient")


def test_it_is_broken_off_when_its_own_crew_is_declared_outside() -> None:
    story = at_work(conditions=STUCK | {"berge": {"mobility": "immobilised"}})
    story.when("", Declare(facts={"units.berge.timer": 3}, reason="so it was")).then(Declared)
    end_turn(story).then(RepairTicked, happened(RecoveryBroken, unit="berge"), *ENDED)


@pytest.mark.parametrize(("victim", "enemy"), [("patient", "c9"), ("berge", "d9")])
def test_it_is_broken_off_when_one_of_them_is_destroyed(victim: str, enemy: str) -> None:
    """A18."""
    story = beside(HEAVIER, enemy=enemy, more={"panther": ("Panther", "axis", "k3", "N")})
    story.tell("axis: recover berge patient")
    end_turn(story).then(*ENDED)
    shot(firing(story, "allies", 1), "m4", victim, "body", 2)
    assert unit(story, victim).life == "destroyed"
    turn(story, 2).then(happened(RecoveryBroken, unit="berge", patient="patient"), *ENDED)


def test_a_patient_whose_crew_sets_to_work_itself_is_left() -> None:
    story = firing(at_work(), "axis", 2)
    story.when("axis", "start-repair patient").then(
        happened(RecoveryBroken, unit="berge", patient="patient"), happened(RepairStarted, unit="patient", timer=5)
    )
    end_turn(story).then(*ENDED)


def test_a_recovery_vehicle_that_repairs_its_own_tracks_leaves_its_patient() -> None:
    both = STUCK | {"berge": {"mobility": "immobilised"}}
    story = firing(at_work(conditions=both), "axis", 2)
    story.when("axis", "start-repair berge").then(RecoveryBroken, happened(RepairStarted, unit="berge"))


def test_a_recovery_vehicle_may_take_another_patient() -> None:
    """Once its crane points there; the first is left."""
    more = {"other": ("StuG III G", "axis", "c4", "N")}
    story = at_work(HEAVIER, more=more, conditions=STUCK | {"other": {"mobility": "immobilised"}})
    story.tell("axis: traverse berge NW")
    firing(story, "axis", 2).when("axis", "recover berge other").then(
        happened(RecoveryBroken, patient="patient"), happened(RecoveryBegan, patient="other", rounds=1)
    )
    end_turn(story).then(*ENDED)
    turn(story, 3).then(happened(RecoveryFinished, patient="other"), *ENDED)
    assert unit(story, "patient").mobility == "immobilised"


# -- who recovers whom -------------------------------------------------------------------------------------------------

MANY = {
    "fit": ("Pz IV H", "axis", "d4", "N"),
    "pak": ("7.5 cm Pak 40 (FW)", "axis", "e4", "N"),
    "working": ("Pz IV H", "axis", "e2", "N"),
    "far": ("Pz IV H", "axis", "d10", "N"),
    "enemy": ("Sherman", "allies", "e3", "N"),
}
STATES = STUCK | {
    "working": {"mobility": "immobilised", "timer": 3},
    "far": {"mobility": "immobilised"},
    "enemy": {"mobility": "immobilised"},
}


@pytest.mark.parametrize(
    ("gun", "other"),
    [("N", "fit"), ("NE", "pak"), ("SE", "working"), ("N", "far"), ("E", "enemy"), ("W", "berge")],
)
def test_nobody_else_is_a_patient(gun: str, other: str) -> None:
    more = MANY | {"berge": ("Bergepanther (recovery)", "axis", "d3", "W", gun)}
    story = beside(more=more, conditions=STATES)
    story.when("axis", f"recover berge {other}").refused("002 R62", "patient")
    assert not [choice for choice in offered(story, "axis", "Recover") if other in picks(choice, "patient")]


def test_only_recovery_vehicles_recover() -> None:
    more = {"tiger": ("Tiger", "axis", "b3", "E")}
    story = beside(more=more)
    story.when("axis", "recover tiger patient").refused("002 R62", "unit")
    story.when("axis", "recover berge m5").refused("002 R1", "patient")
    (choice,) = offered(story, "axis", "Recover")
    assert (choice.given, picks(choice, "patient")) == ({"unit": "berge"}, ["patient"])


def test_a_patient_has_one_recovery_vehicle() -> None:
    more = {"berge-2": ("Bergepanther (recovery)", "axis", "b3", "E")}
    story = beside(more=more).tell("axis: recover berge patient")
    story.when("axis", "recover berge-2 patient").refused("002 R62", "patient")
    story.when("axis", "recover berge patient").refused("002 R62", "patient")
    assert not offered(story, "axis", "Recover")


def test_a_recovery_vehicle_that_repairs_itself_recovers_nobody() -> None:
    story = beside(conditions=STUCK | {"berge": {"mobility": "immobilised", "timer": 3}})
    story.when("axis", "recover berge patient").refused("002 R62", "unit")
    assert not offered(story, "axis", "Recover")


def test_one_that_is_hurt_itself_still_recovers_others() -> None:
    """Ruling: the text asks for crane and place alone."""
    hurt = {"mobility": "immobilised", "injured": True}
    story = at_work(conditions=STUCK | {"berge": hurt})
    assert counts(end_turn(story))


def test_recovery_is_of_the_firing_phase() -> None:
    story = beside(phase="movement")
    story.when("axis", "recover berge patient").refused("002 R62")
    assert not offered(story, "axis", "Recover")


def test_recovery_vehicles_may_recover_each_other() -> None:
    more = {"patient": ("Bergepanther (recovery)", "axis", "c3", "N")}
    assert counts(end_turn(at_work(more=more)))
