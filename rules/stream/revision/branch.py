"""A line of a stream told on a state of its own, before anything of it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from typing import Generic

import msgspec

from rules.stream.codec import as_stored
from rules.stream.contract import Command, Dice, Event, Refused, Unfallen
from rules.stream.decider import R, Row, Who
from rules.stream.history import Past, advance
from rules.stream.revision.contract import M, MendedHistory
from rules.stream.revision.redaction import OthersToTell, Redaction
from rules.stream.revision.reports import Authority, Kept, Retold, Told


class Mender(msgspec.Struct, Generic[M, R], frozen=True):
    """Who mends, by what right, and the dice for what is told for the first time.

    `asks`: the others have still to agree. Then a report that is theirs to tell is not decided (`OthersToTell`): what
    would follow from it might turn on what only they may know. `redaction`: who only previews may not know that
    either; so nothing new is decided that shows what is hidden, or is refused or asks for dice on account of it.
    """

    who: Who
    right: Authority
    dice: Dice
    asks: bool = False
    redaction: Redaction[M, R] | None = None


class Branch(Generic[M, R]):
    """A line on which `mender` tells what should have been. `state` is where it stands, `events` what was told.

    `begin` makes the state it starts from, as often as it is asked; the first event told stands at `after` + 1.
    `report` is where the report begins that all this belongs to.
    """

    def __init__(
        self,
        history: MendedHistory[M, R],
        mender: Mender[M, R],
        begin: Callable[[], M],
        after: int,
        report: int | None = None,
    ) -> None:
        self.history, self.mending, self.mender, self.begin = history, history.mending, mender, begin
        self.after, self.report = after, after + 1 if report is None else report
        self.state = begin()
        self.events: list[Event] = []
        self.kept: list[tuple[int, Past]] = []  # reports of before that stand here, each behind so many of `events`

    def keep(self, past: Past) -> None:
        """A report stands here as it was written."""
        self.kept.append((len(self.events), past))
        self._stand(past)

    def _stand(self, past: Past) -> None:
        self.state.waiting = tuple(position for position in self.state.waiting if position != past.position)
        keep(self.history, self.state, past.position, past.end)

    def tell(self, event: Event) -> None:
        self.events.append(event)
        self._apply(self.state, event, self.after + len(self.events))

    def _apply(self, state: M, event: Event, position: int) -> None:
        self.history.decider.evolve(state, event, position, "", self.report)

    def new(self, command: Command, past: Past | None = None) -> None:
        """A report as it should have been, in the place of `past` or beside all there are; or facts to be set."""
        redaction = self.mender.redaction
        if self.mender.asks and self.mending.is_others(self.state, command, self.mender.who):
            raise OthersToTell
        blind = None
        if redaction is not None and redaction.guards(self.state, command):
            blind = redaction.without(self.state)
        try:
            for event in self._followed(self.state, command, past):
                self.tell(event)
                if event.by_hand:
                    self.history.decider.possible(self.state)
                if redaction is not None and redaction.lifted(self.state):
                    raise OthersToTell
        except Refused as refused:
            if blind is not None and refused.rule != self.mending.rule:  # its own refusals know of nothing hidden
                raise OthersToTell from None
            raise
        except Unfallen as die:
            if blind is not None and die.question != self._asked_blind(blind, command, past):
                raise OthersToTell from None
            raise

    def _asked_blind(self, state: M, command: Command, past: Past | None) -> str:
        """What a report asks to be rolled where nothing is hidden; "" for nothing, or where it is refused."""
        try:
            for event in self._followed(state, command, past):
                self._apply(state, event, self.after)
        except Unfallen as die:
            return die.question
        except Refused:
            pass
        return ""

    def _followed(self, state: M, command: Command, past: Past | None) -> Iterator[Event]:
        if isinstance(command, self.mending.sets):
            yield self.mending.set_by_hand(state, command, self.mender.right)
        else:
            teller = self.mending.teller(self.mender.who, past)
            yield from self.mending.rule_on(state, command, teller, self.mender.dice)

    def decide(self, command: Command, who: Who, dice: Dice) -> None:
        for event in self.mending.rule_on(self.state, command, who, dice):
            self.tell(event)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """All that is told within stands, or nothing of it."""
        kept, stood, stand = len(self.events), copy(self.state), len(self.kept)
        try:
            yield
        except Exception:
            over = self.events[kept:]
            del self.events[kept:], self.kept[stand:]
            if all(isinstance(event, Retold) for event in over):  # mostly: what is refused is refused at once
                become(self.state, stood)
            else:
                self._tell_anew()
            raise

    def _tell_anew(self) -> None:
        """Lead a state of its own to where this one should stand."""
        self.state = self.begin()
        kept = iter(self.kept)
        behind, past = next(kept, (0, None))
        for told, event in enumerate(self.events, 1):
            self._apply(self.state, event, self.after + told)
            while past is not None and behind == told:
                self._stand(past)
                behind, past = next(kept, (0, None))

    def rows(self, by: str) -> list[Row]:
        """What was told, as the rows it would be, reported by `by`."""
        return [
            Row(position, position - self.report, event, by)
            for position, event in enumerate(self.events, self.after + 1)
        ]


def ranges(branch: Branch[M, R]) -> tuple[Kept, ...]:
    """The rows that stand on a branch as they were written, in order."""
    found: list[Kept] = []
    for behind, past in branch.kept:
        after = branch.after + behind
        if found and (found[-1].after, found[-1].last + 1) == (after, past.position):
            found[-1] = Kept(after, found[-1].first, past.end)
        else:
            found.append(Kept(after, past.position, past.end))
    return tuple(found)


def keep(history: MendedHistory[M, R], state: M, first: int, last: int) -> None:
    """Fold rows that are kept onto a state, in place, behind all that was folded onto it before."""
    advance(history.decider, state, history.rows[first - 1 : last], history.head)


def become(state: M, other: M) -> None:
    """Make `state` what `other` is, in place: it is rewound."""
    for name in state.__struct_fields__:
        setattr(state, name, getattr(other, name))


def retold(of: int, how: Told, command: Command) -> Retold:
    """A report that is not what it was, as its first row says it."""
    return as_stored(Retold(of=of, how=how, type=type(command).__name__, data=msgspec.to_builtins(command)))
