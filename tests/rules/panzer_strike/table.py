"""Tables for stories: forces on a board, and the battle as far as somebody's Movement or Firing Phase.

    battle(FIELD, {"tiger": ("Tiger", "axis", "c3", "N"), "m4": ("Sherman", "allies", "c8", "S", "SW")}).when(
        "axis", "move tiger F,F"
    ).then(happened(e.Moved, square="c5"))

Bob plays the allies, Carol the axis.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules import adjudicate
from rules.contract import Muster, Refused, Side, Unit
from rules.systems.panzer_strike import tables
from rules.systems.panzer_strike.deployment import Deployed, DeploymentEnded
from rules.systems.panzer_strike.geometry import COMPASS
from rules.systems.panzer_strike.state import State
from rules.systems.panzer_strike.turns import MovementEnded, RoundBegan, TurnBegan, TurnEnded
from tests.rules.scenario import Story, given

Passed = Any  # stories pass options on as a dict, and of its values mypy knows one type for all
SEED = "5eed" * 16
SIDES = {"allies": "bob", "axis": "carol"}
FIELD = "\n".join(["." * 20] * 20)  # a1 to t20, nothing on it


def muster(
    map: str = FIELD,
    units: Mapping[str, Sequence[str]] | None = None,
    scenario: Passed = tables.OPEN_BATTLE,
    marks: Passed = None,
    conditions: Passed = None,
    edition: Passed = "",
    **options: Passed,
) -> Muster:
    """`units` by id: model and side, and whatever `battle` needs besides. `marks` and `conditions` by id, too."""
    units = units or {"m4": ("Sherman", "allies"), "tiger": ("Tiger", "axis")}
    conditions = conditions or {}
    return Muster(
        system=tables.KEY,
        edition=edition,
        scenario=scenario,
        options=options,
        board={"map": map} if map else {},
        sides={side: Side(players=(player,)) for side, player in SIDES.items()},
        units=tuple(
            Unit(id=id, side=said[1], model=said[0], condition=conditions.get(id, {})) for id, said in units.items()
        ),
        fittings=dict(marks or {}),
        seed=SEED,
    )


def battle(
    map: str,
    units: Mapping[str, Sequence[str]],
    turn: Passed = "axis",
    phase: Passed = "movement",
    round: Passed = 1,
    began: Passed = "",
    scenario: Passed = tables.OPEN_BATTLE,
    marks: Passed = None,
    conditions: Passed = None,
    contacts: Passed = None,
    edition: Passed = "",
    **options: Passed,
) -> Story:
    """`units` by id: model, side, square, facing and, if its gun does not point ahead, where that points.

    It is `turn`'s `phase` ("movement" or "firing") of `round`. `began` went first ("": `turn`). `contacts`: the enemies
    each unit sees at the start of that turn.
    """
    story = given(muster(map, units, scenario, marks, conditions, edition, **options))
    for id, (_model, _side, square, facing, *gun) in units.items():
        turret = (COMPASS.index(gun[0]) - COMPASS.index(facing)) * 45 % 360 if gun else 0
        story.and_then(Deployed(unit=id, square=square, facing=facing, turret=turret))
    first = began or turn
    story.and_then(DeploymentEnded(first=first), RoundBegan(round=round))
    if first != turn:
        story.and_then(turn_began(story.play, first), MovementEnded(side=first), TurnEnded(side=first))
    story.and_then(turn_began(story.play, turn, contacts))
    if phase == "firing":
        story.and_then(MovementEnded(side=turn))
    return story


def turn_began(state: State, side: str, contacts: dict[str, tuple[str, ...]] | None = None) -> TurnBegan:
    """With the limit of R6 and R8 for the vehicles the side has now."""
    vehicles = [unit for unit in state.of_side(side) if unit.figures.is_vehicle]
    limit = tables.coordinated(len(vehicles)) + any(unit.commands for unit in vehicles)
    return TurnBegan(side=side, active=len(vehicles), limit=limit, contacts=contacts or {})


def play(forces: Muster) -> State:
    state: State = given(forces).play
    return state


def faults(forces: Muster) -> list[str]:
    """The names of all that is wrong with the forces."""
    with pytest.raises(Refused) as caught:
        adjudicate.muster(forces)
    return [one.fault for one in caught.value.faults]
