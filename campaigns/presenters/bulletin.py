"""What a campaign or a league makes known to everybody: feeds and Discord tell it."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Kind(StrEnum):
    PAIRINGS = "pairings"
    RESULT = "result"
    STANDINGS = "standings"
    HONOURS = "honours"


class Bulletin(msgspec.Struct, frozen=True, kw_only=True):
    """`lines`: its text. `url`: where it stands in full; `picture`: the address of one, "" for none. `published`,
    `updated`: when it was told first, and when what it says now was (see `battles.log.Row.at`)."""

    key: str
    kind: Kind
    title: str
    lines: tuple[str, ...]
    url: str
    picture: str = ""
    published: str
    updated: str
