"""Campaigns: their standings, platoons, vehicles and battles, read from the sheets."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.db.models import Q
from django.http import HttpResponse
from rest_framework.request import Request

from api import access, queries, shapes
from api.describing import PAGED, WORD, describe
from api.endpoints import Endpoint, answer
from campaigns import roles
from campaigns.models import CampaignSheet, Fixture, Standing, Vehicle

READ = (400, 401, 404, 429)


class CampaignsView(Endpoint):
    url_name = "campaigns"

    @describe("List campaigns", shapes.Campaigns, query=PAGED, problems=(400, 401, 429))
    def get(self, request: Request) -> HttpResponse:
        """The open campaigns you may see, newest first; unlisted ones only to those who play in them."""
        listed = roles.listed_campaigns(request.user).filter(stream__isnull=False)
        sheets = CampaignSheet.objects.filter(pk__in=listed.values("stream")).order_by("-opened_at", "stream")
        if place := queries.cursor(request._request, queries.TIME, queries.ID):
            at, stream = place
            sheets = sheets.filter(Q(opened_at__lt=at) | Q(opened_at=at, stream__gt=UUID(stream)))
        limit = queries.limit(request._request)
        found = list(sheets[: limit + 1])
        page, rest = found[:limit], None
        if len(found) > limit:
            rest = queries.next_page(request._request, page[-1].opened_at, str(page[-1].stream))
        return answer(shapes.Campaigns([_line(sheet) for sheet in page], rest))


class CampaignView(Endpoint):
    url_name = "campaign"

    @describe("Read a campaign", shapes.Campaign, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """What was frozen when it opened, and where its log stands."""
        sheet = access.to_campaign(request.user, id)
        who = roles.who_in_campaign(request.user, id) if request.user.is_authenticated else None
        may = [] if who is None else ["enlist", "muster"] if who.referee else ["enlist"]
        return answer(
            shapes.Campaign(
                id=str(sheet.stream),
                name=sheet.name,
                system=sheet.system,
                edition=sheet.edition,
                status=sheet.status,
                options=msgspec.json.decode(sheet.options),
                sides=msgspec.json.decode(sheet.sides),
                terms=msgspec.json.decode(sheet.terms),
                scoring=msgspec.json.decode(sheet.scoring),
                breakers=msgspec.json.decode(sheet.breakers),
                round=sheet.round,
                commitment=sheet.commitment,
                position=sheet.position,
                digest=sheet.digest,
                opened_at=sheet.opened_at,
                moved_at=sheet.moved_at,
                may=may,
            )
        )


class StandingsView(Endpoint):
    url_name = "standings"

    @describe("Read the standings", shapes.Standings, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every platoon's place, best first."""
        sheet = access.to_campaign(request.user, id)
        places = Standing.objects.filter(campaign=sheet).order_by("rank", "platoon")
        return answer(shapes.Standings([_standing(place) for place in places], sheet.position))


class PlatoonsView(Endpoint):
    url_name = "platoons"

    @describe("List the platoons", shapes.Platoons, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every platoon that has enlisted, with the ids of its vehicles."""
        sheet = access.to_campaign(request.user, id)
        vehicles: dict[str, list[str]] = {}
        for platoon, vehicle in (
            Vehicle.objects.filter(campaign=sheet).order_by("vehicle").values_list("platoon", "vehicle")
        ):
            vehicles.setdefault(platoon, []).append(vehicle)
        platoons = [
            shapes.Platoon(one.platoon, one.name, one.player, one.side, one.card, vehicles.get(one.platoon, []))
            for one in Standing.objects.filter(campaign=sheet).order_by("platoon")
        ]
        return answer(shapes.Platoons(platoons, sheet.position))


class VehiclesView(Endpoint):
    url_name = "vehicles"

    @describe(
        "List the vehicles",
        shapes.Vehicles,
        query={
            **PAGED,
            "platoon": (WORD, "Only vehicles of this platoon."),
            "status": ({"type": "string", "enum": list(Vehicle.Status.values)}, "Only vehicles that stand so."),
        },
        problems=READ,
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Each vehicle's condition and service record."""
        sheet = access.to_campaign(request.user, id)
        vehicles = Vehicle.objects.filter(campaign=sheet).order_by("vehicle")
        if platoon := queries.word(request._request, "platoon"):
            vehicles = vehicles.filter(platoon=platoon)
        if status := queries.word(request._request, "status", *Vehicle.Status.values):
            vehicles = vehicles.filter(status=status)
        if place := queries.cursor(request._request, r"[a-z0-9_-]{1,40}"):
            vehicles = vehicles.filter(vehicle__gt=place[0])
        limit = queries.limit(request._request)
        found = list(vehicles[: limit + 1])
        rest = queries.next_page(request._request, found[limit - 1].vehicle) if len(found) > limit else None
        return answer(shapes.Vehicles([_vehicle(one) for one in found[:limit]], rest))


class FixturesView(Endpoint):
    url_name = "fixtures"

    @describe("List a campaign's battles", shapes.Fixtures, query=PAGED, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """The campaign's battles as it counts them, in the order they were mustered."""
        sheet = access.to_campaign(request.user, id)
        (after,) = map(int, queries.cursor(request._request, queries.COUNT) or ("0",))
        limit = queries.limit(request._request)
        found = list(Fixture.objects.filter(campaign=sheet, number__gt=after).order_by("number")[: limit + 1])
        rest = queries.next_page(request._request, str(found[limit - 1].number)) if len(found) > limit else None
        return answer(shapes.Fixtures([_fixture(one) for one in found[:limit]], rest))


def _line(sheet: CampaignSheet) -> shapes.CampaignLine:
    return shapes.CampaignLine(
        str(sheet.stream), sheet.name, sheet.system, sheet.status, sheet.opened_at, sheet.moved_at
    )


def _standing(one: Standing) -> shapes.Standing:
    lists = ("players", "ties", "flaws")
    same = (name for name in shapes.Standing.__struct_fields__ if name not in lists)
    return shapes.Standing(
        **{name: getattr(one, name) for name in same},
        **{name: msgspec.json.decode(getattr(one, name)) for name in lists},
    )


def _vehicle(one: Vehicle) -> shapes.Vehicle:
    same = ("platoon", "player", "name", "model", "status", *CREW, *COUNTS)
    return shapes.Vehicle(
        id=one.vehicle,
        battle=str(one.battle) if one.battle else None,
        condition=msgspec.json.decode(one.condition),
        bays=msgspec.json.decode(one.bays),
        record=msgspec.json.decode(one.record),
        **{name: getattr(one, name) for name in same},
    )


CREW = ("price", "crew", "crew_out", "grade", "experience", "in_workshop", "held")
COUNTS = ("battles", "shots", "hits", "kills", "damage", "repairs")


def _fixture(one: Fixture) -> shapes.Fixture:
    same = ("fixture", "round", "number", "scenario", "title", "status", "position", "digest", "winner", "how")
    lists = ("sides", "platoons", "points", "results")
    return shapes.Fixture(
        battle=str(one.battle) if one.battle else None,
        disputed=msgspec.json.decode(one.disputed) if one.disputed else {},
        **{name: getattr(one, name) for name in same},
        **{name: msgspec.json.decode(getattr(one, name)) for name in lists},
    )
