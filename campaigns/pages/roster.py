"""A platoon as a roster file, for its player."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header

from battles.forms.trouble import status_of
from battles.pages.methods import read_page
from campaigns import rosters
from campaigns.pages.request_context import Visit, visit
from campaigns.presenters import story
from rules.contract import Refused, say
from rules.contract import gettext_noop as _


@read_page
def roster(request: HttpRequest, stream: UUID, platoon: str) -> HttpResponse:
    """The file. `?format=` is one of the rulebook's; its first one by default."""
    here = visit(request, stream)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    found = here.season.platoons.get(platoon)
    format = rosters.format_of(here.season.rules, request.GET.get("format", ""))
    if found is None or format is None:
        raise Http404
    try:
        if not rosters.owned(found, str(request.user.pk)):
            raise Refused("campaign", *NOT_ITS_PLAYER, field="by", code="not-yours")
        file = rosters.export(here.season, found, format)
    except Refused as refused:
        return _refused(request, here, refused)
    disposition = content_disposition_header(True, file.name)
    return HttpResponse(file.data, content_type=file.media, headers={"Content-Disposition": disposition})


NOT_ITS_PLAYER = (
    say(_("Only its player may have this platoon as a file, for it names the hidden cards.")),
    say(_("Ask them for it.")),
)


def _refused(request: HttpRequest, here: Visit, refused: Refused) -> HttpResponse:
    names = story.names_in_refusals(here.season, here.reader)
    context = {"campaign": here.season.opened, "stream": here.stream, "fault": refused, "sight": {"names": names}}
    return render(request, "campaigns/roster.html", context, status=status_of(refused))
