"""The page where a platoon enlists."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid4

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from battles.forms.trouble import Trouble
from battles.presenters.people import names_of
from campaigns import rosters
from campaigns.models import User
from campaigns.pages.catalogue import Offer, Stock, stock
from campaigns.pages.enlist_form import MOST, blank, faults, read
from campaigns.pages.request_context import NOT_A_MEMBER, Visit, framed, not_allowed, send, spent, told_of, visit
from campaigns.pages.roster_upload import Brought, bring, copied
from campaigns.pages.waivers import waivers
from campaigns.presenters import enlistment, map, story
from campaigns.presenters.enlistment import Form, Row
from campaigns.season import Season
from campaigns.season.enlistment import bases_with_room
from rules.contract import Refused


class Fold(msgspec.Struct, frozen=True):
    """Cards of one kind under a vehicle; `picked` of them are ticked."""

    title: str
    offers: tuple[Offer, ...]
    picked: int


class Base(msgspec.Struct, frozen=True):
    """A sector where a platoon of this side may begin, and how many more fit into it."""

    key: str
    name: str
    side: str
    room: int


class Vehicle(msgspec.Struct, frozen=True):
    """A row of the form with its choices, its price and its faults."""

    row: Row
    folds: tuple[Fold, ...]
    cost: int
    faults: tuple[Refused, ...]

    @property
    def fault_id(self) -> str:
        return f"v{self.row.number}-fault"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enlist(request: HttpRequest, stream: UUID) -> HttpResponse:
    """`?nation=` chooses whose models are offered, `?copy=` fills the form with a platoon (campaign/platoon). The
    form is sent here, and shown again with the input if it is refused."""
    here = visit(request, stream)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path() if request.method != "POST" else request.path)
    if request.method == "POST":
        return _take(request, here)
    trouble = None if here.who else not_allowed(*NOT_A_MEMBER)
    form = blank(request.GET.get("nation", ""), here.season.head[0])
    brought = _copied(request, here, form)
    return _page(request, here, brought.form if brought else form, trouble, brought)


def _copied(request: HttpRequest, here: Visit, form: Form) -> Brought | None:
    """The form filled with a platoon that the visitor may see. Its cards are copied only if they command it."""
    campaign, _slash, key = request.GET.get("copy", "").partition("/")
    try:
        source = here if campaign == here.stream else visit(request, UUID(campaign))
    except (ValueError, Http404):
        return None
    platoon = source.season.platoons.get(key)
    if platoon is None or source.season.opened.system != here.season.opened.system:
        return None
    roster = rosters.roster_of(source.season, platoon)
    if str(request.user.pk) not in platoon.players:
        bare = (msgspec.structs.replace(one, cards=()) for one in roster.vehicles)
        roster = msgspec.structs.replace(roster, vehicles=tuple(bare))
    return copied(form, roster, here.season)


def _take(request: HttpRequest, here: Visit) -> HttpResponse:
    form = read(request.POST)
    if here.who is None:
        return _page(request, here, form, not_allowed(*NOT_A_MEMBER))
    if "add" in request.POST:
        return _page(request, here, form)
    if "bring" in request.POST:
        return _bring(request, here, form)
    wrong = tuple(faults(form, _stock(here, form), here.season.opened.sides))
    if wrong:
        return _page(request, here, form, Trouble(422, wrong))
    report = enlistment.command(form)
    done = send(here, form.id, report, form.after, "check" in request.POST, request.POST.getlist("heeded"))
    if isinstance(done, Trouble):
        return _page(request, here, form, done)
    return redirect(f"{reverse('platoon', args=[here.stream, report.platoon])}?ruling={done.position}#ruling")


def _bring(request: HttpRequest, here: Visit, form: Form) -> HttpResponse:
    """The form filled from a roster file, or unchanged if that cannot be read."""
    system, edition = here.season.rules, here.season.opened.edition
    if not system.rosters:
        return _page(request, here, form)
    brought = bring(form, request.FILES.get("file"), system, edition)
    return _page(request, here, brought.form, Trouble(422, brought.faults) if brought.faults else None, brought)


def _stock(here: Visit, form: Form) -> Stock:
    return stock(here.season.rules, here.season.opened.edition, form.nation, here.season.house)


def _page(
    request: HttpRequest, here: Visit, form: Form, trouble: Trouble | None = None, brought: Brought | None = None
) -> HttpResponse:
    offered = _stock(here, form)
    faults = trouble.faults if trouble else ()
    if trouble and spent(trouble):
        form = msgspec.structs.replace(form, id=str(uuid4()))
    vehicles = [_vehicle(row, offered, faults) for row in form.rows]
    players = _others(here) if here.referee else []
    people = names_of(row.by for _fact, row in told_of(request, here, trouble))
    context = {
        **framed(request, here, trouble, people),
        "may": here.who is not None,
        "form": msgspec.structs.replace(form, after=here.season.head[0]),
        "stock": offered,
        "sides": here.season.opened.sides.items(),
        "bases": _bases(here.season),
        "players": players,
        "vehicles": vehicles,
        "cost": sum(vehicle.cost for vehicle in vehicles),
        "more": len(form.rows) < MOST,
        "faults": _by_control(faults),
        "waivers": waivers(form.waivers, faults, story.names_in(here.season)) if here.referee else [],
        "formats": [one.name for one in here.season.rules.rosters],
        "brought": brought,
    }
    return render(request, "campaigns/enlist.html", context, status=trouble.status if trouble else 200)


def _bases(season: Season) -> list[Base]:
    """The bases with room, by side; none without a map."""
    if season.opened.theatre is None:
        return []
    return [
        Base(key, map.place(season, key), name or side, room)
        for side, name in season.opened.sides.items()
        for key, room in bases_with_room(season, side).items()
    ]


def _vehicle(row: Row, offered: Stock, faults: Sequence[Refused]) -> Vehicle:
    folds = (
        Fold(shelf.title, shelf.offers, sum(offer.value in row.cards for offer in shelf.offers))
        for shelf in offered.cards
    )
    mine = tuple(fault for fault in faults if fault.field == f"v{row.number}")
    return Vehicle(row, tuple(folds), offered.cost(row.model, row.cards), mine)


CONTROLS = {"platoon": "name", "names": "vehicles", "fittings": "vehicles"}


def _by_control(faults: Sequence[Refused]) -> dict[str, list[Refused]]:
    """The faults by control. The report's "platoon" is made from the typed name."""
    found: dict[str, list[Refused]] = {}
    for fault in faults:
        field = fault.field.partition(".")[0].partition("[")[0]
        found.setdefault(CONTROLS.get(field, field), []).append(fault)
    return found


def _others(here: Visit) -> list[dict[str, str]]:
    """The people of the club, whom an organiser may enlist. One query."""
    assert here.who is not None
    club = here.desk.club_id
    people = User.objects.filter(Q(clubs=club) | Q(organises=club), is_active=True).exclude(pk=here.who.id)
    return [{"id": str(one.pk), "name": one.get_username()} for one in people.order_by("username").distinct()]
