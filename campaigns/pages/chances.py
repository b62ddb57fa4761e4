"""The page that says how a platoon can still come to a rank."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from battles.pages.methods import read_page
from campaigns.pages.request_context import Visit, position, visit
from campaigns.presenters.chances import MOST_SEED, chances
from campaigns.questions import TooMany, asker
from campaigns.season.chances.remaining import TIMES, usual_schedule


@read_page
def how(request: HttpRequest, stream: UUID, platoon: str) -> HttpResponse:
    """`?rank=` (1), `?schedule=` of what is still to come, and `?seed=` of the seasons that are drawn, which is no
    secret. What cannot be read is taken as left out; 404 for no platoon."""
    here = visit(request, stream)
    if platoon not in here.season.platoons:
        raise Http404
    rank = min(max(position(request.GET.get("rank", "")) or 1, 1), len(here.season.platoons))
    seed = min(position(request.GET.get("seed", "")) or 1, MOST_SEED)
    asked = request.GET.get("schedule", "")
    schedule = next((one for one in TIMES if one == asked), usual_schedule(here.season))
    mine = bool(here.reader) and here.reader in here.season.platoons[platoon].players
    person = request.user
    try:
        found = chances(here.desk, here.season, platoon, rank, schedule, seed, person, mine, asker(person, request))
    except TooMany as many:
        return too_many(request, here, many)
    context = {
        "campaign": here.season.opened,
        "stream": here.stream,
        "platoon": here.season.platoons[platoon],
        "found": found,
        "rank": rank,
        "ranks": range(1, len(here.season.platoons) + 1),
        "schedules": (
            ("announced", _("only what is announced")),
            ("everyone", _("until everyone has met everyone once")),
            ("twice", _("until everyone has met everyone twice")),
        ),
    }
    return render(request, "campaigns/chances.html", context)


def too_many(request: HttpRequest, here: Visit, many: TooMany) -> HttpResponse:
    """A page that says when to ask again."""
    context = {"campaign": here.season.opened, "stream": here.stream, "fault": many.refused}
    headers = {"Retry-After": str(many.seconds)}
    return HttpResponse(render_to_string("campaigns/too_many.html", context, request), status=429, headers=headers)
