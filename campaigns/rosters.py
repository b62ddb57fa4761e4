"""Platoons as rosters: taken along as a file, and enlisted from one."""

from __future__ import annotations

import msgspec

from battles.forms.made_keys import key_of
from campaigns.season import Platoon, Season
from campaigns.season.enlistment import Enlist
from campaigns.season.values import Recruit
from rules.contract import Message, Refused, RuleSystem, say
from rules.contract import gettext_noop as _
from rules.rosters import Roster, RosterFormat, Vehicle

LARGEST = 1_000_000  # bytes of a file: as much as the site accepts in one request


def format_of(system: RuleSystem, key: str) -> RosterFormat | None:
    """The rulebook's format of this key; its first one for ""."""
    return next((one for one in system.rosters if key in ("", one.key)), None)


def read(system: RuleSystem, data: bytes | None, name: str = "", field: str = "file") -> Roster:
    """The roster of a file, or of its text, in the format of the file's ending. Without a known one the first format is
    tried, because phones lose endings. `Refused` names `field`."""
    if not system.rosters:
        raise _unread(say(_("This rulebook reads no roster files.")), _("Choose your forces in another way."), field)
    if data is None:
        raise _unread(say(_("No file was chosen, or it is empty.")), _("Choose one."), field)
    check_size(len(data), field)
    try:
        return _format_by_ending(system, name).read(data)
    except Refused as refused:
        refused.field = field
        raise


def check_size(size: int, field: str = "file") -> None:
    """`Refused` for a file of more bytes than are read."""
    if size > LARGEST:
        text = say(_("This file has %(size)s bytes; %(most)s are read."), size=size, most=LARGEST)
        raise _unread(text, _("Send the roster of one platoon alone, or packed."), field)


def _format_by_ending(system: RuleSystem, name: str) -> RosterFormat:
    endings = ((ending, one) for one in system.rosters for ending in one.endings)
    return next((one for ending, one in endings if name.lower().endswith(ending)), system.rosters[0])


def _unread(text: Message, remedy: str, field: str) -> Refused:
    return Refused("form", text, say(remedy), field, "malformed")


def owned(platoon: Platoon, reader: str) -> bool:
    """Whether `reader` may have the platoon as a file. The file names hidden cards, so only its player may: no
    organiser, no referee."""
    return bool(reader) and platoon.player == reader


def roster_of(season: Season, platoon: Platoon) -> Roster:
    """The platoon as it enlisted. No format has a place for what battles have done to it."""
    vehicles = [season.vehicles[id] for id in platoon.vehicles]
    return Roster(
        name=platoon.name,
        platoon=platoon.card,
        vehicles=tuple(
            Vehicle(
                name="" if one.name == one.model else one.name,
                model=one.model,
                cards=platoon.fittings.get(one.id, ()),
            )
            for one in vehicles
        ),
    )


def as_report(roster: Roster, id_: str) -> Enlist:
    """The report by which a roster would enlist, under keys made of its name; `id_` of the report."""
    key = key_of(roster.name, id_)
    vehicles = {f"{key}-{n}": one for n, one in enumerate(roster.vehicles, 1)}
    return Enlist(
        platoon=key,
        name=roster.name,
        card=roster.platoon,
        vehicles=tuple(Recruit(id=id, model=one.model) for id, one in vehicles.items()),
        names={id: one.name for id, one in vehicles.items() if one.name},
        fittings={id: one.cards for id, one in vehicles.items() if one.cards},
    )


class File(msgspec.Struct, frozen=True):
    name: str
    media: str
    data: bytes


def export(season: Season, platoon: Platoon, format: RosterFormat) -> File:
    """The platoon as a file, named after its key, which is plain text. `Refused` if the format cannot hold it."""
    return File(f"{platoon.key}{format.endings[0]}", format.media, format.write(roster_of(season, platoon)))
