"""The choices of whoever is asked for face-down cards: one for each that answers, and one for keeping them so (R5)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Choice, say, verbatim
from rules.contract import gettext_noop as _

from .asks_criticals import spends
from .attack import open_step
from .hidden_cards import CRITICAL, answering, saving
from .offers import step
from .state import Card, Model, State


def hidden(state: State, model: Model) -> Iterator[Choice]:
    """Against a critical a card is spent, and turned up with that."""
    asked, shot = open_step(state), state.shot
    assert asked is not None
    assert shot is not None
    assert asked.moment is not None
    if asked.moment is CRITICAL:
        yield from spends(state, model)
    else:
        for bearer, card in answering(state, shot, asked.moment):
            yield _turn_up(bearer, card)
    yield _keep(model)


def destruction(model: Model) -> Iterator[Choice]:
    """Before a tank is destroyed."""
    for card in saving(model):
        yield _turn_up(model, card)
    yield _keep(model)


def _turn_up(model: Model, card: Card) -> Choice:
    label = say(_("%(unit)s turns up %(card)s"), unit=model.name, card=verbatim(card.name or card.kind))
    return step("Reveal", model, label, card=card.id)


def _keep(model: Model) -> Choice:
    return step("KeepHidden", model, say(_("%(unit)s keeps its cards face down"), unit=model.name))
