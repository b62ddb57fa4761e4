"""The last step: a preview of what opening freezes and of the first round. Sending it opens the campaign."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

import rules
from battles.sentences import option_in_words
from campaigns import campaign_opening, first_run, handler
from campaigns.admin import house_units
from campaigns.admin.desk.map import drawn
from campaigns.admin.desk.request_context import desk_of, page
from campaigns.admin.desk.steps import STEPS, in_words, opening_url, place_of, step_url
from campaigns.admin.office import OfClubs, referee
from campaigns.models import Campaign, User
from campaigns.season.amendments import SCORES
from campaigns.season.calendar_terms import zone_in
from campaigns.season.house_rules import groups_of
from campaigns.season.kept_events import Opened
from campaigns.season.standings import BREAKERS, HOUSE
from campaigns.season.values import Scoring
from campaigns.theatre import RESERVE, Drawn
from rules.contract import Refused
from rules.declarations import Option

PLATOONS = 4  # at least so many take part in a rehearsal


def opening(office: OfClubs, request: HttpRequest, key: Any) -> HttpResponse:
    """Show the rehearsal; a POST opens the campaign. If it is open already, nothing more happens."""
    desk = desk_of(office, request, key)
    if request.method == "POST" or desk.is_open:
        return _open(request, desk)
    try:
        people = _people(desk)
        names = [user.get_username() for user in people]
        short = (_("Platoon %(n)d") % {"n": n} for n in range(len(names) + 1, PLATOONS + 1))
        rehearsal = campaign_opening.rehearse(desk, [*names, *short], timezone.now())
    except Refused:
        return _page(request, desk, {"faults": _faults(desk)})
    context = {
        "rehearsal": rehearsal,
        "zone": zone_in(rehearsal.opened.terms),
        "people": names,
        "frozen": (frozen := list(_frozen(rehearsal.opened))),
        "changed": [row for _heading, rows in frozen for row in rows if row[2]],
        "rulebook": rules.system(rehearsal.opened.system).name,
        "units": _units(rehearsal.opened),
        "mapping": _mapping(rehearsal),
    }
    return _page(request, desk, context)


def _mapping(rehearsal: campaign_opening.Rehearsal) -> dict[str, Any] | None:
    """The map, and for each platoon its name, side and first place. None without a map."""
    opened = rehearsal.opened
    if opened.theatre is None:
        return None
    places = {**opened.sectors, RESERVE: _("in reserve")}
    begins = [(name, rehearsal.sides[name], places[key]) for name, key in rehearsal.begins.items()]
    drawing = drawn(Drawn(theatre=opened.theatre, names=opened.sectors), opened.sides, opened.name)
    return {"drawing": drawing, "begins": begins}


def _people(desk: Campaign) -> list[User]:
    """The people of the club who could enlist. One query."""
    found = User.objects.filter(clubs=desk.club_id) | User.objects.filter(organises=desk.club_id)
    return list(found.filter(is_active=True).distinct().order_by("username"))


def _open(request: HttpRequest, desk: Campaign) -> HttpResponse:
    try:
        handler.open_campaign(desk, referee(request), "admin")
    except Refused:
        return _page(request, desk, {"faults": _faults(desk)}, 422)
    messages.success(request, _("%(campaign)s is open.") % {"campaign": desk})
    if _is_first(request, desk):
        return redirect("welcome-people")
    return redirect("admin:campaigns_campaignsheet_round", desk.pk)


def _is_first(request: HttpRequest, desk: Campaign) -> bool:
    """Whether the site is being set up: the next step is the link for its players."""
    user = request.user
    if not isinstance(user, User) or not user.is_superuser or first_run.club_of(user) is None:
        return False
    return not Campaign.objects.exclude(stream=None).exclude(pk=desk.pk).exists()


def _faults(desk: Campaign) -> list[tuple[str, Any, str]]:
    """Why it cannot be opened: each fault, with the step where it can be put right."""
    found = ((fault, place_of(fault)) for fault in campaign_opening.faults(desk))
    return [(in_words(fault), step.title, step_url(desk, step)) for fault, step in found]


Row = tuple[Any, Any, bool]


def _frozen(opened: Opened) -> Iterator[tuple[Any, list[Row]]]:
    """Everything that opening freezes, in groups: name, value, and whether it differs from the default."""
    system = rules.system(opened.system)
    options = [one for one in system.options if one.name != house_units.OPTION]
    yield _("House rules of battles"), [_row(one, opened.options.get(one.name, one.default)) for one in options]
    for title, terms in groups_of(system, opened.theatre is not None):
        yield _(title), [_row(one, opened.terms.get(one.name, one.default)) for one in terms]
    plain, scoring = msgspec.structs.asdict(Scoring()), msgspec.structs.asdict(opened.scoring)
    scored = [(capfirst(_(SCORES[name])), value, value != plain[name]) for name, value in scoring.items()]
    order = ", ".join(_(BREAKERS[key].label) for key in opened.breakers or HOUSE)
    yield _("Scoring"), [*scored, (_("Tie-breakers"), order, bool(opened.breakers))]


def _row(option: Option, value: Any) -> Row:
    return _(option.called), option_in_words(option, value), value != option.default


def _units(opened: Opened) -> dict[str, Any]:
    text = str(opened.options.get(house_units.OPTION, ""))
    return house_units.table(house_units.units(rules.system(opened.system), opened.edition, text))


def _page(request: HttpRequest, desk: Campaign, context: dict[str, Any], status: int = 200) -> HttpResponse:
    mine = {
        "title": _("Preview of round one"),
        "steps": [(one, step_url(desk, one), False) for one in STEPS],
        "opening": opening_url(desk),
        "at_opening": True,
    }
    return page(request, desk, "opening", {**mine, **context}, status)
