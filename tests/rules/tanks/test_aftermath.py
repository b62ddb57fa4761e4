"""What a battle leaves (section 5, B17): total losses, hulls, what was captured, repairs."""

from __future__ import annotations

from typing import Any

import pytest

from rules.contract import UnitOutcome
from rules.systems.tanks import SYSTEM
from rules.systems.tanks.between import Assessed
from rules.systems.tanks.state import Condition
from tests.rules.scenario import Story, happened
from tests.rules.tanks.table import battle, play, unit
from tests.rules.tanks.test_scoring import UNITS, stand


def over(story: Story, loser: str = "axis") -> Story:
    """Conceded and confirmed by both sides."""
    story.tell(f"{loser}: concede {loser}")
    position, digest = story.state.fought
    for side in ("allies", "axis"):
        story.tell(f"{side}: confirm {side} position={position} digest={digest}")
    return story


def cleared(story: Story) -> Story:
    while steps := SYSTEM.aftermath(play(story)):
        story.when("clerk", steps[0])
    return story


def left(story: Story, id: str) -> UnitOutcome:
    return next(one for one in story.state.outcome().units if one.id == id)


@pytest.mark.parametrize(
    ("facts", "loser", "fate"),
    [
        ("knocked_out", "allies", "lost"),
        ("knocked_out", "axis", "lost"),
        ("bailed_out", "allies", "wrecked"),
        ("bailed_out", "axis", "lost"),
        ("tracked", "allies", "damaged"),
        ("tracked", "axis", "lost"),
        ("gun_out", "axis", "lost"),
        ("gun_out", "allies", "damaged"),
        ("retreated", "axis", "withdrawn"),
        ("on_table", "axis", "fit"),
    ],
)
def test_what_becomes_of_a_tank(facts: str, loser: str, fate: str) -> None:
    story = over(stand({"tiger": facts}), loser)
    assert left(story, "tiger").fate == fate
    assert left(cleared(story), "tiger").fate == fate


@pytest.mark.parametrize(
    ("facts", "loser", "became", "condition"),
    [
        ("knocked_out", "axis", "lost", {"out": "knocked_out"}),
        ("bailed_out", "allies", "wrecked", {"out": "bailed_out"}),
        ("bailed_out", "axis", "lost", {"out": "bailed_out"}),
        ("tracked", "axis", "captured", {"tracked": True, "captured": True}),
        ("tracked", "allies", "kept", {"tracked": True}),
        ("retreated", "axis", "kept", {}),
    ],
)
def test_the_clerk_sees_to_each_once(facts: str, loser: str, became: str, condition: dict[str, Any]) -> None:
    story = over(stand({"tiger": facts}), loser)
    story.when("clerk", "assess tiger").then(happened(Assessed, unit="tiger", fate=became))
    story.when("clerk", "assess tiger").refused("001 house", "unit")
    found = {name: value for name, value in left(story, "tiger").condition.items() if value}
    assert found == condition


def test_where_hulls_are_not_recovered_they_are_scrapped() -> None:
    story = over(stand({"tiger": "bailed_out"}, bailout_recoverable=False), "allies")
    assert left(story, "tiger").fate == "lost"
    story.when("clerk", "assess tiger").then(happened(Assessed, fate="scrapped"))
    assert not SYSTEM.upkeep.hull(left(story, "tiger").condition)


def test_on_a_field_nobody_holds_everybody_brings_in_its_own() -> None:
    story = battle(UNITS, "axis", turn_limit=1)
    for id, presence in (("tiger", "bailed_out"), ("m4", "bailed_out")):
        unit(story, id).presence = presence  # type: ignore[assignment]
    unit(story, "stuart").tracked = True
    story.tell("axis: end-movement axis\naxis: hold-fire axis\nallies: end-movement allies\nallies: hold-fire allies")
    assert {id: left(story, id).fate for id in ("tiger", "m4", "stuart", "pak")} == {
        "tiger": "wrecked",
        "m4": "wrecked",
        "stuart": "damaged",
        "pak": "fit",
    }


def test_stuns_smoke_and_lists_do_not_persist() -> None:
    story = battle(UNITS, "axis").tell("axis: pop-smoke tiger")
    tiger = unit(story, "tiger")
    tiger.stunned = tiger.knocked = 1
    tiger.spotted = True
    found = left(over(story, "allies"), "tiger")
    assert (found.fate, found.condition) == ("fit", _new())


def _new() -> dict[str, Any]:
    return {"out": "", "tracked": False, "gun_out": False, "captured": False, "scrapped": False}


def test_before_the_end_there_is_nothing_to_see_to() -> None:
    story = stand({"tiger": "tracked"})
    assert not SYSTEM.aftermath(play(story))
    assert Condition() == Condition(**_new())
