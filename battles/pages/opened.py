"""A battle that was read for a page, before anything of the page is made."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from battles import naming, otherwise
from battles.presenters.story import Story
from battles.standing import standing
from rules.adjudicate import Who


class Moment(msgspec.Struct, frozen=True):
    """An earlier moment: the battle as it stood `at` a row; with `as_of`, as it was believed at that time.

    `early`: nothing had happened by then, and the first row is shown. Of a season or a league also: `corrected`: with
    the corrections made since; `zone`: by whose clocks it is shown; `since`: when corrections were made that reach back
    before it; `other`: the query of the same page without or with them, "" where there are none.
    """

    at: int
    as_of: datetime | None = None
    early: bool = False
    corrected: bool = False
    zone: str = ""
    since: tuple[str, ...] = ()
    other: str = ""

    @property
    def query(self) -> str:
        """The beginning of an address at this moment."""
        return f"{self._when}&corrected=true&" if self.corrected else f"{self._when}&"

    @property
    def _when(self) -> str:
        if self.as_of is None:
            return f"at={self.at}"
        exact = bool(self.as_of.second or self.as_of.microsecond)
        text = self.as_of.replace(tzinfo=None).isoformat(timespec="microseconds" if exact else "minutes")
        return f"as_of={text}Z"

    @property
    def written(self) -> str:
        """The time as the log writes it; "" for a row."""
        return self.as_of.replace(tzinfo=None).isoformat(timespec="seconds") + "Z" if self.as_of else ""


class Opened:
    """A battle that was read for a page, with its reports and all that people call it: what the page is made of,
    beside what its reader may do."""

    def __init__(self, stream: str, who: Who | None, moment: Moment | None = None) -> None:
        """At an earlier moment, or now, with people as `who` may know them. `NoSuchStream` if there is no such
        battle."""
        self.moment = moment
        self.stands = standing(stream, moment.at if moment else None)
        battle = self.stands.battle
        self.story = Story(stream, battle, list(zip(self.stands.told, self.stands.rows, strict=True)), who)
        muster = battle.muster
        self.name = naming.name_of(stream, muster.title, muster.system, muster.scenario)
        counts = bool(muster.campaign) and battle.settled and moment is None
        self.otherwise = otherwise.address(stream) if counts else ""

    def made_of(self, who: Who | None) -> tuple[Any, ...]:
        """What stands for the page of this reader: it is the same for as long as this is."""
        return self.stands.key, who, self.moment, self.name, self.otherwise, self.story.names, self.story.people
