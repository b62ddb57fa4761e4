"""Shapes for rulebooks, and for roster files, in the fields of a report."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.declarations import Option, Scenario


class SystemLine(msgspec.Struct):
    """A rule system in a list."""

    key: str
    name: str
    edition: str
    url: str


class Systems(msgspec.Struct):
    systems: list[SystemLine]


class System(msgspec.Struct):
    """A rule system. `board` is what the board of a muster may hold, declared as options are; all of it is optional.

    `commands` hold a JSON Schema by type; `rosters` are the files of platoons it reads and writes;
    `errata` says what each edition but the first decides otherwise than the one before.
    """

    key: str
    name: str
    edition: str
    editions: list[str]
    scenarios: list[Scenario]
    options: list[Option]
    board: list[Option]
    commands: dict[str, dict[str, Any]]
    units: str
    rosters: list[RosterFormat]
    errata: dict[str, list[str]]


class Article(msgspec.Struct):
    """A model or card of the catalogue with its figures; `source` says where they come from."""

    key: str
    name: str
    kind: str
    nation: str
    points: int
    figures: dict[str, Any]
    status: str
    source: str


class Articles(msgspec.Struct):
    """A page of a catalogue, in the catalogue's order."""

    units: list[Article]
    next: str | None
    count: int


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
