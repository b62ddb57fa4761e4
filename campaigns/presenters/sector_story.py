"""A sector with its neighbours: a drawing of them, and what happened there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from battles.reports import Ruled
from campaigns.presenters.story import Fact
from campaigns.season import Season
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
from campaigns.theatre import Theatre
from campaigns.theatre.picture import Picture
from rules.contract import Event


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
        case Retreated():
            return key == event.sector or _touches(event.moves, key)
        case RetreatContradicted():
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
