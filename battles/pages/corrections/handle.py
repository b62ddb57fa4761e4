"""Handles a correction of any stream: preview first, then the report."""

from __future__ import annotations

from typing import Protocol

import msgspec

from battles import log
from battles.forms.correction_draft import Step
from battles.forms.trouble import REFUSED, in_this_form, status_of, without_id
from battles.pages.corrections.coming import Coming
from battles.pages.corrections.elsewhere import address
from battles.presenters.preview import Foreseen
from battles.reports import Asked, Conflict, Receipt, Report
from rules.adjudicate import Who
from rules.contract import Refused


class Mended(Protocol):
    """A stream for a reader who may correct it: `execute` reports, `coming` says what would come of a report."""

    @property
    def stream(self) -> str: ...

    @property
    def who(self) -> Who: ...

    def execute(self, report: Report, after: int | None) -> Receipt: ...

    def coming(self, report: Report) -> Coming: ...


class Verdict(msgspec.Struct, frozen=True):
    """The result of a form: its preview, or why it comes back. `asked`: dice that have to be rolled first; `theirs`:
    why it may be done but has no preview; `since`: the last row its page showed, if someone has reported since.
    `elsewhere`: the address of the page that tells what it changes in other streams, where that was asked.
    """

    status: int = 200
    faults: tuple[Refused, ...] = ()
    foreseen: Foreseen | None = None
    asked: Asked | None = None
    theirs: Refused | None = None
    since: int | None = None
    elsewhere: str = ""

    @property
    def reused(self) -> bool:
        """Whether the form needs a new report id."""
        return any(fault.code == "reused" for fault in self.faults)


def judge(desk: Mended, report: Report, after: int | None, step: Step) -> int | Verdict:
    """With `step` "do" the position of its first row; otherwise its preview, or its faults."""
    if step == "all":
        return _elsewhere(desk, report)
    if step != "do":
        return _foretold(desk, report)
    try:
        return _told(desk, report, after)
    except Conflict as conflict:
        since = min((fact.position for fact in conflict.missed), default=conflict.position + 1) - 1
        faults = (conflict.why,) if conflict.why else ()
        now = _foretold(desk, report)
        return msgspec.structs.replace(now, status=409, faults=faults or now.faults, since=since)


def _elsewhere(desk: Mended, report: Report) -> Verdict:
    """Where there is nothing to foresee, the page says so as ever."""
    found = _foretold(desk, report)
    if found.foreseen is None:
        return found
    try:
        return msgspec.structs.replace(found, elsewhere=address(desk.stream, report, desk.who))
    except Refused as refused:
        return refusal(refused)


def _told(desk: Mended, report: Report, after: int | None) -> int | Verdict:
    """Report it: the position of its first row, or its faults. `Conflict`."""
    try:
        (answer,) = desk.execute(report, after).answers
    except Refused as refused:
        return refusal(refused)
    except log.Unwritable as unwritable:
        return Verdict(REFUSED, (without_id(unwritable),))
    if answer.events:
        return answer.events[0].position
    return Verdict(REFUSED, asked=answer.asked)  # dice have to be rolled that nobody may roll for it


def _foretold(desk: Mended, report: Report) -> Verdict:
    """Its preview as things stand; nothing is written and no die is rolled."""
    found = desk.coming(report)
    if found.refused is not None:
        return refusal(found.refused)
    return Verdict(foreseen=found.foreseen, asked=found.asked, theirs=found.theirs)


def refusal(refused: Refused) -> Verdict:
    """A refusal in the terms of the form: the report within the report is its card."""
    refused.field = refused.field.removeprefix("data.")
    return Verdict(status_of(refused), (in_this_form(refused),))
