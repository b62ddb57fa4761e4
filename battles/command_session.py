"""A kind of stream as it is kept, and one session on one stream: each report is decided on the state that the reports
before it left."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

import msgspec
from msgspec.structs import replace

from battles import log
from battles.folded import Folded
from battles.replay import plain
from battles.reports import Answer, Asked, Conflict, Receipt, Report, Ruled
from rules.adjudicate import Who
from rules.contract import Dice, Event, Refused, Roll, Unfallen, say
from rules.contract import gettext_noop as _
from rules.stream import history
from rules.stream.codec import COMPLETED, added, as_ruled_on, as_told, stored
from rules.stream.contract import Command
from rules.stream.decider import Decider, S
from rules.stream.dice import FallenDice, fallen, longest
from rules.stream.revision.reports import Revised


def unchanged(state: object, command: Command) -> Command:
    return command


@dataclass(frozen=True)
class StreamKind(Generic[S]):
    """`name`: the log's for this kind. `save` brings the read tables of a stream up to date, from its state and rows.

    `beside`, of a kind whose read tables have one row that reports change: what that is to be. It is written with the
    rows of the log at once, and `save` is asked after the first report alone.

    `complete` adds to a report what rulings may not ask for, the time and how other logs stand, and refuses what comes
    too late: it is asked once, before the report is decided, and the row keeps what was added. The state is None
    before the first event.

    `save_touched`, for streams so long that a report must not cost what they are long: the same as `save` for a state
    that this thread alone changes, in place. It returns what to be told the next time with that state; None the first
    time.
    """

    name: str
    decider: Decider[S, Any, Any, Any]
    save: Callable[[str, S, Sequence[log.Row]], None]
    complete: Callable[[S | None, Command], Command] = unchanged
    save_touched: Callable[[str, S, Sequence[log.Row], Any], Any] | None = None
    beside: Callable[[str, S, Sequence[log.Row]], log.Beside] | None = None


logger = logging.getLogger(__name__)


class CommandSession(Generic[S]):
    """A stream as it was read, and what has been decided since. Nothing of that is in the log yet.

    The state is None before the first event.
    """

    def __init__(
        self,
        kind: StreamKind[S],
        before: Folded[S] | None,
        reports: Sequence[Report],
        after: int | None,
    ) -> None:
        self.kind, self.decider = kind, kind.decider
        self.rows: Sequence[log.Row] = before.rows if before else []
        self.told: Sequence[Ruled] = before.told if before else []
        self.state = before.own() if before else None
        self.head = before.head.position if before else 0
        self.entries: list[log.NewRow] = []
        self.ruled: list[tuple[Ruled, int]] = []  # what was decided here, with the first position of its report
        self.past: Mapping[str, int] = before.reports if before else {}
        self.fell: Mapping[str, Roll] = before.fallen if before else {}  # before this session, by question
        self.heard: set[str] = set()
        self.moved = False  # its state may not be any more what it was
        self.missed = _missed(reports, self.rows, self.told, after)

    def hear(self, report: Report, who: Who, dry_run: bool) -> Answer:
        """Decide one report: its events, or the dice that a dry run lacks. A `Refused` report leaves no trace."""
        kept = len(self.entries)
        try:
            commands = self.decider.commands(self._first)
            report = replace(report, data=commands.tidy(report.type, report.data))
            if report.id in self.past:
                return self._as_before(report, who)
            if report.id in self.heard:
                raise _reused(report)
            self.heard.add(report.id)
            command = commands.decode(report.type, report.data)
            self._not_behind(command)
            self.moved |= command.mends
            ruled_on = self.kind.complete(self.state, command)
            report = replace(report, data=stored(report.data, added(command, ruled_on)))
            return Answer(report.id, self._decided(report, ruled_on, who, dry_run))
        except Refused as refused:
            refused.report = report.id
            self._forget(kept)
            if refused.__cause__ is not None:  # a rulebook failed on what was declared
                logger.error("a rulebook failed on report %s", report.id, exc_info=refused.__cause__)
            raise
        except Unfallen as die:
            told = [fact for fact, _first in self.ruled[kept:]]
            self._forget(kept)
            return Answer(report.id, asked=Asked.of(die, told))

    def _decided(self, report: Report, command: Command, who: Who, dry_run: bool) -> tuple[Ruled, ...]:
        first = self.head + len(self.entries) + 1
        for event in self._events(command, who, self._dice(dry_run)):
            position = self.head + len(self.entries) + 1
            self._evolve(event, position, "", first)
            self.ruled.append((Ruled(position, event), first))
            written = self.decider.events(self._first).encode(event)
            self.entries.append(_entry(written, report, command, event, position - first))
        return tuple(fact for fact, start in self.ruled if start == first)

    def _events(self, command: Command, who: Who, dice: Dice) -> Iterable[Event]:
        if self.state is None:
            return self.decider.open(command, who, dice)
        return self.decider.decide(self.state, command, who, dice, lambda: self._all_rows(who))

    def _dice(self, dry_run: bool) -> Dice:
        here = fallen(fact.event for fact, _first in self.ruled)
        fell = longest([*self.fell.values(), *here.values()]) if here else self.fell
        if self.state is None:
            return FallenDice(fell)
        return self.decider.dry(self.state, fell) if dry_run else self.decider.dice(self.state, fell)

    def _evolve(self, event: Event, position: int, digest: str, report: int, kept: bool = False) -> None:
        self.moved = True
        if self.state is None:
            self.state = self.decider.start(event, position, digest)
        elif kept:
            self.decider.evolve_kept(self.state, event, position, digest, report)
        else:
            self.decider.evolve(self.state, event, position, digest, report)

    @property
    def _first(self) -> Event | None:
        """The stream's first event, once there is one."""
        if self.told:
            return self.told[0].event
        return self.ruled[0][0].event if self.ruled else None

    def _forget(self, kept: int) -> None:
        """Take back a report that failed halfway: fold the stream and the accepted reports again."""
        if len(self.entries) == kept:
            return
        del self.entries[kept:], self.ruled[kept:]
        self.state = None
        told = [(fact, row.position - row.ordinal) for fact, row in zip(self.told, self.rows, strict=True)]
        every = [*told, *self.ruled]
        jumps = history.Jumps.of((f.position, f.event) for f, _first in every if isinstance(f.event, Revised))
        newest = 0
        for position in history.line(len(every), jumps):
            fact, first = every[position - 1]
            self._evolve(fact.event, fact.position, fact.digest, first, kept=position < newest)
            newest = max(newest, position)

    def _all_rows(self, who: Who) -> list[history.Row]:
        """The stream's rows as the rules need them, with those decided in this session, all reported by `who`."""
        new = zip(self.ruled, self.entries, strict=True)
        return plain(self.told, self.rows) + [
            history.Row(fact.position, e.ordinal, fact.event, who.id, e.command_type, as_ruled_on(str(e.command_data)))
            for (fact, _first), e in new
        ]

    @property
    def dice_fell(self) -> bool:
        """Whether Leaguer has rolled a new die for a report accepted in this session."""
        here = fallen(fact.event for fact, _first in self.ruled)
        return any(len(roll.values) > len(self.fell[q].values if q in self.fell else ()) for q, roll in here.items())

    def _as_before(self, report: Report, who: Who) -> Answer:
        """The first answer to a report sent twice; `Refused` if its content or its sender differs.

        The sender is compared first: otherwise guessing at the content of someone else's report would confirm the
        guess.
        """
        first = self.past[report.id]
        row = self.rows[first]
        if (
            row.by != who.id
            or row.command_type != report.type
            or as_told(_content(row.command_data)) != _content(report.data)
        ):
            raise _reused(report)
        mine = (fact for fact, row in zip(self.told, self.rows, strict=True) if row.command == report.id)
        return Answer(report.id, tuple(replace(fact, struck=0) for fact in mine))

    def _not_behind(self, command: Command) -> None:
        """`Conflict` if an event the client has not seen touches what the report is about.

        A correction is about everything: an undo would take back what its sender never saw. An earlier correction
        touches everything; what the sides only said to each other touches nothing.
        """
        if self.missed and command.mends:
            raise Conflict(self.missed, self.head)
        missed = [fact.event for fact in self.missed if not fact.event.talk]
        if missed and self.state is not None:
            names = self.decider.names(self.state)
            about = mentioned(command, names)
            if any(event.mends or mentioned(event, names) & about for event in missed):
                raise Conflict(self.missed, self.head)

    def receipt(self, answers: Sequence[Answer], new: Sequence[log.Row]) -> Receipt:
        """The answers, with the digests of the rows just appended."""
        digests = {row.position: row.digest for row in new}
        stamped = tuple(replace(a, events=_stamped(a.events, digests)) for a in answers)
        last = new[-1] if new else self.rows[-1] if self.rows else None
        return Receipt(stamped, last.position if last else 0, last.digest if last else "", self.state)


def _stamped(facts: Sequence[Ruled], digests: dict[int, str]) -> tuple[Ruled, ...]:
    return tuple(replace(fact, digest=digests.get(fact.position, fact.digest)) for fact in facts)


def _reused(report: Report) -> Refused:
    return Refused(
        "report",
        say(_("The id %(id)s was used for another report."), id=report.id),
        _("Give every new report an id of its own."),
        field="id",
        code="reused",
    )


def _missed(
    reports: Sequence[Report], rows: Sequence[log.Row], told: Sequence[Ruled], after: int | None
) -> list[Ruled]:
    """The rows after `after`, which the sender has not seen, without those of reports that are sent again here."""
    if after is None:
        return []
    again = {report.id for report in reports}
    return [fact for fact, row in zip(told, rows, strict=True) if row.position > after and row.command not in again]


def _content(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return text


def mentioned(fact: Command | Event, names: frozenset[str]) -> frozenset[str]:
    """Which of `names` (units, platoons) a command or event names, outside sealed values: a conflict must not disclose
    secrets.
    """
    found: set[str] = set()
    stack: list[Any] = [value for field, value in msgspec.to_builtins(fact).items() if field not in fact.sealed]
    while stack:
        value = stack.pop()
        if isinstance(value, str):
            if value in names:
                found.add(value)
        elif isinstance(value, dict):
            found |= names & value.keys()
            stack.extend(value.values())
        elif isinstance(value, list | tuple):  # msgspec leaves a tuple as it is
            stack.extend(value)
    return frozenset(found)


def _entry(written: tuple[str, int, str], report: Report, command: Command, event: Event, ordinal: int) -> log.NewRow:
    """`written`: the event's type, version and data."""
    type_, version, data = written
    return log.NewRow(
        type=type_,
        version=version,
        data=data,
        seals=event.sealed,
        command=report.id,
        ordinal=ordinal,
        command_type=report.type if ordinal == 0 else "",
        command_data=report.data if ordinal == 0 else "",
        command_seals=_seals(report, command) if ordinal == 0 else (),
    )


def _seals(report: Report, command: Command) -> tuple[str, ...]:
    """What of the report is sealed: with it all that was added to it, where a secret is among that."""
    if not command.sealed or f'"{COMPLETED}"' not in report.data:
        return command.sealed
    more = msgspec.json.decode(report.data).get(COMPLETED, {})
    return (*command.sealed, COMPLETED) if any(name in command.sealed for name in more) else command.sealed
