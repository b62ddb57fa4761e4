"""What mending asks of a stream to which people report as persons, as far as it is the same in each: the stream goes
on whatever is left to settle, an organiser mends all of it, and nothing is confirmed. A person reads, or None as a
spectator.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import suppress

from rules.contract import Choice, Command, Dice, Event, Refused, Unfallen
from rules.stream.codec import as_stored
from rules.stream.decider import Who
from rules.stream.dice import FallenDice
from rules.stream.history import Past
from rules.stream.revision.contract import M, MendedHistory, Mending
from rules.stream.revision.reports import Authority, Declare, Declared, Retold, Revised, Undo


class PersonMending(Mending[M, Who | None]):
    """A stream says besides who has a part in it, who is asked, and what of it is never mended (`check_correct`)."""

    goes_on = True
    keeps = True
    sets = (Declare,)
    kept = ()

    @abstractmethod
    def decided(self, state: M, command: Command, who: Who, dice: Dice) -> Iterator[Event]:
        """What its chapters come to. `Refused`."""

    # -- people --------------------------------------------------------------------------------------------------------

    def acting(self, state: M, command: Command, who: Who) -> Who:
        return who

    def check_reporter(self, state: M, command: Command, who: Who) -> None:
        """Who may report something is decided with it."""
        with suppress(Unfallen):
            next(self.decided(state, command, who, FallenDice()), None)

    def is_others(self, state: M, command: Command, who: Who) -> bool:
        return False

    def reader(self, state: M, who: Who) -> Who | None:
        return who

    # -- reports that are told again -----------------------------------------------------------------------------------

    def teller(self, who: Who, past: Past | None) -> Who:
        """The same person tells what they should have told, with the right of who mends it."""
        return who if past is None else Who(past.by, referee=who.referee)

    def told_by(self, history: MendedHistory[M, Who | None], past: Past) -> str:
        """However often it was changed, it is the report of who told it first (see `teller`)."""
        return history.reports[history.first_told(past.position)].by

    def struck(self, past: Past) -> Retold:
        return Retold(of=past.position, how="struck", type=past.type)

    def rule_on(self, state: M, command: Command, who: Who, dice: Dice) -> Iterator[Event]:
        yield from self.decided(state, command, who, dice)

    def set_by_hand(self, state: M, command: Command, right: Authority) -> Event:
        assert isinstance(command, Declare)
        return as_stored(Declared(facts=command.facts, reason=command.reason, authority=right))

    def confirms(self, past: Past) -> bool:
        return False

    def voided(self, history: object, now: M, then: M) -> tuple[str, ...]:
        return ()

    # -- what may be mended --------------------------------------------------------------------------------------------

    def holds_up(self, state: M, command: Command) -> bool:
        return False

    def check_undo(self, state: M) -> None:
        """There is no report after which nothing is taken back any more."""

    def set_before(self, state: M, reports: Sequence[Past]) -> int | None:
        return None

    def check_mended(self, state: M, then: M) -> None:
        """Whatever was settled or left open, the stream goes on."""

    def revised(self, state: M, event: Revised, past: Past | None) -> Revised:
        return event

    # -- choices -------------------------------------------------------------------------------------------------------

    def barred(self, state: M, past: Past, how: str, who: Who) -> Refused | None:
        """Why `who` does not correct this report so, whatever they send; None where that turns on what they send."""
        try:
            self.check_correct(state, past, how, "" if how == "insert" else past.type, who)
            self.check_told(state, past, how, who)
        except Refused as refused:
            return refused
        return None

    def check_told(self, state: M, past: Past, how: str, who: Who) -> None:
        """`Refused` where this report is not theirs to correct, whoever else agrees."""

    def without_barred(self, state: M, every: Sequence[Choice], last: Past | None, who: Who) -> Sequence[Choice]:
        """What somebody may report to mend the stream, but no undo of the newest report that counts (`last`, None if
        nobody looked) where it is refused."""
        if last is None or self.barred(state, last, "undo", who) is None:
            return every
        return [one for one in every if (one.command, one.given.get("position")) != (Undo.__name__, last.position)]
