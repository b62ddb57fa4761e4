"""Where on the map a platoon begins: at a base of its own side that has room."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.reports import Enlist
from campaigns.ruling.checks import keys, no
from campaigns.season import Season
from campaigns.season.whereabouts import lay_of, sectors_of, standing_in
from campaigns.theatre import RESERVE
from rules.contract import Refused, say
from rules.contract import gettext_noop as _


def begins_at(season: Season, side: str, named: str = "") -> str:
    """The sector in which a platoon of a side begins: the base it names, else the first of those with room; "reserve"
    where none has any, "" without a map."""
    if season.opened.theatre is None:
        return ""
    return named or next(iter(bases_with_room(season, side)), RESERVE)


def bases_with_room(season: Season, side: str) -> dict[str, int]:
    """The bases of a side that it owns alone and that have room, each with for how many more platoons: the most room
    first, then the higher value, then the first by key."""
    sectors, there, mine = sectors_of(season), standing_in(season), lay_of(season).through(side)
    rooms = {
        key: sector.capacity - len(there.get(key, ()))
        for key, sector in sectors.items()
        if sector.base == side and key in mine
    }
    best = sorted(rooms, key=lambda key: (-rooms[key], -sectors[key].value, key))
    return {key: rooms[key] for key in best if rooms[key] > 0}


def not_a_base(season: Season, command: Enlist) -> Iterator[Refused]:
    """What stands against beginning at the sector that was named."""
    if not command.sector:
        return
    if season.opened.theatre is None:
        yield no(say(_("The campaign has no map.")), say(_("Leave the sector out.")), "sector")
    elif command.sector not in (rooms := bases_with_room(season, command.side)):
        right = say(_("Leave it out: the platoon begins in reserve, as no base of its side has room."))
        if rooms:
            right = say(_("Bases of its side with room: %(keys)s."), keys=keys(rooms))
        yield no(say(_("No platoon of its side begins at “%(key)s”."), key=command.sector), right, "sector")
