"""The map of a season as one reader may see it, ready to be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaigns.season import Season
from campaigns.season.positions import contested, engaged, supplies, supplies_of_sectors, theatre_of
from campaigns.theatre import RESERVE, March
from campaigns.theatre.picture import Arrow, Counter, Picture


def picture(
    season: Season,
    reader: str = "",
    *,
    title: str = "",
    addresses: Mapping[str, str] | None = None,
    marches: Iterable[March] = (),
) -> Picture:
    """The map for `reader` ("" for a spectator), of a season that has one. Of undisclosed orders it shows only the
    reader's own. `marches` are drawn, too; `addresses` are those of the sectors' pages, by key."""
    shadow = supplies_of_sectors(season)
    return Picture(
        theatre=theatre_of(season),
        names=season.opened.sectors,
        sides=season.opened.sides,
        owners=season.owners,
        contested=contested(season),
        closed=season.closed_links,
        strained=frozenset(key for key, supply in shadow.items() if supply == "strained"),
        cut_off=frozenset(key for key, supply in shadow.items() if supply == "cut off"),
        counters=tuple(_counters(season, reader)),
        arrows=(*_ordered(season, reader), *_marched(season, marches)),
        addresses=dict(addresses or {}),
        title=title,
    )


def _counters(season: Season, reader: str) -> Iterable[Counter]:
    supplied, busy = supplies(season), engaged(season)
    for key in sorted(season.platoons):
        one = season.platoons[key]
        if one.sector not in ("", RESERVE):
            yield Counter(
                key=key,
                name=one.name,
                side=one.side,
                sector=one.sector,
                supply=supplied[key],
                entrenched=one.entrenched,
                engaged=key in busy,
                beaten=key in season.retreats,
                mine=bool(reader) and reader in one.players,
            )


def _ordered(season: Season, reader: str) -> Iterable[Arrow]:
    """The reader's own orders that lead to another place on the map."""
    for key in sorted(season.orders):
        order, platoon = season.orders[key], season.platoons[key]
        leads = platoon.sector not in ("", RESERVE) and order.to not in ("", RESERVE, platoon.sector)
        if leads and reader and reader in platoon.players:
            yield Arrow(origin=platoon.sector, place=order.to, kind=order.do, side=platoon.side)


def _marched(season: Season, marches: Iterable[March]) -> Iterable[Arrow]:
    for march in marches:
        if march.way and march.origin not in ("", RESERVE):
            side = season.platoons[march.platoon].side
            for origin, place in zip(march.way, march.way[1:], strict=False):
                yield Arrow(origin=origin, place=place, kind=march.do, side=side)
