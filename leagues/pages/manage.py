"""What organisers do with a league: reports by form, a campaign that joins with a preview, and how it is listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from battles.forms.cards import Card
from battles.forms.trouble import Trouble
from battles.pages.methods import form_page
from campaigns.models import User
from leagues.league import legal
from leagues.league.divisions import MovePlayer, SetDivisions
from leagues.league.officers import AppointOfficer, DismissOfficer
from leagues.league.opening import Rename, SetTerms
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.seasons import AddCampaign
from leagues.league.teams import ChangeTeam, EndTeam, FormTeam, NameCaptain
from leagues.pages import choice_forms
from leagues.pages.visit import Told, Visit, framed, visit
from leagues.presenters import story, under_way
from leagues.presenters.names import Names
from rules.contract import Choice, Command

GROUPS: tuple[tuple[Any, tuple[type[Command], ...]], ...] = (
    (_("Seasons"), (CloseLeagueSeason,)),
    (_("Divisions"), (SetDivisions, MovePlayer)),
    (_("Teams"), (FormTeam, NameCaptain, ChangeTeam, EndTeam)),
    (_("Organisers"), (AppointOfficer, DismissOfficer)),
    (_("The league"), (Rename, SetTerms)),
)
SHOWN = frozenset(command.__name__ for _title, commands in GROUPS for command in commands)


class Group(msgspec.Struct, frozen=True):
    title: str
    cards: tuple[Card, ...]


def turned_away(request: HttpRequest, here: Visit) -> HttpResponse | None:
    """The answer to who does not organise the league; None for who does."""
    if here.who is None:
        return redirect_to_login(request.get_full_path() if request.method != "POST" else request.path)
    if not here.organises:
        return render(request, "leagues/not_yours.html", framed(here), status=403)
    return None


@form_page
def manage(request: HttpRequest, slug: str) -> HttpResponse:
    """Every report of an organiser as a card. A form is sent to the same address, and shown again if it is refused."""
    here = visit(request, slug)
    if (away := turned_away(request, here)) is not None:
        return away
    told = here.read()
    names = here.name_people(told.people)
    if request.method != "POST":
        return _page(request, here, told, names)
    done = choice_forms.take(request, here, told, names, _choices(here, told))
    if isinstance(done, Trouble):
        return _page(request, here, told, names, done)
    return redirect(f"{reverse('league', args=[slug])}?ruling={done.position}#ruling")


def _choices(here: Visit, told: Told) -> list[Choice]:
    return [one for one in legal(told.league, here.who) if one.command in SHOWN]


def _page(request: HttpRequest, here: Visit, told: Told, names: Names, trouble: Trouble | None = None) -> HttpResponse:
    choices = legal(told.league, here.who)
    context = {
        **framed(here),
        **missed(here, told, names, trouble),
        **choice_forms.shown(told, names, _choices(here, told), request.path, trouble, here.desk),
        "adds": any(one.command == AddCampaign.__name__ for one in choices),
        "begins": told.league.under_way is None,
        "parts": under_way.parts(here.now, request.user) if isinstance(request.user, User) else [],
        "number": len(told.league.seasons) + (told.league.under_way is None),
    }
    context["groups"] = list(_groups(context["cards"]))
    return render(request, "leagues/manage.html", context, status=trouble.status if trouble else 200)


def _groups(cards: Sequence[Card]) -> Iterator[Group]:
    for title, commands in GROUPS:
        kinds = [command.__name__ for command in commands]
        mine = sorted((one for one in cards if one.choice.command in kinds), key=lambda one: one.number)
        if mine:
            yield Group(str(title), tuple(mine))


def missed(here: Visit, told: Told, names: Names, trouble: Trouble | None) -> Mapping[str, Any]:
    """The trouble with a form, with what somebody has reported since it was shown."""
    since = trouble.since if trouble else None
    reports = story.reports_of(told.facts, names) if since is not None else []
    found = [one for one in reports if since is not None and one[-1][0].position > since]
    return {
        "trouble": trouble,
        "may": True,
        "missed": story.entries(told.league, found, names, here.reader),
        "entry_template": "leagues/_entry.html",
    }
