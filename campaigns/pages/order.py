"""The page that gives a platoon its order for the round, and shows the one it has."""

from __future__ import annotations

from itertools import groupby
from uuid import UUID, uuid4

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from battles.forms.trouble import Trouble
from battles.presenters.people import names_of
from campaigns.pages.map_context import drawn_around
from campaigns.pages.map_tasks import asking, told
from campaigns.pages.order_options import Offer, offers
from campaigns.pages.platoon import NOT_ITS_PLAYER
from campaigns.pages.platoon_on_map import footing
from campaigns.pages.request_context import Visit, not_allowed, position, send, spent, unfilled, visit
from campaigns.presenters import map, story
from campaigns.season import Platoon
from campaigns.season.map.orders import Order
from campaigns.season.positions import sectors_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def order(request: HttpRequest, stream: UUID, platoon: str) -> HttpResponse:
    """The form is sent here, and shown again with the input if it is refused. Organisers who do not command the
    platoon may not see it: an order is its players' secret."""
    here = visit(request, stream)
    found = here.season.platoons.get(platoon)
    if found is None or here.season.opened.theatre is None:
        raise Http404
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    if not _may(here, found):
        return _page(request, here, found, not_allowed(*NOT_ITS_PLAYER))
    return _take(request, here, found) if request.method == "POST" else _page(request, here, found)


def _may(here: Visit, found: Platoon) -> bool:
    return here.who is not None and here.who.id in found.players


def _take(request: HttpRequest, here: Visit, found: Platoon) -> HttpResponse:
    sent = request.POST
    do, _colon, to = sent.get("order", "").partition(":")
    if not do:
        return _page(request, here, found, Trouble(422, (unfilled("do", *UNCHOSEN),)))
    report = Order(platoon=found.key, do=do, to=to)  # type: ignore[arg-type]  # it is read, and refused, when it is reported
    done = send(here, sent.get("id", ""), report, position(sent.get("after", "")), check=False)
    if isinstance(done, Trouble):
        return _page(request, here, found, done)
    return redirect(f"{reverse('platoon', args=[here.stream, found.key])}?ruling={done.position}#ruling")


UNCHOSEN = _("No order is chosen."), _("Choose one.")


def _page(request: HttpRequest, here: Visit, found: Platoon, trouble: Trouble | None = None) -> HttpResponse:
    season, sent = here.season, request.POST if trouble else QueryDict()
    may, round = _may(here, found), asking(season)
    given = season.orders.get(found.key) if may else None
    sector = sectors_of(season).get(found.sector)
    missed = story.since(here.facts, trouble.since) if trouble and trouble.since is not None else []
    context = {
        "campaign": season.opened,
        "stream": here.stream,
        "platoon": found,
        "may": may,
        "round": round,
        "footing": footing(season, here.facts, found, here.reader),
        "groups": _grouped(offers(season, found)) if may and round else [],
        "given": told(season, found) if given else "",
        "chosen": sent.get("order", f"{given.do}:{given.to}" if given else ""),
        "svg": drawn_around(here, sector) if sector and may else "",
        "after": season.head[0],
        "id": sent.get("id") if trouble and not spent(trouble) else str(uuid4()),
        "faults": [fault for fault in trouble.faults if fault.field in ("do", "to")] if trouble else [],
        "trouble": trouble,
        "sight": {"names": story.names_in_refusals(season, here.reader)},
        "missed": story.entries(season, missed, here.reader, names_of(row.by for _fact, row in missed)),
    }
    return render(request, "campaigns/order.html", context, status=trouble.status if trouble else 200)


def _grouped(offered: list[Offer]) -> list[tuple[str, list[Offer]]]:
    """The orders in groups by deed, in the sequence of the offers."""
    return [(heading, list(found)) for heading, found in groupby(offered, key=lambda one: map.heading(one.do))]
