"""Everybody on the map as orders are given and resolved: positions, marches, supply, and who can fight."""

from __future__ import annotations

from campaigns.season.positions import allowance, engaged, supplies, theatre_of
from campaigns.season.prices import price
from campaigns.season.state import Platoon, Season, Vehicle
from campaigns.season.vehicles import can_fight
from campaigns.theatre.possible_orders import Situation, Stand


def situation_of(season: Season) -> Situation:
    """As it is now. Orders are nowhere in it."""
    supply, busy, fighting = supplies(season), engaged(season), season.fighting()
    marches = {state: allowance(season, state).march for state in set(supply.values())}
    prices: dict[str, int] = {}
    stands = []
    for key, platoon in season.platoons.items():
        if not platoon.sector:
            continue
        fit = _fit(season, platoon, fighting)
        stands.append(
            Stand(
                key=key,
                side=platoon.side,
                sector=platoon.sector,
                march=marches[supply[key]],
                supply=supply[key],
                worth=sum(_price(season, one.model, prices) for one in fit),
                fit=bool(fit),
                engaged=key in busy,
                beaten=key in season.retreats,
                entrenched=platoon.entrenched,
            )
        )
    return Situation(theatre_of(season), stands, season.owners, season.closed_links)


def _fit(season: Season, platoon: Platoon, fighting: dict[str, str]) -> list[Vehicle]:
    vehicles = (season.vehicles[id] for id in platoon.vehicles)
    return [one for one in vehicles if one.id not in fighting and can_fight(one)]


def _price(season: Season, model: str, known: dict[str, int]) -> int:
    """Without its cards: who meets whom goes by this, and would tell what lies face down."""
    if model not in known:
        known[model] = price(season.rules, season.house, season.opened.edition, model)
    return known[model]
