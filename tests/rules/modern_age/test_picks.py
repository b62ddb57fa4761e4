"""Several critical cards drawn for one critical, and who picks the one that counts (R33, R7)."""

from __future__ import annotations

from typing import Any

from rules.systems.modern_age.attack.sequence import AttackResolved
from rules.systems.modern_age.criticals.deck import house_deck
from rules.systems.modern_age.criticals.draws import CriticalDrawn, CriticalPicked, CriticalTurned
from rules.systems.modern_age.criticals.wounds import CriticalSettled
from rules.systems.modern_age.turns import PhaseBegan
from tests.rules.modern_age.musters import ace, shooting
from tests.rules.modern_age.strikes import drawn, exactly, struck
from tests.rules.scenario import Story, happened

ONE_CRITICAL = "dice=6,1,1,1 stationary='' stabiliser='' defence=1"


def t64(story: Story) -> Any:
    return story.play.models["t64"]


def by_gunner(card: str, *others: str) -> Story:
    """A shooter with that gunner, face up, and a target with `others`, face up too; close range."""
    shooter, platoon = ("Leopard 2", "First Panzer") if card == "Klaus Katelaan" else ("M1 Abrams", "Team Yankee")
    fitted = {"m1": (card,) if card else (), "t64": others}
    story = shooting(ace({"m1": shooter}, {"t64": "T-64"}, fitted, platoons=(platoon, "Red Banner")))
    for model in story.play.models.values():
        for held in model.cards.values():
            held.face_up = True
    return story


def test_sharpshooter_gunner_draws_two_for_the_first_critical_and_the_shooter_throws_one_away() -> None:
    story = struck(by_gunner("Sharpshooter Gunner"), criticals=2)
    story.when("soviets", "draw-critical t64 'Lucky Hit' damage=2").then(happened(CriticalTurned, card="Lucky Hit"))
    story.when("soviets", "draw-critical t64 'Engine Fire' damage=2 note='it burns'").then(
        happened(CriticalTurned, card="Engine Fire", note="it burns")
    )
    assert t64(story).damage == 0
    story.when("soviets", "pick-critical t64 2").refused("003 R20", "unit")
    story.when("soviets", "pick-critical m1 2").refused("battle", "by")
    story.when("americans", "pick-critical m1 3").refused("003 R33", "place")
    story.when("americans", "pick-critical m1 2").then(
        exactly(
            CriticalPicked(
                unit="t64", attacker="m1", by="m1", place=2, card="Engine Fire", damage=2, thrown=("Lucky Hit",)
            )
        )
    )
    assert (t64(story).damage, story.play.discards) == (2, ["Lucky Hit"])
    story.when("soviets", "draw-critical t64 'Lucky Hit' damage=2").then(
        happened(CriticalDrawn, damage=2), CriticalSettled, CriticalSettled, happened(AttackResolved, damage=4)
    )


def test_klaus_katelaan_draws_three_and_the_shooter_throws_two_away() -> None:
    story = struck(by_gunner("Klaus Katelaan"))
    for card in ("Lucky Hit", "Shell Shocked", "Bailed Out"):
        story.when("soviets", f"draw-critical t64 '{card}'").then(happened(CriticalTurned, card=card))
    story.when("americans", "pick-critical m1 3").then(
        happened(CriticalPicked, card="Bailed Out", thrown=("Lucky Hit", "Shell Shocked")),
        happened(CriticalSettled, attached="c1"),
        AttackResolved,
        PhaseBegan,
    )


def test_risky_commander_draws_a_second_card_for_each_critical_of_a_tank_close_by() -> None:
    story = struck(by_gunner("", "Risky Commander"), criticals=2, close=True)
    for kept, thrown in (("Lucky Hit", "Engine Fire"), ("Damaged Engine", "Ammo Explosion")):
        drawn(drawn(story, thrown, damage=3), kept, damage=1)
        told = story.when("soviets", "pick-critical t64 2")
        assert told.events[0] == CriticalPicked(
            unit="t64", attacker="m1", by="t64", place=2, card=kept, damage=1, thrown=(thrown,)
        )
    assert t64(story).damage == 2
    assert [attached.wound.card for attached in t64(story).criticals.values()] == ["Damaged Engine"]


def test_risky_commander_does_nothing_at_a_distance_nor_face_down() -> None:
    story = struck(by_gunner("", "Risky Commander"))
    story.when("soviets", "draw-critical t64 'Lucky Hit'").then(CriticalDrawn, CriticalSettled, AttackResolved)
    story = by_gunner("", "Risky Commander")
    t64(story).cards["commander"].face_up = False
    told = struck(story, close=True).when("soviets", "draw-critical t64 'Lucky Hit'")
    assert isinstance(told.events[0], CriticalDrawn)


def test_with_both_sharpshooter_gunner_and_risky_commander_the_shooter_picks_first() -> None:
    """The owner then draws one more beside it (RULES.md)."""
    story = struck(by_gunner("Sharpshooter Gunner", "Risky Commander"), close=True)
    drawn(drawn(story, "Lucky Hit", damage=2), "Ammo Explosion", damage=3)
    story.when("americans", "pick-critical m1 2").then(
        happened(CriticalPicked, card="Ammo Explosion", damage=0, final=False, thrown=("Lucky Hit",))
    )
    assert (t64(story).damage, story.play.shot.draws) == (0, 1)
    story.when("soviets", "draw-critical t64 'Damaged Engine' damage=1").then(CriticalTurned)
    story.when("americans", "pick-critical m1 2").refused("003 R20", "unit")
    told = story.when("soviets", "pick-critical t64 2")
    assert told.events[0] == CriticalPicked(
        unit="t64", attacker="m1", by="t64", place=2, card="Damaged Engine", damage=1, thrown=("Ammo Explosion",)
    )
    assert (t64(story).damage, story.play.discards) == (1, ["Lucky Hit", "Ammo Explosion"])


def test_leaguer_draws_as_many_as_are_picked_from() -> None:
    """Each draw is a die of its own, and what is drawn for one critical is out of the deck."""
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Sharpshooter Gunner",)}, critical_deck="house")
    story = shooting(forces).tell("americans: reveal m1 gunner")
    told = story.when("americans", f"fire m1 t64 {ONE_CRITICAL}").events
    dice = [event.roll.question for event in told if isinstance(event, CriticalTurned) and event.roll]
    assert dice == ["t1/shooting/m1/critical-1", "t1/shooting/m1/critical-2"]
    assert len(house_deck(story.play)) == 27
    story.when("americans", "pick-critical m1 1")
    assert story.play.shot is None


def test_cards_named_ahead_of_a_pick_are_those_drawn_before_it() -> None:
    """Whoever picks names what is drawn after it."""
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Sharpshooter Gunner",)}, critical_deck="house")
    two = "fire m1 t64 dice=6,6,1,1 stationary='' stabiliser='' swap=no defence=1"
    first = '{"card": "Lucky Hit"}, {"card": "Engine Fire"}'
    story = shooting(forces).tell(f"americans: reveal m1 gunner\namericans: {two} criticals='[{first}]'")
    story.when("americans", """pick-critical m1 1 criticals='[{"card": "Lucky Hit"}]'""").then(
        CriticalPicked,
        happened(CriticalDrawn, card="Lucky Hit", roll=None),
        CriticalSettled,
        CriticalSettled,
        happened(AttackResolved, damage=4),
    )


def test_risky_commander_draws_no_second_card_for_a_helicopter_s_critical() -> None:
    forces = ace({"m1": "M1 Abrams", "cobra": "Cobra"}, {"t64": "T-64"}, {"t64": ("Risky Commander",)})
    story = struck(shooting(forces).tell("soviets: reveal t64 commander"), "cobra", close=True)
    story.when("soviets", "draw-critical t64 'Lucky Hit'").then(CriticalDrawn, CriticalSettled, AttackResolved)
