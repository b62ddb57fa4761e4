"""The page where a beaten platoon's players choose its retreat: each possible sector, and why others are not."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec.structs import replace

from battles.forms.trouble import Trouble
from battles.pages.methods import form_page
from campaigns.pages import choice_forms
from campaigns.pages.map_context import drawn_around
from campaigns.pages.map_tasks import retreats_due
from campaigns.pages.platoon import commands, shown_or_taken
from campaigns.pages.request_context import Visit, framed, visit
from campaigns.presenters import map
from campaigns.season import Platoon
from campaigns.season.kept_events import Haven
from campaigns.season.map.retreats import Retreat
from campaigns.season.positions import sectors_of
from rules.contract import Choice


@form_page
def retreat(request: HttpRequest, stream: UUID, platoon: str) -> HttpResponse:
    here = visit(request, stream)
    found = here.season.platoons.get(platoon)
    if found is None or here.season.opened.theatre is None:
        raise Http404
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    return shown_or_taken(request, here, found, commands(here, found), lambda: _choices(here, found), _page)


def _choices(here: Visit, found: Platoon) -> list[Choice]:
    """Who is asked names a sector; nothing named would be the clerk's choice."""
    offered = choice_forms.of_platoon(here, found.key, Retreat)
    return [replace(one, fields=tuple(replace(field, required=True) for field in one.fields)) for one in offered]


def _page(request: HttpRequest, here: Visit, found: Platoon, trouble: Trouble | None = None) -> HttpResponse:
    season = here.season
    due = season.retreats.get(found.key)
    sector = sectors_of(season).get(found.sector)
    address = reverse("retreat", args=[here.stream, found.key])
    context = {
        **framed(request, here, trouble),
        **choice_forms.shown(here, _choices(here, found), address, trouble, found.key),
        "platoon": found,
        "due": due,
        "sector": sector,
        "sector_name": map.place(season, found.sector),
        "battle": season.fixtures[due.fixture].battle if due and due.fixture else "",
        "until": retreats_due(season, here.facts).get(found.key, ""),
        "svg": drawn_around(here, sector) if sector else "",
        "barred": [(one.sector, map.place(season, one.sector), _why(one)) for one in due.havens if one.why]
        if due
        else [],
    }
    return render(request, "campaigns/retreat.html", context, status=trouble.status if trouble else 200)


def _why(haven: Haven) -> str:
    """Why the platoon may not go there."""
    why = {
        "enemy": _("enemies stand there"),
        "cut off": _("no supply of its side comes there"),
        "closed": _("the link is closed"),
        "full": _("there is no room"),
    }
    return why.get(haven.why, haven.why)
