"""A campaign's map on its own page, and to print."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from battles.not_found import or_404
from battles.pages.methods import read_page
from battles.sentences import words
from campaigns.pages.map_context import scene
from campaigns.pages.request_context import desk_of, keeping, visit_then
from campaigns.presenters import map
from campaigns.season import Season
from campaigns.season.positions import contested, sectors_of
from campaigns.theatre import TERRAIN_LABELS


class SectorRow(msgspec.Struct, frozen=True):
    """A sector in the list of all: the names of its owner ("" for none) and of the side whose base it is."""

    key: str
    name: str
    terrain: str
    value: int
    capacity: int
    owner: str
    base: str
    capital: bool
    contested: bool


@read_page
def map_(request: HttpRequest, stream: UUID) -> HttpResponse:
    """The page; `?print=1` is a sheet for the club's wall; `?at=` as it stood at a row, `?as_of=` as it was known at a
    time. 404 without a map."""
    here, trouble = visit_then(request, desk_of(request, stream))
    printed = "print" in request.GET
    shown = or_404(scene(here, linked=not printed))
    context = {
        "campaign": here.season.opened,
        "stream": here.stream,
        "scene": shown,
        "moment": here.moment,
        "trouble": trouble,
        "round": here.season.rounds[-1] if here.season.rounds else None,
        "sectors": sorted(_sectors(here.season), key=lambda one: (one.name.casefold(), one.key)),
    }
    page = "campaigns/map_print.html" if printed else "campaigns/map.html"
    return keeping(here, render(request, page, context, status=trouble.status if trouble else 200))


def _sectors(season: Season) -> Iterable[SectorRow]:
    shared, sides = contested(season), season.opened.sides
    for one in sectors_of(season).values():
        owner = season.owners.get(one.key, "")
        yield SectorRow(
            key=one.key,
            name=map.place(season, one.key),
            terrain=words(TERRAIN_LABELS[one.terrain]),
            value=one.value,
            capacity=one.capacity,
            owner=sides.get(owner, owner),
            base=sides.get(one.base, one.base),
            capital=one.capital,
            contested=one.key in shared,
        )
