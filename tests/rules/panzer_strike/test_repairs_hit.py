"""Hits on a vehicle whose crew repairs it (R58 to R61, A13, A14, A16, B7, B18)."""

from __future__ import annotations

import pytest

from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from rules.systems.panzer_strike.repairs import RepairFinished, RepairTicked
from rules.systems.panzer_strike.turns import RoundBegan, TurnBegan, TurnEnded
from tests.rules.panzer_strike.rounds import end_turn, firing, miss, moving, shot, unit
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Happened, Story, happened

UNITS = {"panther": ("Panther", "axis", "c3", "N"), "m4": ("Jumbo", "allies", "c9", "S")}
SHOT = (AccuracyRolled, HitRolled)


def repairing(timer: int, mobility: str = "immobilised", firer: str = "Panther", **options: bool) -> Story:
    """The crew of the Jumbo is at work; the axis, at range 3, goes first in round 1 and is about to fire."""
    units = UNITS | {"panther": (firer, "axis", "c3", "N")}
    conditions = {"m4": {"mobility": mobility, "timer": timer}}
    return battle(FIELD, units, phase="firing", conditions=conditions, **options)


def came_of_it(outcome: str, timer: int, **fields: int) -> Happened:
    return happened(PenetrationRolled, victim="m4", outcome=outcome, timer=timer, **fields)


@pytest.mark.parametrize(("before", "after"), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 5)])
def test_a_hit_that_does_not_penetrate_adds_one_up_to_five(before: int, after: int) -> None:
    """R60, A14."""
    story = repairing(before)
    shot(story, "panther", "m4", "body", -1).then(*SHOT, came_of_it("delayed", after, final=12, armour=14))
    assert unit(story, "m4").timer == after


@pytest.mark.parametrize(("before", "after"), [(2, 3), (5, 5)])
def test_a_hull_barely_penetrated_adds_one_and_injures_nobody(before: int, after: int) -> None:
    """R58, R60, A16: as in Example 9, but the crew is outside."""
    story = repairing(before)
    shot(story, "panther", "m4", "body", 1).then(*SHOT, came_of_it("delayed", after, final=14, armour=14))
    assert (unit(story, "m4").timer, unit(story, "m4").injured, unit(story, "m4").life) == (after, False, "active")


def test_not_even_a_second_one_destroys_it() -> None:
    """R58: R31 is about crews inside."""
    units = UNITS | {"panther-2": ("Panther", "axis", "b3", "N")}
    story = battle(FIELD, units, phase="firing", conditions={"m4": {"mobility": "immobilised", "timer": 2}})
    story.tell("axis: announce panther m4\naxis: announce panther-2 m4")
    for firer, timer in (("panther", 3), ("panther-2", 4)):
        told = story.when("axis", f"fire {firer} accuracy=5,5 hit=body penetration=1")
        told.then(*SHOT, came_of_it("delayed", timer))
    assert unit(story, "m4").life == "active"


def test_a_hull_penetrated_is_destroyed_as_usual() -> None:
    """R59."""
    story = repairing(3)
    shot(story, "panther", "m4", "body", 2).then(*SHOT, came_of_it("destroyed", 0, final=15))
    assert (unit(story, "m4").life, unit(story, "m4").timer) == ("destroyed", 0)


@pytest.mark.parametrize("before", [1, 3, 5])
def test_tracks_penetrated_set_the_timer_to_five(before: int) -> None:
    """R61."""
    story = repairing(before)
    shot(story, "panther", "m4", "track").then(*SHOT, came_of_it("reset", 5, armour=4))
    assert (unit(story, "m4").timer, unit(story, "m4").mobility) == (5, "immobilised")
    end_turn(firing(story, "allies", 1)).then(happened(RepairTicked, timer=4), TurnEnded, RoundBegan, TurnBegan)


def test_tracks_that_hold_add_one() -> None:
    """A14: any hit that does not penetrate."""
    story = repairing(2, firer="Pz 38 t")
    shot(story, "panther", "m4", "track", -3).then(*SHOT, came_of_it("delayed", 3, final=2, armour=4))


def test_a_miss_does_nothing() -> None:
    """A14."""
    story = repairing(2)
    miss(story, "panther", "m4").then(happened(AccuracyRolled, result="miss"))
    assert unit(story, "m4").timer == 2


@pytest.mark.parametrize("mobility", ["semi", "immobilised"])
def test_a_semi_immobilised_vehicle_is_immobilised_by_it(mobility: str) -> None:
    """B7: with the timer at 5; and the crew works on."""
    story = repairing(2, mobility=mobility, semi_immobilised=True)
    shot(story, "panther", "m4", "track").then(*SHOT, came_of_it("reset", 5))
    assert (unit(story, "m4").mobility, unit(story, "m4").timer) == ("immobilised", 5)
    moving(story, "allies", 5)
    assert unit(story, "m4").timer == 1
    end_turn(firing(story, "allies", 5)).then(
        happened(RepairFinished, mobility="semi"), TurnEnded, RoundBegan, TurnBegan
    )


def test_a_hit_before_the_owner_s_turn_delays_the_end_by_a_round() -> None:
    """A13, B8: the timer stood at 1 when the round began, and at 2 in the owner's Firing Phase."""
    story = repairing(1)
    shot(story, "panther", "m4", "body", 0).then(*SHOT, came_of_it("delayed", 2))
    end_turn(firing(story, "allies", 1)).then(happened(RepairTicked, timer=1), TurnEnded, RoundBegan, TurnBegan)
    end_turn(firing(story, "allies", 2)).then(
        happened(RepairFinished, mobility="mobile"), TurnEnded, RoundBegan, TurnBegan
    )


def test_a_hit_after_the_owner_s_last_firing_phase_comes_too_late() -> None:
    """B8: the marker came off at the end of that phase; the vehicle is hit as any other."""
    conditions = {"m4": {"mobility": "immobilised", "timer": 1}}
    story = battle(FIELD, UNITS, turn="allies", phase="firing", conditions=conditions)
    end_turn(story).then(RepairFinished, TurnEnded, TurnBegan)
    shot(firing(story, "axis", 1), "panther", "m4", "body", 1).then(*SHOT, came_of_it("injured", 0))


@pytest.mark.parametrize("hit", ["body", "track"])
def test_in_the_starting_round_a_hit_changes_nothing_where_the_owner_goes_first(hit: str) -> None:
    """A14: the timer stands at 5 already, and ticks in the next round."""
    story = battle(FIELD, UNITS, turn="allies", phase="firing", conditions={"m4": {"mobility": "immobilised"}}).tell(
        "allies: start-repair m4"
    )
    shot(firing(story, "axis", 1), "panther", "m4", hit, 0)
    assert unit(story, "m4").timer == 5
    end_turn(firing(story, "allies", 2)).then(happened(RepairTicked, timer=4), TurnEnded, TurnBegan)


def test_the_hit_of_a_friend_counts_as_well() -> None:
    """B18: a Wolverine fires past it at a tank behind, and the sum is that of the range."""
    units = {
        "wolverine": ("Wolverine M10", "allies", "c15", "S"),
        "m4": ("Jumbo", "allies", "c9", "N"),
        "pz": ("Pz 38 t", "axis", "c6", "N"),
    }
    conditions = {"m4": {"mobility": "immobilised", "timer": 2}}
    story = battle(FIELD, units, turn="allies", phase="firing", conditions=conditions)
    story.tell("allies: announce wolverine pz ruler=5 cover=m4")
    story.when("allies", "fire wolverine accuracy=5,0 hit=body penetration=0").then(
        happened(AccuracyRolled, result="obstacle", victim="m4"), HitRolled, came_of_it("delayed", 3)
    )
    end_turn(story).then(happened(RepairTicked, timer=2), TurnEnded, TurnBegan)
