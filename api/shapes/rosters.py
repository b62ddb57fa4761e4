"""What a roster file says, as a report would say it."""

from __future__ import annotations

import msgspec


class RosterFormat(msgspec.Struct):
    """A kind of file: `media` is its media type, the first of `endings` the usual one."""

    key: str
    name: str
    endings: list[str]
    media: str


class RosterNote(msgspec.Struct):
    """Something a file holds that is not in what was read of it, or is said otherwise there; `where` it stands."""

    where: str
    text: str


class Recruit(msgspec.Struct):
    id: str
    model: str


class Enlistment(msgspec.Struct):
    """The `data` of an Enlist report, less `side` and `player`. An empty text is what the file does not say."""

    platoon: str
    name: str
    card: str
    vehicles: list[Recruit]
    names: dict[str, str]
    fittings: dict[str, list[str]]


class Roster(msgspec.Struct):
    """A platoon as a file has it, legal or not, by the name of the `format` it was read in."""

    format: str
    enlist: Enlistment
    notes: list[RosterNote]
