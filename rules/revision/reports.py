"""What may be reported to mend a battle, whatever its rulebook, and the events that follow.

What mends every stream stands in `rules.stream.revisions`; a battle's outcome may be amended besides, and a referee
takes its case.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec

from rules.bounds import Key
from rules.contract import Command, Event
from rules.stream.revisions import Agree as Agree
from rules.stream.revisions import Agreed as Agreed
from rules.stream.revisions import Authority as Authority
from rules.stream.revisions import Carried as Carried
from rules.stream.revisions import Correct as Correct
from rules.stream.revisions import Declare as Declare
from rules.stream.revisions import Declared as Declared
from rules.stream.revisions import Decline as Decline
from rules.stream.revisions import Declined as Declined
from rules.stream.revisions import Later as Later
from rules.stream.revisions import Proposed as Proposed
from rules.stream.revisions import Reason as Reason
from rules.stream.revisions import Resolve as Resolve
from rules.stream.revisions import Retold as Retold
from rules.stream.revisions import Revised as Revised
from rules.stream.revisions import Settlement as Settlement
from rules.stream.revisions import Settling as Settling
from rules.stream.revisions import Told as Told
from rules.stream.revisions import Undo as Undo

Winner = Annotated[str, msgspec.Meta(max_length=40)]


class Amend(Command, frozen=True, kw_only=True):
    """An organiser or umpire rules how the battle ended: the winner ("" for a draw) and conditions of units."""

    sealed: ClassVar = ("reason",)
    positional: ClassVar = ("winner",)
    winner: Winner
    conditions: dict[Key, dict[str, Any]] = {}
    reason: Reason


class TakeCase(Command, frozen=True, kw_only=True):
    """An organiser or umpire who does not play in this battle takes its case: from here on, and on the record for both
    sides, they see what lies face down and rule on it. Told by itself, with no other report beside it."""

    sealed: ClassVar = ("reason",)
    reason: Reason


class LeaveCase(Command, frozen=True, kw_only=True):
    """Give the case of this battle back: from here on its sender sees no more of it than a spectator."""


class Amended(Event, frozen=True, kw_only=True):
    """The outcome as an organiser or umpire has ruled it."""

    by_hand: ClassVar = True
    rules: ClassVar = ("amended",)
    sealed: ClassVar = ("reason",)
    winner: str
    conditions: dict[str, dict[str, Any]]
    reason: str


class CaseTaken(Event, frozen=True, kw_only=True):
    """`person` (an account) sees and rules on what lies face down in this battle, from here on."""

    talk: ClassVar = True
    sealed: ClassVar = ("reason",)
    person: str
    reason: str


class CaseLeft(Event, frozen=True, kw_only=True):
    """`person` has given the case back."""

    talk: ClassVar = True
    person: str


CASES: tuple[type[Command], ...] = (TakeCase, LeaveCase)
REVISIONS: tuple[type[Command], ...] = (Undo, Correct, Resolve, Declare, Amend, Agree, Decline, *CASES)
ASKING: tuple[type[Event], ...] = (Proposed, Agreed, Declined)  # between the sides
TURNS: tuple[type[Event], ...] = (Revised, Retold, Declared, Amended, *ASKING, CaseTaken, CaseLeft)
TALK: tuple[type[Event], ...] = tuple(event for event in TURNS if event.talk)
