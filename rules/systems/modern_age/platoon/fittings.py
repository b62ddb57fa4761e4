"""Crew and upgrade cards as they lie beside their model, and what model and cards cost (R3, R4, R5)."""

from __future__ import annotations

from collections.abc import Collection

from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import Entry
from rules.systems.modern_age.state import Card


def fault_of_card(unit: str, card: str) -> str:
    """What any fault of a card is called, by the place where it lies: organisers let it pass by that name."""
    return f"R4/card/{unit}/{card}"


def card_of(entry: Entry, face_up: bool, before: Collection[Card] = ()) -> Card:
    """A crew or upgrade card as it lies beside its model, by an id that only tells its type (R4, R5).

    `before` are the cards that lie there already: the second of a type is "ammo-2".
    """
    kind = entry.figures["card_type"]
    number = 1 + sum(other.kind == kind for other in before)
    return Card(
        id=kind.lower().replace(" ", "-") + (f"-{number}" if number > 1 else ""),
        kind=kind,
        name=entry.name,
        crew=kind in tables.CREW_TYPES,
        points=entry.article.points,
        crew_of=entry.figures.get("crew_of", ""),
        effects=entry.effects,
        face_up=face_up,
    )


def cost(model: Entry, cards: Collection[Card]) -> int:
    """Model and cards by their printed prices, less what cards on the same model take off others (R3, Alpha 66)."""
    return model.article.points + sum(price(card, cards) for card in cards)


def price(card: Card, cards: Collection[Card]) -> int:
    """What a card costs beside the others on its model."""
    effects = (effect for other in cards for effect in other.effects if effect.does == "discount")
    return card.points + sum(effect.delta for effect in effects if card.crew_of in effect.names)
