"""Handles a correction: preview first, then the report."""

from __future__ import annotations

import msgspec

from battles import handler, log
from battles.pages.corrections.context import Desk
from battles.pages.corrections.draft import Step
from battles.pages.corrections.preview import coming
from battles.pages.report_form import REFUSED, in_this_form, status_of, without_id
from battles.presenters.preview import Foreseen
from battles.reports import Asked, Conflict, Report
from rules.contract import Refused


class Verdict(msgspec.Struct, frozen=True):
    """What became of a form: what it would come to, or why it comes back. `asked`: dice that have to be rolled first;
    `theirs`: why it may be done but not foreseen; `since`: what its page showed last, if someone reported meanwhile."""

    status: int = 200
    faults: tuple[Refused, ...] = ()
    foreseen: Foreseen | None = None
    asked: Asked | None = None
    theirs: Refused | None = None
    since: int | None = None

    @property
    def reused(self) -> bool:
        """Whether the form needs a report's id of its own."""
        return any(fault.code == "reused" for fault in self.faults)


def judge(desk: Desk, report: Report, after: int | None, step: Step) -> int | Verdict:
    """Told (`step` "do"): the position of its first row; else what it would come to, or what is wrong with it."""
    if step != "do":
        return foretold(desk, report)
    try:
        return told(desk, report, "page", after)
    except Conflict as conflict:
        since = min((fact.position for fact in conflict.missed), default=conflict.position + 1) - 1
        faults = (conflict.why,) if conflict.why else ()
        now = foretold(desk, report)
        return msgspec.structs.replace(now, status=409, faults=faults or now.faults, since=since)


def told(desk: Desk, report: Report, via: str, after: int | None) -> int | Verdict:
    """Through the door: where its first row stands, or what is wrong with it. `Conflict`."""
    try:
        (answer,) = handler.execute(desk.stream, [report], desk.who, via, after=after).answers
    except Refused as refused:
        return refusal(refused)
    except log.Unwritable as unwritable:
        return Verdict(REFUSED, (without_id(unwritable),))
    if answer.events:
        return answer.events[0].position
    return Verdict(REFUSED, asked=answer.asked)  # dice have to be rolled that nobody may roll for it


def foretold(desk: Desk, report: Report) -> Verdict:
    """What it would come to as things stand; nothing happens and no die falls."""
    found = coming(desk, report)
    if found.refused is not None:
        return refusal(found.refused)
    return Verdict(foreseen=found.foreseen, asked=found.asked, theirs=found.theirs)


def refusal(refused: Refused) -> Verdict:
    """In the terms of the form: the report within the report is its card."""
    refused.field = refused.field.removeprefix("data.")
    return Verdict(status_of(refused), (in_this_form(refused),))
