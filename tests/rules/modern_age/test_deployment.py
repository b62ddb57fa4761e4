"""Deployment: its order, heights, Spearheads, reserves, a tank deployed anew (R6, R16, R37, B3, B16)."""

from __future__ import annotations

import pytest

from rules import visibility
from rules.contract import Muster
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.deployment import Deployed, Redeployed
from rules.systems.modern_age.order import actors
from rules.systems.modern_age.reserves import Arrived, waiting_reserves
from rules.systems.modern_age.setting_up import EdgeChosen, RoleChosen
from rules.systems.modern_age.turns import AdvantageRolled, PhaseBegan
from tests.rules.modern_age.musters import ace, in_turn
from tests.rules.scenario import Story, given, happened

FRENCH = ("Cuirassier Squadron", "Red Banner")


def deploying(forces: Muster, *events: CardRevealed) -> Story:
    """The models are to be deployed; the Soviets defend the north edge, the Americans have Advantage."""
    begin = (RoleChosen(attacker="americans"), EdgeChosen(side="soviets", edge="north"))
    return given(forces, *begin, *events)


def next_up(story: Story) -> list[str]:
    return [model.id for model in actors(story.play)]


def picked(story: Story, side: str, command: str) -> list[set[str]]:
    """The fields of the choices of that command."""
    return [
        {f.name for f in c.fields} | set(c.given) for c in visibility.legal(story.state, side) if c.command == command
    ]


# -- order and height --------------------------------------------------------------------------------------------------


def test_helicopters_are_deployed_among_the_tanks_by_initiative() -> None:
    """R6, R9: T-64 6, Hind 7 before the tied Cobra, whose side has Advantage, M1 8."""
    story = deploying(ace({"m1": "M1 Abrams", "cobra": "Cobra"}, {"t64": "T-64", "hind": "Hind"}))
    order = []
    while story.play.phase == "deployment":
        order += (waiting := next_up(story))
        story.tell(f"{story.play.models[waiting[0]].side}: deploy {waiting[0]}")
    assert order == ["t64", "hind", "cobra", "m1"]


def test_the_height_of_a_helicopter_is_its_owner_s_choice() -> None:
    """B3; low when nothing is said."""
    story = deploying(ace({"cobra": "Cobra", "m1": "M1 Abrams"}, {"hind": "Hind", "t64": "T-64"}))
    story.when("soviets", "deploy t64 elevation=high").refused("003 R16", "elevation")
    story.when("soviets", "deploy t64").then(happened(Deployed, elevation=""))
    story.when("soviets", "deploy hind elevation=high").then(happened(Deployed, elevation="high"))
    story.when("americans", "deploy cobra").then(happened(Deployed, elevation="low"))
    assert [story.play.models[unit].elevation for unit in ("hind", "cobra", "t64")] == ["high", "low", ""]


# -- Spearhead (R37, B16) ----------------------------------------------------------------------------------------------


def test_a_spearhead_moves_when_it_is_deployed_and_takes_no_token() -> None:
    story = deploying(ace({"m1": "M1 Abrams"}, {"bmp": "BMP-1"}))
    assert picked(story, "soviets", "Deploy") == [{"unit", "moves"}]
    story.when("soviets", "deploy bmp moves=3").refused("003 R37", "moves")
    story.when("soviets", "deploy bmp moves=2").then(happened(Deployed, moves=2))
    assert (story.play.models["bmp"].moves, story.play.models["bmp"].strayed) == (0, False)
    assert picked(story, "americans", "Deploy") == [{"unit"}]
    story.when("americans", "deploy m1 moves=1").refused("003 R37", "moves")


def test_a_fast_spearhead_moves_three_times() -> None:
    story = deploying(ace({"humvee": "Humvee-TOW"}, {"t64": "T-64"}))
    story.when("americans", "deploy humvee moves=3").then(happened(Deployed, moves=3))


def test_the_spearhead_card_counts_face_up_only() -> None:
    story = deploying(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": ("Spearhead",)}))
    story.when("soviets", "deploy t64 moves=1").refused("003 R37", "moves")
    story.when("soviets", "reveal t64 doctrine").then(happened(CardRevealed, name="Spearhead"))
    story.when("soviets", "deploy t64 moves=1").then(happened(Deployed, moves=1))


def test_a_card_turned_up_at_set_up_does_nothing_for_a_turn() -> None:
    """Marine Commander's attack is for the turn he is turned up in; none has begun."""
    story = deploying(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Marine Commander",)}))
    story.when("americans", "reveal m1 commander").then(happened(CardRevealed, used=False))


# -- reserves (Paul Durand) --------------------------------------------------------------------------------------------

AMX = {"durand": "AMX-30", "a": "AMX-10P", "b": "AMX-10P", "c": "AMX-10P"}


def with_durand(*events: CardRevealed, models: dict[str, str] | None = None) -> Story:
    forces = ace(models or AMX, {"t64": "T-64"}, {"durand": ("Paul Durand",)}, FRENCH)
    return deploying(forces, *events)


DURAND = CardRevealed(unit="durand", card="commander", name="Paul Durand")


def deployed(story: Story, *held: str) -> Story:
    """Everyone is deployed, or held in reserve."""
    while story.play.phase == "deployment":
        unit = next_up(story)[0]
        reserve = " reserve=yes" if unit in held else ""
        story.tell(f"{story.play.models[unit].side}: deploy {unit}{reserve}")
    return story


def test_paul_durand_holds_back_two_tanks_other_than_his_own() -> None:
    story = deployed(with_durand(DURAND), "a", "b")
    assert [model.id for model in waiting_reserves(story.play)] == ["a", "b"]
    assert {"a", "b"}.isdisjoint(next_up(story))


@pytest.mark.parametrize("unit", ["durand", "t64"])
def test_paul_durand_holds_back_neither_himself_nor_an_enemy(unit: str) -> None:
    story = with_durand(DURAND)
    while next_up(story)[0] != unit:
        story.tell(f"{story.play.models[next_up(story)[0]].side}: deploy {next_up(story)[0]}")
    side = story.play.models[unit].side
    story.when(side, f"deploy {unit} reserve=yes").refused("003 R7", "reserve")


def test_paul_durand_holds_back_no_third_tank() -> None:
    story = with_durand(DURAND)
    held: list[str] = []
    while next_up(story)[0] in ("a", "b", "c", "t64") and len(held) < 2:
        unit = next_up(story)[0]
        held += [unit] if unit != "t64" else []
        story.tell(f"{story.play.models[unit].side}: deploy {unit}" + (" reserve=yes" if unit != "t64" else ""))
    third = next(unit for unit in next_up(story) if unit in AMX)
    assert picked(story, "americans", "Deploy") == [{"unit"}] * len(next_up(story))
    story.when("americans", f"deploy {third} reserve=yes").refused("003 R7", "reserve")


def test_paul_durand_face_down_holds_nobody_back() -> None:
    story = with_durand()
    while (unit := next_up(story)[0]) == "t64":
        story.tell("soviets: deploy t64")
    assert all("reserve" not in p for p in picked(story, "americans", "Deploy"))
    story.when("americans", f"deploy {unit} reserve=yes").refused("003 R7", "reserve")


def test_paul_durand_holds_back_no_helicopter() -> None:
    story = with_durand(DURAND, models={"durand": "AMX-30", "gazelle": "Gazelle (HOT)"})
    while next_up(story) != ["gazelle"]:
        story.tell(f"{story.play.models[next_up(story)[0]].side}: deploy {next_up(story)[0]}")
    story.when("americans", "deploy gazelle reserve=yes").refused("003 R7", "reserve")


def test_a_spearhead_in_reserve_does_not_move() -> None:
    models = {"durand": "AMX-30", "amx": "AMX-30"}
    forces = ace(models, {"t64": "T-64"}, {"durand": ("Paul Durand",), "amx": ("Spearhead",)}, FRENCH)
    spearhead = CardRevealed(unit="amx", card="doctrine", name="Spearhead")
    story = deploying(forces, DURAND, spearhead)
    while next_up(story) != ["amx"]:
        story.tell(f"{story.play.models[next_up(story)[0]].side}: deploy {next_up(story)[0]}")
    story.when("americans", "deploy amx reserve=yes moves=1").refused("003 R37", "moves")


def test_paul_durand_s_reserves_come_on_with_the_first_repairs() -> None:
    """By an edge nobody deployed at, before the roll for Advantage; until then they neither move nor shoot."""
    story = deployed(with_durand(DURAND), "a")
    while story.play.phase in ("movement", "shooting"):
        unit, report = next_up(story)[0], "stay" if story.play.phase == "movement" else "hold-fire"
        assert unit != "a"
        story.tell(f"{story.play.models[unit].side}: {report} {unit}")
    story.when("soviets", "roll-advantage dice=1,2").refused("003 R38")
    story.when("americans", "arrive b east").refused("003 R7", "unit")
    story.when("americans", "arrive a north").refused("003 R7", "edge")
    story.when("americans", "arrive a south").refused("003 R7", "edge")
    assert picked(story, "americans", "Arrive") == [{"unit", "edge"}]
    story.when("americans", "arrive a east").then(happened(Arrived, unit="a", edge="east"))
    story.when("soviets", "roll-advantage dice=1,2").then(AdvantageRolled, PhaseBegan)
    assert story.play.models["a"].on_table


def test_reserves_do_not_arrive_before_the_command_phase() -> None:
    deployed(with_durand(DURAND), "a").when("americans", "arrive a east").refused("003 R38")


def test_a_reserve_keeps_its_side_in_play() -> None:
    """R39: Durand's tank leaves, and the tank in reserve is left."""
    story = deployed(with_durand(DURAND, models={"durand": "AMX-30", "a": "AMX-10P"}), "a")
    while next_up(story) != ["durand"]:
        story.tell(f"{story.play.models[next_up(story)[0]].side}: stay {next_up(story)[0]}")
    story.when("americans", "withdraw durand")
    assert story.play.result is None


# -- deployed anew (First Panzer) --------------------------------------------------------------------------------------

NO_CARDS: dict[str, tuple[str, ...]] = {}
PANZER = ({"a": "Leopard 1", "b": "Leopard 1", "pah": "PAH"}, {"t64": "T-64"}, NO_CARDS, ("First Panzer", "Red Banner"))


def test_first_panzer_deploys_one_tank_anew() -> None:
    story = in_turn(ace(*PANZER))
    assert picked(story, "americans", "Redeploy") == [{"unit"}, {"unit"}]
    story.when("soviets", "redeploy t64").refused("003 R7", "unit")
    story.when("americans", "redeploy pah").refused("003 R7", "unit")
    story.when("americans", "redeploy a").then(happened(Redeployed, unit="a"))
    story.when("americans", "redeploy b").refused("003 R7", "unit")
    assert not picked(story, "americans", "Redeploy")


def test_first_panzer_deploys_nobody_anew_once_somebody_has_moved() -> None:
    story = in_turn(ace(*PANZER))
    unit = next_up(story)[0]
    story.tell(f"{story.play.models[unit].side}: stay {unit}")
    story.when("americans", "redeploy a").refused("003 R7", "unit")


def test_first_panzer_deploys_nobody_anew_in_later_turns() -> None:
    story = in_turn(ace(*PANZER), PhaseBegan(phase="movement", turn=2))
    story.when("americans", "redeploy a").refused("003 R7", "unit")
