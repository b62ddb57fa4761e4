"""Views of the correction pages: each shows a preview of its form, then reports it.

Every form is posted to its own page: `step` "look" shows what would come of it, "do" does it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from battles import log
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


class Form(ABC):
    """How one page handles its form: `take` what was sent, and `show` it, filled in, with its verdict."""

    template: str
    kind: type[Command]  # of the reports it makes

    @abstractmethod
    def take(self, desk: Desk, draft: Draft) -> Taken: ...

    @abstractmethod
    def show(self, desk: Desk, draft: Draft | None, verdict: Verdict | None) -> Any:
        """What the template shows; None if there is nothing to show."""


class Correcting(Form):
    template = "battles/mending/correct.html"
    kind = Correct

    def __init__(self, request: HttpRequest, at: int) -> None:
        self.position = at
        self.how = correct_page.HOWS.get((request.POST or request.GET).get("how", ""), "change")

    def take(self, desk: Desk, draft: Draft) -> Taken:
        return correct_page.take(desk, self.position, draft)

    def show(self, desk: Desk, draft: Draft | None, verdict: Verdict | None) -> Any:
        past = correct_page.correctable(desk, self.position)
        return correct_page.page(desk, past, self.how, draft, verdict) if past is not None else None


class Resolving(Form):
    template = "battles/mending/settle.html"
    kind = Resolve

    def __init__(self, request: HttpRequest) -> None:
        sent = request.POST.get("position", "")
        self.position = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 9 else 0

    def take(self, desk: Desk, draft: Draft) -> Taken:
        return resolve_page.take(desk, draft, self.position)

    def show(self, desk: Desk, draft: Draft | None, verdict: Verdict | None) -> Any:
        return resolve_page.page(desk, draft, verdict)


class Declaring(Form):
    template = "battles/mending/declare.html"
    kind = Declare

    def __init__(self, request: HttpRequest) -> None:
        self.of = (request.POST or request.GET).get("of", "")

    def take(self, desk: Desk, draft: Draft) -> Taken:
        return declare_page.take(desk, draft)

    def show(self, desk: Desk, draft: Draft | None, verdict: Verdict | None) -> Any:
        return declare_page.page(desk, self.of, draft, verdict)


class Amending(Form):
    template = "battles/mending/amend.html"
    kind = Amend

    def __init__(self, request: HttpRequest) -> None:
        pass

    def take(self, desk: Desk, draft: Draft) -> Taken:
        return amend_page.take(desk, draft)

    def show(self, desk: Desk, draft: Draft | None, verdict: Verdict | None) -> Any:
        return amend_page.page(desk, draft, verdict)


@never_cache
def correct(request: HttpRequest, stream: UUID, at: int, admit: Admit) -> HttpResponse:
    """Correct the report at a position: change it, strike it, or insert one before it."""
    return _at_desk(request, str(stream), admit, Correcting(request, at))


@never_cache
def settle(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """Settle the first report a correction has left over."""
    return _at_desk(request, str(stream), admit, Resolving(request))


@never_cache
def declare(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """Declare facts, `?of=` a unit."""
    return _at_desk(request, str(stream), admit, Declaring(request))


@never_cache
def amend(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """Amend the outcome."""
    return _at_desk(request, str(stream), admit, Amending(request))


@read_page
def why(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """Why the fact `?of=` the sheet is what it is, or was `?at=` a row."""
    who = admit(request, str(stream))
    try:
        found = explain_page.why(str(stream), request.GET.get("of", ""), who, position(request, "at"))
    except (log.NoSuchStream, Refused):
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
    except log.NoSuchStream:
        raise Http404 from None
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
