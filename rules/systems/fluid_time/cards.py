"""The cards of the Command Deck: what they say, what they give, and which of them lie face down (R1, R3, R5 to R12, A2,
B19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from . import tables
from .state import State

PLAYED = ("gap", "impulse", "support")  # phases in which there is a deck to draw from


class Parts(NamedTuple):
    """What a card says: whom it is for, and its kind. `side` is "" on Turn Over; `platoon` is "" on a card for the
    whole side."""

    side: str
    platoon: str
    kind: str


def parts(card: str) -> Parts:
    """A card by its name: "turn_over", "side/kind" or "side/platoon/kind"."""
    whose, _slash, kind = card.rpartition("/")
    side, _slash, platoon = whose.partition("/")
    return Parts(side, platoon, kind)


def grants_of(state: State, card: str) -> tuple[str, ...]:
    """R7 to R11: what each vehicle may spend by a card; "" is a commander's card (R4)."""
    if not card:
        return tables.GRANTS["free_action"]
    kind = parts(card).kind
    if kind == "half_move" and state.options["half_move_card"] == "full_move":
        kind = "move"
    return tables.GRANTS[kind]


def less(cards: Sequence[str], gone: Sequence[str]) -> tuple[str, ...]:
    """The cards without the gone ones, in their order. A card that is named once goes once; one that is not there is
    ignored."""
    going = Counter(gone)
    left: list[str] = []
    for card in cards:
        if going[card]:
            going[card] -= 1
        else:
            left.append(card)
    return tuple(left)


def next_pack(state: State) -> tuple[str, ...]:
    """R3, B19: the cards that are shuffled next. Those that stay out stay out, unless only Turn Over would be left."""
    pack = less(state.deck, state.out)
    return pack if any(card != tables.TURN_OVER for card in pack) else state.deck


def left(state: State) -> tuple[str, ...]:
    """The cards that lie face down in this turn, in the order of the muster. If Leaguer deals, it knows which it has
    dealt; if the players deal, the reports say which were drawn."""
    return less(state.pack, state.dealt) if state.by_leaguer else less(next_pack(state), state.drawn)


def staying_out(state: State) -> tuple[str, ...]:
    """B19: the cards that stay out as this turn ends. None if every card goes back, or if nothing else would be
    left."""
    if state.options["full_deck_reshuffle"]:
        return ()
    out = (*state.out, *(card for card in state.drawn if card != tables.TURN_OVER))
    rest = less(state.deck, out)
    return out if any(card != tables.TURN_OVER for card in rest) else ()


def deck_question(state: State) -> str:
    """The question of the deck that Leaguer shuffled last. Every shuffle of a battle has a question of its own."""
    return f"deck-{state.shuffles}"
