"""Views of the correction pages: each shows a preview of its form, then reports it.

Every form is posted to its own page: `step` "look" shows what would come of it, "do" does it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from battles.forms import correction_draft as drafts
from battles.forms.correction_draft import Draft
from battles.forms.trouble import Trouble, status_of
from battles.pages.as_of import position
from battles.pages.battle_context import sight
from battles.pages.corrections import amend as amend_page
from battles.pages.corrections import correct as correct_page
from battles.pages.corrections import declare as declare_page
from battles.pages.corrections import explain as explain_page
from battles.pages.corrections import resolve as resolve_page
from battles.pages.corrections.context import Desk
from battles.pages.corrections.handle import Verdict
from battles.pages.methods import read_page
from battles.pages.views import Admit, answer
from rules import cases
from rules.adjudicate import Who
from rules.contract import Command, Refused
from rules.mending import MENDING
from rules.reports import Amend
from rules.stream.revision.reports import Correct, Declare, Resolve

Taken = int | Verdict


class Form(NamedTuple):
    """How one page handles its form: `take` what was sent, and `show` it, filled in, with its verdict; None if there is
    nothing to show. `kind`: of the reports it makes."""

    template: str
    kind: type[Command]
    take: Callable[[Desk, Draft], Taken]
    show: Callable[[Desk, Draft | None, Verdict | None], Any]


@never_cache
def correct(request: HttpRequest, stream: UUID, at: int, admit: Admit) -> HttpResponse:
    """Correct the report at a position: change it, strike it, or insert one before it."""
    how = correct_page.HOWS.get((request.POST or request.GET).get("how", ""), "change")

    def show(desk: Desk, draft: Draft | None, verdict: Verdict | None) -> Any:
        past = correct_page.correctable(desk, at)
        return correct_page.page(desk, past, how, draft, verdict) if past is not None else None

    take = partial(correct_page.take, position=at)
    return _at_desk(request, str(stream), admit, Form("battles/mending/correct.html", Correct, take, show))


@never_cache
def settle(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """Settle the first report a correction has left over."""
    sent = request.POST.get("position", "")
    position = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 9 else 0
    take = partial(resolve_page.take, position=position)
    return _at_desk(request, str(stream), admit, Form("battles/mending/settle.html", Resolve, take, resolve_page.page))


@never_cache
def declare(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """Declare facts, `?of=` a unit."""
    of = (request.POST or request.GET).get("of", "")

    def show(desk: Desk, draft: Draft | None, verdict: Verdict | None) -> Any:
        return declare_page.page(desk, of, draft, verdict)

    return _at_desk(request, str(stream), admit, Form("battles/mending/declare.html", Declare, declare_page.take, show))


@never_cache
def amend(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """Amend the outcome."""
    form = Form("battles/mending/amend.html", Amend, amend_page.take, amend_page.page)
    return _at_desk(request, str(stream), admit, form)


@read_page
def why(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """Why the fact `?of=` the sheet is what it is, or was `?at=` a row."""
    who = admit(request, str(stream))
    try:
        found = explain_page.why(str(stream), request.GET.get("of", ""), who, position(request, "at"))
    except Refused:
        raise Http404 from None
    return render(request, "battles/mending/why.html", {"why": found, "sight": found})


def _at_desk(request: HttpRequest, stream: str, admit: Admit, form: Form) -> HttpResponse:
    """Post, redirect, get; a reader who may not correct this battle sees why."""
    here = reverse("battle", args=[stream])
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path() if request.method == "GET" else here)
    admitted = admit(request, stream)
    who = admitted or Who(str(request.user.pk))
    draft = drafts.read(request.POST) if request.method == "POST" else None
    try:
        desk = Desk.open(stream, who)
        acting = cases.acting(desk.battle, form.kind.__name__, who)  # without the case its form shows what is hidden
        if draft is None:
            MENDING.check_may(desk.battle, form.kind, acting)
    except Refused as refused:
        trouble = Trouble(status_of(refused), (refused,))
        return answer(request, sight(stream, admitted, trouble=trouble), trouble.status)
    return _taken(request, desk, form, draft, lambda: redirect(here))


def _taken(
    request: HttpRequest, desk: Desk, form: Form, draft: Draft | None, back: Callable[[], HttpResponse]
) -> HttpResponse:
    done = form.take(desk, draft) if draft is not None else None
    if isinstance(done, int):
        return redirect(f"{reverse('battle', args=[desk.stream])}?ruling={done}#ruling")
    if done is not None and done.elsewhere:
        return redirect(done.elsewhere)
    if done is not None and done.since is not None:
        desk = Desk.open(desk.stream, desk.who)  # as it stands, with what was missed
    shown = form.show(desk, draft, done)
    if shown is None:
        return _gone(request, desk, draft, done) if draft is not None and done is not None else back()
    missed = desk.story.entries(desk.story.since(done.since), desk.who) if done and done.since is not None else ()
    context = {"page": shown, "desk": desk, "look": desk.look, "sight": desk, "verdict": done, "missed": missed}
    return render(request, form.template, context, status=done.status if done else 200)


def _gone(request: HttpRequest, desk: Desk, draft: Draft, done: Verdict) -> HttpResponse:
    """The subject of the form is gone: the battle's page, with what was typed in its paste box."""
    status = done.status if done.status != 200 else 409
    trouble = Trouble(status, done.faults, since=done.since, typed=draft.typed if draft.typed.type else None)
    trouble = trouble if trouble.typed else Trouble(status, done.faults, since=done.since, script=draft.line)
    return answer(request, sight(desk.stream, desk.who, trouble=trouble), status)
