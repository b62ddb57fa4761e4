"""Campaigns: their standings, platoons, vehicles and battles, read from the sheets."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from api import access, queries, shapes
from api.describing import FLAG, NUMBER, PAGED, WORD, describe
from api.endpoints import Endpoint, answer
from campaigns import roles
from campaigns.models import CampaignSheet, Fixture, Standing, Vehicle
from campaigns.reports import OF_ORGANISERS, OF_PLAYERS, ON_MAP, Enlist, MusterBattle
from campaigns.roles import Person
from rules.adjudicate import Who
from rules.contract import Command

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
                map=bool(sheet.links),
                scores=msgspec.json.decode(sheet.scores) if sheet.scores else {},
                victory=sheet.victory,
                victor=sheet.victor,
                position=sheet.position,
                digest=sheet.digest,
                opened_at=sheet.opened_at,
                moved_at=sheet.moved_at,
                may=may_report(who, sheet),
            )
        )


class StandingsView(Endpoint):
    url_name = "standings"

    @describe("Read the standings", shapes.Standings, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every platoon's place, best first."""
        sheet = access.to_campaign(request.user, id)
        reader = roles.who_in_campaign(request.user, id)
        places = Standing.objects.filter(campaign=sheet).order_by("rank", "platoon")
        return answer(shapes.Standings([standing(place, reader) for place in places], sheet.position))


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
        mine = commanded(sheet, reader_of(request.user))
        return answer(shapes.Vehicles([vehicle(one, one.platoon in mine) for one in found[:limit]], rest))


class FixturesView(Endpoint):
    url_name = "fixtures"

    @describe(
        "List the fixtures",
        shapes.Fixtures,
        query={
            **PAGED,
            "round": (NUMBER, "Only fixtures of this round; 0 for what was fought before the first."),
            "status": ({"type": "string", "enum": list(Fixture.Status.values)}, "Only fixtures that stand so."),
            "platoon": (WORD, "Only fixtures of this platoon."),
            "disputed": (FLAG, "Only fixtures that are disputed, or that are not."),
        },
        problems=READ,
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """The campaign's fixtures as it counts them: announced ones, and battles beside the rounds."""
        sheet = access.to_campaign(request.user, id)
        (after,) = map(int, queries.cursor(request._request, queries.COUNT) or ("0",))
        limit = queries.limit(request._request)
        fixtures = _chosen(request._request, Fixture.objects.filter(campaign=sheet, number__gt=after))
        found = list(fixtures.order_by("number")[: limit + 1])
        rest = queries.next_page(request._request, str(found[limit - 1].number)) if len(found) > limit else None
        return answer(shapes.Fixtures([_fixture(one) for one in found[:limit]], rest))


def _chosen(request: HttpRequest, fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    if "round" in request.GET:
        fixtures = fixtures.filter(round=queries.number(request, "round", 0))
    if status := queries.word(request, "status", *Fixture.Status.values):
        fixtures = fixtures.filter(status=status)
    if platoon := queries.word(request, "platoon"):
        fixtures = fixtures.filter(platoons__contains=f'"{platoon}"')
    if "disputed" in request.GET:
        undisputed = Q(disputed="")
        fixtures = fixtures.filter(~undisputed if queries.flag(request, "disputed", False) else undisputed)
    return fixtures


def may_report(who: Who | None, sheet: CampaignSheet) -> list[str]:
    """The types of what someone may report to a campaign, as far as that does not hang on a platoon of theirs."""
    if who is None or sheet.status == CampaignSheet.Status.CLOSED:
        return []
    if who.referee:
        kinds: tuple[type[Command], ...] = (*OF_PLAYERS, *OF_ORGANISERS)
    else:
        plays = bool(commanded(sheet, who.id))
        musters = plays and bool(msgspec.json.decode(sheet.terms)["players_muster"])
        kinds = (*(OF_PLAYERS if plays else (Enlist,)), *((MusterBattle,) if musters else ()))
    return [kind.__name__ for kind in kinds if sheet.links or kind not in ON_MAP]


def reader_of(user: Person) -> str:
    """With whose eyes it is read: an account's id, "" without one."""
    return str(user.pk) if user.is_authenticated else ""


def commanded(sheet: CampaignSheet, player: str) -> set[str]:
    """The platoons someone commands there. One query, none for nobody."""
    if not player:
        return set()
    mine = Q(player=player) | Q(players__contains=f'"{player}"')
    return set(Standing.objects.filter(mine, campaign=sheet).values_list("platoon", flat=True))


def _line(sheet: CampaignSheet) -> shapes.CampaignLine:
    return shapes.CampaignLine(
        str(sheet.stream), sheet.name, sheet.system, sheet.status, sheet.opened_at, sheet.moved_at
    )


def standing(one: Standing, reader: Who | None) -> shapes.Standing:
    """`reader`: as whom it is read; the purse is its players' and the organisers', what its cards cost its players'."""
    lists = ("players", "ties", "flaws")
    same = (name for name in shapes.Standing.__struct_fields__ if name not in lists)
    found = shapes.Standing(
        **{name: getattr(one, name) for name in same},
        **{name: msgspec.json.decode(getattr(one, name)) for name in lists},
    )
    own = reader is not None and reader.id in found.players
    found.purse = one.purse if own or (reader is not None and reader.referee) else None
    found.worth = one.worth if own else None
    return found


def vehicle(one: Vehicle, own: bool) -> shapes.Vehicle:
    """`own`: it is read by one of its players."""
    same = ("platoon", "player", "name", "model", "status", *CREW, *COUNTS)
    return shapes.Vehicle(
        id=one.vehicle,
        battle=str(one.battle) if one.battle else None,
        condition=msgspec.json.decode(one.condition),
        price=one.price if own else None,
        bays=[bay if own else bay | {"paid": None} for bay in msgspec.json.decode(one.bays)],
        record=msgspec.json.decode(one.record),
        **{name: getattr(one, name) for name in same},
    )


CREW = ("crew", "crew_out", "grade", "experience", "in_workshop", "held")
COUNTS = ("battles", "shots", "hits", "kills", "damage", "repairs")


def _fixture(one: Fixture) -> shapes.Fixture:
    same = ("fixture", "round", "number", "scenario", "title", "status", "position", "digest", "winner", "how")
    lists = ("sides", "platoons", "points", "results")
    return shapes.Fixture(
        battle=str(one.battle) if one.battle else None,
        disputed=msgspec.json.decode(one.disputed) if one.disputed else {},
        ground=msgspec.json.decode(one.ground, type=shapes.Ground) if one.ground else None,
        beaten=one.beaten,
        **{name: getattr(one, name) for name in same},
        **{name: msgspec.json.decode(getattr(one, name)) for name in lists},
    )
