"""Setting up (R6, A1, B14)."""

from __future__ import annotations

import pytest

from rules.systems.tanks.setting_up import Deployed, SetupChosen, SetupRolled
from rules.systems.tanks.turns import TurnBegan
from tests.rules.scenario import Story, given, happened
from tests.rules.tanks.table import muster


def rolled(dice: str) -> Story:
    """The allies' die first."""
    return given(muster()).tell(f"allies: roll-setup dice={dice}")


@pytest.mark.parametrize(("dice", "winner"), [("5,2", "allies"), ("1,6", "axis")])
def test_the_higher_die_chooses(dice: str, winner: str) -> None:
    story = given(muster())
    story.when("axis", f"roll-setup dice={dice}").then(happened(SetupRolled, winner=winner))
    other = "axis" if winner == "allies" else "allies"
    story.when(other, f"choose-setup {other} build").refused("001 R6", "side")


def test_ties_roll_again() -> None:
    story = given(muster())
    story.when("allies", "roll-setup dice=3,3").then(happened(SetupRolled, winner=""))
    story.when("allies", "roll-setup dice=3,4").then(happened(SetupRolled, winner="axis"))
    story.when("axis", "roll-setup").refused("001 R6")


@pytest.mark.parametrize(("choice", "first"), [("build", "allies"), ("pick", "axis")])
def test_who_builds_the_table_moves_first_and_deploys_last(choice: str, first: str) -> None:
    story = rolled("5,2")
    story.when("allies", f"choose-setup allies {choice}").then(happened(SetupChosen, first=first))
    last = first
    other = "axis" if first == "allies" else "allies"
    story.when(last, f"deploy {last}").refused("001 B14", "side")
    story.when(other, f"deploy {other}").then(Deployed)
    story.when(last, f"deploy {last}").then(Deployed, happened(TurnBegan, side=first, round=1))
