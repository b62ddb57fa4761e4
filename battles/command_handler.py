"""The command handler of every stream: lock, read, replay, decide, append, project, wake the clerk. If the message to
the clerk is lost, its next sweep does the work.

What differs between streams is their *kind* (`battles.command_session`): `battles.handler` passes that of battles,
`campaigns.handler` that of campaigns.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from battles import calling, folded, log
from battles.command_session import CommandSession, StreamKind
from battles.folded import Folded
from battles.heard import listened
from battles.replay import fold as fold
from battles.replay import replay as replay
from battles.reports import Answer, Conflict, Receipt, Report
from rules.adjudicate import Who
from rules.contract import Event, Refused, say
from rules.contract import gettext_noop as _
from rules.stream.decider import S

logger = logging.getLogger(__name__)
CLERKS: list[Callable[[str], None]] = []  # told of each stream with new rows, where the clerk works in this process


def wake(stream: str) -> None:
    """Wake the clerk for `stream`. Never fails the caller: if the message is lost, the next sweep does the work."""
    for tell in CLERKS:
        tell(stream)
    if settings.REDIS_URL:
        calling.call(stream)


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
        before = folded.load(kind.decider, stream) if dry_run else folded.take(kind.decider, stream)
        session = CommandSession(kind, before, reports, after)
        if dry_run and veil is not None and session.state is not None:
            session.state, opened = veil(session.state)
            session.told = [msgspec.structs.replace(session.told[0], event=opened), *session.told[1:]]
        new: list[log.Row] = []
        try:
            answers = _heard(session, reports, who, dry_run, atomic)
            if session.entries and not dry_run:
                new = _written(session, before, stream, who, via)
                transaction.on_commit(lambda: wake(stream))
        finally:
            if not dry_run and before is not None and not session.moved:
                folded.give_back(before, stream)
    return session.receipt(answers, new)


def _written(session: CommandSession[S], before: Folded[S] | None, stream: str, who: Who, via: str) -> list[log.Row]:
    """The rows of what was decided, appended, with the read tables brought up to date."""
    kind, state, rows = session.kind, session.state, session.rows
    head = log.Head(rows[-1].position, rows[-1].digest, rows[-1].at) if rows else 0
    new = log.append(stream, head, session.entries, by=who.id, via=via, now=timezone.now())
    assert state is not None
    kind.decider.stamp(state, {row.position: row.digest for row in new})
    if before is None or state is not before.state or folded.revises(new):
        kind.save(stream, state, [*rows, *new])
        return new
    before.goes_on(new, log.seals_of(session.entries), folded=True)
    if kind.save_touched is None:
        kind.save(stream, state, before.rows)
    else:
        before.tables = kind.save_touched(stream, state, before.rows, before.tables)
    folded.give_back(before, stream)
    return new


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
    return Refused(
        "report",
        _("Someone has reported on the same units first."),
        say(_("Look at what you have missed and report again, after position %(n)s."), n=conflict.position),
        code="conflict",
        report=report.id,
    )
