"""What may come of an order, as far as the positions on the map tell."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.season.refusals import keys
from campaigns.theatre import RESERVE
from campaigns.theatre.possible_orders import Possible, Situation, Stand
from rules.contract import Message, say
from rules.contract import gettext_noop as _


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
