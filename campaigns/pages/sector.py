"""A sector's page: what it is, its owner, platoons, links and history."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from battles.pages.methods import read_page
from battles.presenters.people import names_of
from battles.sentences import words
from campaigns.pages import rounds
from campaigns.pages.map_context import drawn_around, posts
from campaigns.pages.request_context import Visit, keeping, visit_to_read
from campaigns.presenters import map, story
from campaigns.presenters.as_it_stood import AsItStands
from campaigns.season import Season
from campaigns.season.positions import contested, sectors_of, supply_costs, theatre_of
from campaigns.theatre import COSTS, TERRAIN_LABELS, WAY_LABELS, Sector
from campaigns.theatre.graph import ends, supply_at

TOLD = 40  # newest entries of its history; the campaign's log has all of them


class Way(msgspec.Struct, frozen=True):
    """A link of the sector: where it leads, who owns that ("" for nobody), its cost, and whether it is open."""

    key: str
    name: str
    kind: str
    cost: int
    open: bool
    owner: str


class Supplied(msgspec.Struct, frozen=True):
    """A side's supply in the sector: what its way costs, None if there is none."""

    side: str
    supply: str
    cost: int | None


@read_page
def sector(request: HttpRequest, stream: UUID, sector: str) -> HttpResponse:
    """The page; `?at=`, `?as_of=`: as it stood (`campaigns.pages.clocks`)."""
    here, stood, trouble = visit_to_read(request, stream)
    if here.season.opened.theatre is None or sector not in (sectors := sectors_of(here.season)):
        raise Http404
    context = _context(here, stood, sectors[sector]) | {"trouble": trouble}
    return keeping(here, render(request, "campaigns/sector.html", context, status=trouble.status if trouble else 200))


def _context(here: Visit, stood: AsItStands, found: Sector) -> dict[str, object]:
    season, sides = here.season, here.season.opened.sides
    about = map.about(season, here.facts, found.key)[-TOLD:]
    people = names_of((row.by for _fact, row in about), here.person)
    fought = [one for one in season.fixtures.values() if one.ground and one.ground.sector == found.key]
    rows = stood.fixtures_called([one.key for one in fought])[::-1]
    owner = season.owners.get(found.key, "")
    return {
        "campaign": season.opened,
        "moment": here.moment,
        "stream": here.stream,
        "sector": found,
        "name": map.place(season, found.key),
        "terrain": words(TERRAIN_LABELS[found.terrain]),
        "base": sides.get(found.base, found.base),
        "owner": sides.get(owner, owner),
        "contested": found.key in contested(season),
        "svg": drawn_around(here, found),
        "posts": posts(season, here.reader, found.key),
        "ways": list(_ways(season, found)),
        "supplies": list(_supplies(season, found)),
        "meetings": rounds.meetings(season, rows, here.reader, now=here.moment is None),
        "told": story.entries(season, about[::-1], here.reader, people),
    }


def _ways(season: Season, found: Sector) -> Iterable[Way]:
    for link in theatre_of(season).links:
        if found.key in (link.one, link.other):
            other = link.other if link.one == found.key else link.one
            owner = season.owners.get(other, "")
            yield Way(
                key=other,
                name=map.place(season, other),
                kind=words(WAY_LABELS[link.kind]),
                cost=COSTS[link.kind],
                open=ends(link.one, link.other) not in season.closed_links,
                owner=season.opened.sides.get(owner, owner),
            )


def _supplies(season: Season, found: Sector) -> Iterable[Supplied]:
    reach = int(season.terms["supply_reach"])
    for side, costs in supply_costs(season).items():
        cost = costs.get(found.key)
        supply = map.supply_in_words(supply_at(cost, reach))
        yield Supplied(season.opened.sides.get(side, side), supply, cost)
