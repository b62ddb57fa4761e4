"""Campaigns: standings, platoons, vehicles and battles, read from the sheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from uuid import UUID

import msgspec
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from api import access, as_of, people, queries
from api.endpoints import Endpoint, fingerprinted, revalidated
from api.schema_texts import FLAG, MOVED_SINCE, NUMBER, PAGED, WORD, describe
from api.shapes import campaigns as shapes
from api.shapes import filled
from battles.presenters.people import reader_of
from campaigns.listed import Listed
from campaigns.models import CampaignSheet, Fixture, Standing, Vehicle
from campaigns.presenters.as_it_stood import AsItStands, as_it_stood
from campaigns.season import MENDS, OF_ORGANISERS, OF_PLAYERS, ON_MAP
from campaigns.season.enlistment import Enlist
from campaigns.season.musters import MusterBattle
from campaigns.season.results import Adjudicate
from rules.adjudicate import Who
from rules.contract import Command
from rules.stream.revision.reports import Agree, Correct, Declare, Decline, Resolve, Undo

READ = (400, 401, 404, 429)
MOMENT = as_of.MOMENT_OF_CAMPAIGN
AFTERWARDS: tuple[type[Command], ...] = (Undo, Correct, Resolve, Declare)  # of what mends, in a closed season
BY_PLAYERS: tuple[type[Command], ...] = (Undo, Correct, Agree, Decline)


class CampaignsView(Endpoint):
    url_name = "campaigns"

    @describe("List campaigns", shapes.Campaigns, query={**PAGED, **MOVED_SINCE}, problems=(400, 401, 429))
    def get(self, request: Request) -> HttpResponse:
        """The open campaigns you may see, newest first; unlisted ones only if you play in them."""
        page, rest = queries.newest(request._request, Listed(request.user).sheets, "opened_at")
        return fingerprinted(request._request, shapes.Campaigns([line(sheet) for sheet in page], rest))


class CampaignView(Endpoint):
    url_name = "campaign"

    @describe("Read a campaign", shapes.Campaign, query=MOMENT, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """What was frozen when it opened, and where its log stands; with `at` or `as_of`, where it stood. Send
        `If-None-Match` to get an answer only if it changed.
        """
        current, asked = access.read_campaign(request.user, id)
        until = as_of.of_campaign(request._request, asked)

        def read() -> tuple[shapes.Campaign, int]:
            stood = as_it_stood(current, until())
            who = asked.who if as_of.is_now(request._request) else None
            return _campaign(stood, report_types(who, stood)), max(stood.sheet.position, asked.position)

        return revalidated(request._request, asked, read)


class StandingsView(Endpoint):
    url_name = "standings"

    @describe("Read the standings", shapes.Standings, query={**MOMENT, **as_of.SINCE}, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every platoon's place, best first; with `at` or `as_of` as they stood then; with `since` only those that
        changed. Send `If-None-Match` to get an answer only if it changed.
        """
        sheet, asked = access.read_campaign(request.user, id)
        news, until = as_of.since_position(request._request, sheet), as_of.of_campaign(request._request, asked)

        def read() -> tuple[shapes.Standings, int]:
            stood = as_it_stood(sheet, until())
            then = as_of.standings(sheet, news) if news is not None else {}
            who = stood.reader(asked.who)
            lines = [standing(one, who) for one in stood.standings() if as_of.differ(one, then, one.platoon)]
            names = people.called((player for one in lines for player in one.players), asked.reader)
            position = stood.sheet.position
            return shapes.Standings(lines, position, names), max(position, asked.position)

        return revalidated(request._request, asked, read)


class PlatoonsView(Endpoint):
    url_name = "platoons"

    @describe("List the platoons", shapes.Platoons, query=MOMENT, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every platoon that has enlisted, with the ids of its vehicles; with `at` or `as_of` as they stood then. Send
        `If-None-Match` to get an answer only if it changed.
        """
        sheet, asked = access.read_campaign(request.user, id)
        until = as_of.of_campaign(request._request, asked)

        def read() -> tuple[shapes.Platoons, int]:
            stood = as_it_stood(sheet, until())
            vehicles = stood.fleets()
            platoons = [
                shapes.Platoon(one.platoon, one.name, one.player, one.side, one.card, vehicles.get(one.platoon, []))
                for one in sorted(stood.standings(), key=lambda one: one.platoon)
            ]
            names = people.called((one.player for one in platoons), asked.reader)
            position = stood.sheet.position
            return shapes.Platoons(platoons, position, names), max(position, asked.position)

        return revalidated(request._request, asked, read)


class VehiclesView(Endpoint):
    url_name = "vehicles"

    @describe(
        "List the vehicles",
        shapes.Vehicles,
        query={
            **PAGED,
            "platoon": (WORD, "Only vehicles of this platoon."),
            "status": ({"type": "string", "enum": list(Vehicle.Status.values)}, "Only vehicles in this state."),
            **MOMENT,
        },
        problems=READ,
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Each vehicle's condition and service record; with `at` or `as_of` as they stood then. Send `If-None-Match`
        to get an answer only if it changed.
        """
        sheet, asked = access.read_campaign(request.user, id)
        platoon = platoon_asked(request._request, sheet)
        status = queries.word(request._request, "status", *Vehicle.Status.values)
        (after,) = queries.cursor(request._request, r"[a-z0-9_-]{1,40}") or ("",)
        limit, until = queries.limit(request._request), as_of.of_campaign(request._request, asked)
        wanted = {key: one for key, one in (("platoon", platoon), ("status", status)) if one}

        def read() -> tuple[shapes.Vehicles, int]:
            stood = as_it_stood(sheet, until())
            found = list(stood.vehicles_after(after, wanted)[: limit + 1])
            rest = queries.next_page(request._request, found[limit - 1].vehicle) if len(found) > limit else None
            known = stood.known_to(stood.reader(asked.who))
            names = people.called((one.player for one in found[:limit]), asked.reader)
            lines = [vehicle(one, one.platoon in known) for one in found[:limit]]
            return shapes.Vehicles(lines, rest, names), max(stood.sheet.position, asked.position)

        return revalidated(request._request, asked, read)


class FixturesView(Endpoint):
    url_name = "fixtures"

    @describe(
        "List the fixtures",
        shapes.Fixtures,
        query={
            **PAGED,
            "round": (NUMBER, "Only fixtures of this round; 0 for what was fought before the first."),
            "status": ({"type": "string", "enum": list(Fixture.Status.values)}, "Only fixtures in this state."),
            "platoon": (WORD, "Only fixtures of this platoon."),
            "disputed": (FLAG, "Only fixtures that are disputed, or that are not."),
            **MOMENT,
            **as_of.SINCE,
        },
        problems=READ,
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """The campaign's fixtures: announced ones, and battles beside the rounds; with `at` or `as_of` as they stood
        then.

        Send `If-None-Match` to get an answer only if it changed.
        """
        sheet, asked = access.read_campaign(request.user, id)
        (after,) = map(int, queries.cursor(request._request, queries.COUNT) or ("0",))
        limit = queries.limit(request._request)
        news = as_of.since_position(request._request, sheet)
        wanted, until = _wanted(request._request, sheet), as_of.of_campaign(request._request, asked)

        def read() -> tuple[shapes.Fixtures, int]:
            at = until()
            stood = as_it_stood(sheet, at)
            found = list(_news(sheet, stood.fixtures_after(after, wanted.query, wanted.has), news, limit + 1))
            rest = queries.next_page(request._request, str(found[limit - 1].number)) if len(found) > limit else None
            names = stood.names_of(found[:limit])
            named = [_fixture(one, names[one.key], bool(reader_of(request.user))) for one in found[:limit]]
            position = stood.sheet.position
            return shapes.Fixtures(named, rest, position), max(position, asked.position)

        return revalidated(request._request, asked, read)


def _news(sheet: CampaignSheet, fixtures: Sequence[Fixture], news: int | None, most: int) -> Iterable[Fixture]:
    """The first `most` of those that changed since position `news`; of all if it is None."""
    if news is None:
        return fixtures[:most]
    then = as_of.fixtures(sheet, news)
    return islice((one for one in fixtures if as_of.differ(one, then, one.fixture)), most)


class _Wanted(msgspec.Struct, frozen=True):
    """Which fixtures somebody asks for; None: any."""

    round: int | None
    status: str | None
    platoon: str | None
    disputed: bool | None

    @property
    def query(self) -> Q:
        """For the read table."""
        wanted = Q()
        if self.round is not None:
            wanted &= Q(round=self.round)
        if self.status is not None:
            wanted &= Q(status=self.status)
        if self.platoon is not None:
            wanted &= Q(platoons__contains=f'"{self.platoon}"')
        if self.disputed is not None:
            wanted &= ~Q(disputed="") if self.disputed else Q(disputed="")
        return wanted

    def has(self, one: Fixture) -> bool:
        """For a row that is in no table."""
        return (
            self.round in (None, one.round)
            and self.status in (None, one.status)
            and (self.platoon is None or f'"{self.platoon}"' in one.platoons)
            and self.disputed in (None, bool(one.disputed))
        )


def _wanted(request: HttpRequest, sheet: CampaignSheet) -> _Wanted:
    return _Wanted(
        queries.number(request, "round", 0) if "round" in request.GET else None,
        queries.word(request, "status", *Fixture.Status.values),
        platoon_asked(request, sheet),
        queries.flag(request, "disputed", False) if "disputed" in request.GET else None,
    )


def platoon_asked(request: HttpRequest, sheet: CampaignSheet) -> str | None:
    """The platoon a filter names; for an unknown one, a problem that lists the campaign's platoons."""
    if "platoon" not in request.GET:
        return None
    return queries.word(request, "platoon", *Standing.objects.filter(campaign=sheet).values_list("platoon", flat=True))


def _campaign(stood: AsItStands, may: list[str]) -> shapes.Campaign:
    sheet = stood.sheet
    return filled(
        shapes.Campaign,
        sheet,
        id=str(sheet.stream),
        options=msgspec.json.decode(sheet.options),
        sides=msgspec.json.decode(sheet.sides),
        terms=msgspec.json.decode(sheet.terms),
        scoring=msgspec.json.decode(sheet.scoring),
        breakers=msgspec.json.decode(sheet.breakers),
        map=bool(sheet.links),
        scores=msgspec.json.decode(sheet.scores) if sheet.scores else {},
        may=may,
    )


def report_types(who: Who | None, stood: AsItStands) -> list[str]:
    """The types of report someone may send to a campaign, except those that depend on a platoon of theirs."""
    sheet = stood.sheet
    if who is None or (sheet.status == CampaignSheet.Status.CLOSED and not who.referee):
        return []
    if sheet.status == CampaignSheet.Status.CLOSED:
        return [Adjudicate.__name__, *(kind.__name__ for kind in AFTERWARDS)]
    if who.referee:
        kinds: tuple[type[Command], ...] = (*OF_PLAYERS, *OF_ORGANISERS, *MENDS)
    else:
        plays = stood.plays(who.id)
        musters = plays and bool(msgspec.json.decode(sheet.terms)["players_muster"])
        kinds = (*((*OF_PLAYERS, *BY_PLAYERS) if plays else (Enlist,)), *((MusterBattle,) if musters else ()))
    return [kind.__name__ for kind in kinds if sheet.links or kind not in ON_MAP]


def line(sheet: CampaignSheet) -> shapes.CampaignLine:
    return filled(shapes.CampaignLine, sheet, id=str(sheet.stream))


def standing(one: Standing, reader: Who | None) -> shapes.Standing:
    """`reader`: who reads it. Its players, and whoever has taken its case, also see purse, debts and what its cards
    cost.
    """
    known = reader is not None and one.known_to(reader.id, reader.referee)
    return filled(
        shapes.Standing,
        one,
        purse=one.purse if known else None,
        owed=one.owed if known else None,
        worth=one.worth if known else None,
        **{name: msgspec.json.decode(getattr(one, name)) for name in ("players", "ties", "flaws")},
    )


def vehicle(one: Vehicle, own: bool) -> shapes.Vehicle:
    """`own`: the reader may know what its cards cost."""
    return filled(
        shapes.Vehicle,
        one,
        id=one.vehicle,
        battle=str(one.battle) if one.battle else None,
        condition=msgspec.json.decode(one.condition),
        price=one.price if own else None,
        bays=[bay if own else bay | {"paid": None} for bay in msgspec.json.decode(one.bays)],
        record=msgspec.json.decode(one.record),
    )


def _fixture(one: Fixture, name: str, known: bool) -> shapes.Fixture:
    """`known`: the reader is logged in, and may know where it is played."""
    proposed = msgspec.json.decode(one.proposed, type=shapes.ProposedDate) if one.proposed else None
    if proposed is not None and not known:
        proposed.place = ""
    lists = ("sides", "platoons", "points", "results")
    return filled(
        shapes.Fixture,
        one,
        name=name,
        battle=str(one.battle) if one.battle else None,
        disputed=msgspec.json.decode(one.disputed) if one.disputed else {},
        ready=msgspec.json.decode(one.ready),
        ground=msgspec.json.decode(one.ground, type=shapes.Ground) if one.ground else None,
        place=one.place if known else "",
        proposed=proposed,
        substitutes=msgspec.json.decode(one.substitutes) if one.substitutes else msgspec.UNSET,
        **{name: msgspec.json.decode(getattr(one, name)) for name in lists},
    )
