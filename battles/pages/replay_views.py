"""The pages that look back on a battle: its replay, and the report after the action. See `battles.pages.views`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from hashlib import sha256
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from battles import log
from battles.pages import replay as reels
from battles.pages.as_of import position
from battles.pages.methods import read_page
from battles.pages.views import Admit
from battles.presenters import after_action as reports
from battles.presenters import share_card
from battles.presenters.people import names_hold
from battles.presenters.tape import tape
from battles.tape import as_read

VARY = ("Cookie", "Accept-Language")


@read_page
def replay(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """The battle from report to report. `?at=`: the row at which it stands; the first one if that is left out."""
    who = admit(request, str(stream))
    try:
        reel = reels.reel(str(stream), who, position(request, "at"))
    except IndexError:
        raise Http404 from None
    return render(request, "battles/replay/replay.html", {"reel": reel})


@require_safe
def frames(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponseBase:
    """The moments after the reports that end in the rows from `first` to `last`, as parts of that page: twelve at most.

    Its tag is of the log's digest and the viewer, so that whoever has an answer already is told so by one query.
    """
    who = admit(request, str(stream))
    first, last = position(request, "first") or 1, position(request, "last") or sys.maxsize

    def read() -> HttpResponse:
        return render(request, "battles/replay/frames.html", {"frames": reels.frames(str(stream), who, first, last)})

    return revalidated(request, str(stream), repr(who), read)


@read_page
def after_action(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponse:
    """The report after the action, written from the log."""
    who = admit(request, str(stream))
    report = reports.after_action(tape(str(stream), who))
    return render(request, "battles/replay/after_action.html", {"report": report})


@require_safe
def card(request: HttpRequest, stream: UUID, admit: Admit) -> HttpResponseBase:
    """A picture of the battle to share, with what a spectator may see of it, whoever asks."""
    admit(request, str(stream))

    def read() -> HttpResponse:
        return HttpResponse(share_card.card_of(str(stream)), content_type="image/png")

    return revalidated(request, str(stream), "", read)


def revalidated(request: HttpRequest, stream: str, viewer: str, read: Callable[[], HttpResponse]) -> HttpResponseBase:
    """What `read` answers, or 304 for who has it already: it follows from the log, the viewer, the language, the
    release, the address and what people are called."""
    parts = (log.head(stream).digest, viewer, as_read(), settings.RELEASE, names_hold(), request.get_full_path())
    tag = quote_etag(sha256("\n".join(parts).encode()).hexdigest()[:32])
    response = get_conditional_response(request, etag=tag) or read()
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, VARY)
    return response
