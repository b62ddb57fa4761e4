"""Reports that a revision cannot simply tell again: what is the trouble with each, and how people have settled it."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.messages import Message, say
from rules.messages import gettext_noop as _
from rules.stream.contract import Refused, Roll
from rules.stream.decider import R
from rules.stream.history import Past
from rules.stream.revision.contract import M, MendedHistory
from rules.stream.revision.reports import Retold
from rules.stream.revision.state import OPEN

SETTLED = ("replaced", "rolled", "accepted", "kept")  # by people, or by what they have said beforehand

Kind = Literal["illegal", "unanswered", "orphaned"]


class Trouble(Exception):
    """A report that cannot simply be told again.

    illegal: the rules refuse it now. unanswered: a question nobody has rolled for. orphaned: dice nobody asks for.
    `fell`: what Leaguer had rolled for it by then.
    """

    def __init__(self, kind: Kind, refused: Refused, dice: tuple[Roll, ...] = (), fell: tuple[Roll, ...] = ()):
        super().__init__(f"{kind}: {refused}")
        self.kind, self.refused, self.dice, self.fell = kind, refused, dice, fell


class Item(msgspec.Struct, frozen=True):
    """A report of the old line that people have to settle, and why. `settled`: how it was, "" for not yet. `was`: how
    people had settled it before, which does not stand any more; unset where they had not."""

    position: int
    type: str
    kind: str
    rule: str
    text: Message
    remedy: Message | None
    dice: tuple[Roll, ...] = ()
    settled: str = ""
    was: str | msgspec.UnsetType = msgspec.UNSET


UNTOLD = say(_("It cannot be told again as it was."))


def without_why(item: Item) -> Item:
    """Why the rules refuse it may turn on what is hidden; what dice it lacks does not."""
    if item.kind != "illegal":
        return item
    return msgspec.structs.replace(item, text=UNTOLD, remedy=None)


def settled_as(history: MendedHistory[M, R], past: Past) -> str:
    """How people settled a report that could not stand: one of `SETTLED`, "" where nobody has, or it is open again."""
    position = past.position
    while position and isinstance(event := history.rows[position - 1].event, Retold):
        if event.how in SETTLED:
            return event.how
        position = 0 if event.how in OPEN else event.of
    return ""


def no_ground(rule: str) -> Refused:
    text, remedy = _("What this report rests on is not there any more."), _("Strike it, or tell another in its place.")
    return Refused(rule, text, remedy, field="how")
