"""The orders a platoon may be given, for its page: what each costs, where it leads, what it risks."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from django.utils.translation import gettext as _

from battles.sentences import words
from campaigns.presenters import map, story
from campaigns.season import Platoon, Season
from campaigns.season.map import orders
from campaigns.season.positions import lay_of
from campaigns.theatre import TERRAIN_LABELS, WAY_LABELS, Deed, Sector
from campaigns.theatre.graph import MapState


class Offer(msgspec.Struct, frozen=True):
    """An order that would be accepted. `value`: what its control sends, "attack:bury"; `says`: what to know about
    it, a sentence each."""

    do: str
    value: str
    name: str
    says: tuple[str, ...]


# Marches come last, because on a phone their list is the longest.
SEQUENCE: tuple[Deed, ...] = ("hold", "entrench", "attack", "support", "withdraw", "move")


def offers(season: Season, platoon: Platoon) -> list[Offer]:
    """The possible orders by deed, the nearest sector first; none if no orders are taken."""
    names, lay = story.names_in(season), lay_of(season)
    found = sorted(orders.choices(season, platoon.key), key=lambda one: SEQUENCE.index(one.do))
    return [
        Offer(
            do=one.do,
            value=f"{one.do}:{one.to}",
            name=_named(map.order_in_words(season, one.do, one.to)),
            says=(*_about(season, lay, one), *(words(risk, names) for risk in one.risks)),
        )
        for one in found
    ]


def _named(order: str) -> str:
    """The order with a capital letter, for a button."""
    return order[:1].upper() + order[1:]


def _about(season: Season, lay: MapState, order: orders.Choice) -> Iterator[str]:
    """The way and its end; for an order that stays, what it is good for."""
    terms = season.terms
    match order.do:
        case "hold":
            yield _("It stays, and defends itself.")
        case "entrench":
            yield _("It stays, and defends itself with %(n)s percent more points.") % {"n": terms["entrench_bonus"]}
        case "support":
            yield _("It stays, and its side brings %(n)s percent more points there.") % {"n": terms["support_bonus"]}
    if order.way:
        yield " · ".join(filter(None, (_over(season, lay, order), *_ground(season, lay.sectors[order.to]))))


def _over(season: Season, lay: MapState, order: orders.Choice) -> str:
    """The link and its cost, or the sectors on a longer way. "" from the reserve, which no link leaves."""
    way = order.way
    if len(way) < 2:
        return ""
    values = {"way": words(WAY_LABELS[lay.graph.edges[way[-2], way[-1]]["kind"]]), "n": order.cost}
    if len(way) == 2:
        return _("by %(way)s, for %(n)s") % values
    return _("by %(sectors)s, for %(n)s") % {
        "sectors": ", ".join(map.place(season, key) for key in way[1:-1]),
        "n": order.cost,
    }


def _ground(season: Season, sector: Sector) -> Iterator[str]:
    yield words(TERRAIN_LABELS[sector.terrain])
    yield _("value %(n)s") % {"n": sector.value}
    owner = season.owners.get(sector.key, "")
    yield _("owned by %(side)s") % {"side": season.opened.sides.get(owner, owner)} if owner else _("nobody’s")
