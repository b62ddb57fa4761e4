"""The map's part of a campaign's read model: sectors, links, due retreats. Empty without a map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from battles import log
from campaigns.models import Sector
from campaigns.season import Season, names
from campaigns.season.kept_events import RetreatDue
from campaigns.season.positions import contested, engaged, standing_in, supplies, supplies_of_sectors
from campaigns.theatre import Supply
from rules.stream import codec

SECOND = "%Y-%m-%dT%H:%M:%SZ"


class LinkRow(msgspec.Struct, frozen=True):
    """A link as the campaign's sheet stores it."""

    kind: str
    one: str
    other: str
    closed: bool


class Whereabouts(NamedTuple):
    """What the standings store of each platoon on a map, by key: its supply, the fixture it is engaged in, and when
    the clerk chooses its retreat."""

    supplies: Mapping[str, Supply]
    engaged: Mapping[str, str]
    retreat_by: Mapping[str, str]


def whereabouts(season: Season, rows: Sequence[log.Row]) -> Whereabouts:
    """`rows` are all of the campaign's."""
    if season.opened.theatre is None:
        return Whereabouts({}, {}, {})
    return Whereabouts(supplies(season), engaged(season), retreats_by(season, rows))


def links_of(season: Season) -> str:
    theatre = season.opened.theatre
    if theatre is None:
        return ""
    closed = season.closed_links
    return codec.encode(
        [LinkRow(one.kind, one.one, one.other, (one.one, one.other) in closed) for one in theatre.links]
    )


def sectors_of(stream: str, season: Season) -> Iterator[Sector]:
    theatre = season.opened.theatre
    if theatre is None:
        return
    shared, there, supplied = contested(season), standing_in(season), supplies_of_sectors(season)
    for one in theatre.sectors:
        yield Sector(
            key=f"{stream}/{one.key}",
            campaign_id=stream,
            sector=one.key,
            name=names.sector(season, one.key),
            x=one.x,
            y=one.y,
            terrain=one.terrain,
            value=one.value,
            capacity=one.capacity,
            base=one.base,
            capital=one.capital,
            owner=season.owners.get(one.key, ""),
            contested=one.key in shared,
            supply=supplied.get(one.key, ""),
            platoons=codec.encode([platoon.key for platoon in there.get(one.key, ())]),
        )


def retreats_by(season: Season, rows: Sequence[log.Row]) -> dict[str, str]:
    """When the clerk makes each due retreat, by platoon: so many hours after it fell due as the terms say, but no
    later than orders are disclosed or the round closes."""
    hours = timedelta(hours=int(season.terms["retreat_hours"]))
    found: dict[str, str] = {}
    for row in reversed(rows):
        if len(found) == len(season.retreats):
            break
        if row.type == RetreatDue.__name__:
            platoon = msgspec.json.decode(row.data)["platoon"]
            if platoon in season.retreats and platoon not in found:
                due = (datetime.fromisoformat(row.at) + hours).strftime(SECOND)
                found[platoon] = min([due, *_ends(season)])
    return found


def _ends(season: Season) -> Iterable[str]:
    """When the orders and the round under way are due: open retreats are made by then."""
    turn = season.under_way
    ends = (turn.deadline, "" if turn.resolved else turn.orders_by) if turn else ()
    return [one for one in ends if one]
