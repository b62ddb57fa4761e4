"""The sheet of the Command Deck and of what each side has to play: cards, commanders, fighters, platoons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.contract import Fact, Message, say, verbatim
from rules.contract import gettext_noop as _

from . import tables
from .deck import left, next_pack, parts
from .state import State
from .words import card_name, counted, listed


def deck_facts(state: State) -> Iterator[Fact]:
    """A22: what lies face down or is shuffled next, by kind; in what order nobody knows."""
    cards = next_pack(state) if state.phase in ("turn", "shuffle") else left(state)
    yield Fact("cards", say(_("Cards in the deck")), len(cards))
    yield Fact("turn-overs", say(_("Turn Over cards among them")), cards.count(tables.TURN_OVER))
    for side in state.sides:
        yield Fact(f"left-{side}", say(_("In the deck for %(side)s"), side=side), _own(cards, side))
    if state.drawn:
        yield Fact("drawn", say(_("Drawn in this turn")), listed(card_name(card) for card in state.drawn))
    if state.seal:
        yield Fact("seal", say(_("Seal of the deck")), verbatim(state.seal))


def _own(cards: Sequence[str], side: str) -> Message:
    """The cards of a side by kind, and those of each of its platoons."""
    found: dict[str, list[str]] = {}
    for card in map(parts, cards):
        if card.side == side:
            found.setdefault(card.platoon, []).append(card.kind)
    told = [_of_platoon(platoon, counted(kinds)) for platoon, kinds in found.items()]
    return listed(told)


def _of_platoon(platoon: str, kinds: Message) -> Message:
    return say(_("%(platoon)s (%(cards)s)"), platoon=platoon, cards=kinds) if platoon else kinds


def commander_facts(state: State) -> Iterator[Fact]:
    """R4, R35."""
    if state.phase in ("turn", "shuffle"):
        return
    for side in state.sides:
        text = _("has been played") if side in state.commanders else _("is still held")
        yield Fact(f"commander-{side}", say(_("Commander's card of %(side)s"), side=side), say(text))
    for side, fighters in Counter(state.held).items():
        yield Fact(f"held-{side}", say(_("Fighters held by %(side)s"), side=side), fighters)


def strength(state: State, side: str, platoon: str) -> Fact:
    """A8: how many of a platoon are in play, of how many."""
    units = state.of_platoon(side, platoon)
    label = say(_("Strength of %(platoon)s, %(side)s"), platoon=platoon, side=side)
    value = say(_("%(left)s of %(all)s"), left=sum(unit.in_play for unit in units), all=len(units))
    return Fact(f"strength-{side}-{platoon}", label, value)
