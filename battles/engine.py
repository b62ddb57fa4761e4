"""The engine of every door: lock, read, replay, decide, append, read model, wake the clerk.

A door is this engine with a *kind* of stream. `battles.door` opens battles with it, `campaigns.door` campaigns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec
from django.db import transaction
from django.utils import timezone

from battles import log
from battles.reports import Answer, Asked, Conflict, Receipt, Report, Ruled
from battles.waking import wake
from rules.adjudicate import Who
from rules.codec import CommandCodec, EventCodec
from rules.contract import Command, Decision, Dice, Event, Refused, Unfallen, say
from rules.contract import gettext_noop as _


class Kind(Protocol):
    """What a kind of stream is: how it is read, decided and shown. States are None before the first event."""

    name: str

    def events(self, state: Any, first: str) -> EventCodec: ...
    def commands(self, state: Any) -> CommandCodec: ...
    def decide(self, state: Any, command: Command, who: Who, dice: Dice) -> Decision: ...
    def evolve(self, state: Any, event: Event, position: int, digest: str, report: int) -> Any: ...
    def stamp(self, state: Any, rows: Sequence[log.Row]) -> None: ...
    def dice(self, state: Any, told: Sequence[Ruled], dry_run: bool) -> Dice: ...
    def names(self, state: Any) -> frozenset[str]: ...
    def save(self, stream: str, state: Any, rows: Sequence[log.Row]) -> None: ...


def execute(
    kind: Kind,
    stream: str,
    reports: Sequence[Report],
    who: Who,
    via: str,
    *,
    after: int | None = None,
    dry_run: bool = False,
    atomic: bool = True,
) -> Receipt:
    """Adjudicate `reports` in order and append what follows. The only way a stream changes.

    `after` is the position the client has seen. Raises `Refused`, `Conflict`, `log.NoSuchStream`; with `atomic` false
    the legal prefix is kept and the refusal stands in the answer. A dry run appends nothing and rolls no die.
    """
    with transaction.atomic():
        log.lock(stream)
        rows = log.read(stream)
        state, told = replay(kind, rows)
        head = rows[-1].position if rows else 0
        past = {row.command: i for i, row in reversed(list(enumerate(rows)))}
        missed = _missed(reports, rows, told, after)
        answers: list[Answer] = []
        entries: list[log.Entry] = []
        for report in reports:
            try:
                if report.id in past:
                    answers.append(_as_before(report, who, rows, told, past[report.id]))
                    continue
                if any(answer.id == report.id for answer in answers):
                    raise _reused(report)
                command = kind.commands(state).decode(report.type, report.data)
                _not_behind(kind, state, command, missed, head)
                dice = kind.dice(state, told, dry_run)
                first = head + len(entries) + 1
                ruled = []
                for event in kind.decide(state, command, who, dice):
                    position = head + len(entries) + 1
                    state = kind.evolve(state, event, position, "", first)
                    entries.append(_entry(kind, state, report, command, event, position - first))
                    ruled.append(Ruled(position, event))
                answers.append(Answer(report.id, tuple(ruled)))
            except Refused as refused:
                refused.report = report.id
                if missed and refused.code == "refused":
                    raise Conflict(missed, head, refused) from None
                if atomic:
                    raise
                state = _kept(kind, rows, entries, answers)
                answers.append(Answer(report.id, refused=refused))
                break
            except Unfallen as die:
                answers.append(Answer(report.id, asked=Asked(die.question, die.count, die.faces, die.field)))
                break
        answers += [Answer(report.id) for report in reports[len(answers) :]]
        if dry_run or not entries:
            return Receipt(tuple(answers), head, rows[-1].digest if rows else "", state)
        new = log.append(stream, head, entries, by=who.id, via=via, now=timezone.now())
        kind.stamp(state, new)
        kind.save(stream, state, [*rows, *new])
        transaction.on_commit(lambda: wake(stream))
    return Receipt(_stamped(answers, new), new[-1].position, new[-1].digest, state)


def replay(kind: Kind, rows: Iterable[log.Row]) -> tuple[Any, list[Ruled]]:
    """The state the rows leave, and the rows as events. `(None, [])` for an empty stream."""
    state: Any = None
    told: list[Ruled] = []
    report = 0
    codec: EventCodec | None = None
    for row in rows:
        codec = codec or kind.events(state, row.data)
        if row.ordinal == 0:
            report = row.position
        event = codec.decode(row.type, row.version, row.data)
        state = kind.evolve(state, event, row.position, row.digest, report)
        told.append(Ruled(row.position, event, row.digest))
    return state, told


def fold(kind: Kind, facts: Iterable[log.Fact]) -> Any:
    """The state the facts leave, and nothing beside it; None for an empty stream."""
    state: Any = None
    report = 0
    decode: Callable[[str, int, str], Event] | None = None
    for position, type_, version, data, ordinal, digest in facts:
        decode = decode or kind.events(state, data).decode
        if ordinal == 0:
            report = position
        state = kind.evolve(state, decode(type_, version, data), position, digest, report)
    return state


def _as_before(report: Report, who: Who, rows: Sequence[log.Row], told: Sequence[Ruled], first: int) -> Answer:
    """The first answer to a report told twice; `Refused` when its content or its sender is another.

    The sender is compared first: who guessed at the content of someone else's report would learn whether it is so.
    """
    row = rows[first]
    if row.by != who.id or row.command_type != report.type or _content(row.command_data) != _content(report.data):
        raise _reused(report)
    return Answer(report.id, tuple(told[i] for i in range(first, len(rows)) if rows[i].command == row.command))


def _reused(report: Report) -> Refused:
    return Refused(
        "report",
        say(_("The id %(id)s was used for another report."), id=report.id),
        say(_("Give every new report an id of its own.")),
        field="id",
        code="reused",
    )


def _missed(
    reports: Sequence[Report], rows: Sequence[log.Row], told: Sequence[Ruled], after: int | None
) -> list[Ruled]:
    """What the sender has not seen: the rows after `after`, but for those of reports sent here once more."""
    if after is None:
        return []
    again = {report.id for report in reports}
    return [fact for fact, row in zip(told, rows, strict=True) if row.position > after and row.command not in again]


def _kept(kind: Kind, rows: Sequence[log.Row], entries: list[log.Entry], answers: Sequence[Answer]) -> Any:
    """The state after the accepted reports alone: a refusal may come when half of a report was applied already."""
    state, _told = replay(kind, rows)
    head = len(rows)
    for answer in answers:
        for fact in (fact for fact in answer.events if fact.position > head):
            state = kind.evolve(state, fact.event, fact.position, "", answer.events[0].position)
    accepted = {answer.id for answer in answers}
    entries[:] = [entry for entry in entries if entry.command in accepted]
    return state


def _content(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return text


def _not_behind(kind: Kind, state: Any, command: Command, missed: Sequence[Ruled], head: int) -> None:
    """`Conflict` when an event the client has not seen touches what the report is about."""
    if not missed:
        return
    names = kind.names(state)
    about = mentioned(command, names)
    if any(mentioned(fact.event, names) & about for fact in missed):
        raise Conflict(missed, head)


def mentioned(fact: Command | Event, names: frozenset[str]) -> frozenset[str]:
    """Which of `names` (units, platoons) a command or event speaks of, anywhere in it."""
    found: set[str] = set()
    stack: list[Any] = [msgspec.to_builtins(fact)]
    while stack:
        value = stack.pop()
        if isinstance(value, str):
            if value in names:
                found.add(value)
        elif isinstance(value, dict):
            found |= names & value.keys()
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)
    return frozenset(found)


def _entry(kind: Kind, state: Any, report: Report, command: Command, event: Event, ordinal: int) -> log.Entry:
    type_, version, data = kind.events(state, "").encode(event)
    return log.Entry(
        type=type_,
        version=version,
        data=data,
        seals=event.sealed,
        command=report.id,
        ordinal=ordinal,
        command_type=report.type if ordinal == 0 else "",
        command_data=report.data if ordinal == 0 else "",
        command_seals=command.sealed if ordinal == 0 else (),
    )


def _stamped(answers: Sequence[Answer], new: Sequence[log.Row]) -> tuple[Answer, ...]:
    digests = {row.position: row.digest for row in new}
    return tuple(
        msgspec.structs.replace(
            answer,
            events=tuple(
                msgspec.structs.replace(fact, digest=digests.get(fact.position, fact.digest)) for fact in answer.events
            ),
        )
        for answer in answers
    )
