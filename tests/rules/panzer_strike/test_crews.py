"""What seasoned crews do better (house): gunners, and repairs of a vehicle's own crew; only where the terms say so."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules import visibility
from rules.contract import UnitView
from rules.reports import StatusReported
from rules.systems.panzer_strike import SYSTEM
from rules.systems.panzer_strike.aftermath import Assessed
from rules.systems.panzer_strike.damage import WHAT, harm
from rules.systems.panzer_strike.fire import AccuracyRolled
from rules.systems.panzer_strike.hits import HitRolled, PenetrationRolled
from rules.systems.panzer_strike.recovery import RecoveryBegan
from rules.systems.panzer_strike.repairs import RepairFinished, RepairStarted
from rules.upkeep import GRADES, Grade
from tests.rules.panzer_strike.shots import duel, unit
from tests.rules.panzer_strike.table import FIELD, battle, play
from tests.rules.panzer_strike.table import muster as forces
from tests.rules.scenario import Story, happened

TANKS = {"tiger": ("Tiger", "axis", "c3", "N"), "m4": ("Sherman", "allies", "c8", "S")}


def learned(what: str, grade: Grade) -> dict[str, Any]:
    """What a brand new vehicle is mustered with whose crew has that grade."""
    return SYSTEM.upkeep.post({"crew_grades": what}, grade, {})


def fired(condition: dict[str, Any], **options: Any) -> Story:
    """A Tiger that is about to fire at a Sherman at range 6, which takes a 6 on its dice."""
    return duel("Tiger", "Sherman", range=6, conditions={"firer": condition}, **options)


def repairing(condition: dict[str, Any], mobility: str = "immobilised", **options: Any) -> Story:
    """The Tiger's Firing Phase, its tracks hit in a battle before."""
    told = {"tiger": condition | {"mobility": mobility}}
    return battle(FIELD, TANKS, phase="firing", conditions=told, **options)


def facts(story: Story, id: str) -> dict[str, str]:
    """Lines of a unit's sheet, in words."""
    (view,) = (one for one in visibility.see(story.state, "").units if one.id == id)
    assert isinstance(view, UnitView)
    return {fact.name: getattr(fact.value, "text", lambda value=fact.value: str(value))() for fact in view.facts}


# -- what the terms say ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "conditions"),
    [
        ("none", [{}, {}, {}, {}]),
        ("repairs", [{}, {"haste": 1}, {"haste": 1}, {"haste": 2}]),
        ("gunnery", [{}, {}, {"gunnery": 1}, {"gunnery": 1}]),
        ("both", [{}, {"haste": 1}, {"gunnery": 1, "haste": 1}, {"gunnery": 1, "haste": 2}]),
    ],
)
def test_the_table_of_grades(what: str, conditions: list[dict[str, int]]) -> None:
    assert [learned(what, grade) for grade in GRADES] == conditions


def test_by_default_grades_do_nothing() -> None:
    assert WHAT[0] == "none"
    for grade in GRADES:
        assert SYSTEM.upkeep.post({}, grade, {}) == {}


def test_a_new_crew_knows_nothing_of_what_the_last_one_had_learned() -> None:
    old = learned("both", "ace") | {"mobility": "semi"}
    assert SYSTEM.upkeep.post({"crew_grades": "both"}, "green", old) == {"mobility": "semi"}
    assert SYSTEM.upkeep.post({"crew_grades": "none"}, "ace", old) == {"mobility": "semi"}


def test_what_a_battle_leaves_of_a_vehicle_is_nothing_its_crew_knows() -> None:
    state = play(forces(conditions={"tiger": learned("both", "ace")}))
    assert (state.units["tiger"].gunnery, state.units["tiger"].haste) == (1, 2)
    assert not {"gunnery", "haste"} & set(SYSTEM.outcome(state).units[1].condition)


# -- gunners -----------------------------------------------------------------------------------------------------------


def test_a_veteran_s_dice_count_one_more() -> None:
    """Five on the dice is a miss at range 6, and a hit of veterans."""
    fired({}).when("axis", "fire firer accuracy=2,3").then(happened(AccuracyRolled, total=5, needed=6, result="miss"))
    story = fired(learned("gunnery", "veteran"))
    told = story.when("axis", "fire firer accuracy=2,3 hit=body penetration=0")
    told.then(happened(AccuracyRolled, total=6, needed=6, result="hit"), HitRolled, PenetrationRolled)
    assert "2 + 3 + 1 (crew) = 6, needs 6: a hit" in SYSTEM.narrate(told.events[0]).text()


def test_others_fire_as_ever() -> None:
    for condition in (learned("gunnery", "trained"), learned("repairs", "ace"), {}):
        story = fired(condition)
        told = story.when("axis", "fire firer accuracy=2,3")
        told.then(happened(AccuracyRolled, total=5, result="miss"))
        assert "(crew)" not in SYSTEM.narrate(told.events[0]).text()


def test_it_counts_behind_cover_as_the_dice_do() -> None:
    """R21: as much as the range strikes the cover, one more the target."""
    for condition, accuracy, result in (
        ({}, "3,3", "obstacle"),
        (learned("gunnery", "ace"), "2,3", "obstacle"),
        (learned("gunnery", "ace"), "3,3", "hit"),
    ):
        story = fired(condition, aim={"cover": "terrain"})
        told = story.when("axis", f"fire firer accuracy={accuracy}")
        assert told.events[0].result == result  # type: ignore[attr-defined]


def test_the_sheet_says_what_a_gunner_adds() -> None:
    assert facts(fired(learned("both", "veteran")), "firer")["gunnery"] == "+1"
    assert "gunnery" not in facts(fired({}), "firer")
    units = {"berge": ("Bergepanther (recovery)", "axis", "c3", "N"), "m4": TANKS["m4"]}
    unarmed = battle(FIELD, units, conditions={"berge": learned("both", "ace")})
    assert "gunnery" not in facts(unarmed, "berge")


# -- repairs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("grade", "timer"), [("green", 5), ("trained", 4), ("veteran", 4), ("ace", 3)])
def test_a_seasoned_crew_has_its_tracks_repaired_sooner(grade: Grade, timer: int) -> None:
    story = repairing(learned("repairs", grade))
    story.when("axis", "start-repair tiger").then(happened(RepairStarted, timer=timer))
    shown = facts(story, "tiger")
    assert shown["timer"] == str(timer)
    assert shown.get("haste") == (None if grade == "green" else f"timer starts at {timer}")


def test_so_is_the_second_cycle_of_option_7() -> None:
    story = repairing(learned("repairs", "ace") | {"timer": 1}, semi_immobilised=True)
    told = story.when("axis", "end-turn axis again=tiger")
    finished = next(event for event in told.events if isinstance(event, RepairFinished))
    assert (finished.mobility, finished.timer) == ("semi", 3)


def test_hits_delay_an_ace_up_to_three() -> None:
    """R60, R61: up to where its timer starts; what stood higher in a battle before stays."""
    story = repairing(learned("repairs", "ace")).and_then(RepairStarted(unit="tiger", timer=2))
    tiger = unit(story, "tiger")
    assert harm(story.play, tiger, "front", 1, 10) == ("delayed", 3)
    assert harm(story.play, tiger, "tracks", 9, 6) == ("reset", 3)
    tiger.timer = 3
    assert harm(story.play, tiger, "front", 1, 10) == ("delayed", 3)
    tiger.timer = 5
    assert harm(story.play, tiger, "front", 1, 10) == ("delayed", 5)


def test_the_clerk_counts_what_such_a_crew_has_left() -> None:
    for condition, rounds in (({}, 10), (learned("repairs", "trained"), 8), (learned("repairs", "ace"), 6)):
        story = repairing(condition, semi_immobilised=True).tell("allies: concede allies")
        for side in story.state.muster.sides:
            position, digest = story.state.fought
            story.tell(f"{side}: confirm {side} position={position} digest={digest}")
        story.when("clerk", "assess tiger").then(happened(Assessed, rounds=rounds))


def test_a_recovery_vehicle_is_none_the_faster() -> None:
    units = {"berge": ("Bergepanther (recovery)", "axis", "c4", "S", "S"), **TANKS}
    told = {"tiger": {"mobility": "immobilised"}, "berge": learned("both", "ace")}
    story = battle(FIELD, units, phase="firing", conditions=told)
    story.when("axis", "recover berge tiger").then(happened(RecoveryBegan, rounds=2))


# -- declared ----------------------------------------------------------------------------------------------------------


def test_what_a_crew_has_learned_is_not_for_a_battle_to_change() -> None:
    """It is the muster's: a status that is reported leaves it as it is."""
    story = fired(learned("both", "ace"))
    state = story.play
    SYSTEM.evolve(state, StatusReported(unit="firer", condition={"mobility": "semi", "gunnery": 0}))
    assert (state.units["firer"].mobility, state.units["firer"].gunnery) == ("semi", 1)
    assert not {path for path in SYSTEM.facts if path.endswith(("gunnery", "haste"))}


def test_no_crew_is_better_than_an_ace() -> None:
    for condition in ({"gunnery": 2}, {"haste": 3}, {"haste": -1}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(condition, SYSTEM.condition)
