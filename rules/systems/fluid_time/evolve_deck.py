"""Folding the Command Deck: shuffled, drawn from, over (R1 to R4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event

from . import events as e
from . import tables
from .state import AirOrArtillery, State


def _deck_shuffled(state: State, event: e.DeckShuffled) -> None:
    state.phase, state.turn, state.impulses = "gap", event.turn, 0
    state.drawn, state.commanders, state.queue, state.held = (), (), (), ()
    state.pack, state.dealt = event.cards, ()
    if event.order is not None:
        state.shuffles += 1
    state.seal = event.order.sealed if event.order else ""


def _card_drawn(state: State, event: e.CardDrawn) -> None:
    """What overwatch may answer is what was done since the last card."""
    state.impulses += 1
    state.drawn += (event.card,)
    if event.roll is not None:
        state.dealt += (event.card,)
    state.moved, state.fired = (), []
    side, _slash, kind = event.card.rpartition("/")
    if kind in tables.SUPPORT:
        state.phase, state.strike = "support", AirOrArtillery(card=event.card, side=side)


def _commander_invoked(state: State, event: e.CommanderInvoked) -> None:
    state.impulses += 1
    state.commanders += (event.side,)
    state.queue = tuple(side for side in state.queue if side != event.side)
    state.moved, state.fired = (), []


def _commanders_tied(state: State, event: e.CommandersTied) -> None:
    state.queue = (event.first, state.other(event.first))


def _turn_ended(state: State, event: e.TurnEnded) -> None:
    """Markers outlive the turn (B15); commanders' cards go back, fighters lapse (A20)."""
    state.phase, state.ended = "shuffle", state.ended + 1
    state.out, state.drawn, state.commanders, state.queue, state.held = event.out, (), (), (), ()
    state.moved, state.fired = (), []
    for unit in state.units.values():
        unit.struck = False


def _deck_disclosed(state: State, event: e.DeckDisclosed) -> None:
    state.seal = ""


def _turn_declared(state: State, event: e.TurnDeclared) -> None:
    state.phase, state.turn = "shuffle", event.turn - 1


DECK: dict[type[Event], Callable[[State, Any], None]] = {
    e.DeckShuffled: _deck_shuffled,
    e.CardDrawn: _card_drawn,
    e.CommanderInvoked: _commander_invoked,
    e.CommandersTied: _commanders_tied,
    e.TurnEnded: _turn_ended,
    e.DeckDisclosed: _deck_disclosed,
    e.TurnDeclared: _turn_declared,
}
