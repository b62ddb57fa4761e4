"""What the reader's platoons have to do on the map: give an order, choose a retreat, or fight first."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from campaigns.presenters import map
from campaigns.presenters.story import Fact
from campaigns.projections import retreats_by
from campaigns.season import Platoon, Round, Season
from campaigns.season.positions import engaged


class Summons(msgspec.Struct, frozen=True):
    """What one platoon has to do. `due`: to retreat; `fixture`: it fights there and has to hold; else it needs an
    order, and `order` is its order so far, "" for none. `until`: the deadline, "" for none.
    """

    platoon: Platoon
    sector: str
    until: str
    due: bool = False
    order: str = ""
    fixture: str = ""


def summoned(season: Season, facts: Iterable[Fact], reader: str) -> list[Summons]:
    """The tasks of the reader's platoons: retreats, then orders, then those in battle. None for a spectator."""
    mine = [one for one in season.platoons.values() if reader and reader in one.players and one.sector]
    busy, round, until = engaged(season), asking(season), retreats_due(season, facts)
    due = [one for one in mine if one.key in season.retreats]
    free = [one for one in mine if one.key not in season.retreats and one.key not in busy]
    kept = [one for one in mine if one.key not in season.retreats and one.key in busy]
    return [
        *(Summons(one, map.place(season, one.sector), until.get(one.key, ""), due=True) for one in due),
        *(
            Summons(one, map.place(season, one.sector), round.orders_by, order=told(season, one))
            for one in free
            if round is not None
        ),
        *(
            Summons(one, map.place(season, one.sector), round.orders_by, fixture=busy[one.key])
            for one in kept
            if round is not None
        ),
    ]


def asking(season: Season) -> Round | None:
    """The round that takes orders; None if none does."""
    found = season.under_way
    on_map = season.opened.theatre is not None and season.closed is None and season.won is None
    return found if on_map and found is not None and not found.resolved else None


def told(season: Season, platoon: Platoon) -> str:
    """The platoon's order in words, "" for none. Only its players may read it."""
    order = season.orders.get(platoon.key)
    return map.order_in_words(season, order.do, order.to) if order else ""


def retreats_due(season: Season, facts: Iterable[Fact]) -> dict[str, str]:
    """When the clerk makes each due retreat, by platoon."""
    return retreats_by(season, [row for _ruled, row in facts])
