"""Cards against a critical: cancelled, drawn anew, taken over, and the crew that is lost to it (R33, R5, R7)."""

from __future__ import annotations

from typing import Any

import pytest

from rules import visibility
from rules.systems.modern_age.attack.sequence import AttackResolved
from rules.systems.modern_age.cards.lost import CardLost
from rules.systems.modern_age.cards.reveal import CardRevealed
from rules.systems.modern_age.criticals.draws import CriticalDrawn
from rules.systems.modern_age.criticals.spent_cards import CardSpent, CriticalTaken
from rules.systems.modern_age.criticals.wounds import CriticalSettled
from tests.rules.modern_age.musters import ace, alpha_66, damaged, shooting
from tests.rules.modern_age.strikes import drawn, exactly, struck
from tests.rules.scenario import Story, happened


def hit_alpha(card: str, damage: int = 1, repairable: str = "no") -> Story:
    """A T-64 puts a critical on Alpha 66, and its card is drawn."""
    story = struck(shooting(alpha_66()), "t64-1", "alpha")
    story.when("americans", f"draw-critical alpha '{card}' damage={damage} repairable={repairable}")
    return story


def hit(card: str, *fitted: str, damage: int = 0, side: str = "soviets", **options: Any) -> Story:
    """A tank with these cards, face down, draws a critical card."""
    mine, foe = ("t64", "m1") if side == "soviets" else ("m1", "t64")
    story = shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {mine: fitted}, **options))
    return drawn(struck(story, foe, mine), card, side, mine, damage)


def t64(story: Story) -> Any:
    return story.play.models["t64"]


# -- cancelled ---------------------------------------------------------------------------------------------------------


def test_injured_crew_takes_a_crew_card_of_the_owner_s_choice() -> None:
    story = hit_alpha("Injured Crew")
    story.when("americans", "lose-crew alpha gunner").refused("003 R20")
    story.when("soviets", "spend alpha").refused("battle", "by")
    story.when("americans", "spend alpha").then(happened(CardSpent, card=""))
    story.when("americans", "lose-crew alpha doctrine").refused("003 A2", "card")
    story.when("americans", "lose-crew alpha gunner").then(
        happened(CardLost, name="Robert Folk", cause="Injured Crew"), CriticalSettled, AttackResolved
    )
    assert story.play.models["alpha"].lost_cards == ["Robert Folk"]


@pytest.mark.parametrize(("card", "repairable"), [("Injured Crew", "no"), ("Bailed Out", "yes")])
def test_alpha_66_is_spent_against_injured_crew_or_bailed_out(card: str, repairable: str) -> None:
    """The effect goes, the damage stays (RULES.md)."""
    story = hit_alpha(card, 1, repairable)
    story.when("americans", "spend alpha commander").refused("003 R33", "card")
    told = story.when("americans", "spend alpha doctrine")
    assert told.events[:2] == (
        CardSpent(unit="alpha", card="doctrine", name="Alpha 66", against=card, undone=0),
        CriticalSettled(unit="alpha", card=card, attached=""),
    )
    alpha = story.play.models["alpha"]
    assert (alpha.damage, alpha.lost_cards) == (1, ["Alpha 66"])
    assert all(not held.gone for held in alpha.cards.values() if held.crew)


def test_nobody_is_asked_to_spend_alpha_66_against_another_card() -> None:
    story = hit_alpha("Lucky Hit", 2)
    story.when("americans", "spend alpha doctrine").refused("003 R20")


@pytest.mark.parametrize(("card", "against"), [("Medical Kit", "Injured Crew"), ("Bigger Hammer", "Damaged Mobility")])
def test_medical_kit_and_bigger_hammer_cancel_one_critical_each(card: str, against: str) -> None:
    story = hit(against, card, "Inspired Commander", damage=1)
    story.when("soviets", "spend t64 equipment").then(
        exactly(CardSpent(unit="t64", card="equipment", name=card, against=against)),
        happened(CriticalSettled, attached=""),
        happened(AttackResolved, damage=1),
    )
    assert (t64(story).criticals, t64(story).lost_cards) == ({}, [card])


def test_fire_extinguisher_takes_the_damage_back_that_is_all_a_critical_does() -> None:
    story = hit("Engine Fire", "Fire Extinguisher", damage=2)
    assert t64(story).damage == 2
    told = story.when("soviets", "spend t64 equipment")
    assert told.events[0] == CardSpent(
        unit="t64", card="equipment", name="Fire Extinguisher", against="Engine Fire", undone=2
    )
    assert t64(story).damage == 0


def test_fire_extinguisher_saves_a_tank_that_the_fire_had_doomed() -> None:
    story = shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": ("Fire Extinguisher",)}))
    drawn(struck(damaged(story, "t64", 6)), "Engine Fire", damage=2)
    assert t64(story).doomed[0] == "m1"
    story.when("soviets", "spend t64 equipment")
    assert (t64(story).damage, t64(story).doomed) == (6, ("", 0))


def test_a_card_turned_up_that_does_not_help_lets_the_attack_go_on() -> None:
    """The question stood open for what the face-down card might have been."""
    story = hit("Injured Crew", "Bigger Hammer", damage=1)
    story.when("soviets", "reveal t64 equipment").then(
        happened(CardRevealed, name="Bigger Hammer"), CriticalSettled, happened(AttackResolved, damage=1)
    )
    assert story.play.shot is None


def test_only_who_might_hold_a_card_is_asked() -> None:
    """A face-down card of a type that may cancel is asked for, whatever it is; its owner has nothing to spend."""
    for card, asked in (("Medical Kit", True), ("Bigger Hammer", True), ("Kontact-5", False)):
        story = hit("Injured Crew", card)
        assert (story.play.shot is not None) == asked
        if asked and card != "Medical Kit":
            story.when("soviets", "spend t64 equipment").refused("003 R33", "card")


# -- Komissar ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("against", ["Bailed Out", "Shell Shocked", "Stunned Crew"])
def test_komissar_cancels_by_giving_up_another_card_and_stays(against: str) -> None:
    story = hit(against, "Komissar", "Kontact-5", "Aggressive Loader")
    told = story.when("soviets", "spend t64 commander pay=armour")
    assert told.events[0] == CardSpent(
        unit="t64", card="commander", name="Komissar", against=against, paid="armour", paid_name="Kontact-5"
    )
    assert t64(story).lost_cards == ["Kontact-5"]
    assert (t64(story).cards["commander"].gone, t64(story).cards["commander"].face_up) == (False, True)
    assert not t64(story).criticals


def test_komissar_asks_for_a_card_and_no_other_card_does() -> None:
    story = hit("Bailed Out", "Komissar", "Aggressive Loader")
    story.when("soviets", "spend t64 commander").refused("003 R33", "pay")
    story.when("soviets", "spend t64 commander pay=commander").refused("003 R33", "pay")
    story.when("soviets", "spend t64 pay=loader").refused("003 R33", "card")
    story = hit("Injured Crew", "Medical Kit", "Aggressive Loader")
    story.when("soviets", "spend t64 equipment pay=loader").refused("003 R33", "pay")


def test_komissar_alone_has_nothing_to_give_up() -> None:
    story = hit("Bailed Out", "Komissar", edition="2018.2")
    story.when("soviets", "spend t64 commander").refused("003 R33", "card")
    assert [choice.given for choice in spends(story)] == [{"unit": "t64"}]
    assert hit("Bailed Out", "Komissar").play.shot is None, "nobody is asked for nothing"


def spends(story: Story, side: str = "soviets") -> list[Any]:
    return [choice for choice in visibility.legal(story.state, side) if choice.command == "Spend"]


# -- Protected Ammo ----------------------------------------------------------------------------------------------------


def test_protected_ammo_is_spent_for_another_card_in_place_of_an_ammo_explosion() -> None:
    """The explosion is as if it had not been: no damage, and the Ammo stays."""
    story = hit("Ammo Explosion", "Protected Ammo", "AT-8 Songster", damage=3)
    story.when("soviets", "spend t64 equipment").then(
        exactly(
            CardSpent(
                unit="t64", card="equipment", name="Protected Ammo", against="Ammo Explosion", undone=3, redraw=True
            )
        )
    )
    assert (t64(story).damage, story.play.discards, story.play.shot.damage) == (0, ["Ammo Explosion"], 0)
    story.when("soviets", "draw-critical t64 'Lucky Hit' damage=2").then(
        happened(CriticalDrawn, damage=2), CriticalSettled, happened(AttackResolved, damage=2)
    )
    assert not t64(story).cards["ammo"].gone


def test_what_protected_ammo_has_drawn_is_resolved_last_and_picked_by_nobody() -> None:
    """It is no longer the first critical of the attack, so Sharpshooter Gunner adds nothing."""
    fitted: dict[str, tuple[str, ...]] = {"m1": ("Sharpshooter Gunner",), "t64": ("Protected Ammo",)}
    story = shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, fitted)).tell("americans: reveal m1 gunner")
    struck(story, criticals=2)
    drawn(drawn(story, "Ammo Explosion", damage=3), "Ammo Explosion", damage=3)
    story.tell("americans: pick-critical m1 1")
    drawn(story, "Bailed Out")
    story.tell("soviets: spend t64 equipment")
    told = story.when("soviets", "draw-critical t64 'Shell Shocked'").events
    assert [type(event) for event in told[:3]] == [CriticalDrawn, CriticalSettled, CriticalSettled]
    assert [attached.wound.card for attached in t64(story).criticals.values()] == ["Bailed Out", "Shell Shocked"]


def test_protected_ammo_with_the_house_deck_is_drawn_at_once_or_named() -> None:
    fire = """fire m1 t64 dice=6,1,1,1 stationary='' stabiliser='' defence=1 criticals='[{"card": "Ammo Explosion"}]'"""
    for named, by_leaguer in (("", True), (""" criticals='[{"card": "Lucky Hit"}]'""", False)):
        forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": ("Protected Ammo",)}, critical_deck="house")
        story = shooting(forces).tell(f"americans: {fire}")
        told = story.when("soviets", f"spend t64 equipment{named}").events
        drawn_anew = next(event for event in told if isinstance(event, CriticalDrawn))
        assert (drawn_anew.roll is not None) == by_leaguer
        if drawn_anew.roll:
            assert drawn_anew.roll.question == "t1/shooting/m1/critical-2"


# -- Altruistic Commander ----------------------------------------------------------------------------------------------


def side_by_side(*fitted: str, card: str = "Altruistic Commander", mine: tuple[str, ...] = (), **options: Any) -> Story:
    """Two T-64; the one that is not shot at has the card and `fitted`, face down."""
    forces = ace(
        {"m1": "M1 Abrams"}, {"t64": "T-64", "friend": "T-64"}, {"friend": (card, *fitted), "t64": mine}, **options
    )
    return struck(shooting(forces))


def friend(story: Story) -> Any:
    return story.play.models["friend"]


def test_altruistic_commander_takes_over_damage_and_effect_and_is_discarded() -> None:
    story = drawn(side_by_side(), "Damaged Engine", damage=1)
    assert (t64(story).damage, story.play.shot.damage) == (1, 1)
    story.when("soviets", "spend t64 commander taker=friend").then(
        exactly(
            CriticalTaken(
                unit="t64",
                taker="friend",
                card="commander",
                name="Altruistic Commander",
                against="Damaged Engine",
                damage=1,
            )
        ),
        happened(CriticalSettled, unit="friend", attached="c1"),
        happened(AttackResolved, target="t64", damage=0),
    )
    assert (t64(story).damage, t64(story).criticals) == (0, {})
    assert (friend(story).damage, friend(story).lost_cards) == (1, ["Altruistic Commander"])
    assert [attached.wound.card for attached in friend(story).criticals.values()] == ["Damaged Engine"]
    feats = [(feat.kind, feat.of, feat.n) for feat in story.play.models["m1"].feats if feat.kind == "damage"]
    assert feats == [("damage", "friend", 1)]


def test_altruistic_commander_may_be_doomed_by_what_he_takes_over() -> None:
    story = drawn(damaged(side_by_side(), "friend", 6), "Lucky Hit", damage=2)
    story.tell("soviets: spend t64 commander taker=friend")
    assert friend(story).doomed[0] == "m1"
    assert t64(story).damage == 0


def test_altruistic_commander_loses_his_own_ammo_and_a_crew_card_of_his_owner_s_choice() -> None:
    story = drawn(side_by_side("AT-8 Songster"), "Ammo Explosion", damage=3)
    story.when("soviets", "spend t64 commander taker=friend").then(
        CriticalTaken, happened(CardLost, unit="friend", card="ammo"), CriticalSettled, AttackResolved
    )
    story = drawn(side_by_side("Aggressive Loader", "Racing Driver"), "Injured Crew", damage=1)
    story.tell("soviets: spend t64 commander taker=friend")
    story.when("soviets", "lose-crew t64 loader").refused("003 R20", "unit")
    story.when("soviets", "lose-crew friend driver").then(
        happened(CardLost, unit="friend", name="Racing Driver"), CriticalSettled, AttackResolved
    )


def test_what_altruistic_commander_has_taken_over_may_be_cancelled_there_and_no_more() -> None:
    story = drawn(side_by_side("Fire Extinguisher"), "Engine Fire", damage=2)
    story.when("soviets", "spend t64 commander taker=friend").then(CriticalTaken)
    story.when("soviets", "spend t64").refused("003 R20", "unit")
    assert [choice.given for choice in spends(story)] == [{"unit": "friend", "card": "equipment"}]
    story.when("soviets", "spend friend equipment").then(
        happened(CardSpent, unit="friend", undone=2), CriticalSettled, happened(AttackResolved, damage=0)
    )
    assert (t64(story).damage, friend(story).damage) == (0, 0)
    assert not [feat for feat in story.play.models["m1"].feats if feat.kind == "damage"]
    story = drawn(side_by_side("Protected Ammo"), "Ammo Explosion", damage=3)
    story.when("soviets", "spend t64 commander taker=friend").then(CriticalTaken, CriticalSettled, AttackResolved)


def test_altruistic_commander_takes_over_from_tanks_only_and_only_while_he_is_on_the_table() -> None:
    forces = ace({"m1": "M1 Abrams"}, {"hind": "Hind", "friend": "T-64"}, {"friend": ("Altruistic Commander",)})
    story = struck(shooting(forces), target="hind")
    story.when("soviets", "draw-critical hind 'Lucky Hit' damage=1").then(
        CriticalDrawn, CriticalSettled, AttackResolved
    )
    story = side_by_side()
    friend(story).fate = "withdrawn"
    story.when("soviets", "draw-critical t64 'Lucky Hit' damage=1").then(CriticalDrawn, CriticalSettled, AttackResolved)


def test_altruistic_commander_is_asked_for_wherever_a_friend_has_a_commander_face_down() -> None:
    """Any Commander might be he; the owner of another one has nothing to take over with."""
    story = drawn(side_by_side(card="Inspired Commander"), "Lucky Hit")
    assert spends(story) == []
    story.when("soviets", "spend t64 commander taker=friend").refused("003 R33", "taker")
    story.when("soviets", "spend t64 commander taker=t64").refused("003 R33", "taker")
    story.when("soviets", "reveal friend commander").then(CardRevealed, CriticalSettled, AttackResolved)
    story = drawn(side_by_side(), "Lucky Hit")
    story.when("soviets", "spend t64 driver taker=friend").refused("003 R33", "card")
    story.when("soviets", "spend t64 commander taker=friend pay=commander").refused("003 R33", "pay")
    assert [choice.given for choice in spends(story)] == [
        {"unit": "t64", "card": "commander", "taker": "friend"},
    ]
