"""The command handler of every stream: lock, read, replay, decide, append, project, wake the clerk. If the message to
the clerk is lost, its next sweep does the work.

What differs between streams is their *kind* (`battles.command_session`): `battles.handler` passes that of battles,
`campaigns.handler` that of campaigns.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from battles import log
from battles.command_session import CommandSession, StreamKind, plain
from battles.heard import listened
from battles.reports import Answer, Conflict, Receipt, Report, Ruled
from rules.adjudicate import Who
from rules.contract import Event, Refused, say
from rules.contract import gettext_noop as _
from rules.stream import history
from rules.stream.decider import Decider, S
from rules.stream.revision.reports import Revised

logger = logging.getLogger(__name__)
ATTEND = "leaguer.attend"


def wake(stream: str) -> None:
    """Wake the clerk for `stream`. Never fails the caller: if the message is lost, the next sweep does the work."""
    if not settings.REDIS_URL:
        return
    from celery import current_app

    try:
        current_app.send_task(ATTEND, args=[stream], ignore_result=True)
    except Exception as error:  # a broker may fail in any way; the battle is safe in the log already
        logger.warning("the clerk could not be woken for %s: %s", stream, error)


REVISED = Revised.__name__


@listened
def execute(
    kind: StreamKind[S],
    stream: str,
    reports: Sequence[Report],
    who: Who,
    via: str,
    *,
    after: int | None = None,
    dry_run: bool = False,
    atomic: bool = True,
    veil: Callable[[S], tuple[S, Event]] | None = None,
) -> Receipt:
    """Decide `reports` in order and append what follows. The only way a stream changes.

    `after` is the position the client has seen. Raises `Refused`, `Conflict`, `log.NoSuchStream`; with `atomic` false
    the legal prefix is kept and the answer holds the refusal. The same happens, also for a conflict, once Leaguer has
    rolled for a report of the batch: taking that back would show how a die fell. A dry run appends nothing and rolls no
    die; with a `veil` it begins from another state, and with another first event, than those of the log.
    """
    with transaction.atomic():
        log.lock(stream)
        rows = log.read(stream)
        state, told = replay(kind.decider, rows) if rows else (None, [])
        if dry_run and veil is not None and state is not None:
            state, opened = veil(state)
            told[0] = msgspec.structs.replace(told[0], event=opened)
        session = CommandSession(kind, rows, state, told, reports, after)
        head = log.Head(rows[-1].position, rows[-1].digest, rows[-1].at) if rows else 0
        answers = _heard(session, reports, who, dry_run, atomic)
        new: list[log.Row] = []
        if session.entries and not dry_run:
            new = log.append(stream, head, session.entries, by=who.id, via=via, now=timezone.now())
            assert session.state is not None
            kind.decider.stamp(session.state, {row.position: row.digest for row in new})
            kind.save(stream, session.state, [*rows, *new])
            transaction.on_commit(lambda: wake(stream))
    return session.receipt(answers, new)


def _heard(
    session: CommandSession[S], reports: Sequence[Report], who: Who, dry_run: bool, atomic: bool
) -> list[Answer]:
    """The answers to the reports, up to the first that is refused or lacks dice; those after it are not tried."""
    answers: list[Answer] = []
    for report in reports:
        try:
            answers.append(session.hear(report, who, dry_run))
        except Refused as refused:
            kept = not dry_run and session.dice_fell
            if session.missed and refused.code == "refused" and not kept:
                raise Conflict(session.missed, session.head, refused) from None
            if atomic and not kept:
                raise
            answers.append(Answer(report.id, refused=refused))
        except Conflict as conflict:
            if dry_run or not session.dice_fell:
                raise
            answers.append(Answer(report.id, refused=_behind(report, conflict)))
        if not answers[-1].events:
            break
    return answers + [Answer(report.id) for report in reports[len(answers) :]]


def _behind(report: Report, conflict: Conflict) -> Refused:
    """A conflict, as the answer to one report of several."""
    refused = Refused(
        "report",
        say(_("Someone has reported on the same units first.")),
        say(_("Look at what you have missed and report again, after position %(n)s."), n=conflict.position),
        code="conflict",
    )
    refused.report = report.id
    return refused


def replay(decider: Decider[S, Any, Any, Any], rows: Sequence[log.Row]) -> tuple[S, list[Ruled]]:
    """The state after these rows, and every row as an event, struck or not.

    The rows are all rows of the stream, from its first; there is one at least.
    """
    jumps = history.jumps((row.position, row.data) for row in rows if row.type == REVISED)
    struck = history.struck(len(rows), jumps)
    first, *others = rows
    opened = decider.events(None).decode(first.type, first.version, first.data)
    state = decider.start(opened, first.position, first.digest)
    told = [Ruled(first.position, opened, first.digest)]
    decode = decider.events(opened).decode
    for row in others:
        event, off = decode(row.type, row.version, row.data), struck.get(row.position, 0)
        if not off and not jumps.kept:
            decider.evolve(state, event, row.position, row.digest, row.position - row.ordinal)
        told.append(Ruled(row.position, event, row.digest, off))
    if jumps.kept:  # they are folded where they stand on the line
        every = plain(told, rows)
        history.advance(decider, state, [every[at - 1] for at in history.line(len(rows), jumps)[1:]], 1)
    return state, told


def fold(decider: Decider[S, Any, Any, Any], facts: Sequence[log.Fact]) -> S:
    """The state after these facts, which begin with the stream's first."""
    jumps = history.jumps((fact[0], fact[3]) for fact in facts if fact[1] == REVISED)
    if jumps.back:
        facts = [facts[position - 1] for position in history.line(len(facts), jumps)]
    (position, type_, version, data, _ordinal, digest), *others = facts
    opened = decider.events(None).decode(type_, version, data)
    state = decider.start(opened, position, digest)
    evolve, decode = decider.evolve, decider.events(opened).decode
    newest = position
    for position, type_, version, data, ordinal, digest in others:
        if position > newest:
            evolve(state, decode(type_, version, data), position, digest, position - ordinal)
            newest = position
        else:
            decider.evolve_kept(state, decode(type_, version, data), position, digest, position - ordinal)
    return state
