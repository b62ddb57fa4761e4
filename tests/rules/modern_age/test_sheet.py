"""What the sheet shows of helicopters, reserves, cards at work and attacks under way."""

from __future__ import annotations

from typing import Any

import pytest

from rules import visibility
from rules.contract import Message
from rules.systems.modern_age.shot import OpenCritical
from rules.systems.modern_age.state import Boost
from tests.rules.modern_age.musters import ace, alpha_66, in_turn, shooting
from tests.rules.modern_age.objectives import FREE, HILL, mission, on_table
from tests.rules.scenario import Story, given


def lines(story: Story, unit: str, side: str = "") -> dict[str, Any]:
    """The facts of a model, in words."""
    view = next(one for one in visibility.see(story.state, side).units if one.id == unit)
    return {fact.name: fact.value.text() if isinstance(fact.value, Message) else fact.value for fact in view.facts}


def test_a_helicopter_shows_what_it_is_and_how_high_it_flies() -> None:
    story = on_table(mission(HILL, {"m1": "M1 Abrams", "ah": "Cobra"}))
    shown = lines(story, "ah")
    assert (shown["kind"], shown["elevation"]) == ("helicopter", "low")
    assert shown["keywords"] == "Rapid Fire (5)"
    assert not {"kind", "elevation"} & lines(story, "m1").keys()
    story = given(mission(HILL, {"m1": "M1 Abrams", "ah": "Cobra"}))
    assert "elevation" not in lines(story, "ah")


def test_a_capacity_is_the_one_that_counts() -> None:
    """With a card face up; for everybody alike, and the card face down for nobody."""
    story = in_turn(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": ("Ivan Kasparov",)}))
    for side in ("", "soviets"):
        assert lines(story, "t64", side)["damage"] == "0/8"
    story.tell("soviets: reveal t64 commander")
    assert lines(story, "t64")["damage"] == "0/9"


def test_what_applies_to_nobody_does_not_show() -> None:
    shown = lines(in_turn(alpha_66()), "alpha")
    assert not {"reserve", "kind", "elevation", "boost-1", "under_fire"} & shown.keys()


def test_a_reserve_and_what_cards_of_others_do() -> None:
    story = on_table(mission(HILL, {"m1": "M1 Abrams", "m1-2": "M1 Abrams"}))
    model = story.play.models["m1"]
    model.reserve = True
    model.boosts = [Boost("mark", "t64", "gunner"), Boost("smoke", "t64", "ammo"), Boost("initiative", "m1-2", "x")]
    shown = lines(story, "m1")
    assert shown["reserve"] is True
    assert shown["boost-1"] == "marked by T-64"
    assert shown["boost-2"] == "in the smoke of T-64"
    assert shown["boost-3"] == "initiative by a card of M1 Abrams 2"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "M1 Abrams scores 1 hit and 2 criticals"),
        ({"defended": True}, "M1 Abrams scores 1 hit and 2 criticals"),
        ({"defended": True, "cancelled": True}, "1 hit and 2 criticals are uncancelled"),
        ({"defended": True, "cancelled": True, "damaged": True, "draws": 2}, "2 critical cards to draw"),
        (
            {"defended": True, "cancelled": True, "damaged": True, "draws": 1, "turned": ("Bailed Out", "Engine Fire")},
            "critical cards to pick from: Bailed Out, Engine Fire",
        ),
    ],
)
def test_an_attack_under_way_shows_how_far_it_has_come(change: dict[str, Any], said: str) -> None:
    story = shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}), moves={"m1": 1})
    story.tell("americans: fire m1 t64 dice=4,6,6,1")
    shot = story.play.shot
    for name, value in change.items():
        drawn = [OpenCritical(card, 1, True, card) for card in value] if name == "turned" else value
        setattr(shot, name, drawn)
    assert lines(story, "t64")["under_fire"] == said


def test_objectives_and_victory_points_are_everybody_s_to_see() -> None:
    story = on_table(mission(FREE))
    story.play.victory_points = {"soviets": 1}
    facts = {fact.name: fact.value for fact in visibility.see(story.state, "").facts}
    assert (facts["victory_points-americans"], facts["victory_points-soviets"]) == (0, 1)
    placed = [name for name in facts if name.startswith("objective-")]
    assert placed == ["objective-attacker", "objective-defender"]
    told = {fact.name for fact in visibility.see(in_turn(alpha_66()).state, "").facts}
    assert not any(name.startswith(("victory_points", "objective", "time_limit")) for name in told)
