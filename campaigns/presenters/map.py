"""The map of a season as one reader may see it: ready to be drawn, in words, and one sector with its neighbours and
what happened there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from msgspec.structs import replace

from battles.reports import Ruled
from battles.sentences import words
from campaigns.presenters.story import Fact
from campaigns.season import Season, names
from campaigns.season.disputes import Accepted, Disputed
from campaigns.season.enlistment import Enlisted
from campaigns.season.kept_events import BattleReported, Decided, Gone, RetreatContradicted, RetreatDue
from campaigns.season.map.deployment import Deployed
from campaigns.season.map.disclosure import OrdersResolved
from campaigns.season.map.links import LinkSet
from campaigns.season.map.pockets import Surrounded
from campaigns.season.map.retreat_rulings import RetreatRevised
from campaigns.season.map.retreats import Retreated
from campaigns.season.musters import BattleMustered, CalledOff
from campaigns.season.positions import Allowance, contested, engaged, supplies, supplies_of_sectors, theatre_of
from campaigns.theatre import RESERVE, SUPPLY_LABELS, March, Supply, Theatre
from campaigns.theatre.picture import Arrow, Counter, Picture
from rules.contract import Event


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


def place(season: Season, key: str) -> str:
    """The name of a sector, or of the reserve."""
    return words(names.place(season, key))


def order_in_words(season: Season, do: str, to: str) -> str:
    """An order in words: attack Bury."""
    texts = {
        "hold": _("hold"),
        "entrench": _("entrench"),
        "move": _("move to %(sector)s"),
        "attack": _("attack %(sector)s"),
        "support": _("support %(sector)s"),
        "withdraw": _("withdraw to %(sector)s"),
    }
    return texts.get(do, do) % {"sector": place(season, to)}


def supply_in_words(supply: Supply) -> str:
    return words(SUPPLY_LABELS[supply])


def allowed_in_words(allowed: Allowance) -> list[str]:
    """What a platoon's supply allows it, a sentence each."""
    workshop = {
        "all": _("The workshop works on everything."),
        "one": _("The workshop works on one vehicle at a time."),
        "none": _("The workshop does nothing."),
    }
    march = _("It marches as far as %(n)s: rail 1, road 2, river 3.") if allowed.march else _("It does not march.")
    return [
        march % {"n": allowed.march},
        workshop[allowed.workshop],
        _("It may buy.") if allowed.purchases else _("It may not buy."),
    ]


def around(shown: Picture, key: str) -> Picture:
    """The part of a picture with a sector, its neighbours and the links among them."""
    touching = [link for link in shown.theatre.links if key in (link.one, link.other)]
    near = {key, *(end for link in touching for end in (link.one, link.other))}
    return replace(
        shown,
        theatre=Theatre(
            sectors=tuple(one for one in shown.theatre.sectors if one.key in near),
            links=tuple(link for link in shown.theatre.links if link.one in near and link.other in near),
        ),
        counters=tuple(one for one in shown.counters if one.sector in near),
        arrows=tuple(one for one in shown.arrows if {one.origin, one.place} <= near),
    )


def about(season: Season, facts: Sequence[Fact], key: str) -> list[Fact]:
    """The facts about a sector, oldest first. Of a round's orders only what happened there."""
    found = []
    for ruled, row in facts:
        event = _there(ruled.event, key)
        if event is not None and _concerns(season, event, key):
            found.append((replace(ruled, event=event), row))
    return found


def narrowed(ruled: Ruled, about: str) -> Ruled:
    """A fact as far as it concerns a platoon or sector. Of a round's orders only those of that one."""
    event = ruled.event
    if not isinstance(event, OrdersResolved):
        return ruled
    if there := _there(event, about):
        return replace(ruled, event=there)
    return replace(
        ruled,
        event=replace(
            event,
            marches=tuple(one for one in event.marches if one.platoon == about),
            fixtures=tuple(one for one in event.fixtures if about in (one.home, one.away)),
            held={},
        ),
    )


def _there(event: Event, key: str) -> Event | None:
    """The event as far as it concerns the sector; None if it does not."""
    if not isinstance(event, OrdersResolved):
        return event
    marches = tuple(one for one in event.marches if key in (one.origin, one.place, one.to, *one.way))
    fixtures = tuple(one for one in event.fixtures if one.ground is not None and one.ground.sector == key)
    held = {place: side for place, side in event.held.items() if place == key}
    stirred = any(one.way or one.why or one.to for one in marches)  # standing still is no news
    if not (stirred or fixtures or held):
        return None
    return replace(event, marches=marches, fixtures=fixtures, held=held)


def _concerns(season: Season, event: Event, key: str) -> bool:
    match event:
        case OrdersResolved():
            return True
        case Enlisted():
            return event.sector == key
        case BattleMustered() | BattleReported() | CalledOff():
            return _fought_at(season, season.battles.get(event.battle, ""), key)
        case Decided() | Disputed() | Accepted():
            return _fought_at(season, event.fixture, key)
        case RetreatDue() | Surrounded():
            return event.sector == key
        case Retreated() | RetreatContradicted():
            return key == event.sector or _touches(event.moves, key)
        case RetreatRevised():
            return _fought_at(season, event.fixture, key) or _touches(event.moves, key)
        case Deployed():
            return key in (event.origin, event.place)
        case LinkSet():
            return key in (event.one, event.other)
        case _:
            return False


def _fought_at(season: Season, fixture: str, key: str) -> bool:
    found = season.fixtures.get(fixture)
    return found is not None and found.ground is not None and found.ground.sector == key


def _touches(moves: Iterable[Gone], key: str) -> bool:
    return any(key in (gone.origin, gone.place) for gone in moves)
