"""Shapes for roster files, in the fields of a report."""

from __future__ import annotations

import msgspec


class RosterFormat(msgspec.Struct):
    """A kind of file: `media` is its media type, the first of `endings` the usual one."""

    key: str
    name: str
    endings: list[str]
    media: str


class RosterNote(msgspec.Struct):
    """Something in the file that was not read, or that it says differently; `where` it stands."""

    where: str
    text: str


class Recruit(msgspec.Struct):
    id: str
    model: str


class Enlistment(msgspec.Struct):
    """The `data` of an Enlist report, without `side` and `player`. A text is "" if the file does not say it."""

    platoon: str
    name: str
    card: str
    vehicles: list[Recruit]
    names: dict[str, str]
    fittings: dict[str, list[str]]


class Roster(msgspec.Struct):
    """A platoon as a file has it, legal or not; `format` is the one it was read in."""

    format: str
    enlist: Enlistment
    notes: list[RosterNote]
