"""Decks that Leaguer shuffles: an order settled and sealed at once, told card by card, and disclosed at the end.

The order follows from the seed by named dice: the n-th card from the top is picked among those left, as they were
given, by Leaguer's die for "question/n", of as many faces as cards are left. So one card can be drawn and told, and
nothing of those under it. The seal is the SHA-256 of salt and order with spaces between them; with both disclosed
anybody checks it in one line of shell, long before the seed itself is disclosed:

    printf %s "SALT CARD CARD ..." | sha256sum
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeGuard

from msgspec.structs import replace

from rules.stream.contract import Roll, Shown, Unfallen
from rules.stream.seeds import derived_seed, die


def shuffled(seed: str, question: str, cards: Sequence[str]) -> Roll:
    """The deck as the seed orders it, disclosed. `ValueError` where there is no card, or one has a space in it."""
    if not cards or any(card.split() != [card] for card in cards):
        raise ValueError(f"cards are sealed by names without spaces, and there is at least one: {list(cards)}")
    order, salt = order_of(seed, question, cards), derived_seed(seed, f"salt/{question}")
    return Roll(question, len(cards), order, "leaguer", (tuple(cards),), seal(salt, order), salt)


def order_of(seed: str, question: str, cards: Sequence[str]) -> tuple[str, ...]:
    """The cards from the top, each picked by a die of its own among those left."""
    left = list(cards)
    return tuple(left.pop(die(seed, f"{question}/{n}", 1, len(left)) - 1) for n in range(1, len(cards) + 1))


def seal(salt: str, order: Iterable[Shown]) -> str:
    """What commits to the order, in hex, and tells nothing of it without the salt."""
    return hashlib.sha256(" ".join((salt, *map(str, order))).encode()).hexdigest()


def face_down(deck: Roll) -> Roll:
    """The deck with its seal alone."""
    return replace(deck, values=(), salt="")


def is_of(known: Roll | None, cards: Sequence[str]) -> TypeGuard[Roll]:
    """Whether this is a deck of these very cards, as they were given: in another order they are another deck."""
    return known is not None and bool(known.sealed) and known.shows == (tuple(cards),)


def unsettled(question: str, cards: Sequence[str]) -> Unfallen:
    """A dry run came to a deck that has not been shuffled, or not been disclosed. Which cards are in it is not told: of
    a deck shuffled anew that may be somebody's secret."""
    return Unfallen(question, 1, len(cards), "")


def given(seed: str, deck: Roll) -> Roll:
    """What the seed makes of this deck: disclosed where it is, else face down. Cards that nobody could have sealed
    have no seal."""
    try:
        honest = shuffled(seed, deck.question, [str(card) for cards in deck.shows for card in cards])
    except ValueError:
        return replace(deck, values=(), sealed="", salt="")
    return honest if deck.values or deck.salt else face_down(honest)


def matches(deck: Roll) -> bool:
    """Whether what is disclosed is what was sealed: an order of its cards, all of them, and of nothing else."""
    return (
        [len(cards) for cards in deck.shows] == [deck.faces]
        and sorted(map(str, deck.values)) == sorted(map(str, deck.shows[0]))
        and seal(deck.salt, deck.values) == deck.sealed
    )


def drawn_otherwise(deck: Roll, drawn: Mapping[str, Collection[Roll]]) -> int:
    """The number of the first card that was drawn, and not as the disclosed `deck` has it; 0 for none.

    `drawn`: what was rolled, by question. Draws from another number of cards were from another deck. Below a card that
    nobody drew there is no telling which of two alike it was, so nothing below such a card is looked at.
    """
    left = [str(card) for cards in deck.shows for card in cards]
    for n, card in enumerate(map(str, deck.values), 1):
        draws = [roll.numbers for roll in drawn.get(f"{deck.question}/{n}", ()) if roll.faces == len(left)]
        if any(len(numbers) != 1 or left[numbers[0] - 1 : numbers[0]] != [card] for numbers in draws):
            return n
        if not draws and left.count(card) != 1:
            return 0
        left.pop(draws[0][0] - 1 if draws else left.index(card))
    return 0
