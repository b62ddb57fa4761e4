"""A platoon's page: its vehicles, and for its players the forms that command it."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid4

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from battles.forms.trouble import Trouble, status_of
from battles.presenters.people import names_of
from campaigns import roles
from campaigns.models import Campaign, Fixture, Standing, User, Vehicle
from campaigns.pages import platoon_forms
from campaigns.pages.catalogue import nation_of, stock
from campaigns.pages.platoon_faults import faults
from campaigns.pages.platoon_forms import FORMS, ORDER, Sent
from campaigns.pages.platoon_on_map import footing
from campaigns.pages.request_context import Visit, not_allowed, position, send, spent, visit
from campaigns.pages.rounds import Meeting, meetings
from campaigns.pages.vehicle_condition import Task, crew_in_words, hurts, tasks
from campaigns.presenters import story
from campaigns.season import GONE, Platoon
from campaigns.season.platoon_cards import may_change
from rules.contract import Refused
from rules.contract import gettext_noop as _

SHOWN = 12  # fixtures; the campaign's page shows all of them


class VehicleRow(msgspec.Struct, frozen=True):
    """A vehicle of the platoon: its condition in words, its crew, its jobs in the workshop, its cards as far as the
    reader may know them, and its place in the repair order."""

    vehicle: Vehicle
    condition: tuple[str, ...]
    crew: str
    tasks: tuple[Task, ...]
    cards: tuple[str, ...]
    order: str
    held: bool
    ticked: bool

    @property
    def gone(self) -> bool:
        return self.vehicle.status in GONE

    @property
    def points(self) -> int:
        """The points its repair still costs."""
        return sum(one.points for one in self.tasks)

    @property
    def order_name(self) -> str:
        return f"{ORDER}{self.vehicle.vehicle}"


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    first: bool
    beside: bool


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def platoon(request: HttpRequest, stream: UUID, platoon: str) -> HttpResponse:
    """`?print=1` is a sheet for the table. The forms are sent here, and shown again with the input if they are
    refused."""
    here = visit(request, stream)
    found = here.season.platoons.get(platoon)
    if found is None:
        raise Http404
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        return _take(request, here, found)
    if "print" in request.GET:
        return _sheet(request, here, found)
    return _page(request, here, found)


def _take(request: HttpRequest, here: Visit, found: Platoon) -> HttpResponse:
    sent = platoon_forms.read(request.POST)
    if sent.form not in FORMS:
        return _page(request, here, found)
    if here.who is None:
        return _page(request, here, found, sent, not_allowed(*NOT_ITS_PLAYER))
    try:
        report = platoon_forms.command(sent, found)
    except Refused as refused:
        return _page(request, here, found, sent, Trouble(status_of(refused), refused.faults))
    done = send(here, sent.id, report, sent.after, "check" in request.POST, request.POST.getlist("heeded"))
    if isinstance(done, Trouble):
        return _page(request, here, found, sent, done)
    return redirect(f"{reverse('platoon', args=[here.stream, found.key])}?ruling={done.position}#ruling")


NOT_ITS_PLAYER = _("You do not command this platoon."), _("Its players report for it, or an organiser.")


def commands(here: Visit, platoon: Platoon) -> bool:
    """Whether the visitor may report for the platoon."""
    return here.who is not None and (here.referee or here.who.id in platoon.players)


def _page(
    request: HttpRequest, here: Visit, found: Platoon, sent: Sent | None = None, trouble: Trouble | None = None
) -> HttpResponse:
    if trouble and sent and spent(trouble):
        sent = msgspec.structs.replace(sent, id=str(uuid4()))
    may = commands(here, found) and here.season.closed is None and not found.dropped
    asked = position(request.GET.get("ruling", ""))
    ruling = [fact for fact in here.facts if fact[0].position == asked]
    missed = story.since(here.facts, trouble.since) if trouble and trouble.since is not None else []
    people = names_of([*found.players, *(row.by for _fact, row in (*ruling, *missed))])
    vehicles = _vehicles(here, found, sent)
    context = {
        "campaign": here.season.opened,
        "stream": here.stream,
        "system": here.season.rules,
        "platoon": found,
        "standing": get_object_or_404(Standing, pk=f"{here.stream}/{found.key}"),
        "side": here.season.opened.sides.get(found.side) or found.side,
        "players": [people[player] for player in found.players],
        "own": here.reader in found.players,
        "knows": here.season.known_to(found.key, here.reader),
        "cases": list(names_of(here.season.cases.get(found.key, ())).values()),
        "may": may,
        "vehicles": [one for one in vehicles if not one.gone],
        "gone": [one for one in vehicles if one.gone],
        "crewless": [one for one in vehicles if one.crew and not one.gone and one.vehicle.crew != Vehicle.Crew.FIT],
        "flaws": faults(here.season, found, here.reader),
        "meetings": _meetings(here, found),
        "footing": footing(here.season, here.facts, found, here.reader),
        "terms": here.season.terms,
        "platoon_cards": _platoon_cards(here, found) if may else [],
        "after": here.season.head[0],
        "ids": _ids(sent),
        "form": sent.form if sent else "",
        "typed": {name: sent.text(name) for name in sent.typed} if sent else {},
        "faults": _by_control(trouble.faults) if trouble else {},
        "others": _people(here, found, sent) if may else [],
        "elsewhere": _elsewhere(request, here) if here.reader else [],
        "trouble": trouble,
        "sight": {"names": story.names_in_refusals(here.season, here.reader)},
        "missed": story.entries(here.season, missed, here.reader, people),
        "ruling": story.entries(here.season, ruling, here.reader, people),
    }
    return render(request, "campaigns/platoon.html", context, status=trouble.status if trouble else 200)


def _platoon_cards(here: Visit, found: Platoon) -> list[str]:
    """The platoon cards of its models' nation, or of all nations if there are several; none once its card cannot be
    changed any more."""
    season = here.season
    if not may_change(season, found):
        return []
    offered = stock(season.rules, season.opened.edition, nation_of(season, found), season.house)
    return [offer.value for offer in offered.platoons]


def _ids(sent: Sent | None) -> dict[str, str]:
    """An id for the report of each form. The form that was sent keeps its own."""
    fresh = {form.replace("-", "_"): str(uuid4()) for form in FORMS}
    return fresh | ({sent.form.replace("-", "_"): sent.id} if sent else {})


def _vehicles(here: Visit, found: Platoon, sent: Sent | None = None) -> list[VehicleRow]:
    """All vehicles it has ever had, in order. One query."""
    rows = {one.vehicle: one for one in Vehicle.objects.filter(campaign=here.desk.pk, platoon=found.key)}
    cards = story.own_cards(here.season, here.reader)
    ranked = {id: str(n) for n, id in enumerate(found.order, 1)}
    ordering = sent if sent is not None and sent.form == "order" else None
    ticking = sent.ticked("vehicles") if sent is not None else ()
    return [
        VehicleRow(
            vehicle=rows[id],
            condition=hurts(here.season, rows[id]),
            crew=crew_in_words(rows[id]) if here.season.terms["crews"] else "",
            tasks=tuple(tasks(here.season, id)),
            cards=cards.get(id, ()),
            order=ordering.text(ORDER + id) if ordering else ranked.get(id, ""),
            held=id in (ordering.ticked("hold") if ordering else found.hold),
            ticked=id in ticking,
        )
        for id in found.vehicles
    ]


def _meetings(here: Visit, found: Platoon) -> list[Meeting]:
    """The platoon's newest fixtures, the last first. Two queries."""
    keys = [f"{here.stream}/{one.key}" for one in here.season.fixtures.values() if found.key in one.platoons]
    return meetings(here.season, Fixture.objects.filter(pk__in=keys[-SHOWN:]).order_by("-number"), here.reader)


CONTROLS = {"players": "first"}


def _by_control(faults: Sequence[Refused]) -> dict[str, list[Refused]]:
    found: dict[str, list[Refused]] = {}
    for fault in faults:
        field = fault.field.partition(".")[0].partition("[")[0]
        found.setdefault(CONTROLS.get(field, field).replace("-", "_"), []).append(fault)
    return found


def _people(here: Visit, found: Platoon, sent: Sent | None) -> list[Person]:
    """The people to whom the platoon may be handed over: those of the club, and who commands it. One query."""
    club = here.desk.club_id
    mine = Q(clubs=club) | Q(organises=club) | Q(pk__in=found.players)
    people = User.objects.filter(mine, is_active=True).order_by("username").distinct()
    chosen = sent if sent is not None and sent.form == "hand-over" else None
    first = chosen.text("first") if chosen else found.player
    beside = chosen.ticked("beside") if chosen else found.players[1:]
    return [Person(str(one.pk), one.get_username(), str(one.pk) == first, str(one.pk) in beside) for one in people]


def _elsewhere(request: HttpRequest, here: Visit) -> list[Campaign]:
    """Open campaigns of the same rulebook where the visitor may enlist a copy of it. One query."""
    mine = roles.visible_campaigns(request.user).filter(stream__isnull=False, system=here.season.opened.system)
    clubs = Q(club__members=request.user.pk) | Q(club__organisers=request.user.pk)
    return list(mine.filter(clubs).order_by("name").distinct()[:50])


def _sheet(request: HttpRequest, here: Visit, found: Platoon) -> HttpResponse:
    """A page to print and take to the table."""
    people = names_of(found.players)
    context = {
        "campaign": here.season.opened,
        "stream": here.stream,
        "system": here.season.rules,
        "platoon": found,
        "side": here.season.opened.sides.get(found.side) or found.side,
        "players": [people[player] for player in found.players],
        "own": here.reader in found.players,
        "vehicles": [one for one in _vehicles(here, found) if not one.gone],
        "boxes": range(10),
    }
    return render(request, "campaigns/platoon_print.html", context)
