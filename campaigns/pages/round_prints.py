"""What of a round is printed: the sheet of pairings, a poster for the door, and result slips, one a fixture, whose code
opens the form that its players need next."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import segno
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from battles.not_found import or_404
from battles.pages.methods import read_page
from campaigns.pages.request_context import Visit, keeping, unreadable, visit_to_read
from campaigns.pages.rounds import meetings, summary_of
from campaigns.season import Fixture, offered
from campaigns.season.musters import MusterBattle
from campaigns.season.seating import speakers
from rules.stream.choices import about


@read_page
def pairings(request: HttpRequest, stream: UUID, number: int) -> HttpResponse:
    """The pairings of a round, to be printed for the club's wall. It names no place: others read it there."""
    return _printed(request, stream, number, "campaigns/pairings_print.html")


@read_page
def poster(request: HttpRequest, stream: UUID, number: int) -> HttpResponse:
    """The same large, to be read from afar, with the way to the campaign's page."""
    return _printed(request, stream, number, "campaigns/poster_print.html")


@read_page
def slips(request: HttpRequest, stream: UUID, number: int) -> HttpResponse:
    """A slip for each fixture without a result, to be filled in at the table."""
    return _printed(request, stream, number, "campaigns/slips_print.html")


def _printed(request: HttpRequest, stream: UUID, number: int, template: str) -> HttpResponse:
    here, stood, trouble = visit_to_read(request, stream)
    if trouble is not None:
        return unreadable(request, here, trouble)
    summary = or_404(summary_of(here.season, number))
    found = meetings(here.season, stood.fixtures(number), "", now=here.moment is None)
    context: dict[str, Any] = {
        "campaign": here.season.opened,
        "stream": here.stream,
        "summary": summary,
        "zone": here.season.zone,
        "moment": here.moment,
        "meetings": found,
    }
    if template == "campaigns/slips_print.html":
        open_ = [one for one in found if here.season.fixtures[one.fixture.fixture].is_open]
        context["slips"] = [(one, _code(request, "play", here.stream, one.fixture.fixture)) for one in open_]
    elif template == "campaigns/poster_print.html":
        context["qr"] = _code(request, "campaign", here.stream)
        context["link"] = request.build_absolute_uri(here.home)
        if here.season.closed is None:
            context["here"] = _code(request, "here", here.stream)
    return keeping(here, render(request, template, context))


def _code(request: HttpRequest, name: str, *args: str) -> str:
    """The drawing of a code that opens a page, of any size. It holds its address and nothing else."""
    link = request.build_absolute_uri(reverse(name, args=args))
    return segno.make(link, error="m", micro=False).svg_inline(omitsize=True, border=4, dark="#000", light="#fff")


@read_page
def play(request: HttpRequest, stream: UUID, fixture: str) -> HttpResponse:
    """Where a slip leads who plays the fixture: to its battle while that is fought, to mustering it while that is
    theirs to do, else to its page, where results are confirmed and disputed."""
    here, stood, trouble = visit_to_read(request, stream)
    if trouble is not None:
        return unreadable(request, here, trouble)
    found = here.season.fixtures.get(fixture)
    if found is None or next(iter(stood.fixtures_called([fixture])), None) is None:
        raise Http404
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if _plays(here, found) and found.is_fought:
        return redirect("battle", stream=found.battle)
    if _plays(here, found) and any(
        about(one, "fixture", fixture) for one in offered(here.season, here.who, MusterBattle)
    ):
        return redirect(reverse("muster", args=[here.stream], query={"fixture": fixture}))
    return redirect("fixture", stream=here.stream, fixture=fixture)


def _plays(here: Visit, found: Fixture) -> bool:
    reader = here.reader
    return bool(reader) and any(reader in speakers(here.season, found, key) for key in found.platoons)
