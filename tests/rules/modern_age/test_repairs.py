"""Repairs, and what cards give those that fail another try for (R38.3, R7, R8)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import visibility
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.cards.use import CardUsed
from rules.systems.modern_age.movement import Moved
from rules.systems.modern_age.repairs import RepairRolled
from rules.systems.modern_age.shooting.fire import FireHeld
from rules.systems.modern_age.state import Attached, Wound
from rules.systems.modern_age.turns import AdvantageRolled, PhaseBegan
from tests.rules.modern_age.musters import ace, in_turn, shooting, with_conditions
from tests.rules.modern_age.objectives import next_turn
from tests.rules.scenario import Story, happened


def broken(
    *criticals: str,
    cards: tuple[str, ...] = (),
    moves: int = 0,
    face_up: bool = True,
    side: str = "americans",
    condition: dict[str, Any] | None = None,
) -> Story:
    """The Command Phase of turn 1; the model of that side has these cards, and these critical cards on it; it came in
    that condition."""
    americans, soviets = {"m1": "M1 Abrams"}, {"t64": "T-64"}
    unit = "m1" if side == "americans" else "t64"
    forces = with_conditions(ace(americans, soviets, {unit: cards}), {unit: condition or {}})
    story = shooting(forces, moves={unit: moves})
    model = story.play.models[unit]
    for number, card in enumerate(criticals, 1):
        model.criticals[f"c{number}"] = Attached(f"c{number}", Wound(card, True, ""))
    model.last_critical = len(criticals)
    for card in model.cards.values():
        card.face_up = face_up
    for other in ("m1", "t64"):
        story.and_then(FireHeld(unit=other))
    return story.and_then(PhaseBegan(phase="command", turn=1))


def offered(story: Story, side: str = "americans") -> list[tuple[str, object]]:
    wanted = ("Repair", "SkipRepair", "RollAdvantage")
    choices = visibility.legal(story.state, side)
    return [(choice.command, choice.given.get("critical")) for choice in choices if choice.command in wanted]


TOOLS, COURAGE, OSINOV = "Tool Kit", "Liquid Courage", "Sergey Osinov"


@pytest.mark.parametrize(
    ("card", "critical"),
    [
        (TOOLS, "Jammed Mechanisms"),
        (TOOLS, "Damaged Engine"),
        (TOOLS, "Damaged Mobility"),
        (COURAGE, "Bailed Out"),
        (COURAGE, "Shell Shocked"),
        (COURAGE, "Stunned Crew"),
    ],
)
def test_a_card_gives_a_failed_repair_another_try(card: str, critical: str) -> None:
    story = broken(critical, cards=(card,))
    assert offered(story) == [("Repair", None), ("SkipRepair", None)]
    story.when("americans", "repair m1 c1 dice=3").then(happened(RepairRolled, repaired=False, again=False))
    assert offered(story) == [("RollAdvantage", None), ("Repair", "c1")]
    assert offered(story, "soviets") == [("RollAdvantage", None)]
    (rolled,) = story.when("americans", "repair m1 c1").events
    assert isinstance(rolled, RepairRolled)
    assert (rolled.again, rolled.roll.question) == (True, "t1/command/m1/repair/again")
    assert ("c1" in story.play.models["m1"].criticals) is not rolled.repaired
    assert offered(story) == [("RollAdvantage", None)]


@pytest.mark.parametrize(("card", "critical"), [(TOOLS, "Bailed Out"), (COURAGE, "Damaged Engine")])
def test_it_has_to_be_one_the_card_names(card: str, critical: str) -> None:
    story = broken(critical, cards=(card,)).tell("americans: repair m1 c1 dice=3")
    story.when("americans", "repair m1 c1 dice=6").refused("003 R38", "unit")


def test_a_die_is_re_rolled_once() -> None:
    story = broken("Damaged Engine", cards=(TOOLS,)).tell(
        "americans: repair m1 c1 dice=3\namericans: repair m1 c1 dice=2"
    )
    story.when("americans", "repair m1 c1 dice=6").refused("003 R38", "unit")
    story.when("soviets", "roll-advantage dice=1,2").then(AdvantageRolled, PhaseBegan)


def test_the_try_is_for_what_failed() -> None:
    story = broken("Damaged Engine", "Damaged Mobility", cards=(TOOLS,)).tell("americans: repair m1 c2 dice=1")
    story.when("americans", "repair m1 c1 dice=6").refused("003 R38", "critical")
    story.when("americans", "repair m1 c2 dice=4").then(happened(RepairRolled, critical="c2", repaired=True))
    story.when("americans", "repair m1 c1 dice=6").refused("003 R38", "unit")


def test_a_success_is_not_tried_again() -> None:
    story = broken("Damaged Engine", "Damaged Mobility", cards=(TOOLS,)).tell("americans: repair m1 c2 dice=4")
    story.when("americans", "repair m1 c1 dice=6").refused("003 R38", "unit")


def test_who_skips_has_nothing_to_try_again() -> None:
    story = broken("Damaged Engine", cards=(TOOLS,)).tell("americans: skip-repair m1")
    story.when("americans", "repair m1 c1 dice=6").refused("003 R38", "unit")


def test_a_card_face_down_is_turned_up_first() -> None:
    """Nobody waits for it: Advantage may be rolled before."""
    story = broken("Damaged Engine", cards=(TOOLS,), face_up=False).tell("americans: repair m1 c1 dice=3")
    story.when("americans", "repair m1 c1 dice=6").refused("003 R38", "unit")
    assert offered(story) == [("RollAdvantage", None)]
    story.tell("americans: reveal m1 equipment")
    story.when("americans", "repair m1 c1 dice=6").then(happened(RepairRolled, again=True, repaired=True))


def test_the_turn_takes_the_try_with_it() -> None:
    story = broken("Damaged Engine", cards=(TOOLS,)).tell(
        "americans: repair m1 c1 dice=3\nsoviets: roll-advantage dice=2,1"
    )
    assert ("Repair", "c1") not in offered(story)


@pytest.mark.parametrize("moves", [0, 1])
def test_a_driver_tries_again_without_a_speed_token(moves: int) -> None:
    """Any critical card."""
    story = broken("Bailed Out", cards=(OSINOV,), moves=moves, side="soviets").tell("soviets: repair t64 c1 dice=3")
    told = story.when("soviets", "repair t64 c1 dice=5")
    if moves:
        told.refused("003 R38", "unit")
    else:
        told.then(happened(RepairRolled, again=True, repaired=True))


def test_a_tank_without_such_a_card_tries_once() -> None:
    story = broken("Damaged Engine").tell("americans: repair m1 c1 dice=3")
    story.when("americans", "repair m1 c1 dice=6").refused("003 R38", "unit")


# -- in place of moving (Red Ferguson) ---------------------------------------------------------------------------------


def halting(**friends: str) -> Story:
    """`friends` are as fast as the model that halts, and move before it or after it."""
    fittings = {"m1": ("Red Ferguson", TOOLS), **dict.fromkeys(friends, ("Cunning Driver",))}
    forces = ace({"m1": "M1 Abrams", **friends}, {"t64": "T-64"}, fittings)
    story = in_turn(forces).tell("soviets: stay t64")
    model = story.play.models["m1"]
    model.criticals["c1"], model.last_critical = Attached("c1", Wound("Damaged Engine", True, "")), 1
    for card in (card for one in story.play.models.values() for card in one.cards.values()):
        card.face_up = True
    return story


def test_one_tried_in_place_of_moving_may_be_tried_again_until_the_first_shot() -> None:
    story = halting()
    story.when("americans", "repair-halt m1 c1 dice=3").then(
        happened(RepairRolled, halted=True), happened(Moved, moves=1), happened(PhaseBegan, phase="shooting")
    )
    assert ("Repair", "c1") in offered(story)
    story.when("americans", "repair m1 c1 dice=2").then(happened(RepairRolled, again=True, repaired=False))
    story.when("americans", "repair m1 c1 dice=6").refused("003 R38")


@pytest.mark.parametrize(
    ("reports", "phase"),
    [
        ("americans: repair-halt m1 c1 dice=3", "movement"),
        ("americans: repair-halt m1 c1 dice=3\namericans: stay m2", "shooting"),
    ],
)
def test_the_second_try_of_a_halt_is_one_die_in_either_phase(reports: str, phase: str) -> None:
    """Taken back in the one and made in the other, it would fall anew."""
    story = halting(m2="M1 Abrams").tell(reports)
    (rolled,) = story.when("americans", "repair m1 c1").events
    assert isinstance(rolled, RepairRolled)
    assert (story.play.phase, rolled.roll.question) == (phase, "t1/movement/m1/repair/again")


def test_the_command_phase_has_a_try_of_its_own() -> None:
    story = halting().tell("americans: repair-halt m1 c1 dice=3\namericans: hold-fire m1")
    assert ("Repair", "c1") not in offered(story)
    story.when("americans", "repair m1 c1 dice=6").refused("003 R38")
    story.tell("soviets: hold-fire t64")
    story.when("americans", "repair m1 c1 dice=1").then(happened(RepairRolled, again=False))
    story.when("americans", "repair m1 c1 dice=4").then(happened(RepairRolled, again=True, repaired=True))


def test_a_tank_that_gives_up_what_added_to_its_capacity_stands_until_the_next_command_phase() -> None:
    """R38.1 is over by then: Komissar removes the critical card, and the armour that pays for it had held the tank."""
    story = broken("Bailed Out", cards=("Komissar", "Improvised Armour"), side="soviets")
    model = story.play.models["t64"]
    model.damage = model.capacity
    story.when("soviets", "use t64 commander pay=armour critical=c1").then(happened(CardUsed, discarded="armour"))
    assert (model.in_play, model.doomed) == (True, ("", story.play.report))
    SYSTEM.possible(story.play)
    next_turn(story)
    assert (model.fate, story.play.result.winner if story.play.result else None) == ("destroyed", "americans")
