"""What others are told of a platoon's points: nothing that counts the cards they may not see."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from campaigns.season import narrate, see_event
from campaigns.season.purchases import Buy
from campaigns.season.reinforcements import PointsGranted
from campaigns.season.sales import Sell
from campaigns.season.values import Recruit
from campaigns.season.workshop import Repair
from rules.contract import Event
from tests.campaigns.between import BOB, Camp


@pytest.fixture
def told() -> tuple[Camp, list[Event]]:
    """Bob buys a sight, sells a vehicle with it, has a wreck worked on, and is brought up to the guarantee."""
    it = Camp(purse=60, minimum_force=999)
    it.fight(bears_1={"damage": 2})
    begun = len(it.told)
    it.report(Buy(platoon="bears", fittings={"bears-2": ("Sight",)}), BOB)
    it.report(Buy(platoon="bears", vehicles=(Recruit(id="new", model="Light"),), fittings={"new": ("Sight",)}), BOB)
    it.report(Sell(platoon="bears", vehicles=("bears-2",)), BOB)
    it.report(Repair(platoon="bears"), BOB)
    it.close_round()
    return it, it.told[begun:]


def figures(value: Any) -> list[object]:
    """Every figure of points in an event, however deep."""
    if isinstance(value, dict):
        mine = [found for key, found in value.items() if key in ("cost", "points", "paid") and found is not None]
        return [*mine, *(one for found in value.values() for one in figures(found))]
    return [one for found in value for one in figures(found)] if isinstance(value, list | tuple) else []


def seen_by(player: str, told: tuple[Camp, list[Event]]) -> tuple[list[object], list[str]]:
    """The figures of bears' purchases, sales and repairs that reach a reader, and all the sentences."""
    it, events = told
    shown = [see_event(it.season, event, player) for event in events]
    bears = [event for event in shown if not isinstance(event, PointsGranted)]
    return figures(msgspec.to_builtins(bears)), [narrate(it.season, event).text() for event in shown]


def test_its_players_are_told_what_everything_cost(told: tuple[Camp, list[Event]]) -> None:
    points, sentences = seen_by("bob", told)
    assert points[:3] == [5, 25, 12]
    assert sentences[:3] == [
        "bears buys cards for Light 2: 5 points.",
        "bears buys Light: 25 points.",
        "bears sells Light 2: 12 points.",
    ]
    assert [one for one in sentences if "Reinforcements" in one] == ["Reinforcements for round 1: Bears +895."]


@pytest.mark.parametrize("player", ["carol", "alice", ""])
def test_others_are_told_that_it_happened(told: tuple[Camp, list[Event]], player: str) -> None:
    points, sentences = seen_by(player, told)
    assert points == []
    assert sentences[:3] == ["bears buys cards for Light 2.", "bears buys Light.", "bears sells Light 2."]
    assert "Bears +" not in "".join(sentences)
    assert ("Cats +" in "".join(sentences)) is (player == "carol")
