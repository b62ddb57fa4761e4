"""Tables for stories: forces, and the battle as far as somebody's step of a turn.

    battle({"tiger": ("Tiger I", "axis"), "m4": ("Sherman M4A1 (75)", "allies")}, "axis", "shoot").when(
        "axis", "fire tiger m4 distance=200 facing=front hit=4 ..."
    ).then(happened(f.ShotFired, result="hit"))

Bob plays the allies, Carol the axis. Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules import adjudicate, visibility
from rules.contract import Message, Muster, Refused, Side, Unit
from rules.systems.tanks import tables
from rules.systems.tanks.moving import Driven
from rules.systems.tanks.setting_up import Deployed, SetupChosen
from rules.systems.tanks.state import State, Vehicle
from rules.systems.tanks.turns import FireHeld, MovementEnded, Spotted, TurnBegan, TurnEnded
from tests.rules.scenario import Story, given

SEED = "5eed" * 16
SIDES = {"allies": "bob", "axis": "carol"}
SHERMAN = "Sherman M4A1 (75)"  # Speed 10, strength 8, armour 12/7/7, range 30
TIGER = "Tiger I"  # Speed 10, strength 15, armour 15/11/11, range 40
STUART = "Stuart M5A1"  # Speed 14, strength 6, armour 8/6/6, range 45
HELLCAT = "Hellcat M18"  # Speed 22, strength 12, armour 5/4/4, range 40
PRIEST = "M7 Priest"  # artillery: Speed 10, strength 8, armour 7/6/4, range 120
WESPE = "Wespe"  # artillery: Speed 10, strength 8, armour 5/4/4, range 120
PAK = "7.5 cm Pak 40 (FW)"  # Speed 0, strength 12, armour 4/3/3, range 40
TWO = {"tiger": (TIGER, "axis"), "m4": (SHERMAN, "allies")}
Units = Mapping[str, tuple[str, str]]
Passed = Any  # stories pass options on as a dict, and of its values mypy knows one type for all


def muster(units: Units = TWO, conditions: Passed = None, edition: Passed = "", **options: Passed) -> Muster:
    """`units` by id: model and side; `conditions` by id, too. `edition`: "" is the newest."""
    conditions = conditions or {}
    return Muster(
        system=tables.KEY,
        edition=edition,
        options=options,
        sides={side: Side(players=(player,)) for side, player in SIDES.items()},
        units=tuple(
            Unit(id=id, side=side, model=model, condition=conditions.get(id, {})) for id, (model, side) in units.items()
        ),
        seed=SEED,
    )


def battle(
    units: Units = TWO,
    turn: str = "axis",
    step: str = "move",
    round: Passed = 1,
    driven: Passed = None,
    spotted: Passed = (),
    conditions: Passed = None,
    edition: Passed = "",
    **options: Passed,
) -> Story:
    """It is `turn`'s `step` ("move", "shoot" or "ram"). `driven`: what vehicles drove in their last Move step, on a
    road; `spotted`: by the side whose turn it is, in the last Radio step."""
    story = given(muster(units, conditions, edition, **options))
    other = "allies" if turn == "axis" else "axis"
    lengths = dict(driven or {})
    began = other if any(units[id][1] == other for id in lengths) else turn
    story.and_then(SetupChosen(side=began, choice="build", first=began))
    story.and_then(*(Deployed(side=side) for side in (other, turn)))
    if began == other:
        story.and_then(*_turn(units, other, round, lengths), MovementEnded(side=other), FireHeld(side=other))
        story.and_then(TurnEnded(side=other))
    if spotted:
        story.and_then(Spotted(side=turn, spotted=tuple(spotted)))
    story.and_then(*_turn(units, turn, round, lengths))
    if step in ("shoot", "ram"):
        story.and_then(MovementEnded(side=turn))
    return story.and_then(FireHeld(side=turn)) if step == "ram" else story


def _turn(units: Units, side: str, round: int, lengths: Mapping[str, int]) -> list[Any]:
    moves = [drove(id, length) for id, length in lengths.items() if units[id][1] == side]
    return [TurnBegan(side=side, round=round), *moves]


def drove(unit: str, length: int) -> Driven:
    return Driven(unit=unit, over="road", length=length, measure="mm", cost=length)


def play(story: Story) -> State:
    state: State = story.play
    return state


def unit(story: Story, id: str) -> Vehicle:
    return play(story).units[id]


def told(story: Story, name: str) -> str:
    """A line of the battle's sheet, in words."""
    value = next(fact.value for fact in visibility.see(story.state, "").facts if fact.name == name)
    return value.text() if isinstance(value, Message) else str(value)


def sheet(story: Story, id: str, name: str) -> str:
    """A line of a vehicle's sheet, in words."""
    view = next(one for one in visibility.see(story.state, "").units if one.id == id)
    if name == "status":
        return view.status.text()
    value = next(fact.value for fact in view.facts if fact.name == name)
    return value.text() if isinstance(value, Message) else str(value)


def faults(forces: Muster) -> list[str]:
    """The names of all that is wrong with the forces."""
    with pytest.raises(Refused) as caught:
        adjudicate.muster(forces)
    return [one.fault for one in caught.value.faults]


def ended(story: Story, side: str) -> Story:
    """The rest of the turn of a side, with nobody doing anything."""
    if play(story).phase == "move":
        story.and_then(MovementEnded(side=side))
    if play(story).phase == "shoot":
        story.tell(f"{side}: hold-fire {side}")
    return story
