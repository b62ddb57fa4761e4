"""The faults of a map, each with the line of its text."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Message, Refused, say
from rules.contract import gettext_noop as _

FIELD = "map"
MOST = 60  # so that a text that is no map is refused briefly
LONGEST = 100_000  # characters of a map


class Faults:
    """Collects faults; line 0 stands for the whole map."""

    def __init__(self) -> None:
        self._found: list[tuple[int, Message, Message]] = []

    def __len__(self) -> int:
        return len(self._found)

    @property
    def enough(self) -> bool:
        """Whether no more would be shown."""
        return len(self._found) >= MOST

    def add(self, line: int, what: Message, remedy: Message) -> None:
        self._found.append((line, what, remedy))

    def in_order(self) -> Iterator[Refused]:
        """The faults by line, those of the whole map last; only the first ones if there are very many."""
        last = max((line for line, _what, _remedy in self._found), default=0) + 1
        found = sorted(self._found, key=lambda one: one[0] or last)
        for line, what, remedy in found[:MOST]:
            told = say(_("Line %(line)s: %(what)s"), line=line, what=what) if line else what
            yield Refused("campaign", told, remedy, field=FIELD)
