"""Crew cards aboard."""

from __future__ import annotations

from rules.contract import gettext_noop as _
from rules.contract import say
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.state import Card, Model


def crew_aboard(model: Model) -> list[Card]:
    return [card for card in model.cards.values() if card.crew and not card.gone]


def crew_card(model: Model, chosen: str) -> Card:
    """The crew card its owner names. Raises `Refused`."""
    card = next((card for card in crew_aboard(model) if card.id == chosen), None)
    if card is None:
        raise refused(
            "A2",
            say(_("There is no crew card “%(card)s” aboard."), card=chosen),
            say(_("Aboard: %(cards)s."), cards=", ".join(card.id for card in crew_aboard(model))),
            "card",
        )
    return card
