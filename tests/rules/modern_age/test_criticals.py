"""Critical cards: free input, the house deck, every effect, and the cards spent against them (R33, A2)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.modern_age import events as e
from rules.systems.modern_age.figures import Aim, forward_firing, initiative, may_shoot, speed
from rules.systems.modern_age.pools import attack_dice
from rules.systems.modern_age.deck import house_deck
from tests.rules.modern_age.musters import ace, alpha_66, first_game, in_turn, shooting
from tests.rules.scenario import Story, happened

ONE_CRITICAL = "dice=6,1,1,1 stationary='' stabiliser='' defence=1"


def struck(story: Story) -> Story:
    """One critical has got through and waits for its card."""
    told = story.when("americans", f"fire m1 t64 {ONE_CRITICAL}")
    assert isinstance(told.events[-1], e.DefenceRolled)
    assert story.play.shot.draws == 1
    return story


def test_a_card_as_drawn_at_the_table() -> None:
    story = struck(shooting(first_game()))
    story.when("soviets", "draw-critical t64 'Damaged Engine' damage=2 repairable=yes note='Top speed is one'").then(
        happened(e.CriticalDrawn, card="Damaged Engine", damage=2, effect="Damaged Engine", note="Top speed is one"),
        happened(e.CriticalSettled, attached="c1"),
        happened(e.AttackResolved, damage=2),
    )
    assert story.play.models["t64"].damage == 2
    assert speed(story.play, story.play.models["t64"]) == 1


def test_the_table_says_what_the_card_does() -> None:
    """A2: effects are free input; a card nobody wrote down has none but its damage."""
    story = struck(shooting(first_game()))
    story.when("soviets", "draw-critical t64 Sabotage").refused("003 A2", "card")
    story.when("soviets", "draw-critical t64 Other effect=Magic").refused("003 A2", "effect")
    story.when("americans", "draw-critical t64 Other").refused("battle", "by")
    story.when("", "draw-critical m1 Other").refused("003 R20", "unit")
    story.when("soviets", "draw-critical t64 Other repairable=yes effect='Bailed Out'").then(
        happened(e.CriticalDrawn, effect="Bailed Out"), happened(e.CriticalSettled, attached="c1"), e.AttackResolved,
        happened(e.PhaseBegan, phase="command"),
    )  # fmt: skip
    assert not may_shoot(story.play, story.play.models["t64"])


def test_a_known_card_is_as_repairable_as_it_is_known_to_be() -> None:
    """A card told by its name alone keeps its lasting effect."""
    story = struck(shooting(first_game()))
    story.when("soviets", "draw-critical t64 'Damaged Engine' damage=1").then(
        happened(e.CriticalDrawn, repairable=True), happened(e.CriticalSettled, attached="c1"), e.AttackResolved
    )
    assert speed(story.play, t64(story)) == 1


def test_an_effect_may_be_none() -> None:
    story = struck(shooting(first_game()))
    story.when("soviets", "draw-critical t64 'Bailed Out' repairable=yes effect=none").then(
        happened(e.CriticalDrawn, effect=""), e.CriticalSettled, e.AttackResolved
    )
    assert may_shoot(story.play, story.play.models["t64"])


def test_more_cards_than_criticals_are_refused() -> None:
    story = shooting(first_game())
    card = """criticals='[{"card": "Lucky Hit", "damage": 2}, {"card": "Lucky Hit", "damage": 2}]'"""
    story.when("americans", f"fire m1 t64 {ONE_CRITICAL} {card}").refused("003 R33", "criticals")


def test_everything_at_once() -> None:
    story = shooting(first_game())
    card = """criticals='[{"card": "Lucky Hit", "damage": 2}]'"""
    story.when("americans", f"fire m1 t64 {ONE_CRITICAL} {card}").then(
        e.AttackRolled, e.AttackRerolled, e.DefenceRolled, happened(e.CriticalDrawn, damage=2),
        happened(e.CriticalSettled, attached=""), happened(e.AttackResolved, damage=2),
    )  # fmt: skip
    assert story.play.discards == ["Lucky Hit"]


# -- the house deck ----------------------------------------------------------------------------------------------------


def test_the_house_deck_is_drawn_by_a_die_of_as_many_faces_as_cards_are_left() -> None:
    story = shooting(first_game(critical_deck="house"))
    assert len(house_deck(story.play)) == 29
    told = story.when("americans", f"fire m1 t64 {ONE_CRITICAL}")
    drawn = next(event for event in told.events if isinstance(event, e.CriticalDrawn))
    assert drawn.roll is not None
    assert (drawn.roll.faces, drawn.roll.question) == (29, "t1/shooting/m1/critical-1")
    assert len(house_deck(story.play)) == 28


def test_a_card_of_the_house_deck_may_be_named_while_there_is_one() -> None:
    story = shooting(first_game(critical_deck="house"))
    for wrong in ('{"card": "Sabotage"}', '{"card": "Lucky Hit", "damage": 5}'):
        shooting(first_game(critical_deck="house")).when(
            "americans", f"fire m1 t64 {ONE_CRITICAL} criticals='[{wrong}]'"
        ).refused("003 A2", "criticals")
    told = story.when("americans", f"""fire m1 t64 {ONE_CRITICAL} criticals='[{{"card": "Ammo Explosion"}}]'""")
    told.then(
        e.AttackRolled,
        e.AttackRerolled,
        e.DefenceRolled,
        happened(e.CriticalDrawn, card="Ammo Explosion", damage=3, repairable=False, roll=None),
        e.CriticalSettled,
        happened(e.AttackResolved, damage=3),
    )


def test_an_empty_deck_is_refilled_from_its_discards() -> None:
    """B16."""
    story = shooting(first_game(critical_deck="house"))
    story.play.discards = house_deck(story.play)
    assert len(house_deck(story.play)) == 29


def test_a_card_on_a_model_is_out_of_the_deck() -> None:
    story = carrying("Damaged Engine")
    story.play.discards = house_deck(story.play)
    assert house_deck(story.play).count("Damaged Engine") == 2


# -- effects (house) ---------------------------------------------------------------------------------------------------


def carrying(card: str, twice: bool = False, **options: Any) -> Story:
    """The T-64 of the first game carries the card, in its Movement Phase."""
    forces = first_game(**options)
    condition = {"criticals": [{"card": card, "effect": card}] * (2 if twice else 1)}
    units = tuple(
        type(u)(id=u.id, side=u.side, model=u.model, condition=condition if u.id == "t64" else {}) for u in forces.units
    )
    return in_turn(type(forces)(**{n: getattr(forces, n) for n in forces.__struct_fields__} | {"units": units}))


def t64(story: Story) -> Any:
    return story.play.models["t64"]


def test_bailed_out_neither_moves_nor_shoots_and_nobody_waits_for_it() -> None:
    story = carrying("Bailed Out")
    assert speed(story.play, t64(story)) == 0
    story.when("soviets", "stay t64").refused("003 R11", "unit")
    story.when("americans", "stay m1").then(e.Moved, happened(e.PhaseBegan, phase="shooting"))
    story.when("americans", "hold-fire m1").then(e.FireHeld, happened(e.PhaseBegan, phase="command"))


def test_shell_shocked_has_initiative_0() -> None:
    story = carrying("Shell Shocked")
    assert initiative(story.play, t64(story), "shooting") == 0


def test_stunned_crew_has_a_die_less_and_no_re_rolls() -> None:
    story = carrying("Stunned Crew")
    assert attack_dice(story.play, Aim(t64(story), story.play.models["m1"])) == 4
    story.tell("soviets: stay t64\namericans: stay m1\namericans: hold-fire m1")
    story.when("soviets", "fire t64 m1 dice=1,1,1,1 defence=1,1").then(
        e.AttackRolled, e.DefenceRolled, e.AttackResolved, e.PhaseBegan
    )


def test_damaged_engine_makes_one_move() -> None:
    story = carrying("Damaged Engine")
    story.when("soviets", "move t64 2").refused("003 R12", "moves")
    story.when("soviets", "evade t64 2").refused("003 R12", "tokens")
    story.when("soviets", "move t64 1").then(e.Moved)


def test_damaged_mobility_may_not_move() -> None:
    story = carrying("Damaged Mobility")
    assert speed(story.play, t64(story)) == 0
    assert may_shoot(story.play, t64(story))


def test_jammed_once_fires_forward_twice_not_at_all() -> None:
    once, twice = carrying("Jammed Mechanisms"), carrying("Jammed Mechanisms", twice=True)
    assert forward_firing(once.play, t64(once))
    assert may_shoot(once.play, t64(once))
    assert not may_shoot(twice.play, t64(twice))


# -- cards lost and spent ----------------------------------------------------------------------------------------------


def hit_alpha(card: str, damage: int = 1, repairable: str = "no") -> Story:
    """A T-64 puts a critical on Alpha 66, and its card is drawn."""
    story = shooting(alpha_66())
    story.when("americans", "hold-fire alpha").then(e.FireHeld)
    story.when("soviets", "fire t64-1 alpha dice=6,1,1,1,1 stationary='' stabiliser='' defence=1,1,1").then(
        e.AttackRolled, e.AttackRerolled, happened(e.DefenceRolled, criticals=1)
    )
    story.when("americans", f"draw-critical alpha '{card}' damage={damage} repairable={repairable}")
    return story


def test_injured_crew_takes_a_crew_card_of_the_owner_s_choice() -> None:
    story = hit_alpha("Injured Crew")
    story.when("americans", "lose-crew alpha gunner").refused("003 R20")
    story.when("soviets", "spend alpha").refused("battle", "by")
    story.when("americans", "spend alpha").then(happened(e.CardSpent, card=""))
    story.when("americans", "lose-crew alpha doctrine").refused("003 A2", "card")
    story.when("americans", "lose-crew alpha gunner").then(
        happened(e.CardLost, name="Robert Folk", cause="Injured Crew"), e.CriticalSettled, e.AttackResolved
    )
    assert story.play.models["alpha"].lost_cards == ["Robert Folk"]


@pytest.mark.parametrize(("card", "repairable"), [("Injured Crew", "no"), ("Bailed Out", "yes")])
def test_alpha_66_is_spent_against_injured_crew_or_bailed_out(card: str, repairable: str) -> None:
    """The effect goes, the damage stays (RULES.md)."""
    story = hit_alpha(card, 1, repairable)
    story.when("americans", "spend alpha commander").refused("003 R33", "card")
    told = story.when("americans", "spend alpha doctrine")
    assert told.events[:2] == (
        e.CardSpent(unit="alpha", card="doctrine", name="Alpha 66", against=card, undone=0),
        e.CriticalSettled(unit="alpha", card=card, attached=""),
    )
    alpha = story.play.models["alpha"]
    assert (alpha.damage, alpha.lost_cards) == (1, ["Alpha 66"])
    assert all(not held.gone for held in alpha.cards.values() if held.crew)


def test_nobody_is_asked_to_spend_alpha_66_against_another_card() -> None:
    story = hit_alpha("Lucky Hit", 2)
    story.when("americans", "spend alpha doctrine").refused("003 R20")


def test_a_critical_that_only_does_damage_loses_its_damage() -> None:
    """Fire Extinguisher: what it cancels is all the card does (RULES.md)."""
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": ("Fire Extinguisher",)})
    story = struck(shooting(forces))
    story.when("soviets", "draw-critical t64 'Engine Fire' damage=2").then(happened(e.CriticalDrawn, damage=2))
    told = story.when("soviets", "spend t64 equipment")
    assert told.events[0] == e.CardSpent(
        unit="t64", card="equipment", name="Fire Extinguisher", against="Engine Fire", undone=2
    )
    assert t64(story).damage == 0


def test_ammo_explosion_takes_face_down_ammo_too() -> None:
    """R5, p. 5. No playable card is of type Ammo yet, so a medical kit stands in by type."""
    forces = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": ("Medical Kit",)})
    story = shooting(forces)
    t64(story).cards["equipment"].kind = "Ammo"
    struck(story).when("soviets", "draw-critical t64 'Ammo Explosion' damage=3").then(
        happened(e.CriticalDrawn, damage=3),
        happened(e.CardLost, card="equipment", name="Medical Kit"),
        e.CriticalSettled,
        happened(e.AttackResolved, damage=3),
    )


def test_a_card_turned_up_that_does_not_help_lets_the_attack_go_on() -> None:
    """The question stood open for what the face-down card might have been."""
    story = shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": ("Bigger Hammer",)}))
    struck(story).when("soviets", "draw-critical t64 'Injured Crew' damage=1").then(e.CriticalDrawn)
    story.when("soviets", "reveal t64 equipment").then(
        happened(e.CardRevealed, name="Bigger Hammer"), e.CriticalSettled, happened(e.AttackResolved, damage=1)
    )
    assert story.play.shot is None


def test_only_who_might_hold_a_card_is_asked() -> None:
    """A face-down card of a type that may cancel is asked for, whatever it is; its owner has nothing to spend."""
    for card, asked in (("Medical Kit", True), ("Bigger Hammer", True), ("Kontact-5", False)):
        story = shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": (card,)}))
        struck(story).when("soviets", "draw-critical t64 'Injured Crew' damage=1")
        assert (story.play.shot is not None) == asked
        if asked and card != "Medical Kit":
            story.when("soviets", "spend t64 equipment").refused("003 R33", "card")
