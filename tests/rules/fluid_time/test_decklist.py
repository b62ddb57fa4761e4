"""The Command Deck as people write it (R5, R6)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.systems.fluid_time import tables
from rules.systems.fluid_time.decklist import DECKS, Deck, deck_of, parse, sides_of, write

SIDES = ("germans", "soviets")
POSTED = {  # R6, as it was posted
    "turn_over": 3,
    "germans/air_support": 1,
    "germans/artillery_support": 1,
    "soviets/support": 1,
    "germans/free_action": 2,
    "soviets/free_action": 1,
    "soviets/move": 1,
    "germans/panzers_a/half_move_free_action": 2,
    "germans/panzers_a/free_action": 1,
    "germans/panzers_a/move": 1,
    "germans/panzers_b/half_move_free_action": 2,
    "germans/panzers_b/free_action": 1,
    "germans/panzers_b/move": 1,
    "germans/german_specials/half_move_free_action": 2,
    "germans/german_specials/free_action": 1,
    "germans/german_specials/move": 1,
    "soviets/tankovy_1/half_move_free_action": 1,
    "soviets/tankovy_1/free_action": 2,
    "soviets/tankovy_1/move": 1,
    "soviets/tankovy_2/half_move_free_action": 1,
    "soviets/tankovy_2/free_action": 2,
    "soviets/tankovy_2/move": 1,
    "soviets/soviet_specials/half_move_free_action": 1,
    "soviets/soviet_specials/free_action": 2,
    "soviets/soviet_specials/move": 1,
}


def deck(*lines: str) -> Deck:
    """Of lines without a fault."""
    found, faults = parse("\n".join(lines), SIDES)
    assert not faults
    return found


def wrong(*lines: str) -> list[tuple[int, str]]:
    """The line and words of each fault, in a deck that has its Turn Over card in the last line."""
    return [(fault.line, fault.text.text()) for fault in parse("\n".join((*lines, "1 turn_over")), SIDES)[1]]


# -- the decks of the scenarios ----------------------------------------------------------------------------------------


def test_the_posted_deck_has_its_thirty_four_cards() -> None:
    found = deck_of("summer_1942", {"deck": ""})
    assert len(found.cards) == 34
    assert Counter(found.cards) == POSTED
    assert found.platoons_of("germans") == ("panzers_a", "panzers_b", "german_specials")
    assert found.platoons_of("soviets") == ("tankovy_1", "tankovy_2", "soviet_specials")


def test_an_encounter_gives_both_sides_the_same() -> None:
    cards = Counter(deck_of("encounter", {"deck": " \n"}).cards)
    of_first = {card.removeprefix("first/"): n for card, n in cards.items() if card.startswith("first/")}
    assert of_first == {card.removeprefix("second/"): n for card, n in cards.items() if card.startswith("second/")}
    assert cards.total() == 3 + 2 * (4 + 3 * 4) == cards["turn_over"] + 2 * sum(of_first.values())


@pytest.mark.parametrize("scenario", [scenario.key for scenario in tables.SCENARIOS])
def test_every_scenario_has_a_deck_without_a_fault(scenario: str) -> None:
    assert not parse(DECKS[scenario], sides_of(scenario))[1]


# -- reading -----------------------------------------------------------------------------------------------------------


def test_equal_cards_lie_together_in_the_order_of_their_lines() -> None:
    found = deck("1 soviets/move", "2 turn_over", "1 germans/one/move", "2 soviets/move")
    assert found.cards == (*["soviets/move"] * 3, "turn_over", "turn_over", "germans/one/move")


def test_case_blank_lines_and_comments_make_no_difference() -> None:
    assert deck("# all of it", "", "  2   Turn_Over  # two", "1 Germans/Panzers_A/MOVE") == deck(
        "2 turn_over", "1 germans/panzers_a/move"
    )


def test_a_count_of_nothing_names_a_platoon_without_cards() -> None:
    found = deck("1 turn_over", "0 germans/reserve/move", "1 germans/one/move")
    assert found == Deck(("turn_over", "germans/one/move"), (("germans", "reserve"), ("germans", "one")))


def test_a_count_of_nothing_is_no_place_in_the_deck() -> None:
    found = deck("0 germans/one/move", "1 turn_over", "1 germans/one/move")
    assert found.cards == ("turn_over", "germans/one/move")


@pytest.mark.parametrize("kind", tables.GRANTS)
def test_a_platoon_may_have_every_card_that_moves_or_acts(kind: str) -> None:
    assert deck("1 turn_over", f"1 germans/one/{kind}").cards == ("turn_over", f"germans/one/{kind}")


@pytest.mark.parametrize("kind", tables.SIDE_CARDS)
def test_a_side_may_have_moves_free_actions_and_support(kind: str) -> None:
    assert deck("1 turn_over", f"1 soviets/{kind}").cards == ("turn_over", f"soviets/{kind}")


# -- what is wrong -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("germans/move", "“germans/move” is not a number of cards and a card."),
        ("two germans/move", "“two germans/move” is not a number of cards and a card."),
        ("-1 germans/move", "“-1 germans/move” is not a number of cards and a card."),
        ("1000 germans/move", "“1000 germans/move” is not a number of cards and a card."),
        ("٣ germans/move", "“٣ germans/move” is not a number of cards and a card."),
        ("1 germans / move", "“1 germans / move” is not a number of cards and a card."),
        ("1 turnover", "There is no card “turnover”."),
        ("1 italians/move", "There is no side “italians”."),
        ("1 italians/one/move", "There is no side “italians”."),
        ("1 germans/half_move", "A side has no card “half_move”."),
        ("1 germans/", "A side has no card “”."),
        ("1 germans/one/turn_over", "A platoon has no card “turn_over”."),
        ("1 germans/one/support", "A platoon has no card “support”."),
        ("1 germans/one/air_support", "A platoon has no card “air_support”."),
        ("1 germans/one/move/on", "A platoon has no card “move/on”."),
        ("1 germans//move", "“” cannot be the name of a platoon."),
        ("1 germans/1/move", "“1” cannot be the name of a platoon."),
        ("1 germans/elefánt/move", "“elefánt” cannot be the name of a platoon."),
        (f"1 germans/{'x' * 41}/move", f"“{'x' * 40}” cannot be the name of a platoon."),
    ],
)
def test_what_is_no_card_is_named_with_its_line(line: str, says: str) -> None:
    assert wrong("# a deck", line) == [(2, says)]


def test_a_deck_without_turn_over_would_never_end() -> None:
    for text in ("1 germans/move", "0 turn_over", "# nothing"):
        (fault,) = parse(text, SIDES)[1]
        assert (fault.line, fault.text.text()) == (0, "The deck has no Turn Over card: no turn would ever end.")


def test_two_hundred_cards_are_the_most() -> None:
    assert not wrong("199 germans/move")
    assert wrong("150 germans/move", "51 soviets/move") == [(2, "The deck comes to 201 cards here.")]
    assert wrong("999 germans/move", "1 soviets/move") == [(1, "The deck comes to 999 cards here.")]


def test_all_faults_are_told_at_once() -> None:
    found, faults = parse("x\n1 germans/move\n1 italians/move\n1 germans/one/fly", SIDES)
    assert [fault.line for fault in faults] == [1, 3, 4, 0]
    assert all(fault.remedy.text() for fault in faults)
    assert found.cards == ("germans/move",)


# -- laws --------------------------------------------------------------------------------------------------------------

CARDS = [
    "turn_over",
    *(f"{side}/{kind}" for side in SIDES for kind in tables.SIDE_CARDS),
    *(f"{side}/{name}/{kind}" for side in SIDES for name in ("one", "two", "b_3") for kind in tables.GRANTS),
]
LINES = st.lists(st.tuples(st.integers(0, 3), st.sampled_from(CARDS)), max_size=30)


@given(LINES)
def test_a_deck_that_is_written_down_is_read_as_it_was(lines: list[tuple[int, str]]) -> None:
    found = deck("1 turn_over", *(f"{count} {card}" for count, card in lines))
    text = write(found)
    assert deck(*text.splitlines()) == found
    assert write(deck(*text.splitlines())) == text


@given(LINES)
def test_a_deck_has_as_many_of_a_card_as_its_lines_say(lines: list[tuple[int, str]]) -> None:
    expected = Counter({"turn_over": 1})
    for count, card in lines:
        expected[card] += count
    assert Counter(deck("1 turn_over", *(f"{count} {card}" for count, card in lines)).cards) == +expected


@given(st.text(max_size=300) | st.lists(st.sampled_from(["1", "0", "999", "germans", "/", "move", " ", "\n", "#"])))
def test_whatever_the_text_it_is_read(text: str | list[str]) -> None:
    found, faults = parse("".join(text), SIDES)
    assert len(found.cards) <= tables.MOST_CARDS
    assert ("turn_over" in found.cards) or faults
