"""What mending asks of a kind of stream: who may mend it, what it hides, and what becomes of its own reports.

`MendedDecider` is the Decider of a stream that people mend. `rules.mending` has all of it for battles.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from rules.messages import Message
from rules.stream.contract import Command, Dice, Event, Refused, Roll
from rules.stream.decider import C, Decider, E, R, Row, Who
from rules.stream.dice import FallenDice
from rules.stream.history import History, Past
from rules.stream.new_seeds import ReseededDice, SpentDice
from rules.stream.revision.redaction import Redaction
from rules.stream.revision.reports import Authority, Retold, Revised, Settlement
from rules.stream.revision.state import Proposal, StreamState

M = TypeVar("M", bound=StreamState)  # the state of a stream that people mend

# What becomes of a report when one before it is mended. decided: it is decided again, and people settle it where that
# cannot be. verbatim: what followed from it stands. voided: its ground is gone. attempted: it is decided again, and
# voided where that cannot be.
Retelling = Literal["decided", "verbatim", "voided", "attempted"]


class MendedDecider(Decider[M, C, E, R], Generic[M, C, E, R]):
    """One kind of stream that can be mended."""

    @property
    @abstractmethod
    def mending(self) -> Mending[M, R]:
        """Who may mend it and how."""

    @abstractmethod
    def facts(self, state: M) -> dict[str, Any]:
        """Every fact that people may declare, by path, as plain JSON-able values."""

    @abstractmethod
    def possible(self, state: M) -> None:
        """`Refused` where people have set facts that no play leads to, or from which none goes on."""

    def dice(self, state: M, fallen: Mapping[str, Roll]) -> Dice:
        """Once the seed is known they follow from a new one; without that, none falls any more."""
        if state.spent:
            return SpentDice(fallen, earnest=True)
        if state.seeds:
            return ReseededDice((self.seed(state), *state.seeds), fallen)
        return super().dice(state, fallen)

    def dry(self, state: M, fallen: Mapping[str, Roll], *, earnest: bool = False) -> Dice:
        return SpentDice(fallen, earnest) if state.spent else FallenDice(fallen, earnest)

    def evolve_kept(self, state: M, event: Event, position: int, digest: str, report: int, /) -> None:
        """A revision has kept it: that has been reported since, and can be taken back."""
        newest = state.head, state.retold, state.redo, state.corrected
        last = position if position == report or isinstance(event, Retold) else state.last
        self.evolve(state, event, position, digest, report)
        state.head, state.retold, state.redo, state.corrected = newest
        state.last = last


class MendedHistory(History[M, R]):
    """Everything the log of such a stream has ever held."""

    decider: MendedDecider[M, Any, Any, R]

    def __init__(self, decider: MendedDecider[M, Any, Any, R], rows: Sequence[Row]) -> None:
        super().__init__(decider, rows)

    @property
    def mending(self) -> Mending[M, R]:
        return self.decider.mending


class Mending(ABC, Generic[M, R]):
    """The rules of mending one kind of stream. A party is who is asked to agree: a side of a battle, say.

    `rule`: what its own refusals name. `commands`: all that mends it, and `unsayable`: what cannot stand in a report
    that is corrected. `sets`: those that set facts whatever the rules say. `kept`: its events that stand with a report
    of which only the facts are kept. `hidden`: why a preview is refused that may turn on what is hidden, and what
    helps. `goes_on`: a report that cannot be told again stands as it was played until somebody settles it, and the
    stream goes on; an undo takes back one report, and what came later is decided again. Else the stream waits, and an
    undo takes all that came later with it. `keeps`: a revision does not write again what comes out the same.
    `has_terms`: it says itself what becomes of what is left over where nobody looks (`by_terms`).
    `most_proposals`: how many each party may have open beside those of others; 0 where the stream has one at a time.
    """

    goes_on: ClassVar[bool] = False
    keeps: ClassVar[bool] = False
    has_terms: ClassVar[bool] = False
    most_proposals: ClassVar[int] = 0
    rule: ClassVar[str]
    commands: ClassVar[frozenset[type[Command]]]
    unsayable: ClassVar[tuple[type[Command], ...]]
    sets: ClassVar[tuple[type[Command], ...]]
    kept: ClassVar[tuple[type[Event], ...]]
    hidden: ClassVar[tuple[Message, Message]]

    def mends(self, command: Command) -> bool:
        """Whether this report mends the stream."""
        return type(command) in self.commands

    def as_revision(self, history: MendedHistory[M, R], state: M, command: Command, who: Who) -> Command:
        """What a report that mends comes to, where it is told in the stream's own words. `Refused`."""
        return command

    # -- people --------------------------------------------------------------------------------------------------------

    @abstractmethod
    def acting(self, state: M, command: Command, who: Who) -> Who:
        """As whom they tell this report: as one who rules over the stream, or as the player they are. `Refused`."""

    @abstractmethod
    def check_part(self, state: M, who: Who) -> None:
        """`Refused` (code "not-yours") for who has no part in the stream."""

    @abstractmethod
    def check_may(self, state: M, kind: type[Command], who: Who) -> None:
        """`Refused` (code "not-yours") where `who` does nothing of this kind, whoever agrees."""

    @abstractmethod
    def check_reporter(self, state: M, command: Command, who: Who) -> None:
        """`Refused` where this report is not theirs to tell as the stream stands, whatever the rules say to it."""

    def told_by(self, history: MendedHistory[M, R], past: Past) -> str:
        """In whose name a report counts. Of one that was changed: of who changed it."""
        return past.by

    def reporter(self, state: M, command: Command, by: str) -> Who:
        """As whom `by` told a report that was accepted then: as who they are where they may, else as one who rules."""
        try:
            self.check_reporter(state, command, Who(by))
        except Refused:
            return Who(by, referee=True)
        return Who(by)

    @abstractmethod
    def parties(self, state: M, who: Who) -> tuple[str, ...]:
        """The parties they speak for."""

    @abstractmethod
    def touched(self, history: MendedHistory[M, R], state: M, command: Command) -> tuple[str, ...]:
        """The parties whose consent this revision needs; its proposer's may be among them."""

    def asks(
        self, history: MendedHistory[M, R], state: M, command: Command, who: Who
    ) -> tuple[str, ...] | msgspec.UnsetType:
        """Whom a proposal of theirs asks, to be written with it; unset where that is everybody else."""
        return msgspec.UNSET

    @abstractmethod
    def asked(self, state: M, proposal: Proposal) -> tuple[str, ...]:
        """The parties that an open proposal asks, whether they have agreed or not."""

    def gives_way(self, proposal: Proposal, side: str, data: Mapping[str, Any]) -> bool:
        """Whether an open proposal is over with another that `side` makes: what they ask anew of the same report."""
        same = (proposal.side, proposal.data.get("position")) == (side, data.get("position"))
        return same or not self.most_proposals

    @abstractmethod
    def fellows(self, state: M, who: Who) -> frozenset[str]:
        """The ids of all whose reports count as theirs."""

    @abstractmethod
    def is_others(self, state: M, command: Command, who: Who) -> bool:
        """Whether what follows from it is not for `who` to know before the others have agreed."""

    # -- what is hidden ------------------------------------------------------------------------------------------------

    @abstractmethod
    def reader(self, state: M, who: Who) -> R:
        """Whose eyes they see with."""

    @abstractmethod
    def redaction(self, history: MendedHistory[M, R], now: M, reader: R) -> Redaction[M, R]:
        """What the reader may not know of the stream as it stands."""

    @abstractmethod
    def knows_all(self, state: M, who: Who) -> bool:
        """Whether nothing need be hidden from them."""

    # -- reports that are told again -----------------------------------------------------------------------------------

    @abstractmethod
    def teller(self, who: Who, past: Past | None) -> Who:
        """As whom a report is decided that `who` says should have been: in the place of `past`, or a new one (None)."""

    def ruled_on(self, old: M, command: Command, past: Past) -> Command:
        """The report with all that was added to it before it came to its events; `old`: as the stream stood then."""
        return command

    def struck(self, past: Past) -> Retold:
        """The event that takes a report out."""
        return Retold(of=past.position, how="struck")

    @abstractmethod
    def rule_on(self, state: M, command: Command, who: Who, dice: Dice) -> Iterator[Event]:
        """What follows from a report that mends nothing. `Refused`."""

    @abstractmethod
    def set_by_hand(self, state: M, command: Command, right: Authority) -> Event:
        """What follows from one of `sets`. `Refused`."""

    @abstractmethod
    def retelling(self, past: Past, old: M, now: M) -> Retelling:
        """What becomes of a report on a line that stands at `now`; it was told at `old`. `Refused` where it could be
        decided again, and yet people have to look at it."""

    def check_played(self, past: Past, old: M, now: M) -> None:
        """`Refused` where what followed from a report would be about something else on a line that stands at `now`."""

    def instead(self, state: M, past: Past, how: str, command: Command) -> Command | None:
        """What stands in the place of a report that is settled so, "owe" or "replay": None where nothing does. `state`:
        as the stream stands now; `command`: what the report said."""
        return None

    def by_terms(self, state: M, past: Past) -> Settlement | None:
        """What becomes of a report that a correction has left over where nobody has looked at it; None: that is asked.
        `state`: as the stream stands now."""
        return None

    @abstractmethod
    def confirms(self, past: Past) -> bool:
        """Whether a report only says that what stands is right: previews show those that fall, and no others."""

    @abstractmethod
    def voided(self, history: MendedHistory[M, R], now: M, then: M) -> tuple[str, ...]:
        """The parties that have confirmed what stands, and then have no more."""

    # -- what may be mended --------------------------------------------------------------------------------------------

    @abstractmethod
    def is_closed(self, state: M) -> bool:
        """Whether its parties have closed it: from then on only who rules over it mends it, and nothing is proposed."""

    @abstractmethod
    def holds_up(self, state: M, command: Command) -> bool:
        """Whether this report has to wait until what a correction has left is settled."""

    @abstractmethod
    def check_undo(self, state: M) -> None:
        """`Refused` where nothing more is taken back."""

    @abstractmethod
    def check_correct(self, state: M, past: Past, how: str, kind: str, who: Who) -> None:
        """`Refused` for a report that `who` does not correct so. `how`: change, insert, strike, or undo. `kind`: the
        type of the report that is to stand there, else of the one that stands there."""

    @abstractmethod
    def set_before(self, state: M, reports: Sequence[Past]) -> int | None:
        """The position of the report before which facts are set now; None after all that counts."""

    @abstractmethod
    def check_mended(self, state: M, then: M) -> None:
        """`Refused` where a mended stream could not go on from `then`."""

    @abstractmethod
    def revised(self, state: M, event: Revised, past: Past | None) -> Revised:
        """The event that takes reports back, with what the stream keeps all the same. `past`: the report that is
        corrected, if it is one."""

    def remembered(self, state: M, then: M, event: Revised) -> Revised:
        """The same, once it is known to what it leads (`then`): with what happened all the same."""
        return event
