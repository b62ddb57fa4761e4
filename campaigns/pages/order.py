"""The page that gives a platoon its order for the round, and shows the one it has."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from msgspec.structs import replace

from battles.forms.trouble import Trouble
from battles.pages.methods import form_page
from campaigns.pages import choice_forms
from campaigns.pages.map_context import drawn_around
from campaigns.pages.map_tasks import asking, told
from campaigns.pages.platoon import plays, shown_or_taken
from campaigns.pages.platoon_on_map import footing
from campaigns.pages.request_context import Visit, framed, visit
from campaigns.season import Platoon
from campaigns.season.map.orders import Order
from campaigns.season.positions import sectors_of
from campaigns.theatre import Deed
from rules.contract import Choice


@form_page
def order(request: HttpRequest, stream: UUID, platoon: str) -> HttpResponse:
    """The form is sent here, and shown again with the input if it is refused. Organisers who do not command the
    platoon may not see it: an order is its players' secret."""
    here = visit(request, stream)
    found = here.season.platoons.get(platoon)
    if found is None or here.season.opened.theatre is None:
        raise Http404
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    return shown_or_taken(request, here, found, plays(here, found), lambda: _choices(here, found), _page)


# Marches come last, because on a phone their list is the longest.
SEQUENCE: tuple[Deed, ...] = ("hold", "entrench", "attack", "support", "withdraw", "move")


def _choices(here: Visit, found: Platoon) -> list[Choice]:
    """One for each deed, beginning with the order that was given."""
    given = here.season.orders.get(found.key)
    offered = choice_forms.of_platoon(here, found.key, Order)
    return [
        replace(one, fields=tuple(replace(field, default=given.to) for field in one.fields))
        if given and given.do == one.given["do"]
        else one
        for one in sorted(offered, key=lambda one: SEQUENCE.index(one.given["do"]))
    ]


def _page(request: HttpRequest, here: Visit, found: Platoon, trouble: Trouble | None = None) -> HttpResponse:
    season, may = here.season, plays(here, found)
    sector = sectors_of(season).get(found.sector)
    address = reverse("order", args=[here.stream, found.key])
    context = {
        **framed(request, here, trouble),
        **choice_forms.shown(here, _choices(here, found) if may else [], address, trouble),
        "platoon": found,
        "may": may,
        "round": asking(season),
        "footing": footing(season, here.facts, found, here.reader),
        "given": told(season, found) if may else "",
        "svg": drawn_around(here, sector) if sector and may else "",
    }
    return render(request, "campaigns/order.html", context, status=trouble.status if trouble else 200)
