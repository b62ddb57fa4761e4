"""A platoon's page: its vehicles, and for its players the forms that command it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from uuid import UUID

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from battles.forms.moments import is_over
from battles.forms.trouble import Trouble
from battles.not_found import or_404
from battles.pages.methods import form_page
from battles.presenters.medals import Medal
from battles.presenters.people import names_of
from campaigns import roles
from campaigns.models import Campaign, Vehicle
from campaigns.pages import choice_forms
from campaigns.pages.platoon_faults import faults
from campaigns.pages.platoon_on_map import footing
from campaigns.pages.request_context import Visit, framed, keeping, not_allowed, told_of, visit_to_read
from campaigns.pages.rounds import Meeting, meetings
from campaigns.pages.vehicle_condition import Task, crew_in_words, hurts, medals_of, tasks
from campaigns.presenters import story
from campaigns.presenters.as_it_stood import AsItStands
from campaigns.season import GONE, Platoon, names
from campaigns.season.challenges.answers import AcceptChallenge, ChallengeAccepted, RefuseChallenge
from campaigns.season.challenges.making import Challenge, WithdrawChallenge
from campaigns.season.challenges.situation import challenge_to
from campaigns.season.crews import ReplaceCrew
from campaigns.season.free_times import NoteFree
from campaigns.season.ladder import Challenge as Pending
from campaigns.season.offers import in_command
from campaigns.season.people import Drop, HandOver
from campaigns.season.platoon_cards import ChangeCard
from campaigns.season.purchases import Buy
from campaigns.season.sales import Sell
from campaigns.season.standings import rung_of
from campaigns.season.workshop import Prioritise, Repair
from campaigns.season.write_offs import WriteOff
from rules.contract import Choice
from rules.contract import gettext_noop as _
from rules.stream.choices import about

ON_LADDER = (AcceptChallenge, RefuseChallenge, Challenge, WithdrawChallenge)
COMMANDS = (*ON_LADDER, ChangeCard, NoteFree, Repair, Prioritise, ReplaceCrew, Sell, WriteOff, HandOver, Drop)
SHOWN = 12  # fixtures; the campaign's page shows all of them


class VehicleRow(msgspec.Struct, frozen=True):
    """A vehicle of the platoon: what it is called beside the others, its condition in words, its crew, its jobs in the
    workshop, its cards as far as the reader may know them, whether it is held back, and its medals."""

    vehicle: Vehicle
    called: str
    condition: tuple[str, ...]
    crew: str
    tasks: tuple[Task, ...]
    cards: tuple[str, ...]
    held: bool
    medals: tuple[Medal, ...] = ()

    @property
    def gone(self) -> bool:
        return self.vehicle.status in GONE

    @property
    def points(self) -> int:
        """The points its repair still costs."""
        return sum(one.points for one in self.tasks)


@form_page
def platoon(request: HttpRequest, stream: UUID, platoon: str) -> HttpResponse:
    """`?print=1` is a sheet for the table. The forms are sent here, and shown again with the input if they are
    refused. `?at=`: as it stood at a row of the log, `?as_of=` as it was known at a time."""
    here, stood, trouble = visit_to_read(request, stream)
    found = or_404(here.season.platoons.get(platoon))
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        return _take(request, here, stood, found)
    if "print" in request.GET and trouble is None:
        return _sheet(request, here, stood, found)
    return _page(request, here, stood, found, trouble)


def _take(request: HttpRequest, here: Visit, stood: AsItStands, found: Platoon) -> HttpResponse:
    if here.who is None:
        return _page(request, here, stood, found, not_allowed(*NOT_ITS_PLAYER))
    done = choice_forms.take(request, here, _choices(here, found))
    if isinstance(done, Trouble):
        return _page(request, here, stood, found, done)
    address = reverse("platoon", args=[here.stream, found.key])
    if isinstance(done.event, ChallengeAccepted):  # what is next is to agree on a date
        address = reverse("fixture", args=[here.stream, done.event.fixture.key])
    return redirect(f"{address}?ruling={done.position}#ruling")


ANSWERS = {AcceptChallenge.__name__, RefuseChallenge.__name__}
NOT_ITS_PLAYER = _("You do not command this platoon."), _("Its players report for it, or an organiser.")


def _choices(here: Visit, found: Platoon, against: str = "") -> list[Choice]:
    """`against`: whom it is to challenge, where somebody has chosen that already; first of all then."""
    offered = choice_forms.of_platoon(here, found.key, *COMMANDS)
    chosen = [about(one, "against", against) for one in offered if against and one.command == Challenge.__name__]
    if chosen and chosen[0] is not None:
        return [chosen[0], *(one for one in offered if one.command != Challenge.__name__)]
    return offered


def _still_open(choices: list[Choice], challenge: Pending | None) -> list[Choice]:
    """Without answers to a challenge whose time is over, which would be refused: the clerk is about to settle it."""
    if challenge is None or not is_over(challenge.due):
        return choices
    return [one for one in choices if one.command not in ANSWERS]


def commands(here: Visit, platoon: Platoon) -> bool:
    """Whether the visitor may report for the platoon."""
    return here.who is not None and platoon in in_command(here.season, here.who)


def plays(here: Visit, platoon: Platoon) -> bool:
    """Whether the visitor is one of its players: a form that shows its secrets is theirs alone. An organiser uses the
    API or the office."""
    return here.who is not None and here.who.id in platoon.players


def shown_or_taken(
    request: HttpRequest,
    here: Visit,
    found: Platoon,
    may: bool,
    choices: Callable[[], Sequence[Choice]],
    page: Callable[..., HttpResponse],
) -> HttpResponse:
    """A page with forms of a platoon: `page`, with a trouble where there is one, or the way to what was ruled. `may`:
    whether the visitor may send a form."""
    if not may:
        return page(request, here, found, not_allowed(*NOT_ITS_PLAYER))
    if request.method != "POST":
        return page(request, here, found)
    done = choice_forms.take(request, here, choices())
    if isinstance(done, Trouble):
        return page(request, here, found, done)
    return redirect(f"{reverse('platoon', args=[here.stream, found.key])}?ruling={done.position}#ruling")


def _page(
    request: HttpRequest, here: Visit, stood: AsItStands, found: Platoon, trouble: Trouble | None = None
) -> HttpResponse:
    against, own = request.GET.get("challenge", ""), here.reader in found.players
    challenge = challenge_to(here.season, found.key)
    choices = _still_open(_choices(here, found, against), challenge)
    people = names_of([*found.players, *(row.by for _fact, row in told_of(request, here, trouble))], here.person)
    vehicles = _vehicles(here, stood, found)
    address = reverse("platoon", args=[here.stream, found.key])
    foremost = own and (challenge is not None or bool(against))
    context = {
        **framed(request, here, trouble, people),
        **choice_forms.shown(
            here, choices, address, trouble, awaited=found.key if own and (challenge or against) else ""
        ),
        "foremost": foremost,
        "challenge": challenge,
        "challenger": here.season.platoons[challenge.challenger] if challenge else None,
        "rung": rung_of(here.season, found.key),
        "system": here.season.rules,
        "platoon": found,
        "standing": stood.standing(found.key),
        "side": here.season.opened.sides.get(found.side) or found.side,
        "players": [people[player] for player in found.players],
        "own": own,
        "chances": here.moment is None and here.season.closed is None and not found.dropped,
        "buys": own and bool(choice_forms.of_platoon(here, found.key, Buy)),
        "knows": here.season.known_to(found.key, here.reader),
        "cases": list(names_of(here.season.cases.get(found.key, ()), here.person).values()),
        "vehicles": [one for one in vehicles if not one.gone],
        "gone": [one for one in vehicles if one.gone],
        "flaws": faults(here.season, found, here.reader),
        "meetings": _meetings(here, stood, found),
        "footing": footing(here.season, here.facts, found, here.reader),
        "elsewhere": _elsewhere(request, here) if here.reader and not here.moment else [],
    }
    return keeping(here, render(request, "campaigns/platoon.html", context, status=trouble.status if trouble else 200))


def _vehicles(here: Visit, stood: AsItStands, found: Platoon) -> list[VehicleRow]:
    """All vehicles it has ever had, in order. One query."""
    rows = {one.vehicle: one for one in stood.vehicles(found.key)}
    cards = story.own_cards(here.season, here.reader)
    return [
        VehicleRow(
            vehicle=rows[id],
            called=names.vehicle(here.season, id),
            condition=hurts(here.season, rows[id]),
            crew=crew_in_words(rows[id]) if here.season.terms["crews"] else "",
            tasks=tuple(tasks(here.season, id)),
            cards=cards.get(id, ()),
            held=id in found.hold,
            medals=tuple(medals_of(here.season, rows[id])),
        )
        for id in found.vehicles
    ]


def _meetings(here: Visit, stood: AsItStands, found: Platoon) -> list[Meeting]:
    """The platoon's newest fixtures, the last first. Two queries."""
    keys = [one.key for one in here.season.fixtures.values() if found.key in one.platoons]
    rows = stood.fixtures_called(keys[-SHOWN:])[::-1]
    return meetings(here.season, rows, here.reader, now=here.moment is None)


def _elsewhere(request: HttpRequest, here: Visit) -> list[Campaign]:
    """Open campaigns of the same rulebook where the visitor may enlist a copy of it. One query."""
    mine = roles.visible_campaigns(request.user).filter(stream__isnull=False, system=here.season.opened.system)
    clubs = Q(club__members=request.user.pk) | Q(club__organisers=request.user.pk)
    return list(mine.filter(clubs).order_by("name").distinct()[:50])


def _sheet(request: HttpRequest, here: Visit, stood: AsItStands, found: Platoon) -> HttpResponse:
    """A page to print and take to the table."""
    people = names_of(found.players, here.person)
    context = {
        "campaign": here.season.opened,
        "stream": here.stream,
        "system": here.season.rules,
        "platoon": found,
        "side": here.season.opened.sides.get(found.side) or found.side,
        "players": [people[player] for player in found.players],
        "own": here.reader in found.players,
        "vehicles": [one for one in _vehicles(here, stood, found) if not one.gone],
        "boxes": range(10),
        "moment": here.moment,
    }
    return keeping(here, render(request, "campaigns/platoon_print.html", context))
