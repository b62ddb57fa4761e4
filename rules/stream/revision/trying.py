"""One report tried on a line of its own: why it cannot stand there, and how it could be settled."""

from __future__ import annotations

from rules.stream.contract import Refused, Unfallen
from rules.stream.decider import R
from rules.stream.history import Past
from rules.stream.revision.contract import M
from rules.stream.revision.items import Item, Trouble
from rules.stream.revision.rebase import Rebase
from rules.stream.revision.reports import Settlement


class Trying(Rebase[M, R]):
    """A line that begins right before a report; for one question each. Nothing of it is ever written."""

    def trouble(self, past: Past) -> Item | None:
        """Why it cannot be told again where this line begins; None where it can."""
        try:
            self._as_it_was(past)
        except Trouble as found:
            no = found.refused
            return Item(past.position, past.type, found.kind, no.rule, no.text, no.remedy, found.dice)
        return None

    def can_settle(self, past: Past, settlement: Settlement, item: Item) -> bool:
        """Whether a report that cannot stand here (`item`) can be settled so."""
        no = Refused(item.rule, item.text, item.remedy)
        try:
            self._settled(past, settlement, Trouble(item.kind, no, item.dice))  # type: ignore[arg-type]
        except (Refused, Unfallen, Trouble):
            return False
        return True
