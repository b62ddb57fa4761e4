"""Set-up, order of acting, movement, the Command Phase (R1 to R20, R38)."""

from __future__ import annotations

import pytest

from rules.systems.modern_age.attack.sequence import AttackResolved
from rules.systems.modern_age.damage import Destroyed
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.deployment import Deployed
from rules.systems.modern_age.missions.end import BattleDecided
from rules.systems.modern_age.missions.victory import Conceded
from rules.systems.modern_age.movement import Moved
from rules.systems.modern_age.order import actors
from rules.systems.modern_age.repairs import RepairRolled, RepairSkipped
from rules.systems.modern_age.setting_up import EdgeChosen, RoleChosen, RoleRolled, TerrainRolled
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.rerolls import AttackRerolled
from rules.systems.modern_age.turns import AdvantageRolled, PhaseBegan
from tests.rules.modern_age.musters import ace, alpha_66, damaged, first_game, in_turn, shooting
from tests.rules.scenario import Story, given, happened

TWO_SIDES = ({"m1": "M1 Abrams", "m60": "M60 Patton"}, {"t64-1": "T-64", "t64-2": "T-64"})


def next_up(story: Story) -> list[str]:
    return [tank.id for tank in actors(story.play)]


# -- set-up (R1, R2, R6) -----------------------------------------------------------------------------------------------


def test_the_whole_set_up_of_tank_ace() -> None:
    """p. 8: Alexei rolls 5 over 3; ties are rolled again (B16); the Attacker has Advantage, the Defender the edge."""
    story = given(ace(*TWO_SIDES))
    story.when("americans", "roll-for-role dice=1,2").refused("003 R2")
    story.when("soviets", "roll-for-terrain dice=4,4").then(happened(TerrainRolled, first=""))
    story.when("soviets", "roll-for-terrain dice=3,5").then(happened(TerrainRolled, first="soviets"))
    story.when("americans", "roll-for-role dice=2,2").then(happened(RoleRolled, chooser=""))
    story.when("americans", "roll-for-role dice=6,2").then(happened(RoleRolled, chooser="americans"))
    story.when("soviets", "choose-role defender").refused("battle", "by")
    story.when("americans", "choose-role defender").then(happened(RoleChosen, attacker="soviets"))
    story.when("soviets", "choose-edge north").refused("battle", "by")
    story.when("americans", "choose-edge north").then(happened(EdgeChosen, side="americans", edge="north"))
    assert next_up(story) == ["m60"]
    story.when("soviets", "deploy t64-1").refused("003 R6", "unit")
    story.when("americans", "deploy m60").then(Deployed)
    assert next_up(story) == ["t64-1", "t64-2"]
    story.tell("soviets: deploy t64-2\nsoviets: deploy t64-1")
    story.when("americans", "deploy m1").then(Deployed, happened(PhaseBegan, phase="movement", turn=1))


def test_alpha_66_deploys_after_the_soviets() -> None:
    """R45: though she attacks and has Advantage."""
    story = given(alpha_66())
    assert next_up(story) == ["t64-1", "t64-2"]
    assert story.play.attacker == story.play.advantage == "americans"
    story.tell("soviets: deploy t64-1\nsoviets: deploy t64-2\namericans: deploy alpha")
    assert story.play.phase == "movement"


def test_the_first_game_starts_with_its_models_placed() -> None:
    """R44."""
    assert given(first_game()).play.phase == "movement"


# -- order (R9, R11, R20) ----------------------------------------------------------------------------------------------


def test_movement_goes_up_and_advantage_counts_as_higher() -> None:
    """p. 9: the M60 before the tied T-64s, since the Soviets have Advantage; their owner orders the two."""
    story = in_turn(ace(*TWO_SIDES), advantage="soviets")
    assert next_up(story) == ["m60"]
    story.when("soviets", "stay t64-1").refused("003 R11", "unit")
    story.tell("americans: stay m60")
    assert next_up(story) == ["t64-1", "t64-2"]
    story.tell("soviets: stay t64-2")
    assert next_up(story) == ["t64-1"]
    story.tell("soviets: stay t64-1")
    assert next_up(story) == ["m1"]


def test_shooting_goes_down_and_advantage_shoots_first() -> None:
    story = shooting(ace(*TWO_SIDES), advantage="soviets")
    assert next_up(story) == ["m1"]
    story.tell("americans: hold-fire m1")
    assert next_up(story) == ["t64-1", "t64-2"]
    shot = shooting(ace(*TWO_SIDES), advantage="americans").tell("americans: hold-fire m1")
    assert next_up(shot) == ["m60"]


# -- movement (R12 to R15, R19) ----------------------------------------------------------------------------------------


def test_moves_tokens_and_staying() -> None:
    story = in_turn(alpha_66())
    story.when("soviets", "move t64-1 3").refused("003 R12", "moves")
    story.when("soviets", "move t64-1 2").then(happened(Moved, moves=2, evading=False))
    story.when("soviets", "move t64-1 1").refused("003 R11", "unit")
    story.when("soviets", "evade t64-2 2").then(happened(Moved, moves=2, evading=True))
    story.when("americans", "stay alpha").then(happened(Moved, moves=0), happened(PhaseBegan, phase="shooting"))
    assert [tank.moves for tank in story.play.models.values()] == [0, 2, 2]


def test_a_fast_tank_moves_three_times() -> None:
    story = in_turn(ace({"lav": "LAV-25"}, {"t64": "T-64"}))
    story.tell("soviets: stay t64")
    story.when("americans", "move lav 3").then(happened(Moved, moves=3), PhaseBegan)


def test_wheels_and_terrain() -> None:
    """R19."""
    story = in_turn(ace({"lav": "LAV-25"}, {"t64": "T-64"}))
    story.when("soviets", "move t64 1 terrain=yes").refused("003 R19", "terrain")
    story.tell("soviets: stay t64")
    story.when("americans", "move lav 2 terrain=yes").refused("003 R19", "moves")
    story.when("americans", "move lav 1 terrain=yes").then(Moved, PhaseBegan)


def test_nothing_out_of_its_phase() -> None:
    story = in_turn(first_game())
    story.when("americans", "fire m1 t64").refused("003 R20")
    story.when("americans", "roll-advantage").refused("003 R38")
    story.when("americans", "repair m1 c1").refused("003 R38")
    shooting(first_game()).when("americans", "move m1 1").refused("003 R11")


# -- Final Fury, destruction and the Command Phase (R35, R38) ----------------------------------------------------------


def test_final_fury() -> None:
    """R35: doomed before its turn, a tank still shoots in its own place, and is destroyed in the Command Phase."""
    story = damaged(shooting(first_game()), "t64", 7)
    story.when("americans", "fire m1 t64 dice=4,1,1,1 stationary='' stabiliser='' defence=1").then(
        AttackRolled, AttackRerolled, DefenceRolled, happened(AttackResolved, damage=1)
    )
    story.when("soviets", "fire t64 m1 dice=1,1,1,1,1 stationary='' stabiliser='' defence=1,1").then(
        happened(AttackRolled, final_fury=True, extra=False),
        AttackRerolled,
        DefenceRolled,
        AttackResolved,
        happened(PhaseBegan, phase="command"),
        happened(Destroyed, unit="t64", wreck=True, by="m1", points=20),
        happened(BattleDecided, winner="americans", how="last"),
    )


def test_whom_armour_saves_nobody_has_doomed() -> None:
    """Improvised Armour turned up when its tank was doomed: the kill is whose that dooms it after that."""
    forces = ace({"m1": "M1 Abrams", "m60": "M60 Patton"}, {"t64": "T-64"}, {"t64": ("Improvised Armour",)})
    story = damaged(shooting(forces), "t64", 7).tell("americans: fire m1 t64 dice=4,1,1,1\namericans: reroll m1")
    story.tell("soviets: defend t64 dice=1\nsoviets: keep-hidden t64")
    assert story.play.models["t64"].doomed[0] == "m1"
    story.tell("soviets: reveal t64 armour")
    assert story.play.models["t64"].doomed == ("", 0)
    story.tell("americans: fire m60 t64 dice=4,1,1,1\namericans: reroll m60")
    story.tell("soviets: defend t64 dice=1\nsoviets: hold-fire t64")
    assert [feat.kind for feat in story.play.models["m60"].feats if feat.kind == "kill"] == ["kill"]


@pytest.mark.parametrize(("armour", "lives"), [((), False), (("Improvised Armour",), True)])
def test_improvised_armour_takes_one_more_damage(armour: tuple[str, ...], lives: bool) -> None:
    """R38.1 asks for the capacity as it stands: 7 printed, 8 with the card face up."""
    forces = ace({"m1": "M1 Abrams", "m60": "M60 Patton"}, {"t64": "T-64"}, {"m1": armour})
    story = damaged(shooting(forces), "m1", 7)
    if armour:
        story.tell("americans: reveal m1 armour")
    while story.play.phase == "shooting":
        unit = actors(story.play)[0]
        story.tell(f"{unit.side}: hold-fire {unit.id}")
    assert story.play.models["m1"].in_play == lives


def test_a_helicopter_leaves_no_wreck() -> None:
    """R36, R38: whatever brings it to its capacity, it is removed."""
    story = damaged(shooting(ace({"m1": "M1 Abrams", "cobra": "Cobra"}, {"t64": "T-64"})), "cobra", 4)
    story.when("soviets", "concede soviets").then(
        Conceded, happened(Destroyed, unit="cobra", wreck=False), BattleDecided
    )


def carrying(*cards: str) -> Story:
    """The Command Phase with critical cards on the T-64."""
    forces = first_game()
    wounds = [{"card": card, "effect": card, "repairable": card != "Lucky Hit"} for card in cards]
    units = tuple(
        type(unit)(id=unit.id, side=unit.side, model=unit.model, condition={"criticals": wounds} if i else {})
        for i, unit in enumerate(forces.units)
    )
    mustered = type(forces)(**{n: getattr(forces, n) for n in forces.__struct_fields__} | {"units": units})
    return shooting(mustered).tell("americans: hold-fire m1\nsoviets: hold-fire t64")


@pytest.mark.parametrize(("die", "repaired"), [(3, False), (4, True)])
def test_one_repair_a_turn_on_four_and_more(die: int, repaired: bool) -> None:
    story = carrying("Damaged Engine", "Shell Shocked")
    story.when("soviets", "roll-advantage dice=1,2").refused("003 R38")
    story.when("soviets", "repair t64 c9 dice=4").refused("003 R38", "critical")
    story.when("soviets", f"repair t64 c1 dice={die}").then(
        happened(RepairRolled, card="Damaged Engine", repaired=repaired)
    )
    assert ("c1" in story.play.models["t64"].criticals) != repaired
    story.when("soviets", "repair t64 c2 dice=4").refused("003 R38", "unit")
    story.when("americans", "skip-repair m1").refused("003 R38", "unit")


def test_a_repair_may_be_left() -> None:
    carrying("Damaged Engine").when("soviets", "skip-repair t64").then(RepairSkipped)


def test_what_is_not_repairable_is_not_asked_for() -> None:
    carrying("Lucky Hit").when("soviets", "repair t64 c1 dice=4").refused("003 R38", "unit")


@pytest.mark.parametrize(("dice", "side"), [("5,3", "americans"), ("3,5", "soviets"), ("4,4", "americans")])
def test_the_roll_for_advantage(dice: str, side: str) -> None:
    """R38.4: a tie gives it to the Attacker; then the field is reset."""
    story = shooting(first_game(), {"m1": 1}).tell("americans: hold-fire m1\nsoviets: hold-fire t64")
    story.when("soviets", f"roll-advantage dice={dice}").then(
        happened(AdvantageRolled, side=side), happened(PhaseBegan, phase="movement", turn=2)
    )
    assert story.play.advantage == side
    assert story.play.models["m1"].moves == 0


def test_reset_shuffles_discards_back() -> None:
    story = shooting(first_game(critical_deck="house")).tell("americans: hold-fire m1\nsoviets: hold-fire t64")
    story.play.discards = ["Lucky Hit"]
    story.tell("americans: roll-advantage")
    assert story.play.discards == []
