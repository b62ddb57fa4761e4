"""A vehicle's page in a league: its career over the seasons, battle by battle, and its honours."""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from battles.not_found import or_404
from battles.pages.methods import read_page
from leagues.pages.visit import framed, keeping, visit_then
from leagues.presenters import honours, machines
from leagues.presenters.seasons import rows_of

BATTLES = 20


@read_page
def machine(request: HttpRequest, slug: str, campaign: UUID, vehicle: str) -> HttpResponse:
    """By the vehicle's key in any season (`?page=` turns its battles). 404 where its campaign is not for the visitor,
    or its player is nobody to them."""
    here, late = visit_then(request, slug)
    names = here.name_people()
    careers = machines.careers_of(here.stood, here.seen, names)
    career = or_404(machines.career_of(careers, f"{campaign}/{vehicle}"))
    page = Paginator(machines.battles_of(here.read().league, career), BATTLES).get_page(request.GET.get("page"))
    awards = honours.awards_of(here.stood, [career], names)
    titles = {one.number: one.title for one in rows_of(here.sheet)}
    context = {
        **framed(here),
        "career": career,
        "seasons": [(row, titles.get(row.season, ""), *_address(row.machine)) for row in career.rows],
        "page": page,
        "battles": machines.named(list(page.object_list)),
        "awards": [one for one in awards if one.machine is career],
        "trouble": late,
    }
    return keeping(here, render(request, "leagues/machine.html", context, status=late.status if late else 200))


def _address(machine: str) -> tuple[str, str]:
    campaign, _slash, vehicle = machine.partition("/")
    return campaign, vehicle
