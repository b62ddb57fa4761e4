"""Which decks no battle can have: of the cards of its muster, shuffled and drawn from (R1 to R5, A22, B19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.contract import gettext_noop as _
from rules.contract import say

from . import tables
from .deck import next_pack, parts
from .refusals import impossible
from .state import State
from .words import card_name, listed

PLAYED = ("gap", "impulse", "support")  # a deck lies there to be drawn from
AIR = ("air_support", "support")


def check_cards(state: State) -> None:
    """Every card that is named is one of the muster's, as often as that has it."""
    for fact in ("pack", "drawn", "out"):
        if not _within(getattr(state, fact), state.deck):
            raise impossible(
                fact,
                say(_("The deck of this battle has no such card, or not so many.")),
                say(_("Its cards: %(cards)s."), cards=listed(map(card_name, dict.fromkeys(state.deck)))),
            )
    if not _within(state.dealt, state.pack):
        raise impossible(
            "dealt", say(_("Not all of these cards have been shuffled.")), say(_("Name cards of “pack” alone."))
        )


def check_deck(state: State) -> None:
    """A battle goes on."""
    for fact in ("drawn", "out"):
        if tables.TURN_OVER in getattr(state, fact):
            raise impossible(
                fact,
                say(_("A Turn Over card ends the turn, and goes back into the deck.")),
                say(_("Leave it out.")),
            )
    if state.out and state.options["full_deck_reshuffle"]:
        raise impossible("out", say(_("In this battle every card goes back as a turn ends.")), say(_("Declare none.")))
    _check_dealer(state)
    if state.phase in PLAYED:
        _check_lying(state)
        _check_counted(state)


def _check_dealer(state: State) -> None:
    """Who shuffles: of the players' deck Leaguer knows what was told, and has sealed nothing."""
    if not state.by_leaguer:
        for fact in ("dealt", "shuffles", "seal"):
            if getattr(state, fact):
                raise impossible(
                    fact,
                    say(_("The players shuffle and draw the cards of this battle.")),
                    say(_("Declare nothing here; the cards drawn are “drawn”.")),
                )
    elif state.seal and not (state.shuffles and state.pack):
        raise impossible(
            "seal",
            say(_("No cards have been shuffled that could have been sealed.")),
            say(_("Declare it empty, or the cards in “pack” and how often Leaguer has shuffled.")),
        )
    elif state.shuffles < state.ended + (state.phase in PLAYED):
        raise impossible(
            "shuffles",
            say(_("Leaguer has shuffled a deck for every turn.")),
            say(_("Declare at least %(least)s."), least=state.ended + (state.phase in PLAYED)),
        )


def _check_lying(state: State) -> None:
    """A deck is drawn from, and a Turn Over card is still in it."""
    if not state.by_leaguer:
        if not _within(state.drawn, next_pack(state)):
            raise impossible(
                "drawn",
                say(_("Cards that stay out of the deck cannot be drawn.")),
                say(_("Declare other cards, or fewer that are “out”.")),
            )
        return
    if not state.seal:
        raise impossible(
            "phase",
            say(_("Leaguer has shuffled no deck that could be drawn from.")),
            say(_("Declare the phase “shuffle”: a turn begins with that.")),
        )
    if not _within(state.pack, next_pack(state)):
        raise impossible(
            "out",
            say(_("Some of these cards were shuffled, and lie in the deck.")),
            say(_("Leave them out, or declare another “pack”.")),
        )
    if tables.TURN_OVER not in state.pack:
        raise impossible("pack", say(_("No Turn Over card was shuffled.")), say(_("Name them all.")))
    if state.dealt != state.drawn:
        raise impossible(
            "drawn",
            say(_("Leaguer draws the cards of this battle, and has drawn others.")),
            say(_("He has drawn, in this order: %(cards)s."), cards=listed(map(card_name, state.dealt))),
        )


def _check_counted(state: State) -> None:
    """R2, R4, R35: an Impulse for each card and each commander; a fighter held for a card that brought it."""
    impulses = len(state.drawn) + len(state.commanders)
    if state.impulses != impulses:
        raise impossible(
            "impulses",
            say(_("Every card drawn and every commander invoked counts for one.")),
            say(_("Declare %(impulses)s, or other cards and commanders."), impulses=impulses),
        )
    drawn = Counter(parts(card).side for card in state.drawn if parts(card).kind in AIR)
    for side, held in Counter(state.held).items():
        if held > drawn[side]:
            raise impossible(
                "held",
                say(_("Fewer cards that bring fighters were drawn for %(side)s."), side=side),
                say(_("Declare at most %(most)s there."), most=drawn[side]),
            )


def _within(cards: Sequence[str], others: Sequence[str]) -> bool:
    return not Counter(cards) - Counter(others)
