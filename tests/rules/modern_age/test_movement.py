"""Movement: order of tanks, Speed, who must move, what moving costs (R11, R12, R15, R19)."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.systems.modern_age.cards.lost import CardLost
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.deployment import Deployed
from rules.systems.modern_age.figures import speed
from rules.systems.modern_age.movement import Moved
from rules.systems.modern_age.repairs import RepairRolled
from rules.systems.modern_age.state import Wound, attach
from rules.systems.modern_age.turns import PhaseBegan
from tests.rules.modern_age.musters import ace, in_turn, shooting
from tests.rules.scenario import Story, happened


def wounded(story: Story, unit: str, card: str) -> Story:
    attach(story.play.models[unit], Wound(card, True, card))
    return story


def offered(story: Story, side: str) -> set[str]:
    return {choice.command for choice in visibility.legal(story.state, side)}


def turned_up(unit: str, card: str, name: str) -> CardRevealed:
    return CardRevealed(unit=unit, card=card, name=name)


# -- who has to move (R19) ---------------------------------------------------------------------------------------------


def test_a_predator_must_move_each_turn() -> None:
    """B4: tokens without moving do not do, nor does another elevation."""
    story = in_turn(ace({"m1": "M1 Abrams"}, {"hind": "Hind", "t64": "T-64"}))
    story.tell("soviets: stay t64\namericans: stay m1")
    story.when("soviets", "stay hind").refused("003 R19", "unit")
    story.when("soviets", "stay hind elevation=high").refused("003 R19", "unit")
    story.when("soviets", "evade hind 2").refused("003 R19", "unit")
    assert {"Stay", "Evade"}.isdisjoint(offered(story, "soviets"))
    story.when("soviets", "move hind 1").then(happened(Moved, moves=1), PhaseBegan)


def test_a_model_that_may_not_move_is_passed_over() -> None:
    story = wounded(in_turn(ace({"m1": "M1 Abrams"}, {"t64": "T-64"})), "m1", "Damaged Mobility")
    story.when("soviets", "stay t64").then(Moved, happened(PhaseBegan, phase="shooting"))


def test_evasion_tokens_are_all_taken_at_once() -> None:
    """A4: whoever has moved takes no more of them."""
    story = in_turn(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}))
    story.when("soviets", "evade t64 3").refused("003 R12", "tokens")
    story.when("soviets", "evade t64 1").then(happened(Moved, moves=1, evading=True))
    story.when("soviets", "evade t64 1").refused("003 R11", "unit")
    assert not story.play.models["t64"].strayed


# -- Speed by cards (R12) ----------------------------------------------------------------------------------------------


def test_charging_driver_is_fast_in_the_turn_he_is_turned_up_only() -> None:
    forces = ace(
        {"amx": "AMX-30"}, {"t64": "T-64"}, {"amx": ("Charging Driver",)}, ("Cuirassier Squadron", "Red Banner")
    )
    story = in_turn(forces)
    amx = story.play.models["amx"]
    assert speed(story.play, amx) == 2
    story.when("americans", "reveal amx driver").then(happened(CardRevealed, used=True))
    assert speed(story.play, amx) == 3
    story.and_then(PhaseBegan(phase="movement", turn=2))
    assert speed(story.play, amx) == 2


@pytest.mark.parametrize("card", ["Improvised Armour", "Applique Armour"])
def test_improvised_armour_and_applique_armour_take_the_speed_of_a_fast_tank(card: str) -> None:
    story = in_turn(ace({"lav": "LAV-25"}, {"t64": "T-64"}, {"lav": (card,)})).tell("soviets: stay t64")
    story.when("americans", "reveal lav armour").then(CardRevealed)
    story.when("americans", "move lav 3").refused("003 R12", "moves")
    story.when("americans", "move lav 2").then(Moved, PhaseBegan)


# -- what a first move costs (Camouflage Netting) ----------------------------------------------------------------------


def netted(*events: CardRevealed) -> Story:
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Camouflage Netting",)})
    return in_turn(forces, *events).tell("soviets: stay t64")


def test_camouflage_netting_goes_with_the_first_move() -> None:
    story = netted(turned_up("m1", "armour", "Camouflage Netting"))
    story.when("americans", "move m1 1").then(
        happened(Moved, moves=1),
        happened(CardLost, card="armour", name="Camouflage Netting", cause=""),
        PhaseBegan,
    )
    assert story.play.models["m1"].cards["armour"].gone
    assert story.play.models["m1"].lost_cards == ["Camouflage Netting"]


@pytest.mark.parametrize("report", ["stay m1", "evade m1 2"])
def test_camouflage_netting_stays_on_a_tank_that_does_not_change_place(report: str) -> None:
    netted(turned_up("m1", "armour", "Camouflage Netting")).when("americans", report).then(Moved, PhaseBegan)


def test_camouflage_netting_turned_up_after_a_move_goes_at_once() -> None:
    story = netted().tell("americans: move m1 1")
    assert not story.play.models["m1"].lost_cards
    story.when("americans", "reveal m1 armour").then(CardRevealed, happened(CardLost, card="armour"))


def test_camouflage_netting_is_not_lost_by_moves_at_set_up() -> None:
    forces = ace({"m60": "M60 Patton"}, {"t64": "T-64"}, {"m60": ("Camouflage Netting", "Spearhead")})
    story = in_turn(forces, Deployed(unit="m60", moves=2)).tell("soviets: stay t64")
    story.when("americans", "reveal m60 armour").then(CardRevealed)


# -- a repair in place of moving (Red Ferguson) ------------------------------------------------------------------------


def repairing(card: str = "Damaged Engine") -> Story:
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Red Ferguson",)})
    return wounded(in_turn(forces).tell("soviets: stay t64"), "m1", card)


@pytest.mark.parametrize(("die", "repaired"), [(3, False), (4, True)])
def test_red_ferguson_repairs_in_place_of_moving(die: int, repaired: bool) -> None:
    story = repairing()
    story.when("americans", "repair-halt m1 c1 dice=4").refused("003 R7", "unit")
    assert "RepairHalt" not in offered(story, "americans")
    story.when("americans", "reveal m1 driver").then(CardRevealed)
    assert "RepairHalt" in offered(story, "americans")
    story.when("americans", "repair-halt m1 c2 dice=4").refused("003 R38", "critical")
    story.when("americans", f"repair-halt m1 c1 dice={die}").then(
        happened(RepairRolled, card="Damaged Engine", repaired=repaired, halted=True),
        happened(Moved, moves=1, evading=True),
        happened(PhaseBegan, phase="shooting"),
    )
    assert ("c1" in story.play.models["m1"].criticals) != repaired
    assert not story.play.models["m1"].strayed


def test_red_ferguson_s_check_is_not_that_of_the_command_phase() -> None:
    story = repairing().tell("americans: reveal m1 driver\namericans: repair-halt m1 c1 dice=1")
    story.tell("americans: hold-fire m1\nsoviets: hold-fire t64")
    story.when("americans", "repair m1 c1 dice=4").then(happened(RepairRolled, repaired=True, halted=False))


def test_red_ferguson_repairs_a_tank_that_may_not_move() -> None:
    story = in_turn(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Red Ferguson",)}))
    wounded(story, "m1", "Damaged Mobility").tell("americans: reveal m1 driver\nsoviets: stay t64")
    assert offered(story, "americans") >= {"Stay", "RepairHalt"}
    assert {"Move", "Evade", "Withdraw"}.isdisjoint(offered(story, "americans"))
    story.when("americans", "move m1 1").refused("003 R12", "moves")
    story.when("americans", "evade m1 1").refused("003 R12", "tokens")
    story.when("americans", "withdraw m1").refused("003 R12", "unit")
    story.when("americans", "repair-halt m1 c1 dice=5").then(RepairRolled, Moved, PhaseBegan)


def test_who_has_acted_is_known_from_the_first_report_of_a_phase() -> None:
    story = in_turn(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}))
    assert not story.play.acted
    story.tell("soviets: stay t64")
    assert story.play.acted
    story.tell("americans: stay m1")
    assert not story.play.acted
    assert not shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"})).play.acted
