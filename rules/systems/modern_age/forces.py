"""The forces of a battle: models with their cards, and what they cost (R3, R4, R5)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from rules.contract import Refused, Unit, say
from rules.contract import gettext_noop as _
from rules.systems.modern_age import tables
from rules.systems.modern_age.catalogue import Entry
from rules.systems.modern_age.effects import Effect
from rules.systems.modern_age.refusals import refused
from rules.systems.modern_age.state import Card, Condition


class Carried(msgspec.Struct, frozen=True):
    """A card aboard a model: the article, and the card beside the model."""

    entry: Entry
    card: Card


class Fielded(msgspec.Struct, frozen=True):
    """A unit being mustered: its model, its cards, and its condition after earlier battles.

    `mustered` are the cards it was given, including those that earlier battles took.
    """

    unit: Unit
    entry: Entry
    mustered: tuple[Carried, ...]
    carried: tuple[Carried, ...]
    condition: Condition

    @property
    def cards(self) -> list[Card]:
        return [one.card for one in self.carried]


def fault_of_card(unit: str, card: str) -> str:
    """The key of any fault of a card, by the place where the card lies. Organisers let the fault pass by that key."""
    return f"R4/card/{unit}/{card}"


def card_of(entry: Entry, face_up: bool, before: Collection[Card] = ()) -> Card:
    """A crew or upgrade card beside its model. Its id tells only its type (R4, R5).

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
    taken_off = _discounts(cards)
    return model.article.points + sum(_price(card, taken_off) for card in cards)


def price(card: Card, cards: Collection[Card]) -> int:
    """What a card costs beside the other cards on its model."""
    return _price(card, _discounts(cards))


def _discounts(cards: Collection[Card]) -> list[Effect]:
    return [effect for card in cards for effect in card.effects if effect.does == "discount"]


def _price(card: Card, taken_off: Collection[Effect]) -> int:
    return card.points + sum(effect.delta for effect in taken_off if card.crew_of in effect.names)


def is_tank(entry: Entry) -> bool:
    return bool(entry.figures["type"] == "tank")


def platoons_of(fielded: Sequence[Fielded]) -> list[list[Fielded]]:
    sides = sorted({model.unit.side for model in fielded})
    return [[model for model in fielded if model.unit.side == side] for side in sides]


def points_fault(side: str, models: Sequence[Fielded], limit: int) -> Iterator[Refused]:
    """R3: what a side's platoon costs, with its cards."""
    price = sum(cost(model.entry, model.cards) for model in models)
    if price > limit:
        yield refused(
            "R3",
            say(_("The platoon of “%(side)s” costs %(cost)s points."), side=side, cost=price),
            say(_("At most %(limit)s."), limit=limit),
            "units",
            f"R3/points/{side}",
            waivable=True,
        )
