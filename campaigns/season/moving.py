"""The fold of what happens on the map: each event says who stands where and what changed hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from campaigns import reports as r
from campaigns.season.state import Season
from campaigns.theatre import RESERVE
from rules.contract import Event


def resolved(season: Season, event: r.OrdersResolved) -> None:
    """All but the fixtures, which are announced like others."""
    season.orders = {}
    season.rounds[-1].resolved, season.rounds[-1].reminded = True, False
    for march in event.marches:
        season.platoons[march.platoon].sector = march.place
    for key, platoon in season.platoons.items():
        platoon.entrenched = key in event.entrenched
    _hold(season, event.held)


def _ordered(season: Season, event: r.Ordered) -> None:
    season.orders[event.platoon] = event


def _retreat_due(season: Season, event: r.RetreatDue) -> None:
    season.retreats[event.platoon] = event
    if event.fixture:
        season.fixtures[event.fixture].beaten = event.platoon


def _cancelled(season: Season, event: r.RetreatCancelled) -> None:
    season.retreats.pop(event.platoon, None)
    if event.fixture:
        season.fixtures[event.fixture].beaten = ""


def _retreated(season: Season, event: r.Retreated) -> None:
    _leave(season, event.platoon, event.fixture, event.moves[0].place)
    _go(season, event.moves)
    _hold(season, event.held)


def _surrounded(season: Season, event: r.Surrounded) -> None:
    _leave(season, event.platoon, event.fixture, RESERVE)
    _go(season, (r.Gone(platoon=event.platoon, origin=event.sector, place=RESERVE),))
    for id in event.lost:
        season.vehicles[id].status, season.vehicles[id].bays = "captured", ()
    _hold(season, event.held)


def _leave(season: Season, platoon: str, fixture: str, place: str) -> None:
    season.retreats.pop(platoon, None)
    if fixture:
        found = season.fixtures[fixture]
        found.beaten, found.refuges = platoon, found.refuges | {platoon: place}


def _contradicted(season: Season, event: r.RetreatContradicted) -> None:
    if event.moves:
        season.reconsidered[event.fixture] = event
    else:
        season.reconsidered.pop(event.fixture, None)
        season.fixtures[event.fixture].beaten = event.beaten


def _revised(season: Season, event: r.RetreatRevised) -> None:
    offer, fixture = season.reconsidered.pop(event.fixture), season.fixtures[event.fixture]
    fixture.beaten = offer.beaten
    for gone in event.moves:
        if gone.place == offer.sector:
            fixture.refuges = {key: place for key, place in fixture.refuges.items() if key != gone.platoon}
        elif gone.platoon == offer.beaten:
            fixture.refuges = fixture.refuges | {gone.platoon: gone.place}
    _go(season, event.moves)
    _hold(season, event.held)


def _deployed(season: Season, event: r.Deployed) -> None:
    season.retreats.pop(event.platoon, None)
    _go(season, (r.Gone(platoon=event.platoon, origin=event.origin, place=event.place),))
    for id, status in event.restored.items():
        season.vehicles[id].status = status  # type: ignore[assignment]
    _hold(season, event.held)


def _link_set(season: Season, event: r.LinkSet) -> None:
    link = frozenset({(event.one, event.other)})
    season.closed_links = season.closed_links - link if event.open else season.closed_links | link


def _scored(season: Season, event: r.TheatreScored) -> None:
    season.scores = dict(event.totals)


def _won(season: Season, event: r.Won) -> None:
    season.won = event


def _go(season: Season, moves: Iterable[r.Gone]) -> None:
    """Nobody keeps a trench, or an order, that has left."""
    for gone in moves:
        platoon = season.platoons[gone.platoon]
        platoon.sector, platoon.entrenched = gone.place, False
        season.orders.pop(gone.platoon, None)


def _hold(season: Season, held: dict[str, str]) -> None:
    season.owners = season.owners | held


APPLY: dict[type[Event], Callable[[Season, Any], None]] = {
    r.Ordered: _ordered,
    r.RetreatDue: _retreat_due,
    r.RetreatCancelled: _cancelled,
    r.Retreated: _retreated,
    r.Surrounded: _surrounded,
    r.RetreatContradicted: _contradicted,
    r.RetreatRevised: _revised,
    r.Deployed: _deployed,
    r.LinkSet: _link_set,
    r.TheatreScored: _scored,
    r.Won: _won,
}
