"""The page that tells all that a correction would change: of a battle or a season, on into what stands above it.

It shows a draft that is kept on the desk, to whoever may open it, worked out anew for them. In a long season the page
comes piece by piece as it is worked out, and needs no script for that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from battles import handler as battle_handler
from battles import log, naming
from battles.forms.trouble import status_of
from battles.not_found import or_404
from battles.own_words import override
from battles.pages.methods import form_page
from battles.presenters.people import names_of
from battles.reports import Asked, Conflict
from campaigns import correction_drafts as drafts
from campaigns.models import Club, CorrectionDraft, User
from campaigns.own_words.speaking import speak_as
from campaigns.pages import robots
from campaigns.pages.request_context import position
from campaigns.presenters import reach as presenter
from campaigns.reach import Work, reached
from campaigns.reached import Reached, Step
from rules.contract import Refused, Unfallen, gettext_noop, say

Spoken = Callable[[], AbstractContextManager[None]]
LONG = 400  # rows of a campaign’s log from which on the page comes piece by piece: about a second of the processor
PLACE = "<!-- what was found -->"


@form_page
def reach(request: HttpRequest, stream: UUID, key: UUID) -> HttpResponseBase:
    """404 for whoever was not shown it."""
    robots.keep_out(request)
    if not isinstance(request.user, User) or request.user.guest_of is not None:
        return redirect_to_login(request.path)
    row = or_404(drafts.found(stream, key, request.user))
    speak_as(row.campaign.club)
    if request.method == "POST":
        return _act(request, row, request.user)
    return _shown(request, row, request.user)


def _act(request: HttpRequest, row: CorrectionDraft, user: User) -> HttpResponseBase:
    match request.POST.get("act", ""):
        case "share" if row.made_by_id == user.pk:
            drafts.share(row)
        case "end" if drafts.may_end(row, user):
            drafts.end(row)
            messages.success(request, _("The preview is withdrawn: its link shows nothing any more."))
            return redirect(_home(row))
        case "do":
            return _done(request, row, user)
    return redirect("correction-draft", stream=row.campaign.pk, key=row.pk)


def _done(request: HttpRequest, row: CorrectionDraft, user: User) -> HttpResponseBase:
    try:
        at = drafts.do(row, user, position(request.POST.get("after", "")))
    except Refused as refused:
        return _shown(request, row, user, refused)
    except Conflict as conflict:
        moved = Refused("form", say(gettext_noop("Somebody has reported since. Look again.")))
        return _shown(request, row, user, conflict.why or moved, status=409)
    return redirect(f"{_home(row)}?ruling={at}#ruling")


def _home(row: CorrectionDraft) -> str:
    return reverse("battle" if drafts.of_battle(row) else "campaign", args=[row.stream])


# -- showing it --------------------------------------------------------------------------------------------------------


def _shown(
    request: HttpRequest, row: CorrectionDraft, user: User, fault: Refused | None = None, status: int = 200
) -> HttpResponseBase:
    frame = _frame(request, row, user) | {"faults": fault.faults if fault is not None else ()}
    status = status_of(fault) if fault is not None and status == 200 else status
    if log.head(str(row.campaign.pk)).position < LONG or request.method == "HEAD":
        content = _content(request, _found(row, user))
        return HttpResponse(_page(request, frame).replace(PLACE, content), status=status)
    pieces = _pieces(request, frame, row, user, partial(_as_now, get_language(), row.campaign.club))
    return StreamingHttpResponse(pieces, status=status, headers={"X-Accel-Buffering": "no"})


def _page(request: HttpRequest, frame: dict[str, Any]) -> str:
    return render_to_string("campaigns/reach.html", frame, request)


def _content(request: HttpRequest, found: dict[str, Any]) -> str:
    return render_to_string("campaigns/_reach.html", found, request)


def _frame(request: HttpRequest, row: CorrectionDraft, user: User) -> dict[str, Any]:
    head = log.head(str(row.stream)).position
    mine = row.made_by_id == user.pk
    return {
        "row": row,
        "mine": mine,
        "may_end": drafts.may_end(row, user),
        "may_do": drafts.reporter(row, user) is not None,
        "made_by": names_of([str(row.made_by_id)], str(user.pk))[str(row.made_by_id)],
        "about": _name(row),
        "home": _home(row),
        "head": head,
        "moved": max(head - row.position, 0),
        "link": request.build_absolute_uri(),
        "place": PLACE,
    }


def _name(row: CorrectionDraft) -> str:
    if not drafts.of_battle(row):
        return row.campaign.name
    muster = battle_handler.state(str(row.stream)).muster
    return naming.name_of(str(row.stream), muster.title, muster.system, muster.scenario)


def _found(row: CorrectionDraft, user: User) -> dict[str, Any]:
    """What the page shows of it, worked out at once."""
    work = _worked(row, user)
    for _step in work:
        pass
    return work.found


def _pieces(
    request: HttpRequest, frame: dict[str, Any], row: CorrectionDraft, user: User, as_asked: Spoken
) -> Iterator[str]:
    """The page up to where the content goes; a line for each step; the content; the rest."""
    with as_asked():
        head, tail = _page(request, frame).split(PLACE)
    yield f'{head}<ol class="steps" role="status">'
    work = _worked(row, user)
    for step in work:
        with as_asked():
            yield format_html("<li>{}</li>\n", _in_words(step))
    with as_asked():
        yield f"</ol>{_content(request, work.found)}{tail}"


@contextmanager
def _as_now(language: str | None, club: Club) -> Iterator[None]:
    """In the language that the page was asked for in, as its club speaks: pieces are made when no request is there."""
    with override(language):
        speak_as(club)
        yield


def _in_words(step: Step) -> str:
    said = {"n": step.n, "of": step.of}
    if step.what == "season":
        if step.of > 1:
            return _("The season, way %(n)d of %(of)d …") % said
        return _("The season …")
    return _("The battle …") if step.what == "battle" else _("The league …")


class Working:
    """The steps of a work, and then what the page shows of it."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.found: dict[str, Any] = {}

    def __iter__(self) -> Iterator[Step]:
        try:
            found: Reached = yield from self.work
        except Refused as refused:
            self.found = {"faults": refused.faults}
        except Unfallen as die:
            self.found = {"asked": Asked.of(die)}
        else:
            self.found = {"told": presenter.told(found)}


def _worked(row: CorrectionDraft, user: User) -> Working:
    def work() -> Work:
        return (yield from reached(drafts.correction(row, user), user))

    return Working(work())
