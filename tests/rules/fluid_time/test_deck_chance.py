"""How soon a turn is over, counted over sealed shuffles (A24)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb

from rules.stream import decks
from rules.stream.dice import die
from rules.systems.fluid_time import tables
from tests.rules.fluid_time.table import (
    dealt_by_leaguer,
    play,
)

# -- by chance (A24) ---------------------------------------------------------------------------------------------------

SHUFFLES = 10_000


@cache
def first_turn_overs() -> tuple[int, ...]:
    """At which draw the first Turn Over of the posted deck comes, of so many shuffles by a fixed list of seeds. The
    dice of the draws up to it alone, as the engine asks for them."""
    posted = play(dealt_by_leaguer()).deck
    return tuple(first_turn_over(f"{number:064x}", posted) for number in range(SHUFFLES))


def first_turn_over(seed: str, cards: tuple[str, ...]) -> int:
    left, card, draws = list(cards), "", 0
    while card != tables.TURN_OVER:
        draws += 1
        card = left.pop(die(seed, f"deck-1/{draws}", 1, len(left)) - 1)
    return draws


def chance(draw: int) -> Fraction:
    """That the first of 3 Turn Overs among 34 cards comes with this draw."""
    return Fraction(comb(31, draw - 1), comb(34, draw - 1)) * Fraction(3, 34 - draw + 1)


def test_the_dice_of_the_draws_are_those_of_the_order() -> None:
    posted = play(dealt_by_leaguer()).deck
    for number in range(50):
        order = decks.order_of(f"{number:064x}", "deck-1", posted)
        assert order.index(tables.TURN_OVER) + 1 == first_turn_overs()[number]


def test_the_first_turn_over_comes_as_often_at_each_draw_as_it_should() -> None:
    """Chi-square over draws 1 to 20 and the rest; 37.57 is passed by one list of seeds in a hundred."""
    assert sum(chance(draw) for draw in range(1, 33)) == 1
    counted = Counter(min(draw, 21) for draw in first_turn_overs())
    wanted = {draw: float(SHUFFLES * chance(draw)) for draw in range(1, 21)}
    wanted[21] = SHUFFLES - sum(wanted.values())
    assert sum((counted[draw] - many) ** 2 / many for draw, many in wanted.items()) < 37.57


def test_a_quarter_of_the_deck_is_drawn_before_the_first_turn_over() -> None:
    """A24: 31/4 other cards, by the chances exactly and by the shuffles nearly."""
    assert sum((draw - 1) * chance(draw) for draw in range(1, 33)) == Fraction(31, 4)
    assert abs(sum(first_turn_overs()) / SHUFFLES - 1 - 7.75) < 0.2  # the mean of so many strays by 0.06
