"""The first page: what waits for the visitor, their battles, what is fought now, campaigns and results at a glance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from battles.models import Sheet, name_battles, name_sides
from battles.pages.long_lists import LongList
from battles.pages.methods import read_page
from battles.presenters.people import reader_of
from campaigns import adoption, first_run, guests, roles, tour, waiting_list
from campaigns.demo import load
from campaigns.listed import Listed
from campaigns.models import Fixture, User
from campaigns.pages.player_tasks import Tasks, tasks
from campaigns.presenters import belonging, front_page

MINE = 30  # open battles of one player; the campaigns' pages show the rest
PAGE, LIVE, CAMPAIGNS = 15, 6, 6


class Called(msgspec.Struct, frozen=True):
    """A battle of the visitor's that is not settled. `waits`: for their report."""

    sheet: Sheet
    sides: tuple[str, ...]  # by the names of their platoons, if they are known
    waits: bool


@read_page
def home(request: HttpRequest) -> HttpResponse:
    """The page. It takes the same few queries, however much there is."""
    reader = reader_of(request.user)
    mine = called(reader) if reader else []
    user = request.user if isinstance(request.user, User) else None
    chores = tasks(user) if user else Tasks([], [])
    rules = user is not None and roles.rules_anywhere(user)
    listed = Listed(request.user)
    battles = listed.battles.order_by("-moved_at", "stream")
    campaigns = listed.campaigns.select_related("club")
    others = battles.filter(status=Sheet.Status.OPEN).exclude(pk__in=[one.sheet.pk for one in mine])
    live = LongList(others, LIVE).get_page(request.GET.get("live"))
    page = LongList(battles.exclude(status=Sheet.Status.OPEN), PAGE).get_page(request.GET.get("page"))
    shown = {one.sheet.pk: one for one in front_page.fought([*live.object_list, *page.object_list], reader)}
    seasons = LongList(campaigns, CAMPAIGNS).get_page(request.GET.get("campaigns"))
    context = {
        "errands": chores.errands,
        "sitting_in": chores.sitting_in,
        "adoptions": adoption.waiting_for(user) if user else [],
        "rules": rules,
        "table": guests.table_of(request),
        "friendly": roles.may_begin_friendly(request.user),
        "ruling": waiting_list.waiting(user) if user and rules else [],
        "waiting": [one for one in mine if one.waits],
        "playing": [one for one in mine if not one.waits],
        "seasons": seasons,
        "glances": front_page.glances(list(seasons.object_list)),
        "beside": belonging.on_front_page(request.user),
        "live": live,
        "fighting": [shown[one.pk] for one in live.object_list],
        "results": page,
        "fought": [shown[one.pk] for one in page.object_list],
        "tour": tour.of(user) if user and rules else None,
        "evening": tour.is_offered(user, bool(seasons.object_list)),
        "demo": ("alice", load.PASSWORD),
        "fresh": user is None and not seasons.object_list and first_run.is_due(),
    }
    return render(request, "campaigns/home.html", context)


def called(player: str) -> Sequence[Called]:
    """The unsettled battles that `player` plays now, last moved first. The same few queries for all."""
    battles = roles.played_by(player).exclude(status=Sheet.Status.SETTLED).prefetch_related("seats")
    sheets = name_sides(name_battles(battles.order_by("-moved_at", "stream")[:MINE]))
    relieved = Fixture.objects.filter(battle__in=[sheet.pk for sheet in sheets]).exclude(seats="")
    claimed = dict(roles.claimed_by(player).values_list("guest_of", "pk"))
    now = {battle: dict(roles.seats_of(seats)) for battle, seats in relieved.values_list("battle", "seats")}
    return [_called(sheet, str(claimed.get(sheet.pk, player)), now.get(sheet.pk, {})) for sheet in sheets]


def _called(sheet: Sheet, player: str, now: Mapping[str, tuple[str, ...]]) -> Called:
    """`now`: the sides that are not played by who was mustered for them."""
    seated = [seat.side for seat in sheet.seats.all() if seat.player == player and seat.side not in now]
    sides = (*seated, *(side for side, players in now.items() if player in players))
    return Called(sheet, tuple(map(sheet.side_called, sorted(sides))), any(side in sheet.asked for side in sides))
