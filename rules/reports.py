"""What may be reported of every battle, whatever its rulebook, the events that follow, and how a battle's commands and
events are read and written."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from rules.bounds import Key
from rules.contract import Command, Event, Muster, Mustered, RuleSystem, say
from rules.contract import gettext_noop as _
from rules.stream.codec import CommandCodec, EventCodec, Upcasters, as_it_was
from rules.stream.revision.reports import (
    Agree,
    Agreed,
    Correct,
    Declare,
    Declared,
    Decline,
    Declined,
    NewSeed,
    Proposed,
    Reason,
    Reseed,
    Reseeded,
    Resolve,
    Retold,
    Revised,
    Undo,
)

Depth = Literal["shots", "status", "result"]
DEPTHS = {"shots": say(_("every shot")), "status": say(_("status of units")), "result": say(_("result only"))}

TOLD = {  # what is reported at each depth
    "result": say(_("At the end: the winner, and what became of every unit.")),
    "status": say(_("What becomes of a unit, as soon as it happens.")),
    "shots": say(_("Every move, every shot and every die.")),
}

ROLLERS = {  # by what a muster says of its dice
    "table": say(_("our own dice; Leaguer rolls only where it is told to")),
    "leaguer": say(_("Leaguer rolls the dice that are left out")),
    "ask": say(_("whose dice, a report says each time")),
}


class ChangeDepth(Command, frozen=True, kw_only=True):
    """Report the rest of this battle shot by shot, by status, or by result only. At the end of a round."""

    positional: ClassVar = ("depth",)
    depth: Depth


class ReportStatus(Command, frozen=True, kw_only=True):
    """The state of a unit, in absolute terms, so that reporting it twice changes nothing more."""

    positional: ClassVar = ("unit",)
    unit: Key
    condition: dict[str, Any]


class ReportResult(Command, frozen=True, kw_only=True):
    """How the battle ended: the winning side ("" for a draw) and the condition of every unit not reported before."""

    positional: ClassVar = ("winner",)
    winner: Annotated[str, msgspec.Meta(max_length=40)]
    conditions: dict[Key, dict[str, Any]] = {}


class Confirm(Command, frozen=True, kw_only=True):
    """A side agrees to the outcome as it stood at `position`, whose digest is `digest`."""

    positional: ClassVar = ("side",)
    side: Key
    position: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
    digest: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
    by_default: bool = False


class Settle(Command, frozen=True, kw_only=True):
    """The clerk closes a confirmed battle after its aftermath and discloses the seed of its dice. `next_seed`: of dice
    that a correction asks for afterwards (see `Reseed`)."""

    sealed: ClassVar = ("next_seed",)
    next_seed: NewSeed | msgspec.UnsetType = msgspec.UNSET


class DepthChanged(Event, frozen=True, kw_only=True):
    depth: Depth


class StatusReported(Event, frozen=True, kw_only=True):
    unit: str
    condition: dict[str, Any]


class ResultReported(Event, frozen=True, kw_only=True):
    winner: str
    conditions: dict[str, dict[str, Any]]


class Confirmed(Event, frozen=True, kw_only=True):
    side: str
    position: int
    digest: str
    by_default: bool = False


class Settled(Event, frozen=True, kw_only=True):
    """The battle is closed; `seed` is disclosed so that every die Leaguer rolled can be checked."""

    seed: str


class Amend(Command, frozen=True, kw_only=True):
    """An organiser or umpire rules how the battle ended: the winner ("" for a draw) and conditions of units."""

    mends: ClassVar = True
    sealed: ClassVar = ("reason",)
    positional: ClassVar = ("winner",)
    winner: Annotated[str, msgspec.Meta(max_length=40)]
    conditions: dict[Key, dict[str, Any]] = {}
    reason: Reason


class TakeCase(Command, frozen=True, kw_only=True):
    """An organiser or umpire who does not play in this battle takes its case: from here on, and on the record for both
    sides, they see what lies face down and rule on it. Told by itself, with no other report beside it."""

    sealed: ClassVar = ("reason",)
    reason: Reason


class LeaveCase(Command, frozen=True, kw_only=True):
    """Give the case of this battle back: from here on its sender sees no more of it than a spectator."""


class LendSeat(Command, frozen=True, kw_only=True):
    """A side lets the players of the others report its facts and dice too, on their phone, until it takes its seat
    back. Its face-down cards do not show there, and none is turned up from there."""

    positional: ClassVar = ("side",)
    side: Key


class TakeSeatBack(Command, frozen=True, kw_only=True):
    """From here on a side alone reports for itself again. Told by itself, or by those who have had its seat."""

    positional: ClassVar = ("side",)
    side: Key


class ShowCards(Command, frozen=True, kw_only=True):
    """The owner of a lent seat has given their own code on the other side's phone: it shows their face-down cards there
    for one choice, which is reported in the owner's name."""

    positional: ClassVar = ("side",)
    side: Key


class Amended(Event, frozen=True, kw_only=True):
    """The outcome as an organiser or umpire has ruled it."""

    mends: ClassVar = True
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


class SeatLent(Event, frozen=True, kw_only=True):
    """The players of the other sides report facts and dice of `side` too, from here on."""

    talk: ClassVar = True
    side: str


class SeatTakenBack(Event, frozen=True, kw_only=True):
    """`side` alone reports for itself again."""

    talk: ClassVar = True
    side: str


class CardsShown(Event, frozen=True, kw_only=True):
    """The face-down cards of `side` were shown on the phone of who has its seat, for one choice."""

    talk: ClassVar = True
    side: str


SEATS: tuple[type[Command], ...] = (LendSeat, TakeSeatBack, ShowCards)
CASES: tuple[type[Command], ...] = (TakeCase, LeaveCase)
REVISIONS: tuple[type[Command], ...] = (
    *(Undo, Correct, Resolve, Declare, Amend, Agree, Decline, Reseed),
    *CASES,
    *SEATS,
)
ASKING: tuple[type[Event], ...] = (Proposed, Agreed, Declined)  # between the sides
LENDING: tuple[type[Event], ...] = (SeatLent, SeatTakenBack, CardsShown)
TURNS: tuple[type[Event], ...] = (
    *(Revised, Retold, Declared, Amended),
    *ASKING,
    *(Reseeded, CaseTaken, CaseLeft),
    *LENDING,
)
TALK: tuple[type[Event], ...] = tuple(event for event in TURNS if event.talk)


FRAME: tuple[type[Command], ...] = (Muster, ChangeDepth, ReportStatus, ReportResult, Confirm, Settle)
COMMANDS: tuple[type[Command], ...] = (*FRAME, *REVISIONS)
EVENTS: tuple[type[Event], ...] = (Mustered, DepthChanged, StatusReported, ResultReported, Confirmed, Settled, *TURNS)


UPCASTERS: Upcasters = {("Mustered", 1): as_it_was}  # of the events every battle has


@cache
def event_codec(system: RuleSystem | None) -> EventCodec:
    """Without a `system`: only for the events that every battle has."""
    if system is None:
        return EventCodec(EVENTS, UPCASTERS)
    return EventCodec((*EVENTS, *system.events), {**UPCASTERS, **system.upcasters})


@cache
def command_codec(system: RuleSystem | None) -> CommandCodec:
    """Without a `system`: only for the commands that every battle takes."""
    return CommandCodec((*COMMANDS, *(system.commands if system else ())))
