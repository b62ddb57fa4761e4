"""Crews repair their own tracks and wheels (R51 to R57, A12, A13, B6 to B8)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.contract import Feat
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from rules.systems.panzer_strike.movement import Moved
from rules.systems.panzer_strike.repairs import RepairFinished, RepairStarted, RepairStopped, RepairTicked
from rules.systems.panzer_strike.turns import MovementEnded, RoundBegan, TurnBegan, TurnEnded
from rules.systems.panzer_strike.turrets import Traversed
from tests.rules.panzer_strike.rounds import announce, end_turn, firing, moving, offered, picks, shot, unit
from tests.rules.panzer_strike.table import FIELD, battle
from tests.rules.scenario import Story, happened

UNITS = {"pz": ("Pz 38 t", "axis", "c3", "N"), "m4": ("Jumbo", "allies", "c9", "S")}
STUCK = {"m4": {"mobility": "immobilised"}}
SEMI = {"m4": {"mobility": "semi"}}


def hurt(turn: str = "allies", phase: str = "firing", **said: Any) -> Story:
    """The allies' tank has been immobilised before; it is round 1."""
    return battle(FIELD, UNITS, turn=turn, phase=phase, conditions=said.pop("conditions", STUCK), **said)


def reports(story: Story) -> list[str]:
    return [choice.command for choice in offered(story, "allies", "StartRepair", "StopRepair")]


# -- unhindered (R53) --------------------------------------------------------------------------------------------------


def test_unhindered_it_takes_five_rounds_and_drives_in_the_sixth() -> None:
    """R53: started in round n, markers off in n+5, mobile in n+6. A12: the timer counts down."""
    story = hurt()
    story.when("allies", "start-repair m4").then(happened(RepairStarted, unit="m4", timer=5))
    end_turn(story).then(TurnEnded, TurnBegan)
    assert unit(story, "m4").timer == 5
    for round, timer in ((2, 4), (3, 3), (4, 2), (5, 1)):
        told = end_turn(firing(story, "allies", round))
        told.then(happened(RepairTicked, unit="m4", timer=timer), TurnEnded, TurnBegan)
    moving(story, "allies", 6).when("allies", "move m4 F").refused("002 B7", "steps")
    end_turn(story).then(happened(RepairFinished, unit="m4", mobility="mobile", timer=0), TurnEnded, TurnBegan)
    moving(story, "allies", 7).when("allies", "move m4 F").then(happened(Moved, square="c8"))
    shot(firing(story, "allies", 7), "m4", "pz", "body").then(AccuracyRolled, HitRolled, PenetrationRolled)
    assert unit(story, "m4").feats[0].kind == "repair"


def test_the_timer_of_the_second_side_ticks_in_its_own_firing_phase() -> None:
    """A13, B8: at the end of it, whoever went first."""
    story = hurt(began="axis").tell("allies: start-repair m4")
    end_turn(story).then(TurnEnded, RoundBegan, TurnBegan)
    end_turn(story).then(TurnEnded, TurnBegan)
    story.when("allies", "end-movement allies").then(MovementEnded)
    assert unit(story, "m4").timer == 5
    story.when("allies", "end-turn allies").then(happened(RepairTicked, timer=4), TurnEnded, RoundBegan, TurnBegan)


def test_repairs_begun_in_an_earlier_battle_go_on() -> None:
    story = hurt(conditions={"m4": {"mobility": "immobilised", "timer": 2}})
    assert reports(story) == ["StopRepair"]
    end_turn(story).then(happened(RepairTicked, timer=1), TurnEnded, TurnBegan)
    end_turn(firing(story, "allies", 2)).then(happened(RepairFinished, mobility="mobile"), TurnEnded, TurnBegan)


def test_each_vehicle_has_a_timer_of_its_own() -> None:
    units = UNITS | {"m4-2": ("Sherman", "allies", "e9", "S")}
    both = {"m4": {"mobility": "immobilised"}, "m4-2": {"mobility": "immobilised", "timer": 1}}
    story = battle(FIELD, units, turn="allies", phase="firing", conditions=both).tell("allies: start-repair m4")
    end_turn(story).then(happened(RepairFinished, unit="m4-2"), TurnEnded, TurnBegan)
    assert [unit(story, id).mobility for id in ("m4", "m4-2")] == ["immobilised", "mobile"]


# -- who may start, and when (R51, R57, B6) ----------------------------------------------------------------------------


def test_only_what_is_hurt_is_repaired() -> None:
    story = hurt(conditions={})
    story.when("allies", "start-repair m4").refused("002 R51", "unit")
    story.when("allies", "stop-repair m4").refused("002 R54", "unit")
    assert reports(story) == []


def test_repairs_are_of_the_firing_phase() -> None:
    story = hurt(phase="movement")
    story.when("allies", "start-repair m4").refused("002 R51")
    assert reports(story) == []
    firing(story, "allies", 1)
    assert reports(story) == ["StartRepair"]
    story.when("axis", "start-repair m4").refused("battle", "by")


@pytest.mark.parametrize("began", ["axis", "allies"])
def test_they_start_in_the_round_after_the_hit_at_the_earliest(began: str) -> None:
    """B6, whoever goes first: hit in round 3, repaired from round 4."""
    story = battle(FIELD, UNITS, turn="axis", phase="firing", round=3, began=began)
    shot(story, "pz", "m4", "track").then(AccuracyRolled, HitRolled, happened(PenetrationRolled, outcome="immobilised"))
    if began == "axis":
        firing(story, "allies", 3).when("allies", "start-repair m4").refused("002 B6", "unit")
        assert reports(story) == []
    firing(story, "allies", 4).when("allies", "start-repair m4").then(RepairStarted)


def test_a_friend_s_hit_counts_as_well() -> None:
    """B18, B6."""
    units = UNITS | {"wolverine": ("Wolverine M10", "allies", "c15", "S"), "pz-2": ("Pz 38 t", "axis", "c6", "N")}
    story = battle(FIELD, units, turn="allies", phase="firing")
    story.tell("allies: announce wolverine pz-2 ruler=5 cover=m4")
    struck = story.when("allies", "fire wolverine accuracy=5,0 hit=track penetration=0")
    struck.then(
        happened(AccuracyRolled, result="obstacle", victim="m4"),
        HitRolled,
        happened(PenetrationRolled, outcome="immobilised"),
    )
    story.when("allies", "start-repair m4").refused("002 B6", "unit")


def test_an_injured_crew_repairs_nothing() -> None:
    """R57."""
    story = hurt(conditions={"m4": {"mobility": "immobilised", "injured": True}})
    story.when("allies", "start-repair m4").refused("002 R57", "unit")
    assert reports(story) == []


def test_repairs_are_made_instead_of_firing() -> None:
    """R51."""
    story = hurt()
    shot(story, "m4", "pz", "track")
    story.when("allies", "start-repair m4").refused("002 R51", "unit")
    assert reports(story) == []


def test_until_the_first_die_a_crew_may_repair_instead_of_what_was_announced() -> None:
    """R16: what was announced stands only once a die has fallen."""
    units = UNITS | {"m4-2": ("Sherman", "allies", "e9", "S")}
    story = announce(battle(FIELD, units, turn="allies", phase="firing", conditions=STUCK), "m4", "pz")
    story.when("allies", "start-repair m4").then(RepairStarted)
    assert unit(story, "m4").aim is None
    end_turn(story).then(TurnEnded, TurnBegan)
    story = announce(battle(FIELD, units, turn="allies", phase="firing", conditions=STUCK), "m4", "pz")
    shot(story, "m4-2", "pz", "track", -1)
    story.when("allies", "start-repair m4").refused("002 R51", "unit")


def test_nobody_repairs_a_wreck() -> None:
    units = UNITS | {"m4-2": ("Sherman", "allies", "e9", "S"), "tiger": ("Tiger", "axis", "e3", "N")}
    story = battle(FIELD, units, phase="firing", conditions={"m4-2": {"mobility": "immobilised"}})
    shot(story, "tiger", "m4-2", "body", 0)
    firing(story, "allies", 2).when("allies", "start-repair m4-2").refused("002 R30", "unit")
    story.when("allies", "start-repair m5").refused("002 R1", "unit")


def test_a_semi_immobilised_vehicle_that_turned_repairs_instead_of_firing() -> None:
    """B7: it may have moved before."""
    story = hurt(phase="movement", conditions=SEMI, semi_immobilised=True).tell("allies: move m4 R+")
    firing(story, "allies", 1).when("allies", "start-repair m4").then(RepairStarted)


# -- while the timer stands (R52, B7) ----------------------------------------------------------------------------------


def test_while_the_timer_stands_it_neither_fires_nor_moves_and_starts_nothing_anew() -> None:
    story = hurt(conditions=SEMI, semi_immobilised=True).tell("allies: start-repair m4")
    story.when("allies", "announce m4 pz").refused("002 R52", "unit")
    story.when("allies", "start-repair m4").refused("002 R51", "unit")
    assert reports(story) == ["StopRepair"]
    moving(story, "allies", 2).when("allies", "move m4 R+").refused("002 B7", "steps")
    firing(story, "allies", 2).when("allies", "announce m4 pz").refused("002 R52", "unit")


def test_the_turret_of_an_immobilised_vehicle_turns() -> None:
    """R35."""
    story = hurt(phase="movement")
    story.when("allies", "traverse m4 SE").then(happened(Traversed, turret=315))


# -- given up (R54, R55) -----------------------------------------------------------------------------------------------


def test_repairs_given_up_are_of_no_use() -> None:
    story = hurt().tell("allies: start-repair m4")
    firing(story, "allies", 4).when("allies", "stop-repair m4").then(happened(RepairStopped, fires_from=5))
    story.when("allies", "announce m4 pz").refused("002 R55", "unit")
    story.when("allies", "start-repair m4").refused("002 R54", "unit")
    assert reports(story) == []
    end_turn(story).then(TurnEnded, TurnBegan)
    assert (unit(story, "m4").timer, unit(story, "m4").mobility) == (0, "immobilised")
    shot(firing(story, "allies", 5), "m4", "pz", "body", 0).then(AccuracyRolled, HitRolled, PenetrationRolled)


def test_they_start_again_at_five() -> None:
    story = hurt().tell("allies: start-repair m4")
    firing(story, "allies", 4).tell("allies: stop-repair m4")
    firing(story, "allies", 5).when("allies", "start-repair m4").then(happened(RepairStarted, timer=5))
    end_turn(story).then(TurnEnded, TurnBegan)
    end_turn(firing(story, "allies", 6)).then(happened(RepairTicked, timer=4), TurnEnded, TurnBegan)


def test_repairs_are_given_up_in_the_firing_phase() -> None:
    story = hurt().tell("allies: start-repair m4")
    moving(story, "allies", 2).when("allies", "stop-repair m4").refused("002 R54")


# -- option 7 (R56, B7) ------------------------------------------------------------------------------------------------


def repaired_once(**said: Any) -> Story:
    """The last Firing Phase of the first of two cycles."""
    last = {"m4": {"mobility": "immobilised", "timer": 1}}
    return hurt(conditions=last, semi_immobilised=True, **said)


def test_one_cycle_makes_it_semi_immobilised() -> None:
    """R56."""
    story = repaired_once()
    end_turn(story).then(happened(RepairFinished, mobility="semi", timer=0), TurnEnded, TurnBegan)
    story = moving(story, "allies", 2).tell("allies: move m4 R+\nallies: traverse m4 S")
    shot(firing(story, "allies", 2), "m4", "pz", "body", 0).then(AccuracyRolled, HitRolled, PenetrationRolled)


def test_the_timer_may_go_straight_back_to_five() -> None:
    """R56: and the second cycle makes it mobile, five rounds on."""
    story = repaired_once()
    end_turn(story, again="m4").then(happened(RepairFinished, mobility="semi", timer=5), TurnEnded, TurnBegan)
    for round, timer in ((2, 4), (3, 3), (4, 2), (5, 1)):
        told = end_turn(firing(story, "allies", round))
        told.then(happened(RepairTicked, timer=timer), TurnEnded, TurnBegan)
    end_turn(firing(story, "allies", 6)).then(
        happened(RepairFinished, mobility="mobile", timer=0), TurnEnded, TurnBegan
    )
    assert unit(story, "m4").feats == [Feat("repair", feat.report) for feat in unit(story, "m4").feats]
    assert len(unit(story, "m4").feats) == 2


def test_a_semi_immobilised_vehicle_is_mobile_after_one_cycle() -> None:
    """B7."""
    story = hurt(conditions=SEMI, semi_immobilised=True).tell("allies: start-repair m4")
    firing(story, "allies", 6)
    end_turn(story).then(happened(RepairFinished, mobility="mobile", timer=0), TurnEnded, TurnBegan)


def test_who_goes_straight_on_is_asked_when_a_first_cycle_ends() -> None:
    units = UNITS | {f"m4-{n}": ("Sherman", "allies", f"{'efgh'[n]}9", "S") for n in range(4)}
    conditions = {
        "m4": {"mobility": "immobilised", "timer": 1},
        "m4-0": {"mobility": "immobilised", "timer": 2},
        "m4-1": {"mobility": "semi", "timer": 1},
        "m4-2": {"mobility": "immobilised"},
        "m4-3": {"mobility": "immobilised", "timer": 1},
    }
    story = battle(FIELD, units, turn="allies", phase="firing", conditions=conditions, semi_immobilised=True)
    (end,) = offered(story, "allies", "EndTurn")
    assert picks(end, "again") == ["m4", "m4-3"]
    for wrong in ("m4-0", "m4-1", "m4-2", "pz", "m5", "m4,m4"):
        story.when("allies", f"end-turn allies again={wrong}").refused("002 R56", "again")
    end_turn(story, again="m4-3").then(
        happened(RepairFinished, unit="m4", mobility="semi", timer=0),
        happened(RepairTicked, unit="m4-0", timer=1),
        happened(RepairFinished, unit="m4-1", mobility="mobile", timer=0),
        happened(RepairFinished, unit="m4-3", mobility="semi", timer=5),
        TurnEnded,
        TurnBegan,
    )


def test_without_option_7_there_is_no_second_cycle() -> None:
    story = hurt(conditions={"m4": {"mobility": "immobilised", "timer": 1}})
    (end,) = offered(story, "allies", "EndTurn")
    assert end.fields == ()
    story.when("allies", "end-turn allies again=m4").refused("002 R56", "again")


def test_a_recovery_vehicle_repairs_its_own_tracks_with_the_ordinary_timer() -> None:
    """R62."""
    units = UNITS | {"arv": ("M32 ARV (recovery)", "allies", "e9", "S")}
    story = battle(FIELD, units, turn="allies", phase="firing", conditions={"arv": {"mobility": "immobilised"}})
    story.when("allies", "start-repair arv").then(happened(RepairStarted, unit="arv", timer=5))
    end_turn(firing(story, "allies", 6)).then(happened(RepairFinished, unit="arv"), TurnEnded, TurnBegan)
