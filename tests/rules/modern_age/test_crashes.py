"""Helicopters: the lower effects of critical cards (R33), and how they crash (R36)."""

from __future__ import annotations

from typing import Any

from rules.systems.modern_age.attack.sequence import AttackResolved
from rules.systems.modern_age.criticals.draws import CriticalDrawn
from rules.systems.modern_age.criticals.wounds import CriticalSettled
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.figures import forward_firing, may_shoot, speed
from rules.systems.modern_age.helicopters import Crashed
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.rerolls import AttackRerolled
from rules.systems.modern_age.shooting.return_fire import FireReturned
from tests.rules.modern_age.musters import ace, damaged, shooting
from tests.rules.modern_age.strikes import drawn, exactly, struck
from tests.rules.scenario import Story, happened


def hind(story: Story) -> Any:
    return story.play.models["hind"]


def over(*cards: str, m1: tuple[str, ...] = (), edition: str = "", **options: Any) -> Story:
    """An M1 Abrams against a T-64 and a Hind, with these cards on the Hind."""
    fitted = {"hind": cards, "m1": m1}
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64", "hind": "Hind"}, fitted, edition=edition, **options)
    return shooting(forces)


def test_a_helicopter_takes_the_lower_effect() -> None:
    story = drawn(struck(over(), target="hind"), "Damaged Mobility", target="hind")
    assert speed(story.play, hind(story)) == 1
    story = drawn(struck(over(), target="hind"), "Jammed Mechanisms", target="hind")
    assert may_shoot(story.play, hind(story))
    assert not forward_firing(story.play, hind(story))


# -- helicopters crash (R36) -------------------------------------------------------------------------------------------


def test_a_helicopter_hit_to_its_capacity_is_removed_at_once() -> None:
    story = damaged(over(), "hind", 4)
    story.when("americans", "fire m1 hind dice=5,1,1 stationary='' stabiliser='' defence=1,1,1").then(
        AttackRolled,
        AttackRerolled,
        happened(DefenceRolled, hits=1),
        exactly(Crashed(unit="hind", by="m1", points=hind(story).points)),
        happened(AttackResolved, damage=1),
    )
    assert (hind(story).fate, story.play.result) == ("removed", None)
    assert ("kill", "hind") in [(feat.kind, feat.of) for feat in story.play.models["m1"].feats]
    found = {unit.id: unit.fate for unit in story.state.outcome().units}
    assert found["hind"] == "lost"


def test_a_critical_card_s_damage_brings_a_helicopter_down_and_the_rest_lapses() -> None:
    """No card is drawn, and none spent, for what is no longer there."""
    story = struck(damaged(over("Medical Kit"), "hind", 3), target="hind", criticals=3)
    drawn(story, "Injured Crew", target="hind", damage=1)
    story.when("soviets", "draw-critical hind 'Damaged Engine' damage=1").then(
        CriticalDrawn, happened(Crashed, unit="hind"), happened(AttackResolved, damage=2)
    )
    assert story.play.discards == ["Injured Crew", "Damaged Engine"]
    assert (hind(story).criticals, hind(story).lost_cards) == ({}, [])


def test_a_helicopter_hit_below_its_capacity_flies_on() -> None:
    story = struck(over(), target="hind", hits=2)
    story.when("soviets", "draw-critical hind 'Lucky Hit' damage=2").then(
        CriticalDrawn, CriticalSettled, happened(AttackResolved, damage=4)
    )
    assert hind(story).in_play


def test_robert_folk_s_answer_brings_a_helicopter_down() -> None:
    story = damaged(over(m1=("Robert Folk",)), "hind", 4).tell("americans: reveal m1 gunner")
    struck(story, "hind", "m1", hits=1, criticals=0)
    story.when("americans", "return-fire m1 dice=5").then(
        happened(FireReturned, damage=1),
        happened(Crashed, unit="hind", by="m1"),
        happened(AttackResolved, unit="hind"),
    )
    assert hind(story).fate == "removed"


def test_robert_folk_does_not_answer_from_a_helicopter_that_is_gone() -> None:
    forces = ace({"m1": "M1 Abrams", "cobra": "Cobra"}, {"t64": "T-64"}, {"cobra": ("Robert Folk",)})
    story = damaged(shooting(forces), "cobra", 3).tell("americans: reveal cobra gunner")
    struck(story, "t64", "cobra")
    story.when("americans", "draw-critical cobra 'Lucky Hit' damage=2").then(
        CriticalDrawn, happened(Crashed, unit="cobra", by="t64"), AttackResolved
    )


def test_robert_folk_answers_a_helicopter_s_attack_face_up_only() -> None:
    story = over(m1=("Robert Folk",), edition="2018.2")
    struck(story, "hind", "m1", hits=1, criticals=0)
    story.when("americans", "return-fire m1 dice=6").refused("003 R5", "answer")
    story.when("americans", "return-fire m1 answer=no").then(
        happened(FireReturned, roll=None), happened(AttackResolved, damage=1)
    )
