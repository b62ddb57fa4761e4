"""The page on which a campaign joins a league: first what it would bring, then the report."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from battles.forms import form_data
from battles.forms.trouble import Trouble, refusal
from battles.pages.methods import form_page
from campaigns.roles import may_see_campaign
from leagues import joining
from leagues.league import legal
from leagues.league.decider import REPORTS
from leagues.league.seasons import AddCampaign, nothing_there
from leagues.pages import choice_forms
from leagues.pages.manage import missed, turned_away
from leagues.pages.visit import Told, Visit, framed, visit
from leagues.presenters.names import Names
from rules.contract import Choice, Refused
from rules.contract import gettext_noop as _


@form_page
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """The form is sent to the same address: `step` "look" shows what would come of it, "do" does it."""
    here = visit(request, slug)
    if (away := turned_away(request, here)) is not None:
        return away
    told = here.read()
    names = here.name_people(told.people)
    choices = _choices(here, told)
    if request.method != "POST":
        return _page(request, here, told, names, choices)
    if request.POST.get("step") != "do":
        found = _look(request, told, here)
        if isinstance(found, Trouble):
            return _page(request, here, told, names, choices, found)
        trouble = Trouble(200, typed=form_data.read(request.POST))
        return _page(request, here, told, names, choices, trouble, found)
    done = choice_forms.take(request, here, told, names, choices)
    if isinstance(done, Trouble):
        return _page(request, here, told, names, choices, done)
    return redirect(f"{reverse('league', args=[slug])}?ruling={done.position}#ruling")


def _look(request: HttpRequest, told: Told, here: Visit) -> joining.Joining | Trouble:
    """A campaign that the organiser may not read tells them nothing: it is as if there were none."""
    typed = form_data.read(request.POST)
    assert here.who is not None
    try:
        sent = form_data.report(typed)
        command = REPORTS.decode(sent.type, sent.data)
        if not isinstance(command, AddCampaign):
            raise Refused("form", _("Only a campaign is added here."), field="type", code="malformed")
        if not may_see_campaign(here.user, command.campaign):
            raise nothing_there(command.campaign)
        return joining.foresee(here.read().league, command, here.who)
    except Refused as refused:
        return refusal(refused, typed)


def _choices(here: Visit, told: Told) -> list[Choice]:
    """The report, with the campaigns that could join to pick from; none where there is no such campaign."""
    offered = [one for one in legal(told.league, here.who) if one.command == AddCampaign.__name__]
    if not offered:
        return []
    free = joining.free_campaigns(here.desk, here.user)
    return [_of_picks(joining.picked(one, free)) for one in offered] if free else []


def _of_picks(choice: Choice) -> Choice:
    """Nobody types an id into a page; the only campaign there is stands there, picked."""
    fields = tuple(
        msgspec.structs.replace(one, kind="pick") if one.name == "campaign" else one for one in choice.fields
    )
    return msgspec.structs.replace(choice, fields=fields)


def _page(
    request: HttpRequest,
    here: Visit,
    told: Told,
    names: Names,
    choices: list[Choice],
    trouble: Trouble | None = None,
    joins: joining.Joining | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        **framed(here),
        **missed(here, told, names, trouble),
        **choice_forms.shown(told, names, choices, request.path, trouble),
        "joins": joins,
    }
    if joins is not None:
        new = here.name_people(joins.joined)
        context["joined"] = sorted((new.name(key) for key in joins.joined), key=str.casefold)
    context["card"] = next(iter(context["cards"]), None)
    return render(request, "leagues/add.html", context, status=trouble.status if trouble else 200)
