"""Shapes for rulebooks."""

from __future__ import annotations

from typing import Any

import msgspec

from api.shapes.rosters import RosterFormat
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

    `commands` hold a JSON Schema by type; `rosters` are the files of platoons it reads and writes.
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
