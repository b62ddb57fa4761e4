"""The house deck: one die a draw, whatever is left of it (A2, B16)."""

from __future__ import annotations

from math import lcm
from typing import Any

import msgspec
import pytest

from rules.stream import dice
from rules.stream.dice import FallenDice, SeededDice
from rules.stream.revision.reports import Declare, Undo
from rules.systems.modern_age.attack.sequence import AttackResolved
from rules.systems.modern_age.criticals.deck import card_at, faces_of, full_deck, house_deck
from rules.systems.modern_age.criticals.draws import CriticalDrawn
from rules.systems.modern_age.criticals.wounds import CriticalSettled
from rules.systems.modern_age.defence.defend import DefenceRolled
from rules.systems.modern_age.shooting.attack_roll import AttackRolled
from rules.systems.modern_age.shooting.rerolls import AttackRerolled
from tests.rules.modern_age.musters import SEED, first_game, in_turn, shooting
from tests.rules.scenario import Story, happened

FIRE = "fire m1 t64 dice=6,1,1,1 stationary='' stabiliser='' defence=1"
FACES = 2_329_089_562_800  # the least number that every number of cards up to 29 divides


def house(**changes: Any) -> Story:
    return shooting(msgspec.structs.replace(first_game(critical_deck="house"), **changes))


def card_of(story: Story, report: str = FIRE) -> CriticalDrawn:
    told = story.when("americans", report)
    return next(event for event in told.events if isinstance(event, CriticalDrawn))


def test_a_draw_is_one_die_that_every_number_of_cards_divides() -> None:
    story = house()
    assert (len(house_deck(story.play)), lcm(*range(1, 30))) == (29, FACES)
    found = card_of(story)
    assert found.roll is not None
    assert (found.roll.question, found.roll.faces) == ("t1/shooting/m1/critical-1", FACES)
    assert found.card == card_at(full_deck(story.play), found.roll.numbers[0])
    assert len(house_deck(story.play)) == 28


def test_in_the_first_edition_it_had_as_many_faces_as_cards_were_left() -> None:
    story = house(edition="2018.1")
    found = card_of(story)
    assert found.roll is not None
    assert found.roll.faces == 29
    assert faces_of(story.play, house_deck(story.play)) == 28


def test_the_same_question_has_the_same_die_however_many_cards_are_left() -> None:
    story, other = house(), house()
    other.play.discards = full_deck(other.play)[:9]
    mine, theirs = card_of(story), card_of(other)
    assert mine.roll == theirs.roll
    assert mine.roll is not None
    assert theirs.card == card_at(full_deck(other.play)[9:], mine.roll.numbers[0])


def test_discards_declared_after_a_draw_was_taken_back_ask_for_no_other_die() -> None:
    """Other cards are left, so it may come to another one; but no second die falls, not even for a dry run."""
    story = house()
    fell = card_of(story).roll
    assert fell is not None
    story.when("", Undo(position=story.state.last))
    story.when("", Declare(facts={"discards": ["Lucky Hit"] * 4}, reason="they lay there all along"))
    told = story.when("americans", FIRE, FallenDice(story.history.fallen()))
    found = next(event for event in told.events if isinstance(event, CriticalDrawn))
    assert found.roll == fell
    left = [card for card in full_deck(story.play) if card != "Lucky Hit"]
    assert found.card == card_at(left, fell.numbers[0])


@pytest.mark.parametrize("left", [29, 28, 23, 13, 2])
def test_every_card_that_is_left_is_as_likely(left: int) -> None:
    """8,000 draws from as many seeds; nothing here is left to chance."""
    cards = [f"card {number}" for number in range(left)]
    counts = dict.fromkeys(cards, 0)
    for number in range(8_000):
        seed = f"{number:064x}"
        counts[card_at(cards, dice.die(seed, "t1/shooting/m1/critical-1", 1, FACES))] += 1
    even = 8_000 / left
    chi_square = sum((count - even) ** 2 / even for count in counts.values())
    assert chi_square < left - 1 + 6 * (2 * left) ** 0.5


def test_a_die_of_so_many_faces_has_no_bias_and_passes_json_unharmed() -> None:
    assert FACES < 2**53
    assert {FACES % cards for cards in range(1, 30)} == {0}
    values = [dice.die(SEED, "t1/shooting/m1/critical-1", place, FACES) for place in range(1, 200)]
    assert all(1 <= value <= FACES for value in values)
    assert msgspec.json.decode(msgspec.json.encode(values)) == values


# -- cards named at the table ------------------------------------------------------------------------------------------


def test_a_card_of_the_house_deck_may_be_named_while_there_is_one() -> None:
    for wrong in ('{"card": "Sabotage"}', '{"card": "Lucky Hit", "damage": 5}'):
        house().when("americans", f"{FIRE} criticals='[{wrong}]'").refused("003 A2", "criticals")
    house().when("americans", f"""{FIRE} criticals='[{{"card": "Ammo Explosion"}}]'""").then(
        AttackRolled,
        AttackRerolled,
        DefenceRolled,
        happened(CriticalDrawn, card="Ammo Explosion", damage=3, repairable=False, roll=None),
        CriticalSettled,
        happened(AttackResolved, damage=3),
    )


def test_whoever_names_a_card_names_every_one_that_is_drawn() -> None:
    two = "fire m1 t64 dice=6,6,1,1 stationary='' stabiliser='' swap=no defence=1"
    house().when("americans", f"""{two} criticals='[{{"card": "Lucky Hit"}}]'""").refused("003 R33", "criticals")
    three = ", ".join(['{"card": "Lucky Hit"}'] * 3)
    house().when("americans", f"{two} criticals='[{three}]'").refused("003 R33", "criticals")


@pytest.mark.parametrize("edition", ["2018.1", "2018.2"])
def test_a_card_leaguer_has_drawn_is_drawn_no_other_way_in_any_edition(edition: str) -> None:
    story = house(edition=edition)
    fell = card_of(story).card
    story.when("", Undo(position=story.state.last))
    assert card_of(story, f"""{FIRE} criticals='[{{"card": "{fell}"}}]'""").card == fell
    story.when("", Undo(position=story.state.last))
    other = next(name for name in story.play.deck if name != fell)
    story.when("americans", f"""{FIRE} criticals='[{{"card": "{other}"}}]'""").refused("dice", "criticals")


def test_naming_a_card_tells_nothing_of_a_die_that_has_not_fallen() -> None:
    for number in range(8):
        seeded = SeededDice(f"{number:064x}")
        told = house().when("americans", f"""{FIRE} criticals='[{{"card": "Ammo Explosion"}}]'""", seeded)
        assert told._refused is None


# -- what is in the deck -----------------------------------------------------------------------------------------------


def test_an_empty_deck_is_refilled_from_its_discards() -> None:
    """B16."""
    story = house()
    story.play.discards = house_deck(story.play)
    assert len(house_deck(story.play)) == 29


def test_a_card_on_a_model_is_out_of_the_deck() -> None:
    forces = first_game(critical_deck="house")
    wound = {"criticals": [{"card": "Damaged Engine", "effect": "Damaged Engine"}]}
    units = [msgspec.structs.replace(unit, condition=wound if unit.id == "t64" else {}) for unit in forces.units]
    story = in_turn(msgspec.structs.replace(forces, units=tuple(units)))
    story.play.discards = house_deck(story.play)
    assert house_deck(story.play).count("Damaged Engine") == 2
