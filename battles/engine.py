"""The engine of every door: lock, read, replay, decide, append, read model, wake the clerk.

A door is this engine with a *kind* of stream. `battles.door` opens battles with it, `campaigns.door` campaigns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from battles import log
from battles.reports import Answer, Conflict, Receipt, Report, Ruled
from battles.sitting import Kind, Sitting
from battles.waking import wake
from rules.adjudicate import Who
from rules.codec import EventCodec
from rules.contract import Event, Refused


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
    the legal prefix is kept and the refusal stands in the answer. So it is, too, once Leaguer has rolled for a report
    of the batch: taking that back would let a refusal tell how a die fell. A dry run appends nothing and rolls no die.
    """
    with transaction.atomic():
        log.lock(stream)
        rows = log.read(stream)
        sitting = Sitting(kind, rows, *replay(kind, rows), reports, after)
        head = log.Head(rows[-1].position, rows[-1].digest, rows[-1].at) if rows else 0
        answers: list[Answer] = []
        for report in reports:
            try:
                answers.append(sitting.hear(report, who, dry_run))
            except Refused as refused:
                kept = not dry_run and sitting.dice_fell
                if sitting.missed and refused.code == "refused" and not kept:
                    raise Conflict(sitting.missed, sitting.head, refused) from None
                if atomic and not kept:
                    raise
                answers.append(Answer(report.id, refused=refused))
            if not answers[-1].events:
                break
        answers += [Answer(report.id) for report in reports[len(answers) :]]
        new: list[log.Row] = []
        if sitting.entries and not dry_run:
            new = log.append(stream, head, sitting.entries, by=who.id, via=via, now=timezone.now())
            kind.stamp(sitting.state, new)
            kind.save(stream, sitting.state, [*rows, *new])
            transaction.on_commit(lambda: wake(stream))
    return sitting.receipt(answers, new)


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
