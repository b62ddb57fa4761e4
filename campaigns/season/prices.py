"""What vehicles are worth, in the points of their rulebook. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaigns.season.state import Season, Vehicle
from campaigns.season.values import Terms
from rules.contract import RuleSystem
from rules.house_units import articles


def price(system: RuleSystem, house: Terms, edition: str, model: str, cards: Sequence[str] = ()) -> int:
    """Of a model with cards, by name; `house` as `Season.house`. What the catalogue does not know costs nothing."""
    if system.upkeep.price is not None:
        return system.upkeep.price(house, edition, model, cards)
    points = {article.name: article.points for article in articles(system, edition, house)}
    return sum(points.get(name, 0) for name in (model, *cards))


def price_of(season: Season, vehicle: Vehicle, cards: Sequence[str] | None = None) -> int:
    """Of a vehicle as new, with the cards it carries (or with `cards`)."""
    carried = season.platoons[vehicle.platoon].fittings.get(vehicle.id, ()) if cards is None else cards
    return price(season.rules, season.house, season.opened.edition, vehicle.model, carried)


def worth(season: Season, vehicles: Iterable[Vehicle]) -> int:
    """Of those that are still there, as new; a wreck counts for nothing until it drives again."""
    return sum(price_of(season, one) for one in vehicles if one.status in ("fit", "damaged", "withdrawn", "workshop"))
