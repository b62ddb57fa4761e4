"""The event that the State keeps as it is."""

from __future__ import annotations

from typing import ClassVar

from leagues.league.values import Division, Terms
from rules.contract import Event


class Founded(Event, frozen=True, kw_only=True):
    """A league begins. `terms` are complete: whoever adds a term later leaves it out here."""

    sealed: ClassVar[tuple[str, ...]] = ("name",)

    name: str
    club: str
    terms: Terms
    divisions: tuple[Division, ...]
