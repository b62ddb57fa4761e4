"""The command handler of every stream: read, replay, decide, append, project, wake the clerk. If the message to the
clerk is lost, its next sweep does the work.

Nothing is locked while a report to a battle is decided: `log.append` compares what stands with what was read, and where
somebody wrote in between, the report is decided again on that. A stream with more read tables than a row is locked
first, and all of it is one transaction; so is one whose writers keep coming in between.

What differs between streams is their *kind* (`battles.command_session`): `battles.handler` passes that of battles,
`campaigns.handler` that of campaigns, `leagues.handler` that of leagues.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

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
TURNS = 3  # that a report is decided before it keeps others from the stream


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
    at: int | None = None,
    veil: Callable[[S], tuple[S, Event]] | None = None,
) -> Receipt:
    """Decide `reports` in order and append what follows. The only way a stream changes.

    `after` is the position the client has seen. Raises `Refused`, `Conflict`, `log.NoSuchStream`; with `atomic` false
    the legal prefix is kept and the answer holds the refusal. The same happens, also for a conflict, once Leaguer has
    rolled for a report of the batch: taking that back would show how a die fell. A dry run appends nothing and rolls no
    die; with a `veil` it begins from another state, and with another first event, than those of the log. `at`: the
    position that a read table has just told, see `folded.take`.
    """
    told = _Told(kind, stream, reports, who, via, after, dry_run, atomic, veil)
    for turn in range(TURNS if kind.beside is not None else 0):
        before = told.read(None if turn else at)
        if before is None:
            break  # its first report makes more than one row of read tables
        try:
            receipt, appended = told.decided(before)
        except log.Conflict:
            continue
        except (Refused, Conflict):
            if before.asked:
                raise
        else:
            if appended or before.asked:
                return receipt
    with transaction.atomic():
        log.lock(stream)
        return told.decided(told.read(), locked=True)[0]


@dataclass(frozen=True)
class _Told(Generic[S]):
    """What `execute` was told."""

    kind: StreamKind[S]
    stream: str
    reports: Sequence[Report]
    who: Who
    via: str
    after: int | None
    dry_run: bool
    atomic: bool
    veil: Callable[[S], tuple[S, Event]] | None

    def read(self, at: int | None = None) -> Folded[S] | None:
        if self.dry_run:
            return folded.load(self.kind.decider, self.stream)
        return folded.take(self.kind.decider, self.stream, at)

    def decided(self, before: Folded[S] | None, locked: bool = False) -> tuple[Receipt, bool]:
        """The answer, and whether anything was appended. `log.Conflict` if somebody wrote since `before` was read.

        `locked`: the stream was locked before it was read. Then nobody erases anything from it meanwhile, and it does
        not matter what is erased from another stream.
        """
        erasures = None if locked or before is None else before.erasures
        session = CommandSession(self.kind, before, self.reports, self.after)
        if self.dry_run and self.veil is not None and session.state is not None:
            session.state, opened = self.veil(session.state)
            session.told = [msgspec.structs.replace(session.told[0], event=opened), *session.told[1:]]
        new: list[log.Row] = []
        try:
            answers = _heard(session, self.reports, self.who, self.dry_run, self.atomic)
            if session.entries and not self.dry_run:
                new = _written(session, before, self.stream, self.who, self.via, erasures)
                transaction.on_commit(lambda: wake(self.stream))
        finally:
            if not self.dry_run and before is not None and not session.moved:
                folded.give_back(before, self.stream)
        return session.receipt(answers, new), bool(new)


def _written(
    session: CommandSession[S], before: Folded[S] | None, stream: str, who: Who, via: str, erasures: int | None
) -> list[log.Row]:
    """The rows of what was decided, appended, with the read tables brought up to date. `log.Conflict` if somebody wrote
    since the stream was read, or erased something since `erasures`."""
    kind, state, rows = session.kind, session.state, session.rows
    assert state is not None
    head = log.Head(rows[-1].position, rows[-1].digest, rows[-1].at) if rows else 0

    def beside(new: list[log.Row]) -> log.Beside | None:
        kind.decider.stamp(state, {row.position: row.digest for row in new})
        return kind.beside(stream, state, [*rows, *new]) if kind.beside is not None and rows else None

    new = log.append(
        stream, head, session.entries, by=who.id, via=via, now=timezone.now(), erasures=erasures, beside=beside
    )
    whole = kind.beside is None or not rows
    if before is None or state is not before.state or folded.revises(new):
        if whole:
            kind.save(stream, state, [*rows, *new])
        return new
    before.goes_on(new, log.seals_of(session.entries), folded=True)
    if whole and kind.save_touched is not None:
        before.tables = kind.save_touched(stream, state, before.rows, before.tables)
    elif whole:
        kind.save(stream, state, before.rows)
    folded.give_back(before, stream)
    return new


def _heard(
    session: CommandSession[S], reports: Sequence[Report], who: Who, dry_run: bool, atomic: bool
) -> list[Answer]:
    """The answers to the reports, in order. After the first that is refused or lacks dice no other is tried."""
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
