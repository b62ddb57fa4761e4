"""Rosters in the files of the tools that players use: what such a file holds, as a platoon that could be enlisted.

A rulebook lists its formats in `RuleSystem.rosters`. Pure: bytes in, a roster out, and the other way round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from rules.messages import Message

MOST_VEHICLES = 60  # as many as a platoon is enlisted with
MOST_CARDS = 60  # on one vehicle; every rulebook has far fewer


class Vehicle(msgspec.Struct, frozen=True, kw_only=True):
    """A vehicle of a roster. `name` is its own, "" without; model and cards as a muster names them: by their name, or
    by their key if several articles share the name."""

    name: str = ""
    model: str
    cards: tuple[str, ...] = ()


class Note(msgspec.Struct, frozen=True):
    """Something that a file holds and the roster does not, or says otherwise, and where in the file it stands."""

    where: Message
    text: Message


class Roster(msgspec.Struct, frozen=True, kw_only=True):
    """A platoon as a file has it, legal or not: the muster decides about that. Empty texts are what the file does not
    say.

    `platoon` is the rulebook's platoon card by name. What the file holds besides is among the `notes`.
    """

    name: str = ""
    platoon: str = ""
    vehicles: tuple[Vehicle, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RosterFormat:
    """A kind of file. `endings` as file names have them, the usual one first (".ros"); `media` is its media type.

    `read` raises `Refused` (field "file") for a file of another kind or another game, or one that is too large; unknown
    details are only noted. `write` raises `Refused` for a roster that the format cannot hold. Reading what was written
    gives the same roster without notes.
    """

    key: str
    name: str
    endings: tuple[str, ...]
    media: str
    read: Callable[[bytes], Roster]
    write: Callable[[Roster], bytes]
