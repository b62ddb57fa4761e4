"""The page where a beaten platoon's players choose its retreat: each possible sector, and why others are not."""

from __future__ import annotations

from uuid import UUID, uuid4

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from battles.forms.trouble import Trouble
from battles.presenters.people import names_of
from battles.sentences import words
from campaigns.pages.map_context import drawn_around
from campaigns.pages.map_tasks import retreats_due
from campaigns.pages.platoon import NOT_ITS_PLAYER, commands
from campaigns.pages.request_context import Visit, not_allowed, position, send, spent, unfilled, visit
from campaigns.presenters import map, story
from campaigns.season import Platoon, Season
from campaigns.season.kept_events import Haven
from campaigns.season.map.retreats import Retreat
from campaigns.season.positions import sectors_of
from campaigns.theatre import TERRAIN_LABELS


class Exit(msgspec.Struct, frozen=True):
    """A neighbouring sector: what speaks for it, and why the platoon may not go there ("" if it may). `clerks`: the
    clerk would choose it."""

    key: str
    name: str
    terrain: str
    value: int
    distance: int | None
    why: str
    clerks: bool


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def retreat(request: HttpRequest, stream: UUID, platoon: str) -> HttpResponse:
    here = visit(request, stream)
    found = here.season.platoons.get(platoon)
    if found is None or here.season.opened.theatre is None:
        raise Http404
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if request.method == "POST":
        return _take(request, here, found)
    return _page(request, here, found, None if commands(here, found) else not_allowed(*NOT_ITS_PLAYER))


def _take(request: HttpRequest, here: Visit, found: Platoon) -> HttpResponse:
    sent = request.POST
    if not commands(here, found):
        return _page(request, here, found, not_allowed(*NOT_ITS_PLAYER))
    if not sent.get("to"):
        return _page(request, here, found, Trouble(422, (unfilled("to", *UNCHOSEN),)))
    report = Retreat(platoon=found.key, to=sent["to"][:40])
    done = send(here, sent.get("id", ""), report, position(sent.get("after", "")), "check" in sent)
    if isinstance(done, Trouble):
        return _page(request, here, found, done)
    return redirect(f"{reverse('platoon', args=[here.stream, found.key])}?ruling={done.position}#ruling")


UNCHOSEN = gettext_noop("No sector is chosen."), gettext_noop("Choose where it retreats.")


def _page(request: HttpRequest, here: Visit, found: Platoon, trouble: Trouble | None = None) -> HttpResponse:
    season, sent = here.season, request.POST if trouble else QueryDict()
    due = season.retreats.get(found.key)
    missed = story.since(here.facts, trouble.since) if trouble and trouble.since is not None else []
    exits = list(_exits(season, due.havens)) if due else []
    sector = sectors_of(season).get(found.sector)
    context = {
        "campaign": season.opened,
        "stream": here.stream,
        "platoon": found,
        "may": commands(here, found) and due is not None and season.closed is None,
        "due": due,
        "sector": sector,
        "sector_name": map.place(season, found.sector),
        "battle": season.fixtures[due.fixture].battle if due and due.fixture else "",
        "until": retreats_due(season, here.facts).get(found.key, ""),
        "svg": drawn_around(here, sector) if sector else "",
        "open": [one for one in exits if not one.why],
        "barred": [one for one in exits if one.why],
        "chosen": sent.get("to", ""),
        "after": season.head[0],
        "id": sent.get("id") if trouble and not spent(trouble) else str(uuid4()),
        "faults": [fault for fault in trouble.faults if fault.field == "to"] if trouble else [],
        "trouble": trouble,
        "sight": {"names": story.names_in_refusals(season, here.reader)},
        "missed": story.entries(season, missed, here.reader, names_of(row.by for _fact, row in missed)),
    }
    return render(request, "campaigns/retreat.html", context, status=trouble.status if trouble else 200)


def _exits(season: Season, havens: tuple[Haven, ...]) -> list[Exit]:
    """The sectors in the clerk's order of preference."""
    why = {
        "enemy": _("enemies stand there"),
        "cut off": _("no supply of its side comes there"),
        "closed": _("the link is closed"),
        "full": _("there is no room"),
    }
    sectors, first = sectors_of(season), next((one.sector for one in havens if not one.why), "")
    return [
        Exit(
            key=one.sector,
            name=map.place(season, one.sector),
            terrain=words(TERRAIN_LABELS[sectors[one.sector].terrain]),
            value=one.value,
            distance=one.distance,
            why=why.get(one.why, one.why),
            clerks=one.sector == first,
        )
        for one in havens
    ]
