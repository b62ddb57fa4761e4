"""Example 16 of the booklet, round by round: player A (the axis) goes first, the tank of player B is hit in round 5."""

from __future__ import annotations

from rules.systems.panzer_strike.announcements import Announced
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from rules.systems.panzer_strike.movement import Moved
from rules.systems.panzer_strike.repairs import RepairFinished, RepairStarted, RepairTicked
from rules.systems.panzer_strike.turns import RoundBegan, TurnBegan, TurnEnded
from tests.rules.panzer_strike.rounds import end_turn, firing, moving, shot, unit
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import happened

UNITS = {"a": ("Pz 38 t", "axis", "c3", "N"), "b": ("Jumbo", "allies", "c9", "S")}


def test_the_repair_sequence_of_the_tank_of_player_b() -> None:
    story = battle(FIELD, UNITS, phase="firing", round=5)
    b = unit(story, "b")

    # Round 5: an enemy shot damages its tracks.
    shot(story, "a", "b", "track").then(
        AccuracyRolled,
        happened(HitRolled, zone="tracks"),
        happened(PenetrationRolled, outcome="immobilised", final=5, armour=4),
    )
    firing(story, "allies", 5).when("allies", "start-repair b").refused("002 B6", "unit")

    # Round 8: repairs start, the timer at 5.
    moving(story, "allies", 8).when("allies", "move b F").refused("002 R35", "steps")
    firing(story, "allies", 8).when("allies", "start-repair b").then(happened(RepairStarted, timer=5))
    end_turn(story).then(TurnEnded, RoundBegan, TurnBegan)
    assert b.timer == 5

    # Round 10: the timer is at 3.
    end_turn(firing(story, "allies", 9)).then(happened(RepairTicked, timer=4), TurnEnded, RoundBegan, TurnBegan)
    end_turn(firing(story, "allies", 10)).then(happened(RepairTicked, timer=3), TurnEnded, RoundBegan, TurnBegan)

    # Round 11, player A: a shot interrupts the repairs, the timer goes back to 4. Player B: it is at 3 again.
    shot(firing(story, "axis", 11), "a", "b", "body").then(
        AccuracyRolled, happened(HitRolled, zone="front"), happened(PenetrationRolled, outcome="delayed", timer=4)
    )
    assert (b.timer, b.injured) == (4, False)
    end_turn(firing(story, "allies", 11)).then(happened(RepairTicked, timer=3), TurnEnded, RoundBegan, TurnBegan)

    # Round 13: the timer is at 1.
    moving(story, "axis", 14)
    assert b.timer == 1

    # Round 14: timer and marker come off.
    moving(story, "allies", 14).when("allies", "move b F").refused("002 B7", "steps")
    firing(story, "allies", 14).when("allies", "announce b a").refused("002 R52", "unit")
    end_turn(story).then(
        happened(RepairFinished, unit="b", mobility="mobile", timer=0), TurnEnded, RoundBegan, TurnBegan
    )

    # Round 15: it moves normally again, and fires.
    moving(story, "allies", 15).when("allies", "move b F,F").then(happened(Moved, square="c7", used=2))
    firing(story, "allies", 15).when("allies", "announce b a").then(Announced)
