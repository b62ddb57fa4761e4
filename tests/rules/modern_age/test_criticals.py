"""Critical cards: as the table reports them, what each does, and the cards that are lost to them (R33, A2)."""

from __future__ import annotations

from typing import Any

from rules.systems.modern_age.attack.sequence import AttackResolved
from rules.systems.modern_age.cards.lost import CardLost
from rules.systems.modern_age.criticals.draws import CriticalDrawn
from rules.systems.modern_age.criticals.wounds import CriticalSettled
from rules.systems.modern_age.defence.cancels import DefenceSettled
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.figures import Aim, forward_firing, initiative, may_shoot, speed
from rules.systems.modern_age.movement import Moved
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.changes import CriticalSwapped
from rules.systems.modern_age.shooting.fire import FireHeld
from rules.systems.modern_age.shooting.rerolls import AttackRerolled
from rules.systems.modern_age.shooting.weapons import attack_dice
from rules.systems.modern_age.turns import PhaseBegan
from tests.rules.modern_age.musters import ace, damaged, first_game, in_turn, shooting
from tests.rules.modern_age.strikes import drawn, exactly, struck
from tests.rules.scenario import Story, Told, happened

AMMO = ("M159 Rocket Launcher", "Improved TOW")
ONE_CRITICAL = "dice=6,1,1,1 stationary='' stabiliser='' defence=1"


def test_a_card_as_drawn_at_the_table() -> None:
    story = struck(shooting(first_game()))
    story.when("soviets", "draw-critical t64 'Damaged Engine' damage=2 repairable=yes note='Top speed is one'").then(
        happened(CriticalDrawn, card="Damaged Engine", damage=2, effect="Damaged Engine", note="Top speed is one"),
        happened(CriticalSettled, attached="c1"),
        happened(AttackResolved, damage=2),
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
        happened(CriticalDrawn, effect="Bailed Out"), happened(CriticalSettled, attached="c1"), AttackResolved,
        happened(PhaseBegan, phase="command"),
    )  # fmt: skip
    assert not may_shoot(story.play, story.play.models["t64"])


def test_a_known_card_is_as_repairable_as_it_is_known_to_be() -> None:
    """A card told by its name alone keeps its lasting effect."""
    story = struck(shooting(first_game()))
    story.when("soviets", "draw-critical t64 'Damaged Engine' damage=1").then(
        happened(CriticalDrawn, repairable=True), happened(CriticalSettled, attached="c1"), AttackResolved
    )
    assert speed(story.play, t64(story)) == 1


def test_an_effect_may_be_none() -> None:
    story = struck(shooting(first_game()))
    story.when("soviets", "draw-critical t64 'Bailed Out' repairable=yes effect=none").then(
        happened(CriticalDrawn, effect=""), CriticalSettled, AttackResolved
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
        AttackRolled, AttackRerolled, DefenceRolled, happened(CriticalDrawn, damage=2),
        happened(CriticalSettled, attached=""), happened(AttackResolved, damage=2),
    )  # fmt: skip
    assert story.play.discards == ["Lucky Hit"]


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
    story.when("americans", "stay m1").then(Moved, happened(PhaseBegan, phase="shooting"))
    story.when("americans", "hold-fire m1").then(FireHeld, happened(PhaseBegan, phase="command"))


def test_shell_shocked_has_initiative_0() -> None:
    story = carrying("Shell Shocked")
    assert initiative(story.play, t64(story), "shooting") == 0


def test_stunned_crew_has_a_die_less_and_no_re_rolls() -> None:
    story = carrying("Stunned Crew")
    assert attack_dice(story.play, Aim(t64(story), story.play.models["m1"])) == 4
    story.tell("soviets: stay t64\namericans: stay m1\namericans: hold-fire m1")
    story.when("soviets", "fire t64 m1 dice=1,1,1,1 defence=1,1").then(
        AttackRolled, DefenceRolled, AttackResolved, PhaseBegan
    )


def test_damaged_engine_makes_one_move() -> None:
    story = carrying("Damaged Engine")
    story.when("soviets", "move t64 2").refused("003 R12", "moves")
    story.when("soviets", "evade t64 2").refused("003 R12", "tokens")
    story.when("soviets", "move t64 1").then(Moved)


def test_damaged_mobility_may_not_move() -> None:
    story = carrying("Damaged Mobility")
    assert speed(story.play, t64(story)) == 0
    assert may_shoot(story.play, t64(story))


def test_jammed_once_fires_forward_twice_not_at_all() -> None:
    once, twice = carrying("Jammed Mechanisms"), carrying("Jammed Mechanisms", twice=True)
    assert forward_firing(once.play, t64(once))
    assert may_shoot(once.play, t64(once))
    assert not may_shoot(twice.play, t64(twice))


# -- cards lost --------------------------------------------------------------------------------------------------------


def test_ammo_explosion_takes_the_ammo_of_every_slot_face_down_or_not() -> None:
    """R5, p. 5."""
    forces = ace({"m1": "M1 Abrams", "cobra": "Cobra"}, {"t64": "T-64"}, {"cobra": AMMO})
    story = drawn(struck(shooting(forces), "t64", "cobra"), "Ammo Explosion", "americans", "cobra", damage=3)
    cobra = story.play.models["cobra"]
    assert [card.gone for card in cobra.cards.values() if card.kind == "Ammo"] == [True, True]
    assert sorted(cobra.lost_cards) == sorted(AMMO)


def test_ammo_explosion_takes_the_face_down_ammo_of_a_tank() -> None:
    story = struck(shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Silver Bullet",)})), "t64", "m1")
    story.when("americans", "draw-critical m1 'Ammo Explosion' damage=3").then(
        happened(CriticalDrawn, damage=3),
        happened(CardLost, card="ammo", name="Silver Bullet", cause="Ammo Explosion"),
        happened(CriticalSettled, attached=""),
        happened(AttackResolved, damage=3),
    )


# -- a crew card for two hits ------------------------------------------------------------------------------------------


def owing(*crew: str) -> Told:
    """The shooter gives up two hits for a crew card of the target; a critical got through as well."""
    story = shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Asassin",), "t64": crew}))
    story.tell(
        """
        americans: reveal m1 gunner
        americans: fire m1 t64 dice=4,5,6,1 stationary='' stabiliser='' swap=no defence=1
        """
    )
    return story.when("americans", "swap m1 swap=yes")


def test_asassin_takes_a_crew_card_of_the_owner_s_choice_before_critical_cards_are_drawn() -> None:
    story = owing("Inspired Commander", "Aggressive Loader").then(
        happened(CriticalSwapped, does="strike_crew"), happened(DefenceSettled, hits=0, criticals=1)
    )
    story.when("soviets", "draw-critical t64 'Lucky Hit'").refused("003 R20")
    story.when("soviets", "lose-crew t64 equipment").refused("003 A2", "card")
    story.when("soviets", "lose-crew t64 loader").then(
        exactly(CardLost(unit="t64", card="loader", name="Aggressive Loader", cause="Asassin"))
    )
    story.when("soviets", "draw-critical t64 'Injured Crew'")
    assert (story.play.shot, [card.gone for card in t64(story).cards.values()]) == (None, [True, True])


def test_asassin_takes_the_only_crew_card_without_a_question() -> None:
    owing("Inspired Commander").then(
        CriticalSwapped, DefenceSettled, happened(CardLost, name="Inspired Commander", cause="Asassin")
    )


def test_asassin_s_toll_lapses_where_there_is_nobody_to_lose() -> None:
    story = struck(shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"m1": ("Asassin",)})))
    story.play.shot.crew_toll = 1
    story.when("soviets", "draw-critical t64 'Lucky Hit'").then(CriticalDrawn, CriticalSettled, AttackResolved)


def test_a_tank_is_doomed_by_the_loss_of_a_card_that_added_to_its_capacity() -> None:
    """Ivan Kasparov; the shooter is who destroys it."""
    story = shooting(ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, {"t64": ("Ivan Kasparov",)}))
    drawn(struck(damaged(story, "t64", 7).tell("soviets: reveal t64 commander")), "Injured Crew", damage=1)
    assert (t64(story).damage, t64(story).lost_cards, t64(story).doomed[0]) == (8, ["Ivan Kasparov"], "m1")
