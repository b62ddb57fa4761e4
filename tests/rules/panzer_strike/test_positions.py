"""Towing and recovery count from the round in which the vehicle took its position (R48, R62; from edition 2 on)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules import visibility
from rules.stream.choices import matches
from rules.stream.revision.reports import Declare
from rules.systems.panzer_strike.movement import Move, Moved
from rules.systems.panzer_strike.recovery import RecoveryBegan, RecoveryFinished, RecoveryWorked
from rules.systems.panzer_strike.towing import Hooked, LeftStanding
from rules.systems.panzer_strike.turns import RoundBegan, TurnBegan, TurnEnded
from tests.rules.panzer_strike.rounds import end_turn, firing, moving, shot, unit
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.panzer_strike.walking import offered, steps_of
from tests.rules.scenario import Story, Told, happened

LIGHT, HEAVY = "7.5 cm Pak 40 (FW)", "8.8 cm Pak 43/41 (FW)"  # 2 and 5 t
ENEMY = ("Sherman", "allies", "t20", "S")
ENDED = (TurnEnded, TurnBegan)

# -- towing (R48) ------------------------------------------------------------------------------------------------------


def behind(
    square: str = "e6",
    facing: str = "N",
    tug: str = "Panther",
    gun: str = LIGHT,
    edition: str = "",
    **more: Sequence[str],
) -> Story:
    """The vehicle on e6, the gun behind it on e5, its muzzle to the south."""
    units = {"tug": (tug, "axis", square, facing), "gun": (gun, "axis", "e5", "S"), "m4": ENEMY, **more}
    return battle(FIELD, units, edition=edition)


def driven_up(edition: str = "") -> Story:
    """It comes to stand behind the gun in round 1, and nothing is said of hooking up. Round 2 begins."""
    return moving(behind("e8", edition=edition).tell("axis: move tug B,B"), "axis", 2)


def test_who_stood_behind_the_gun_pulls_in_the_round_it_is_reported() -> None:
    driven_up().tell("axis: hook tug gun").when("axis", "move tug F").then(
        happened(Moved, square="e7", weapon="gun", weapon_square="e6")
    )


def test_in_the_first_edition_the_round_of_the_report_is_lost() -> None:
    story = driven_up("1").tell("axis: hook tug gun")
    story.when("axis", "move tug F").refused("002 R48", "steps")
    assert steps_of(story, "tug") == ""


def test_in_the_round_it_drives_up_it_does_not_pull() -> None:
    story = behind("e8").tell("axis: move tug B,B\naxis: hook tug gun")
    for steps in ("F", "R+"):
        refused = story.when("axis", f"move tug {steps}").refused("002 R48", "steps")
        assert "in this round" in refused.text.text()
    moving(story, "axis", 2).when("axis", "move tug F").then(happened(Moved, weapon="gun"))


def test_who_was_deployed_behind_it_pulls_in_the_first_round() -> None:
    behind().when("axis", "move tug F tow=gun").then(
        happened(Hooked, unit="tug", weapon="gun", ready=True), happened(Moved, square="e7", weapon="gun")
    )


def test_whoever_drives_off_is_asked_whether_the_gun_goes_along() -> None:
    story = driven_up()
    labels = [choice.label.text() for choice in offered(story, "axis", "Move", "tug")]
    assert labels == [
        "Move Panther on e6 with nothing in tow",
        "Move Panther on e6 with 7.5 cm Pak 40 (FW) on e5 in tow",
    ]
    assert [choice.given["tow"] for choice in offered(story, "axis", "Move", "tug")] == ["-", "gun"]
    refused = story.when("axis", "move tug F").refused("002 R48", "tow")
    assert refused.text.text() == "Panther stands ready to tow 7.5 cm Pak 40 (FW): does it take it along?"
    assert refused.remedy is not None
    assert "“tow=gun”" in refused.remedy.text()
    assert not any(matches(one, Move(unit="tug", steps=("F",))) for one in visibility.legal(story.state, "axis"))
    story.when("axis", "move tug F tow=m4").refused("002 R48", "tow")


def test_who_takes_nothing_along_drives_off_alone_and_the_log_says_so() -> None:
    story = driven_up()
    story.when("axis", "move tug F tow=-").then(
        happened(LeftStanding, unit="tug", weapons=("gun",)), happened(Moved, square="e7", weapon="")
    )
    assert unit(story, "gun").square == "e5"
    story.when("axis", "move tug F").then(happened(Moved, square="e8"))


def test_once_answered_it_is_asked_no_more_in_that_turn() -> None:
    """Nor is who has just let the gun go. In the next turn it is asked again."""
    story = driven_up().tell("axis: move tug R+ tow=-")
    story.when("axis", "move tug R- tow=gun").refused("002 R48", "tow")
    story.when("axis", "move tug R-").then(Moved)
    moving(story, "axis", 3).when("axis", "move tug F").refused("002 R48", "tow")
    story.tell("axis: hook tug gun\naxis: unhook tug")
    story.when("axis", "move tug F").then(happened(Moved, weapon=""))


def test_who_has_said_no_may_still_hook_it_up() -> None:
    story = driven_up().tell("axis: move tug R+ tow=-\naxis: hook tug gun")
    story.when("axis", "move tug F").then(happened(Moved, weapon="gun"))


def test_nobody_else_is_asked() -> None:
    """Not who stands elsewhere, whose gun is in tow already, or who cannot drive; and an answer is not taken there."""
    story = behind("e8")
    story.when("axis", "move tug F tow=gun").refused("002 R48", "tow")
    story.when("axis", "move tug F tow=-").refused("002 R48", "tow")
    story = driven_up().tell("axis: hook tug gun")
    assert [choice.given for choice in offered(story, "axis", "Move", "tug")] == [{"unit": "tug"}]
    held = behind()
    unit(held, "tug").mobility = "immobilised"
    held.when("axis", "move tug F").refused("002 R35", "steps")
    held.when("axis", "move gun R+").then(Moved)


@pytest.mark.parametrize("report", ["move gun R+,R-", "move tug F,B"])
def test_what_has_moved_in_this_turn_has_taken_its_position_in_it(report: str) -> None:
    story = behind(facing="N", tug="Greyhound M8")
    if report == "move tug F,B":  # nobody goes forward and back in one round: as if it had been pushed to and fro
        unit(story, "tug").moved = True
    else:
        story.tell(f"axis: {report}")
    assert [choice.given for choice in offered(story, "axis", "Move", "tug")] == [{"unit": "tug"}]
    story.tell("axis: hook tug gun").when("axis", "move tug F").refused("002 R48", "steps")


def test_on_tracks_turning_within_45_degrees_is_still_the_position() -> None:
    """It stood ready facing north-east, and does so facing north; a turn it has made counts for the tow (R49)."""
    story = behind(facing="NE").tell("axis: move tug R- tow=-\naxis: hook tug gun")
    story.when("axis", "move tug R-").refused("002 R49", "steps")
    story.when("axis", "move tug F").then(happened(Moved, square="e7", weapon="gun"))


def test_who_turns_its_rear_to_the_gun_in_this_turn_takes_position_in_it() -> None:
    story = behind(facing="E")
    story.tell("axis: move tug R-,R-\naxis: hook tug gun")
    story.when("axis", "move tug F").refused("002 R48", "steps")


def test_a_heavy_gun_halves_the_speed_of_who_takes_it_along() -> None:
    story = behind(tug="Greyhound M8", gun=HEAVY)
    alone, towing = offered(story, "axis", "Move", "tug")
    assert (alone.fields[0].most, towing.fields[0].most) == (9, 5)
    assert [pick.value for pick in towing.fields[0].picks] == ["F", "FL", "FR"]
    story.when("axis", "move tug F,F,F,F,F,F tow=gun").refused("002 R9", "steps")
    assert unit(story, "tug").tows == ""


def test_of_two_guns_one_goes_along() -> None:
    story = behind(facing="NE", second=(LIGHT, "axis", "d5", "SW"))
    assert [choice.given["tow"] for choice in offered(story, "axis", "Move", "tug")] == ["-", "gun", "second"]
    labels = [choice.label.text() for choice in offered(story, "axis", "Move", "tug")]
    assert labels[1:] == [
        f"Move Panther on e6 with 7.5 cm Pak 40 (FW) {n} on {at} in tow" for n, at in ((1, "e5"), (2, "d5"))
    ]
    told = story.when("axis", "move tug F tow=-").then(
        happened(LeftStanding, weapons=("gun", "second")), happened(Moved, weapon="")
    )
    assert unit(told, "second").square == "d5"


def test_a_fact_declared_against_its_tow_is_refused() -> None:
    story = behind()
    refused = story.when("", Declare(facts={"units.tug.along": "yes"}, reason="so it was"))
    refused.refused_for("facts.units.tug.along", "nothing in tow")


# -- recovery (R62) ----------------------------------------------------------------------------------------------------

LIGHTER, HEAVIER = "Pz IV H", "Tiger"  # than the 45 t of a Bergepanther
STUCK: dict[str, dict[str, Any]] = {"patient": {"mobility": "immobilised"}}


def arriving(patient: str = LIGHTER, edition: str = "", **options: Any) -> Story:
    """Round 1: the recovery vehicle drives up beside an immobilised patient on c3, its crane towards it."""
    units = {
        "berge": ("Bergepanther (recovery)", "axis", "f3", "W"),
        "patient": (patient, "axis", "c3", "N"),
        "m4": ("Sherman Firefly", "allies", options.pop("enemy", "m20"), "S"),
    }
    story = battle(FIELD, units, conditions=STUCK, edition=edition, **options)
    return story.tell("axis: move berge F,F")


def reported(story: Story, round: int) -> Told:
    """The recovery is reported in the Firing Phase of that round; what comes of it as the turn ends."""
    firing(story, "axis", round).tell("axis: recover berge patient")
    return end_turn(story)


@pytest.mark.parametrize("round", [1, 2])
def test_a_patient_is_repaired_in_the_round_after_the_position_was_taken(round: int) -> None:
    """Whether it is reported at once or in the round that counts."""
    story = arriving()
    if round == 1:
        reported(story, 1).then(*ENDED)
        end_turn(moving(story, "axis", 2)).then(RecoveryFinished, *ENDED)
    else:
        reported(story, 2).then(RecoveryFinished, *ENDED)
    moving(story, "axis", 3).when("axis", "move patient F").then(Moved)


def test_in_the_first_edition_a_recovery_reported_late_ends_late() -> None:
    story = arriving(edition="1")
    reported(story, 2).then(*ENDED)
    end_turn(moving(story, "axis", 3)).then(RecoveryFinished, *ENDED)


@pytest.mark.parametrize(("round", "left"), [(1, [3]), (2, [3]), (3, [3])])
def test_a_heavier_patient_takes_two_rounds_from_the_position_on(round: int, left: list[int]) -> None:
    """Rounds 2 and 3, whenever it is reported: who stood still in round 2 already has done one of them."""
    story = arriving(HEAVIER)
    firing(story, "axis", round).tell("axis: recover berge patient")
    done = []
    for now in range(round, 5):
        told = end_turn(moving(story, "axis", now) if now > round else story)
        done += [now for event in told.events if isinstance(event, RecoveryFinished)]
    assert done == left


def test_rounds_before_the_report_in_which_somebody_stirred_do_not_count() -> None:
    """The patient fires in round 2: of the two rounds it takes, none is done before the report in round 3."""
    story = arriving(HEAVIER, enemy="c9")
    shot(firing(story, "axis", 2), "patient", "m4", "track")
    end_turn(story)
    firing(story, "axis", 3).when("axis", "recover berge patient").then(
        happened(RecoveryBegan, ready=True, worked=0, rounds=2)
    )
    end_turn(story).then(happened(RecoveryWorked, worked=1), *ENDED)
    end_turn(moving(story, "axis", 4)).then(RecoveryFinished, *ENDED)


def test_the_round_of_the_report_has_to_be_one_of_standing_still() -> None:
    story = arriving(enemy="c9")
    moving(story, "axis", 3)
    firing(story, "axis", 3).tell("axis: recover berge patient")
    shot(story, "patient", "m4", "track")
    end_turn(story).then(*ENDED)
    end_turn(moving(story, "axis", 4)).then(RecoveryFinished, *ENDED)


def test_a_crane_turned_to_the_patient_in_this_round_takes_position_in_it() -> None:
    story = arriving().tell("axis: traverse berge N")
    moving(story, "axis", 2).tell("axis: traverse berge W")
    reported(story, 2).then(*ENDED)
    end_turn(moving(story, "axis", 3)).then(RecoveryFinished, *ENDED)


def test_a_vehicle_hit_in_this_round_is_a_patient_from_the_next() -> None:
    """The position is taken beside a damaged vehicle: the enemy, who goes first, damages it in round 2."""
    units = {
        "berge": ("Bergepanther (recovery)", "axis", "d3", "W"),
        "patient": (LIGHTER, "axis", "c3", "N"),
        "m4": ("Sherman Firefly", "allies", "c9", "S"),
    }
    story = battle(FIELD, units, turn="allies")
    shot(firing(story, "allies", 2), "m4", "patient", "track")
    reported(story, 2).then(TurnEnded, RoundBegan, TurnBegan)
    end_turn(moving(story, "axis", 3)).then(RecoveryFinished, TurnEnded, RoundBegan, TurnBegan)


def test_with_option_7_the_second_level_takes_rounds_of_its_own() -> None:
    story = arriving(semi_immobilised=True)
    reported(story, 2).then(happened(RecoveryFinished, mobility="semi"), *ENDED)
    end_turn(moving(story, "axis", 3)).then(happened(RecoveryFinished, mobility="mobile"), *ENDED)


def test_a_level_reported_late_begins_where_the_first_one_ended() -> None:
    """Broken off after the first level; the crane has pointed there since, and neither has stirred in round 3."""
    story = arriving(HEAVIER, semi_immobilised=True)
    reported(story, 3).then(happened(RecoveryFinished, mobility="semi"), *ENDED)
    unit(story, "berge").patient = ""
    moving(story, "axis", 5)
    assert unit(story, "berge").beside == {"patient": 1}
    reported(story, 5).then(happened(RecoveryFinished, mobility="mobile"), *ENDED)


def test_whoever_is_declared_to_stand_ready_is_a_recovery_vehicle() -> None:
    story = arriving()
    told = story.when("", Declare(facts={"units.patient.beside": [["berge", 1]]}, reason="so it was"))
    told.refused_for("facts.units.patient.beside", "cannot stand ready")
