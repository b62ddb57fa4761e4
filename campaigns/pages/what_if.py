"""The pages that ask what if: a scenario of a season, what it comes to, and those that people have saved."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from msgspec.structs import replace

from battles.forms import form_data
from battles.forms.cards import deal, left_out
from battles.forms.form_data import Typed
from battles.forms.refill import refilled
from battles.forms.trouble import REFUSED, Trouble
from battles.not_found import or_404, uuid_in
from battles.pages.methods import form_page
from campaigns import scenarios
from campaigns.models import SavedScenario
from campaigns.pages.request_context import Visit, position, visit
from campaigns.presenters import belonging, story, what_if
from campaigns.presenters.what_if import Compared
from campaigns.questions import TooMany, asker
from campaigns.roles import user_of
from campaigns.season.decider import REPORTS
from campaigns.season.what_if import asking
from campaigns.season.what_if.asking import AskWhatIf, asked_of, form
from campaigns.season.what_if.changes import Scenario
from rules.contract import Refused, at_once
from rules.contract import gettext_noop as _
from rules.stream.codec import CommandCodec

ASKED = CommandCodec((AskWhatIf,))
LONGEST = 20_000  # bytes of a scenario
TOO_OFTEN = 429


@form_page
def ask(request: HttpRequest, stream: UUID) -> HttpResponse:
    """The form, and once it was sent what it comes to. Anybody who may see the campaign asks; who has an account may
    save what they asked."""
    here = visit(request, stream)
    if request.method != "POST":
        return _page(request, here)
    if "restore" in request.POST:
        return _restored(request, here)
    if "save" in request.POST:
        return _saved(request, here)
    typed = replace(form_data.read(request.POST), type=AskWhatIf.__name__)
    if typed.more:
        return _page(request, here, Trouble(200, typed=typed))
    try:
        told = form_data.report(typed)
        at_once(left_out(form(here.season), typed, msgspec.json.decode(told.data)))
        asked = ASKED.decode(told.type, told.data)
        assert isinstance(asked, AskWhatIf)
        found = _compared(request, here, asking.scenario(here.season, asked))
    except (Refused, TooMany) as error:
        return _refused(request, here, error, typed)
    return _page(request, here, Trouble(200, typed=typed), found)


@form_page
def saved(request: HttpRequest, stream: UUID, scenario: UUID) -> HttpResponse:
    """A saved scenario, counted again as it is opened. Its owner changes its name and readers, and deletes it."""
    here = visit(request, stream)
    one = scenarios.found(request.user, stream, here.desk.club, scenario)
    if one is None or one.kind != SavedScenario.Kind.CAMPAIGN:
        raise Http404
    if request.method == "POST":
        if not scenarios.is_mine(request.user, one):
            raise Http404
        if "delete" in request.POST:
            scenarios.delete(one)
            return redirect(f"{reverse('what-if', args=[stream])}#saved")
        try:
            scenarios.change(one, request.POST.get("name", ""), request.POST.get("readers", ""))
        except Refused as refused:
            return _one(request, here, one, Trouble(REFUSED, tuple(refused.faults)))
        return redirect("scenario", stream, scenario)
    return _one(request, here, one, None)


def _one(request: HttpRequest, here: Visit, one: SavedScenario, trouble: Trouble | None) -> HttpResponse:
    asked = msgspec.json.decode(one.changes, type=Scenario)
    try:
        found = _compared(request, here, asked, one.position)
    except (Refused, TooMany) as error:
        return _refused(request, here, error, one=one, asked=asked)
    return _page(request, here, trouble, found, one=one, asked=asked)


def _refused(
    request: HttpRequest, here: Visit, error: Refused | TooMany, typed: Typed | None = None, **shown: Any
) -> HttpResponse:
    """The page with what is wrong; it says how long to wait where it was one question too many."""
    if isinstance(error, Refused):
        return _page(request, here, Trouble(REFUSED, tuple(error.faults), typed=typed), **shown)
    response = _page(request, here, Trouble(TOO_OFTEN, (error.refused,), typed=typed), **shown)
    response["Retry-After"] = str(error.seconds)
    return response


def _compared(request: HttpRequest, here: Visit, asked: Scenario, position: int = 0) -> Compared:
    whose = asker(request.user, request)
    return what_if.asked(whose, here.stream, asked, here.who, str(request.user.pk or ""), position)


def _saved(request: HttpRequest, here: Visit) -> HttpResponse:
    """What was asked for, under a name."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    try:
        asked = read(request.POST.get("changes", ""))
        then = position(request.POST.get("position", "")) or 0 if request.POST.get("then") else 0
        _compared(request, here, asked, then)  # what cannot be changed is not saved
        kind, name, readers = SavedScenario.Kind.CAMPAIGN, request.POST.get("name", ""), request.POST.get("readers", "")
        one = scenarios.save(user_of(request), kind, here.stream, name, asked, readers, then)
    except (Refused, TooMany) as error:
        return _refused(request, here, error)
    return redirect("scenario", here.stream, one.pk)


def _restored(request: HttpRequest, here: Visit) -> HttpResponse:
    key = or_404(uuid_in(request.POST["restore"]))
    try:
        one = or_404(scenarios.take_back(request.user, here.stream, key))
    except Refused as refused:
        return _refused(request, here, refused)
    return redirect("scenario", here.stream, one.pk)


def read(text: str) -> Scenario:
    """A scenario as a page or a program sends it. `Refused` for what is none."""
    try:
        if len(text.encode()) > LONGEST:
            raise ValueError("too long")
        return msgspec.json.decode(text, type=Scenario)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Refused("campaign", _("This is no scenario."), field="changes", code="malformed") from None


def _page(
    request: HttpRequest,
    here: Visit,
    trouble: Trouble | None = None,
    found: Compared | None = None,
    one: SavedScenario | None = None,
    asked: Scenario | None = None,
) -> HttpResponse:
    choice = form(here.season)
    typed: Typed | None = trouble.typed if trouble else None
    if typed is None and asked is not None:
        typed = refilled(choice, asked_of(asked), here.season.head[0])
    faults = trouble.faults if trouble else ()
    (card,) = deal([choice], {**REPORTS.types, AskWhatIf.__name__: AskWhatIf}, typed, faults, names=_names(here))
    context: dict[str, Any] = {
        "campaign": here.season.opened,
        "stream": here.stream,
        "card": card,
        "faults": faults,
        "found": found,
        "changes": msgspec.json.encode(found.scenario).decode() if found else "",
        "one": one,
        "leads_to": belonging.scenario_in(here.desk, one.pk, request.user) if one is not None else [],
        "mine": one is not None and scenarios.is_mine(request.user, one),
        "readers": SavedScenario.Readers.choices,
        "listed": scenarios.listed(request.user, here.stream, here.desk.club),
        "deleted": scenarios.deleted(request.user, here.stream),
        "owner": str(request.user.pk or ""),
        "sight": {"names": _names(here)},
    }
    return render(request, "campaigns/what_if.html", context, status=trouble.status if trouble else 200)


def _names(here: Visit) -> dict[str, str]:
    return story.names_in_refusals(here.season, here.reader)
