"""The page that closes the round and publishes the next: one step with one preview, both done or neither."""

from __future__ import annotations

import hashlib
from uuid import NAMESPACE_URL, uuid4, uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from msgspec.structs import replace

from battles.reports import Conflict, Report
from campaigns import handler
from campaigns.admin.office import OfClubs
from campaigns.admin.ruling import preview, views
from campaigns.admin.ruling.acts import FORMS, Acts
from campaigns.admin.ruling.choice_form import ChoiceForm
from campaigns.season.decider import REPORTS
from campaigns.season.round_end import CloseRound
from rules.contract import Refused
from rules.stream.codec import encode


def next_round(office: OfClubs, request: HttpRequest, stream: str) -> HttpResponse:
    """The next round is drawn up as the terms have it, on the standings as the end of this one leaves them, and shown
    with what closing comes to. It can be changed before it is done."""
    at = views.here(office, request, stream)
    id_ = request.POST.get("id") or str(uuid4())
    if request.method == "POST" and views.was_told(at, id_):
        return _done(request, stream)
    round = at.over.season.under_way
    if round is None or not views.closes_and_opens(at.over.season, Acts(at.over.season, at.who).of("")):
        return redirect(views.rule_url(stream))
    closing = Report(str(uuid5(NAMESPACE_URL, f"close {id_}")), *REPORTS.encode(CloseRound(round=round.number)))
    foreseen = preview.closing(at.over.stream, closing, at.who)
    form = _form(request, at, foreseen, id_)
    judged = views.Judged() if _is_unready(form) else _judged(request, at, form, closing)
    if judged.done:
        return _done(request, stream)
    return _shown(request, at, form, _with_closing(judged, foreseen), id_)


def _done(request: HttpRequest, stream: str) -> HttpResponse:
    """To the round that was published, where it is printed and ruled over."""
    messages.success(request, _("Done."))
    return redirect("admin:campaigns_campaignsheet_round", stream)


def _form(request: HttpRequest, at: views.Here, foreseen: preview.Closing, id_: str) -> ChoiceForm:
    over = replace(at.over, season=foreseen.after)
    sent = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = ChoiceForm(FORMS["open-round"], over, at.who, "", *sent)
    if request.method != "POST":
        form.begin(id_, views.left_out(request, at))
    elif step := views.step_of(request, form):
        form.step(step, request.POST)
    return form


def _is_unready(form: ChoiceForm) -> bool:
    """Nothing is to be previewed yet: a further row was asked for, or a step was refused."""
    return form.typed is None or bool(form.typed.more) or bool(form.faults)


def _judged(request: HttpRequest, at: views.Here, form: ChoiceForm, closing: Report) -> views.Judged:
    """What opening the round comes to after the closing; or both are done, where that was seen before."""
    assert form.typed is not None
    told = form.report(form.typed.id)
    if told is None:
        return views.Judged()
    try:
        command = REPORTS.decode(told.type, told.data)
        mark = hashlib.sha256(f"{at.head} {encode(command)}".encode()).hexdigest()
        said = preview.opening(preview.closing(at.over.stream, closing, at.who).after, told, at.who)
    except Refused as refused:
        form.blame(refused)
        return views.Judged()
    foreseen, asked = preview.Preview(told=said, ranks=(), vehicles=()), "do" in request.POST
    if not asked or request.POST.get("mark") != mark:
        return views.Judged(foreseen, mark, stale=asked)
    try:
        handler.execute(at.over.stream, [closing, told], at.who, "admin", after=at.head)
    except Conflict:
        return views.Judged(foreseen, "", stale=True)
    except Refused as refused:
        form.blame(refused)
        return views.Judged()
    return views.Judged(done=True)


def _with_closing(judged: views.Judged, foreseen: preview.Closing) -> views.Judged:
    """One preview: the end of the round, then the next one."""
    opening = judged.foreseen.told if judged.foreseen else ()
    whole = replace(foreseen.preview, told=(*foreseen.preview.told, *opening))
    return replace(judged, foreseen=whole)


def _shown(request: HttpRequest, at: views.Here, form: ChoiceForm, judged: views.Judged, id_: str) -> HttpResponse:
    context = {
        **views.shown(at, form, judged, id_),
        "title": _("Close the round and publish the next"),
        "changing": bool(views.step_of(request, form)),
        "act": "next-round",
    }
    status = 422 if form.errors and request.method == "POST" else 409 if judged.stale else 200
    return views.page(request, at, "admin/ruling/choices.html", context, status)
