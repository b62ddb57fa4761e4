"""How a battle came to a ruling: its muster, and what was told until then. Another battle may take after it.

It is fielded again with other dice, so it goes otherwise sooner or later. As far as what was told is offered there, it
is mostly told again, and between times something else is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from rules.adjudicate import CLERK
from rules.contract import Choice, Command, Muster, Refused
from rules.player import Told, with_table_dice
from rules.random_reports import left_to_leaguer
from rules.record import RecordedReport, Table
from rules.reports import REVISIONS
from rules.stream.choices import matches
from rules.stream.samples import Choose

AHEAD = 6  # what does not come up is left out, so many reports at most at a time
OTHERWISE = 12  # once in so many times something else is told
STRAYED = 6  # reports that are told in between, before one that does not come up is given up


class Story(NamedTuple):
    """`reports` of a battle of `muster`; the one before `end` came to the ruling."""

    muster: Muster
    reports: Sequence[RecordedReport]
    end: int

    def told(self) -> list[Told]:
        """What people have told of play."""
        reports = (one for one in self.reports[1 : self.end] if one.side != CLERK)
        return [(one.side, one.command) for one in reports if not isinstance(one.command, REVISIONS)]


class Retelling:
    """What is left of a story to tell. `choose` picks what is told otherwise."""

    def __init__(self, story: Story, choose: Choose) -> None:
        self.left, self.choose, self.strayed = story.told(), choose, 0

    def next(self, table: Table, offers: Sequence[Choice]) -> Told | None:
        """The next report of it that is offered; None where there is none, or another one is told now and then."""
        if not self.left or not self.choose(OTHERWISE):
            return None
        for place, (side, command) in enumerate(self.left[:AHEAD]):
            choice = next((one for one in offers if one.side == side and matches(one, command)), None)
            if choice and (again := self._with_dice(table, choice, command)):
                del self.left[: place + 1]
                self.strayed = 0
                return side, again
        self.strayed += 1
        if self.strayed % STRAYED == 0:
            del self.left[0]
        return None

    def _with_dice(self, table: Table, choice: Choice, command: Command) -> Command | None:
        """As often with other dice: those of this table, or Leaguer's. None where it is refused."""
        dice = {field.name for field in choice.fields if field.kind == "dice"}
        told = {info.name: getattr(command, info.name) for info in msgspec.structs.fields(command)}
        bare = left_to_leaguer(table, type(command)(**{name: told[name] for name in told.keys() - dice}))
        if (command == bare or self.choose(2)) and _is_heard(table, choice.side, command):
            return command
        if not _is_heard(table, choice.side, bare):
            return None
        return with_table_dice(table, choice, bare, self.choose) if self.choose(2) else bare


def _is_heard(table: Table, side: str, command: Command) -> bool:
    try:
        table.copy().report(side, command)
    except Refused:
        return False
    return True
