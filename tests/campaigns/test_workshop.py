"""The workshop: given what battles have left, when a round closes or somebody reports, then this is repaired."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.season.battle_reports import ReportBattle
from campaigns.season.kept_events import Amended
from campaigns.season.opening import Open
from campaigns.season.people import Dropped
from campaigns.season.standings import service
from campaigns.season.vehicles import can_fight, jobs_of
from campaigns.season.workshop import Prioritise, Repair, WorkshopEntered, WorkshopWorked
from rules.contract import Event, Outcome, Unfallen, UnitOutcome
from rules.stream.codec import as_stored
from rules.stream.dice import FallenDice
from tests.campaigns.between import BOB, CAROL, SEED, THE_CLERK, Camp, enlist

DAMAGED: dict[str, Any] = {"damage": 1}
WRECKED: dict[str, Any] = {"damage": 2}


def camp(**terms: Any) -> Camp:
    """With ten points in every purse."""
    return Camp(**{"purse": 10, **terms})


def status(camp: Camp, *ids: str) -> list[str]:
    return [camp[id].status for id in ids]


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


# ------------------------------------------------------------------------------------------------ the clerk's way


def test_what_is_damaged_goes_in_by_itself_and_is_fit_for_the_next_round() -> None:
    it = camp()
    it.fight(bears_1=DAMAGED)
    events = it.close_round()
    assert kinds(events) == [WorkshopEntered, WorkshopWorked]
    assert isinstance(events[1], WorkshopWorked)
    (work,) = events[1].works
    assert (work.vehicle, work.status, work.done, work.bays) == ("bears-1", "fit", ("weld",), ())
    assert (it["bears-1"].status, it["bears-1"].condition) == ("fit", {"damage": 0})
    assert (it.purse(), it["bears-1"].rounds_in_workshop) == (9, 1)


def test_a_wreck_goes_through_its_jobs_one_after_the_other_each_paid_as_it_begins() -> None:
    it = camp()
    it.fight(bears_1=WRECKED)
    seen = []
    for _ in range(3):
        it.close_round()
        one = it["bears-1"]
        seen.append(
            (one.status, one.condition["damage"], [(bay.job, bay.left, bay.paid) for bay in one.bays], it.purse())
        )
    assert seen == [
        ("workshop", 2, [("rebuild", 1, 3), ("weld", 1, None)], 7),
        ("workshop", 1, [("weld", 1, 1)], 6),
        ("fit", 0, [], 6),
    ]
    assert not it.close_round()


def test_no_more_go_in_than_there_are_slots_and_those_with_the_least_work_first() -> None:
    it = camp(slots=2)
    it.fight(bears_1=WRECKED, bears_2=DAMAGED, bears_3=DAMAGED, bears_4=DAMAGED)
    it.close_round()
    assert status(it, "bears-1", "bears-2", "bears-3", "bears-4") == ["wrecked", "fit", "fit", "damaged"]
    it.close_round()
    assert status(it, "bears-1", "bears-4") == ["workshop", "fit"]


def test_without_a_number_of_slots_everything_goes_in() -> None:
    it = camp(slots=0)
    it.fight(bears_1=DAMAGED, bears_2=DAMAGED, bears_3=DAMAGED, bears_4=DAMAGED)
    it.close_round()
    assert status(it, "bears-1", "bears-2", "bears-3", "bears-4") == ["fit"] * 4


def test_who_cannot_pay_waits_and_lets_the_next_by() -> None:
    it = camp(purse=1, slots=1)
    it.fight(bears_1=WRECKED, bears_2=DAMAGED)
    it.report(Prioritise(platoon="bears", order=("bears-1", "bears-2")), BOB)
    it.close_round()
    assert (status(it, "bears-1", "bears-2"), it.purse()) == (["wrecked", "fit"], 0)
    assert not it.close_round()
    it.pay(3)
    it.close_round()
    assert status(it, "bears-1") == ["workshop"]


def test_a_job_done_whose_next_one_nobody_can_pay_leaves_the_slot_free() -> None:
    it = camp(purse=3)
    it.fight(bears_1=WRECKED)
    it.close_round()
    it.close_round()
    assert (it["bears-1"].status, it["bears-1"].condition, it.purse()) == ("damaged", {"damage": 1}, 0)
    assert can_fight(service(it.season)["bears-1"])
    it.pay(1)
    it.close_round()
    assert it["bears-1"].status == "fit"


def test_a_die_that_fails_costs_a_round_and_no_points() -> None:
    it = camp(weld_needs=6)
    it.fight(bears_1=DAMAGED)
    rolls = []
    for _ in range(20):
        for event in it.close_round():
            if isinstance(event, WorkshopWorked):
                rolls += [roll for work in event.works for roll in work.rolls]
    questions = [roll.question for roll in rolls]
    assert questions == [f"round {n}/workshop/bears-1/weld" for n in range(1, len(rolls) + 1)]
    assert len(rolls) > 1  # the seed has it so
    assert [roll.numbers[0] >= 6 for roll in rolls] == [*[False] * (len(rolls) - 1), True]
    assert (it["bears-1"].status, it.purse(), it["bears-1"].rounds_in_workshop) == ("fit", 9, len(rolls))


def test_a_preview_stops_at_dice_that_have_not_fallen() -> None:
    it = camp(weld_needs=4)
    it.fight(bears_1=DAMAGED)
    with pytest.raises(Unfallen) as unfallen:
        it.close_round(FallenDice())
    assert (unfallen.value.question, unfallen.value.count) == ("round 1/workshop/bears-1/weld", 1)


def test_what_fights_is_not_touched_and_nothing_happens_for_platoons_that_left() -> None:
    it = camp()
    it.report(enlist("dogs"), BOB)
    it.count(it.muster("bears-1", "dogs-1", south="dogs"), bears_1=DAMAGED, dogs_1=DAMAGED)
    it.muster("bears-1", "cats-2")
    it.tell(Dropped(platoon="dogs"))
    assert not it.close_round()
    assert status(it, "bears-1", "dogs-1") == ["damaged", "damaged"]


def test_without_a_workshop_nothing_is_repaired() -> None:
    it = camp(workshop=False)
    it.fight(bears_1=DAMAGED)
    assert not it.close_round()
    assert it.refused(Repair(platoon="bears"), BOB).remedy


def test_a_workshop_that_closes_for_good_gives_back_what_it_held() -> None:
    it = camp()
    it.fight(bears_1=WRECKED)
    it.close_round()
    it.tell(Amended(round=2, terms={"workshop": False}))
    it.close_round()
    assert (it["bears-1"].status, it["bears-1"].condition) == ("wrecked", WRECKED)
    assert not it.close_round()


# --------------------------------------------------------------------------------------------------- corrections


def test_a_correction_leaves_what_was_mended_since() -> None:
    it = camp()
    battle = it.fight(bears_1=DAMAGED)
    it.close_round()
    it.count(battle, position=12, bears_1=DAMAGED)
    assert (it["bears-1"].status, it["bears-1"].condition) == ("fit", {"damage": 0})


def test_what_fights_elsewhere_by_now_is_as_it_was_whatever_is_corrected() -> None:
    """Also when all of them do, and nobody comes home from the corrected battle."""
    it = camp()
    battle = it.muster("bears-1", "cats-1")
    it.count(battle)
    it.muster("bears-1", "cats-1")
    it.count(battle, position=12, bears_1="lost", cats_1=DAMAGED)
    assert status(it, "bears-1", "cats-1") == ["fit", "fit"]


def test_a_vehicle_that_as_it_turns_out_took_no_harm_comes_out_fit() -> None:
    it = camp()
    battle = it.fight(bears_1=DAMAGED)
    it.report(Repair(platoon="bears"), BOB)
    it.count(battle, position=12)
    assert it["bears-1"].status == "workshop"
    it.close_round()
    assert (it["bears-1"].status, it["bears-1"].bays) == ("fit", ())


def test_one_of_those_that_is_held_back_meanwhile_is_fit_too() -> None:
    it = camp()
    battle = it.fight(bears_1=DAMAGED)
    it.report(Repair(platoon="bears"), BOB)
    it.count(battle, 10)
    it.report(Prioritise(platoon="bears", hold=("bears-1",)), BOB)
    assert status(it, "bears-1") == ["fit"]


def test_a_vehicle_that_as_it_turns_out_is_a_wreck_is_worked_on_as_one() -> None:
    it = camp()
    battle = it.fight(bears_1=DAMAGED)
    it.report(Repair(platoon="bears"), BOB)
    it.count(battle, position=12, bears_1=WRECKED)
    it.close_round()
    assert [(bay.job, bay.paid) for bay in it["bears-1"].bays] == [("rebuild", 3), ("weld", 1)]
    it.close_round()
    it.close_round()
    assert (it["bears-1"].status, it.purse()) == ("fit", 6)


def test_what_was_rebuilt_is_no_wreck_again_and_a_wreck_was_not_made_whole_by_a_weld() -> None:
    it = camp()
    battle = it.fight(bears_1=WRECKED, bears_2=DAMAGED)
    for _ in range(2):
        it.close_round()
    it.report(Prioritise(platoon="bears", hold=("bears-1",)), BOB)
    it.count(battle, position=12, bears_1=WRECKED, bears_2=WRECKED)
    assert status(it, "bears-1", "bears-2") == ["damaged", "wrecked"]
    assert (it["bears-1"].condition, it["bears-2"].condition) == (DAMAGED, WRECKED)
    it.report(Repair(platoon="bears", vehicles=("bears-2",)), BOB)
    it.report(Prioritise(platoon="bears", hold=("bears-2",)), BOB)
    assert it["bears-2"].status == "wrecked"


@pytest.mark.parametrize(("edition", "condition"), [("2", WRECKED), ("1", {"damage": 0})])
def test_what_was_rebuilt_and_is_lost_as_it_turns_out_is_kept_as_its_battle_left_it(
    edition: str, condition: dict[str, Any]
) -> None:
    """Not as new: it is gone. Corrected back, it is as the workshop left it."""
    it = camp(edition=edition)
    battle = it.fight(bears_1=WRECKED)
    for _ in range(3):
        it.close_round()
    assert it["bears-1"].status == "fit"
    it.count(battle, position=12, bears_1="lost")
    assert (it["bears-1"].status, it["bears-1"].condition) == ("lost", condition)
    it.count(battle, position=13, bears_1=WRECKED)
    assert (it["bears-1"].status, it["bears-1"].condition) == ("fit", {"damage": 0})


# ---------------------------------------------------------------------------------------------- the real rulebooks


@pytest.mark.parametrize(
    ("system", "model", "wreck"),
    [("panzer_strike", "Tiger", {"destroyed": True}), ("modern_age", "M1 Abrams", {"fate": "destroyed"})],
)
def test_a_wreck_of_every_rulebook_drives_again_and_the_log_keeps_it_as_it_was_told(
    system: str, model: str, wreck: dict[str, Any]
) -> None:
    it = Camp(empty=True)
    it.open(Open(name="Workshop", system=system, seed=SEED))
    for key, player in (("bears", BOB), ("cats", CAROL)):
        it.report(enlist(key, model, model), player)
    battle = it.muster()
    units = [
        UnitOutcome(id, side, "wrecked" if id == "bears-1" else "fit", wreck if id == "bears-1" else {})
        for side, forces in it.season.fixtures[battle].sides.items()
        for id in forces.vehicles
    ]
    outcome = Outcome(over=True, winner="south", units=tuple(units))
    it.report(ReportBattle(battle=battle, position=9, digest="ab" * 32, outcome=outcome), THE_CLERK)
    for _ in range(12):
        it.close_round()
    assert (it["bears-1"].status, jobs_of(it.season, it["bears-1"])) == ("fit", ())
    assert can_fight(service(it.season)["bears-1"])
    assert it.told == [as_stored(event) for event in it.told]
