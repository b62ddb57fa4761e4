"""The page that explains a figure of a league: why a player has their rating, their title, their honour."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from battles import naming
from battles.pages.methods import read_page
from leagues.league.deeds import machine_key
from leagues.pages.visit import framed, keeping, visit_then
from leagues.presenters.explanations import Known, Link, Telling
from rules.contract import Refused


@read_page
def why(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; `?of=players.7.rating` names the figure. 404 for what is no figure of this league, or not for the
    visitor."""
    here, late = visit_then(request, slug)
    told = here.read()
    names = here.name_people(told.people)
    telling = Telling(told.league, told.live, told.rows, names, here.reader, here.unseen)
    try:
        fact, links = telling.why(request.GET.get("of", ""))
    except Refused:
        raise Http404 from None
    battles = naming.names_of({one.battle for one in links if one.battle is not None})
    context = {
        **framed(here),
        "fact": fact,
        "who": names.of(fact.player),
        "back": _back(slug, fact),
        "trouble": late,
        "now": f"{request.path}?{urlencode({'of': fact.of})}",
        "chain": [(one, names.name(one.row.by) if one.row else "", _name(one, battles)) for one in links],
    }
    return keeping(here, render(request, "leagues/why.html", context, status=late.status if late else 200))


def _name(one: Link, battles: dict[UUID, str]) -> str:
    return battles.get(one.battle, _("Battle")) if one.battle is not None else ""


def _back(slug: str, fact: Known) -> tuple[str, str]:
    """The page of what it is about, and what the link to it says."""
    campaign, slash, vehicle = fact.about.partition("/")
    if slash and machine_key(campaign, vehicle) == fact.about:
        return reverse("league-machine", args=[slug, campaign, vehicle]), _("To the vehicle")
    return reverse("league-player", args=[slug, fact.player]), _("To the player")
