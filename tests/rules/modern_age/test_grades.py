"""What the grade of a crew does in battle (house rule): nothing but where a campaign has agreed on it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.record import Table
from rules.stream.explain import explain
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.figures import initiative
from rules.systems.modern_age.movement import Moved
from rules.systems.modern_age.order import actors
from rules.systems.modern_age.repairs import RepairRolled
from rules.systems.modern_age.shooting.rerolls import AttackRerolled
from rules.upkeep import GRADES, Grade
from tests.rules.modern_age.duels import PLATOONS, dice_of, nation, until
from tests.rules.modern_age.musters import ace, in_turn, shooting, with_conditions
from tests.rules.modern_age.test_repairs import broken, offered
from tests.rules.modern_age.test_sheet import lines
from tests.rules.recordings import decided_again
from tests.rules.scenario import Story, happened


def crewed(effect: str, grade: Grade) -> dict[str, Any]:
    """The condition a campaign with that term musters a new model in."""
    return SYSTEM.upkeep.post({"grade_effect": effect}, grade, {})


def graded(effect: str, grade: Grade, shooter: str = "AMX-30", target: str = "T-64", **moves: int) -> Story:
    """`a`, with a crew of that grade, is to attack `t`; a Soviet tank stands by."""
    forces = ace(
        {"a": shooter}, {"t": target, "tank": "T-64"}, platoons=(PLATOONS[nation(shooter)], PLATOONS[nation(target)])
    )
    return until(shooting(with_conditions(forces, {"a": crewed(effect, grade)}), moves), "a")


# -- initiative --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("grade", "more"), [("green", 0), ("trained", 0), ("veteran", 1), ("ace", 2)])
def test_drill_makes_crews_quicker_in_every_phase(grade: Grade, more: int) -> None:
    story = graded("drill", grade)
    for phase in ("deployment", "movement", "shooting"):
        assert initiative(story.play, story.play.models["a"], phase) == story.play.models["a"].initiative + more


def test_a_quicker_crew_moves_later_and_shoots_earlier() -> None:
    """Two T-64 are tied but for the crew of one."""
    forces = ace({"m60": "M60 Patton"}, {"old": "T-64", "new": "T-64"})
    forces = with_conditions(forces, {"old": crewed("drill", "veteran")})
    story = in_turn(forces, Moved(unit="m60", moves=0), advantage="americans")
    assert [model.id for model in actors(story.play)] == ["new"]
    story.tell("soviets: stay new\nsoviets: stay old")
    assert [model.id for model in actors(story.play)] == ["old"]


# -- repairs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grade", ["trained", "veteran", "ace"])
def test_drill_gives_a_failed_repair_another_try(grade: Grade) -> None:
    story = broken("Damaged Engine", condition=crewed("drill", grade))
    story.when("americans", "repair m1 c1 dice=3").then(happened(RepairRolled, repaired=False, again=False))
    assert offered(story) == [("RollAdvantage", None), ("Repair", "c1")]
    story.when("americans", "repair m1 c1 dice=4").then(happened(RepairRolled, repaired=True, again=True))


def test_a_green_crew_has_one_try() -> None:
    story = broken("Damaged Engine", condition=crewed("both", "green")).tell("americans: repair m1 c1 dice=3")
    story.when("americans", "repair m1 c1 dice=6").refused("003 R38", "unit")


# -- gunnery -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("grade", "dice"), [("green", 4), ("veteran", 4), ("ace", 5)])
def test_an_ace_gunner_has_an_attack_die_more(grade: Grade, dice: int) -> None:
    dice_of(graded("gunnery", grade), "fire a t", dice)


@pytest.mark.parametrize(("grade", "may"), [("green", False), ("trained", False), ("veteran", True), ("ace", True)])
def test_a_veteran_gunner_re_rolls_an_attack_die(grade: Grade, may: bool) -> None:
    story = graded("gunnery", grade, a=1)
    dice = ",".join("1" * (5 if grade == "ace" else 4))
    story.tell(f"americans: fire a t dice={dice}")
    told = story.when("americans", "reroll a cards=b dice=4")
    rerolled = [event for event in told.events if isinstance(event, AttackRerolled)]
    assert [(event.hits, event.cards) for event in rerolled] == [(1, ("b",))] * may
    if not may:
        assert told._refused is not None


def test_gunners_do_not_man_the_machine_guns() -> None:
    """What no crew card changes, no grade changes: three dice against a helicopter (R27)."""
    story = graded("gunnery", "ace", "M1 Abrams", "Hind")
    dice_of(story, "fire a t", 3)


# -- where they come from, and where they are told ---------------------------------------------------------------------


@pytest.mark.parametrize("grade", GRADES)
def test_nothing_is_done_where_nothing_was_agreed_on(grade: Grade) -> None:
    for terms in ({}, {"grade_effect": "none"}):
        assert SYSTEM.upkeep.post(terms, grade, {"damage": 1, "skills": ["quick"]}) == {"damage": 1}


def test_both_are_what_each_does() -> None:
    assert crewed("both", "ace")["skills"] == [*crewed("drill", "ace")["skills"], *crewed("gunnery", "ace")["skills"]]
    assert crewed("both", "green") == {}


def test_everybody_sees_what_a_crew_has_learnt() -> None:
    story = graded("both", "ace")
    for side in ("", "americans", "soviets"):
        shown = lines(story, "a", side)
        assert {name: said for name, said in shown.items() if name.startswith("skill-")} == {
            "skill-mechanics": "tries a failed repair again",
            "skill-quicker": "initiative +2",
            "skill-aim": "re-rolls an attack die",
            "skill-gunnery": "attack +1",
        }
    assert not [name for name in lines(story, "t") if name.startswith("skill-")]


def test_a_skill_is_a_ground_of_initiative() -> None:
    story = graded("drill", "veteran")
    assert "units.a.skill-quick" in SYSTEM.grounds(story.play, "units.a.initiative-shooting")
    assert explain(story.history, "units.a.initiative-shooting", "").value == story.play.models["a"].initiative + 1


def test_a_skill_is_of_the_crew_and_no_battle_s_to_hand_on() -> None:
    story = graded("both", "ace")
    assert all("skills" not in unit.condition for unit in story.state.outcome().units)
    story.when("", "concede americans")
    assert all("skills" not in unit.condition for unit in story.state.outcome().units)


def test_a_battle_with_skills_is_decided_as_it_was() -> None:
    forces = with_conditions(ace({"m1": "M1 Abrams"}, {"t": "T-64"}), {"m1": crewed("both", "ace")})
    table = Table.open(forces)
    assert decided_again(table.entries) == table.entries
    assert msgspec.to_builtins(table.mustered.units[0].condition) == crewed("both", "ace")
