"""How far hits flew, for leagues that honour the longest shot. Told by rulebooks whose reports say it."""

from __future__ import annotations

import msgspec


class FarHit(msgspec.Struct, frozen=True):
    """A hit of a unit on another one, over so many whole units of the rulebook's own measure: those of its tables, so
    that tables of another scale compare."""

    of: str
    against: str
    length: int
