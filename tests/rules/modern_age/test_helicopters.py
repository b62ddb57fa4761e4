"""Helicopters in the Movement Phase: their order, their Speed, their elevation (R11, R12, R16, A5, B3, B4)."""

from __future__ import annotations

from rules import visibility
from rules.systems.modern_age.deployment import Deployed
from rules.systems.modern_age.movement import Moved, Withdrew
from rules.systems.modern_age.order import actors
from rules.systems.modern_age.state import Wound, attach
from rules.systems.modern_age.turns import PhaseBegan
from tests.rules.modern_age.musters import ace, in_turn, shooting
from tests.rules.scenario import Story, happened

FRENCH = ("Cuirassier Squadron", "Red Banner")
FORCES = ({"m1": "M1 Abrams", "cobra": "Cobra"}, {"t64": "T-64", "hind": "Hind"})


def next_up(story: Story) -> list[str]:
    return [model.id for model in actors(story.play)]


def flying(*cards: str) -> Story:
    """The Cobra's turn to move, all tanks having stayed."""
    story = in_turn(ace({"m1": "M1 Abrams", "cobra": "Cobra"}, {"t64": "T-64"}, {"cobra": cards}))
    return story.tell("soviets: stay t64\namericans: stay m1")


def test_all_helicopters_move_after_all_tanks() -> None:
    """p. 10: Hind and Cobra are tied at 7; the Soviets have Advantage, so the Cobra goes first."""
    story = in_turn(ace(*FORCES), advantage="soviets")
    assert next_up(story) == ["t64"]
    story.when("americans", "move cobra 1").refused("003 R11", "unit")
    story.tell("soviets: stay t64")
    assert next_up(story) == ["m1"]
    story.tell("americans: stay m1")
    assert next_up(story) == ["cobra"]
    story.tell("americans: stay cobra")
    assert next_up(story) == ["hind"]


def test_helicopters_shoot_among_the_tanks() -> None:
    """R20: M1 8, Hind and Cobra 7 (the Soviets have Advantage), T-64 6."""
    story, order = shooting(ace(*FORCES), advantage="soviets"), []
    while story.play.phase == "shooting":
        order += (waiting := next_up(story))
        story.tell(f"{story.play.models[waiting[0]].side}: hold-fire {waiting[0]}")
    assert order == ["m1", "hind", "cobra", "t64"]


def test_a_helicopter_moves_three_times() -> None:
    story = flying()
    story.when("americans", "move cobra 3").then(happened(Moved, moves=3), PhaseBegan)


def test_an_elevation_changed_with_a_move_adds_no_token() -> None:
    """A5; left out, the height stays."""
    story = flying()
    assert story.play.models["cobra"].elevation in ("", "low")
    story.when("americans", "move cobra 2 elevation=high").then(happened(Moved, moves=2, elevation="high"), PhaseBegan)
    story.and_then(PhaseBegan(phase="movement", turn=2)).tell("soviets: stay t64\namericans: stay m1")
    story.when("americans", "move cobra 1").then(happened(Moved, moves=1, elevation="high"), PhaseBegan)
    assert story.play.models["cobra"].elevation == "high"


def test_an_elevation_changed_in_place_takes_a_speed_1_token() -> None:
    story = flying()
    story.when("americans", "stay cobra elevation=high").then(
        happened(Moved, moves=1, evading=True, elevation="high"), PhaseBegan
    )
    assert not story.play.models["cobra"].strayed


def test_a_helicopter_that_keeps_its_height_is_stationary() -> None:
    flying().when("americans", "stay cobra elevation=low").then(happened(Moved, moves=0, elevation="low"), PhaseBegan)


def test_tanks_have_no_elevation() -> None:
    story = in_turn(ace(*FORCES))
    story.when("soviets", "move t64 1 elevation=high").refused("003 R16", "elevation")
    story.when("soviets", "stay t64 elevation=low").refused("003 R16", "elevation")


def test_damaged_mobility_keeps_a_helicopter_at_its_height_and_speed_1() -> None:
    story = flying()
    attach(story.play.models["cobra"], Wound("Damaged Mobility", True, "Damaged Mobility"))
    story.when("americans", "stay cobra elevation=high").refused("003 R16", "elevation")
    story.when("americans", "move cobra 2").refused("003 R12", "moves")
    fields = {field.name for choice in visibility.legal(story.state, "americans") for field in choice.fields}
    assert "elevation" not in fields
    story.when("americans", "move cobra 1").then(happened(Moved, moves=1, elevation="low"), PhaseBegan)


def test_harry_stevens_changes_height_in_place_without_a_token() -> None:
    story = flying("Harry Stevens").tell("americans: reveal cobra pilot")
    story.when("americans", "stay cobra elevation=high").then(
        happened(Moved, moves=0, evading=False, elevation="high"), PhaseBegan
    )


def test_harry_stevens_face_down_spares_no_token() -> None:
    story = flying("Harry Stevens")
    story.when("americans", "stay cobra elevation=high").then(happened(Moved, moves=1, evading=True), PhaseBegan)


def test_baptiste_deschamp_spares_no_token_in_the_model_s_own_turn() -> None:
    """His change of height is that of the end of the Movement Phase."""
    forces = ace(
        {"gazelle": "Gazelle (HOT)", "amx": "AMX-30"}, {"t64": "T-64"}, {"gazelle": ("Baptiste Deschamp",)}, FRENCH
    )
    story = in_turn(forces).tell("americans: reveal gazelle pilot\nsoviets: stay t64\namericans: stay amx")
    story.when("americans", "stay gazelle elevation=high").then(happened(Moved, moves=1, evading=True), PhaseBegan)


def test_a_helicopter_keeps_its_height_until_it_is_said_to_change_it() -> None:
    story = in_turn(ace(*FORCES), Deployed(unit="cobra", elevation="high"), Moved(unit="cobra", moves=1))
    assert story.play.models["cobra"].elevation == "high"


def test_a_helicopter_may_withdraw() -> None:
    flying().when("americans", "withdraw cobra").then(happened(Withdrew, unit="cobra"), PhaseBegan)
