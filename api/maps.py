"""A campaign's map: as JSON, as an SVG, a sector with its story, and the orders of a platoon."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

import msgspec
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api import access, as_of, people, queries
from api.access import Access
from api.campaigns import MOMENT, READ
from api.endpoints import Endpoint, revalidated
from api.problems import Trouble
from api.schema_texts import NUMBER, describe
from api.seasons import events
from api.shapes import filled
from api.shapes import map as shapes
from battles.not_found import or_404
from battles.presenters.people import reader_of
from battles.sentences import words
from campaigns import handler
from campaigns.models import CampaignSheet, Round, Sector, Standing
from campaigns.presenters import map, story
from campaigns.presenters.as_it_stood import AsItStands, AsItStood, as_it_stood, reader_then, told_at
from campaigns.presenters.map import picture
from campaigns.roles import Person
from campaigns.season import Season
from campaigns.season import names as called
from campaigns.season.map.havens import havens
from campaigns.season.map.orders import choices, in_words
from campaigns.season.visibility import as_read_by
from campaigns.theatre import COSTS
from campaigns.theatre.drawing import svg
from rules.adjudicate import Who

SVG = "image/svg+xml"


def to_map(user: Person, campaign: UUID) -> tuple[CampaignSheet, Access]:
    """A campaign with a map that the caller may read, and who the caller is; no answer depends on anything else about
    them. `Http404` for one they may not know of, `Trouble` for one without a map. One query.
    """
    sheet, reader = access.to_campaign(user, campaign), reader_of(user)
    if not sheet.links:
        raise Trouble("not-found", _("This campaign has no map."))
    return sheet, Access(str(sheet.stream), sheet.system, sheet.position, Who(reader) if reader else None, reader)


class MapView(Endpoint):
    url_name = "map"

    @describe("Read the map", shapes.Map, query=MOMENT, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Sectors, links and fronts, where the platoons stand, their supply, and the sides' scores; with `at` or
        `as_of` as they stood then. The same for everybody. Send `If-None-Match` to get an answer only if it changed.
        """
        sheet, asked = to_map(request.user, id)
        until = as_of.of_campaign(request._request, asked)

        def read() -> tuple[shapes.Map, int]:
            stood = as_it_stood(sheet, until())
            return _map(stood), max(stood.sheet.position, asked.position)

        return revalidated(request._request, asked, read)


class MapDrawingView(Endpoint):
    url_name = "map-drawing"

    @describe("Draw the map", None, query=MOMENT, files=(SVG,), problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """The map as one self-contained SVG, for print, mail or your own page; with `at` or `as_of` as it stood then.
        It shows your own orders as arrows, and nobody else's.
        """
        sheet, asked = to_map(request.user, id)
        until = as_of.of_campaign(request._request, asked)

        def read() -> tuple[HttpResponse, int]:
            when = until()
            season, _told, rows, _count, _facts = told_at(asked.stream, when)
            who = reader_then(asked.stream, season, asked.who) if when else asked.who
            text = svg(picture(season, who.id if who else "", title=sheet.name), words)
            return HttpResponse(text, content_type=SVG), max(rows[-1].position, asked.position)

        return revalidated(request._request, asked, read)


class SectorView(Endpoint):
    url_name = "sector"

    @describe(
        "Read a sector",
        shapes.SectorStory,
        query={
            **MOMENT,
            "after": (NUMBER, "Only rows after this position."),
            "limit": ({"type": "integer", "minimum": 1, "maximum": 200, "default": 50}, "How many rows to a page."),
        },
        problems=READ,
    )
    def get(self, request: Request, id: UUID, sector: str) -> HttpResponse:
        """A sector, its links, and its story: who came, met, stayed and left, as you may know of it; with `at` or
        `as_of` as it stood then.
        """
        sheet, asked = to_map(request.user, id)
        after, limit = queries.number(request._request, "after", 0), queries.limit(request._request)
        until = as_of.of_campaign(request._request, asked)
        if not Sector.objects.filter(campaign=sheet, sector=sector).exists():
            raise Http404

        def read() -> tuple[shapes.SectorStory, int]:
            when = until()
            season, _told, rows, _count, facts = told_at(asked.stream, when)
            stood = AsItStood(asked.stream, season, rows) if when else AsItStands(sheet)
            who = stood.reader(asked.who)
            reader = who.id if who else ""
            as_read_by(season, reader)
            found = next(one for one in stood.sectors() if one.sector == sector)
            about = story.since(map.about(season, facts, sector), after)
            page = about[:limit]
            more = queries.address(request._request, after=page[-1][0].position) if len(about) > limit else None
            told = events(season, page, reader)
            links = [one for one in links_of(stood.sheet) if sector in (one.one, one.other)]
            names, position = people.of_events(told, asked.reader), rows[-1].position
            return shapes.SectorStory(_sector(found), links, told, more, position, names), max(position, asked.position)

        return revalidated(request._request, asked, read)


class OrdersView(Endpoint):
    url_name = "platoon-orders"

    @describe("Read what a platoon may be ordered", shapes.Orders, problems=(*READ, 403))
    def get(self, request: Request, id: UUID, platoon: str) -> HttpResponse:
        """Every order you could give your platoon now, and the one it has. Only for its players, not even for
        organisers: orders are secret until they are disclosed.
        """
        sheet, asked = to_map(request.user, id)
        place = or_404(Standing.objects.filter(campaign=sheet, platoon=platoon).first())
        if reader_of(request.user) not in msgspec.json.decode(place.players):
            raise Trouble("not-yours", _("Only its players may read a platoon’s orders."))

        def read() -> tuple[shapes.Orders, int]:
            season, _told, rows = handler.replay(asked.stream)
            return _orders(season, place, rows[-1].position), rows[-1].position

        return revalidated(request._request, asked, read)


def links_of(sheet: CampaignSheet) -> list[shapes.Link]:
    return [
        shapes.Link(one["kind"], one["one"], one["other"], COSTS[one["kind"]], one["closed"])
        for one in msgspec.json.decode(sheet.links)
    ]


def _map(stood: AsItStands) -> shapes.Map:
    sheet = stood.sheet
    sectors, links = [_sector(one) for one in stood.sectors()], links_of(sheet)
    posted = (filled(shapes.Posted, one) for one in stood.standings() if one.sector)
    awaited = [one for one in stood.rounds() if one.status == Round.Status.OPEN and not one.resolved]
    return filled(
        shapes.Map,
        sheet,
        sides=msgspec.json.decode(sheet.sides),
        sectors=sectors,
        links=links,
        fronts=list(_fronts(sectors, links)),
        platoons=sorted(posted, key=lambda one: one.platoon),
        scores=msgspec.json.decode(sheet.scores),
        orders_by=awaited[0].orders_by if awaited else "",
    )


def _sector(one: Sector) -> shapes.Sector:
    return filled(shapes.Sector, one, platoons=msgspec.json.decode(one.platoons))


def _fronts(sectors: Iterable[shapes.Sector], links: Iterable[shapes.Link]) -> Iterable[tuple[str, str]]:
    owners = {one.sector: one.owner for one in sectors if one.owner}
    for link in links:
        if {link.one, link.other} <= owners.keys() and owners[link.one] != owners[link.other]:
            yield link.one, link.other


def _orders(season: Season, place: Standing, position: int) -> shapes.Orders:
    key, names, round = place.platoon, story.names_in(season), season.under_way
    given = season.orders.get(key)
    due = key in season.retreats
    return filled(
        shapes.Orders,
        place,
        round=season.turn,
        orders_by=round.orders_by if round and not round.resolved else "",
        given=shapes.GivenOrder(given.do, given.to, words(in_words(season, key, given.do, given.to)))
        if given
        else None,
        choices=[
            filled(
                shapes.OrderChoice,
                one,
                label=words(in_words(season, key, one.do, one.to)),
                way=list(one.way),
                risks=[words(risk, names) for risk in one.risks],
            )
            for one in choices(season, key)
        ],
        havens=[
            shapes.HavenChoice(one.sector, called.sector(season, one.sector), one.distance, one.value, one.why)
            for one in (havens(season, key) if due else ())
        ],
        position=position,
    )
