"""Everybody on the map as orders are given and resolved: positions, marches, supply, who can fight, and what may come
of an order."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.season.positions import allowance, engaged, supplies, theatre_of
from campaigns.season.refusals import keys
from campaigns.season.state import Platoon, Season, Vehicle
from campaigns.season.vehicles import can_fight, price
from campaigns.theatre import RESERVE
from campaigns.theatre.possible_orders import Possible, Situation, Stand
from rules.contract import Message, say
from rules.contract import gettext_noop as _


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
        known[model] = price(season.rules, season.house, season.edition, model)
    return known[model]


def risks(situation: Situation, stand: Stand, order: Possible) -> Iterator[Message]:
    """In words, what matters most first; nothing where nothing is known to threaten."""
    if order.do == "support":
        yield from _of_support(situation, stand)
    if order.do == "attack":
        yield from _of_attack(situation, stand, order)
    if order.way:
        yield from _of_going(situation, stand, order)
    elif order.do in ("hold", "entrench") and stand.sector != RESERVE and _threatened(situation, stand):
        yield say(_("Enemies a link away may attack."))


def _of_support(situation: Situation, stand: Stand) -> Iterator[Message]:
    """Its own sector decides whether it comes to anything."""
    if situation.enemies_in(stand.sector, stand.side):
        yield say(_("Enemies stand in %(sector)s: unless they go, the support is cut."), sector=stand.sector)
    elif _threatened(situation, stand):
        yield say(_("Enemies a link away may come and cut the support."))


def _of_attack(situation: Situation, stand: Stand, order: Possible) -> Iterator[Message]:
    enemies = [one for one in situation.stands.values() if one.sector == order.to and one.side != stand.side]
    if enemies:
        yield say(
            _("Enemies stand in %(sector)s: %(platoons)s."),
            sector=order.to,
            platoons=keys(one.key for one in enemies),
        )
    if dug := [one.key for one in enemies if one.entrenched]:
        yield say(_("Entrenched: %(platoons)s."), platoons=keys(dug))
    if situation.graph.edges[order.way[-2], order.way[-1]]["kind"] == "river":
        yield say(_("It attacks over a river, with fewer points."))


def _of_going(situation: Situation, stand: Stand, order: Possible) -> Iterator[Message]:
    ours = sum(one.sector == order.to and one.side == stand.side for one in situation.stands.values())
    if ours >= situation.sectors[order.to].capacity:
        yield say(_("%(sector)s is full: it comes back unless somebody leaves."), sector=order.to)
    if order.to not in situation.supplied(stand.side):
        yield say(_("No supply of its side comes to %(sector)s."), sector=order.to)
    if stand.entrenched:
        yield say(_("It gives up its trench."))


def _threatened(situation: Situation, stand: Stand) -> bool:
    return any(situation.enemies_in(other, stand.side) for other in situation.graph[stand.sector])
