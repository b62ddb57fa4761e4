"""The office's pages that correct a battle: an overview, and each correction with its preview.

Only what was previewed is done. A form carries a mark of its preview; if the battle or the input has changed since, the
form shows a new preview instead.
"""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import uuid4

import msgspec
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from battles import log
from battles.models import Sheet
from battles.pages.corrections import settlements
from battles.pages.corrections.context import Desk
from battles.pages.corrections.handle import Verdict, foretold, told
from battles.pages.corrections.proposal import asking
from battles.pages.corrections.ways import Item
from battles.presenters.people import names_of
from battles.reports import Conflict, Report
from campaigns.admin.corrections.acts import FORMS, TELLS, offered, positions
from campaigns.admin.corrections.correct import rests
from campaigns.admin.corrections.forms import MendForm, in_words
from campaigns.admin.office import OfClubs, found_in, of_battle
from campaigns.admin.waiting_filters import waits
from rules.cases import acting
from rules.contract import Refused

NAMES = "admin:battles_sheet_mend"
WITHOUT_POSITION = ("amend", "declare", "take-case", "leave-case")
UNSEEN = ("Decline", "TakeCase", "LeaveCase")  # these have no consequences to preview


class Judged(msgspec.Struct, frozen=True):
    """The result of a form that was sent: its preview with the mark of that, whether the preview is out of date, and
    whether it was done."""

    verdict: Verdict | None = None
    mark: str = ""
    stale: bool = False
    done: bool = False


def desk_of(office: OfClubs, request: HttpRequest, stream: str) -> tuple[Sheet, Desk]:
    """The battle, for an organiser of its club or a superuser. Others get a 404, whether it exists or not."""
    sheet = found_in(office, request, stream)
    try:
        return sheet, Desk.open(str(sheet.pk), of_battle(request, sheet.pk))
    except log.NoSuchStream:
        raise Http404 from None


def overview(office: OfClubs, request: HttpRequest, stream: str) -> HttpResponse:
    """The page that lists what waits in a battle, what can be done, and every report that can be corrected."""
    sheet, desk = desk_of(office, request, stream)
    reports = desk.story.entries(desk.story.live, desk.who)
    context = {
        "waits": waits(sheet),
        "acts": [(act, FORMS[act].title, mend_url(stream, act)) for act in positions(desk)],
        "others": [(act, FORMS[act].title, mend_url(stream, act)) for act in offered(desk, "amend", "declare")],
        "cases": [(act, FORMS[act].title, mend_url(stream, act)) for act in offered(desk, "take-case", "leave-case")],
        "have_case": list(names_of(desk.battle.cases).values()),
        "asking": asking(desk),
        "left": [desk.entry(position) for position in desk.battle.waiting],
        "reports": [(entry, mend_url(stream, "correct", entry.position)) for entry in reports],
        "can_correct": bool(offered(desk, "correct")),
    }
    return _page(request, sheet, "overview", context | {"title": _("Corrections"), "desk": desk})


def mend(office: OfClubs, request: HttpRequest, stream: str, act: str, position: int = 0) -> HttpResponse:
    """One correction: show its form and preview, or do it."""
    sheet, desk = desk_of(office, request, stream)
    if act not in FORMS or (act == "correct") != bool(position):
        raise Http404
    try:
        acting(desk.battle, TELLS[act], desk.who)  # without the case, a form would show hidden cards
        place = position or _position(desk, act)
        form = FORMS[act](desk, place, request.POST if request.method == "POST" else None)
    except Refused as refused:
        messages.error(request, in_words(refused, desk))
        return redirect(mend_url(stream))
    judged = _judged(request, desk, form) if form.is_bound else Judged()
    if judged.done:
        messages.success(request, _done(desk))
        return redirect(mend_url(stream))
    verdict = judged.verdict
    context = {
        "form": form,
        "act": act,
        "entry": desk.entry(place) if place else None,
        "asking": asking(desk) if act in ("agree", "decline") else None,
        "before_aftermath": act in ("declare", "amend") and desk.battle.agreed,
        "verdict": verdict,
        "judged": judged,
        "items": _items(desk, form, verdict),
        "rests": rests() if act in ("correct", "settle") else (),
        "rest": form.draft.rest if form.draft else "",
        "id": str(uuid4()) if form.draft is None or (verdict and verdict.reused) else form.draft.id,
        "desk": desk,
        "title": form.title,
    }
    return _page(request, sheet, "act", context, verdict.status if verdict else 200)


def _position(desk: Desk, act: str) -> int:
    """The position that an act is about; 0 if it is about none. Http404 if the act is not possible now."""
    if act in WITHOUT_POSITION:
        return 0
    try:
        return positions(desk)[act]
    except KeyError:
        raise Http404 from None


# -- seen first, then done ---------------------------------------------------------------------------------------------


def _judged(request: HttpRequest, desk: Desk, form: MendForm) -> Judged:
    assert form.draft is not None
    if not form.is_valid():
        return Judged()
    try:
        type_, data = form.said()
    except Refused as refused:
        return _blamed(form, Verdict(422, (refused,)), "")
    report = Report(form.draft.id, type_, msgspec.json.encode(data).decode())
    mark = hashlib.sha256(f"{desk.battle.head} {type_} {report.data}".encode()).hexdigest()
    if "do" in request.POST:
        told_before = any(row.command == report.id for _fact, row in desk.story.facts)
        if told_before or request.POST.get("mark") == mark:
            return _deed(desk, form, report, mark)
        return msgspec.structs.replace(_blamed(form, _foretold(desk, report), mark), stale=True)
    return _blamed(form, _foretold(desk, report), mark)


def _deed(desk: Desk, form: MendForm, report: Report, mark: str) -> Judged:
    """Report it, unless the battle has moved on since the preview."""
    try:
        done = told(desk, report, "admin", after=desk.head)
    except Conflict:
        return Judged(_foretold(desk, report), "", stale=True)
    return Judged(done=True) if isinstance(done, int) else _blamed(form, done, mark)


def _blamed(form: MendForm, verdict: Verdict, mark: str) -> Judged:
    for fault in verdict.faults:
        form.blame(fault)
    return Judged(verdict, "" if verdict.faults else mark)


def _foretold(desk: Desk, report: Report) -> Verdict:
    """The preview of the report."""
    return Verdict() if report.type in UNSEEN else foretold(desk, report)


def _items(desk: Desk, form: MendForm, verdict: Verdict | None) -> list[Item]:
    """The reports that cannot stand any more, each with the ways to settle it, as chosen so far."""
    if verdict is None or verdict.foreseen is None:
        return []
    return settlements.items(desk, verdict.foreseen.items, form.draft)


# -- pages -------------------------------------------------------------------------------------------------------------


def mend_url(stream: Any, act: str = "", position: int = 0) -> str:
    """The overview of a battle's corrections, or one of them."""
    if not act:
        return reverse(NAMES, args=[stream])
    return reverse(f"{NAMES}_{'report' if position else 'act'}", args=[stream, act, *([position] if position else [])])


def _done(desk: Desk) -> str:
    left = Desk.open(desk.stream, desk.who).battle.waiting
    if left:
        return _("Done. What the correction has left open waits to be settled.")
    return _("Done.")


def _page(request: HttpRequest, sheet: Sheet, name: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    common = admin.site.each_context(request)
    here = {"sheet": sheet, "opts": Sheet._meta, "overview": mend_url(sheet.pk), "has_view_permission": True}
    return render(request, f"admin/mending/{name}.html", {**common, **here, **context}, status=status)
