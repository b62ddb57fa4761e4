"""The first page: what waits for the visitor, what they play, what there is to read."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from battles.models import Seat, Sheet
from campaigns import roles
from campaigns.models import User
from campaigns.pages.waiting import errands

MINE = 30  # open battles of one player; who plays more looks at the campaign's page
PAGE = 15


class Called(msgspec.Struct, frozen=True):
    """A battle of the visitor's that is not settled. `waits`: for them."""

    sheet: Sheet
    sides: tuple[str, ...]
    waits: bool


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The same few queries however much there is."""
    mine = called(str(request.user.pk)) if request.user.is_authenticated else []
    chores = errands(request.user) if isinstance(request.user, User) else []
    battles = roles.listed_battles(request.user).order_by("-moved_at", "stream")
    campaigns = roles.listed_campaigns(request.user).select_related("club")
    context = {
        "errands": chores,
        "waiting": [one for one in mine if one.waits],
        "playing": [one for one in mine if not one.waits],
        "campaigns": Paginator(campaigns, PAGE).get_page(request.GET.get("campaigns")),
        "battles": Paginator(battles, PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "campaigns/home.html", context)


def called(player: str) -> Sequence[Called]:
    """The battles `player` plays that are not settled, last moved first. One query."""
    seats = Seat.objects.filter(player=player).exclude(sheet__status=Sheet.Status.SETTLED)
    found: dict[str, list[Seat]] = {}
    for seat in seats.select_related("sheet").order_by("-sheet__moved_at", "key")[:MINE]:
        found.setdefault(str(seat.sheet_id), []).append(seat)
    return [
        Called(own[0].sheet, tuple(seat.side for seat in own), any(seat.side in own[0].sheet.asked for seat in own))
        for own in found.values()
    ]
