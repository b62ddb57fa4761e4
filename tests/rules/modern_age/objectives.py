"""Battles of the missions with objectives, at the places stories begin from."""

from __future__ import annotations

from typing import Any

import msgspec

from rules import visibility
from rules.contract import Choice, Muster
from rules.systems.modern_age.deployment import Deployed
from rules.systems.modern_age.missions.objectives import ObjectivePlaced
from rules.systems.modern_age.setting_up import EdgeChosen, RoleChosen
from rules.systems.modern_age.turns import PhaseBegan
from tests.rules.modern_age.musters import ace
from tests.rules.scenario import Story, given

HILL, FREE, RETREAT = "king_of_the_hill", "free_for_all", "no_retreat"
TANKS = ({"m1": "M1 Abrams"}, {"t64": "T-64"})


def mission(
    scenario: str, americans: dict[str, str] = TANKS[0], soviets: dict[str, str] = TANKS[1], **more: Any
) -> Muster:
    return msgspec.structs.replace(ace(americans, soviets, **more), scenario=scenario)


def on_table(forces: Muster, turn: int = 1) -> Story:
    """The Movement Phase of that turn; the Americans attack and have Advantage."""
    story = given(forces, RoleChosen(attacker="americans"), EdgeChosen(side="soviets", edge="north"))
    for name, side in PLACED[forces.scenario].items():
        story.and_then(ObjectivePlaced(objective=name, side=side))
    for unit in forces.units:
        story.and_then(Deployed(unit=unit.id, elevation="low" if unit.model in HELICOPTERS else ""))
    return story.and_then(PhaseBegan(phase="movement", turn=turn))


HELICOPTERS = ("Cobra",)
PLACED: dict[str, dict[str, str]] = {
    "tank_ace": {},
    HILL: {"centre": ""},
    FREE: {"attacker": "americans", "defender": "soviets"},
    RETREAT: {"first": "americans", "second": "americans"},
}


def in_command(forces: Muster, turn: int, points: dict[str, int] | None = None) -> Story:
    """The Command Phase of that turn has just begun, with these victory points."""
    story = on_table(forces, turn)
    story.play.victory_points = dict(points or {})
    return end_of_turn(story)


def end_of_turn(story: Story) -> Story:
    """Everybody stays and holds fire."""
    play = story.play
    for phase, idle in (("movement", "Stay"), ("shooting", "HoldFire")):
        while play.phase == phase and not play.result:
            (side,) = visibility.see(story.state, "").waiting_for
            story.tell(f"{side}: {VERBS[idle]} {first(story, side, idle).given['unit']}")
    return story


VERBS = {"Stay": "stay", "HoldFire": "hold-fire"}


def first(story: Story, side: str, command: str) -> Choice:
    """The first choice of that kind."""
    return next(choice for choice in visibility.legal(story.state, side) if choice.command == command)


def next_turn(story: Story) -> Story:
    """Advantage is rolled, and the turn that follows comes to its Command Phase."""
    return end_of_turn(story.tell("americans: roll-advantage dice=6,1"))
