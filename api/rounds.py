"""A campaign's rounds, one platoon, its offices, and its ledger of points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api import access, as_of, people, queries
from api.campaigns import MOMENT, READ, platoon_asked, standing, vehicle
from api.endpoints import Endpoint, answer, revalidated
from api.problems import Trouble
from api.schema_texts import PAGED, WORD, describe
from api.shapes import filled
from api.shapes import rounds as shapes
from battles.log import Row
from battles.not_found import or_404
from battles.presenters.people import reader_of
from campaigns import roles
from campaigns.models import CampaignSheet, Round, Standing
from campaigns.presenters.as_it_stood import AsItStands, AsItStood, as_it_stood, told_at
from campaigns.season import Season
from campaigns.season.balances import Change, balances
from campaigns.season.challenges.answers import AcceptChallenge, RefuseChallenge
from campaigns.season.crews import ReplaceCrew
from campaigns.season.map.orders import Order
from campaigns.season.map.retreats import Retreat
from campaigns.season.people import Drop, HandOver
from campaigns.season.platoon_cards import ChangeCard
from campaigns.season.positions import allowed
from campaigns.season.purchases import Buy
from campaigns.season.sales import Sell
from campaigns.season.visibility import as_read_by
from campaigns.season.workshop import Prioritise, Repair
from campaigns.season.write_offs import WriteOff
from rules.adjudicate import Who
from rules.contract import Command

OF_PLATOON = (ChangeCard, Drop, HandOver, Buy, Sell, Prioritise, Repair, WriteOff, ReplaceCrew)


class RoundsView(Endpoint):
    url_name = "rounds"

    @describe(
        "List the rounds",
        shapes.Rounds,
        query={
            **PAGED,
            "status": ({"type": "string", "enum": list(Round.Status.values)}, "Only rounds in this state."),
            **MOMENT,
        },
        problems=READ,
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Each round with its deadline, and the standings published when it closed; with `at` or `as_of` as they were
        then. Send `If-None-Match` to get an answer only if it changed."""
        sheet, asked = access.read_campaign(request.user, id)
        (after,) = map(int, queries.cursor(request._request, queries.COUNT) or ("0",))
        limit = queries.limit(request._request)
        status = queries.word(request._request, "status", *Round.Status.values)
        then = as_of.of_campaign(request._request, asked)

        def read() -> tuple[shapes.Rounds, int]:
            stood = as_it_stood(sheet, then())
            found = list(stood.rounds_after(after, status)[: limit + 1])
            rest = queries.next_page(request._request, str(found[limit - 1].number)) if len(found) > limit else None
            rounds = shapes.Rounds([_round(one) for one in found[:limit]], rest)
            return rounds, max(stood.sheet.position, asked.position)

        return revalidated(request._request, asked, read)


def _round(one: Round) -> shapes.Round:
    return filled(
        shapes.Round,
        one,
        byes=msgspec.json.decode(one.byes),
        places=msgspec.json.decode(one.places, type=list[shapes.Rank]),
    )


class PlatoonView(Endpoint):
    url_name = "platoon"

    @describe("Read a platoon", shapes.PlatoonSheet, query=MOMENT, problems=READ)
    def get(self, request: Request, id: UUID, platoon: str) -> HttpResponse:
        """Its vehicles with conditions, crews, jobs and records, and its players' instructions to the workshop; with
        `at` or `as_of` as they stood then.
        """
        sheet, asked = access.read_campaign(request.user, id)
        when, reader = as_of.of_campaign(request._request, asked)(), reader_of(request.user)
        told = told_at(asked.stream, when)
        season = told.season
        stood = AsItStood(asked.stream, season, told.rows) if when else AsItStands(sheet)
        place = or_404(next((one for one in stood.standings() if one.platoon == platoon), None))
        who = asked.who
        if when:
            who = stood.reader(who or (Who(reader) if reader else None))
            reader = who.id if who else ""
        as_read_by(season, reader, who)
        return answer(_platoon(stood, season, place, who, reader, now=as_of.is_now(request._request)))


def _platoon(
    stood: AsItStands, season: Season, place: Standing, who: Who | None, reader: str, now: bool
) -> shapes.PlatoonSheet:
    """`now`: no row was asked for, which may lie in the middle of a report."""
    found = season.platoons[place.platoon]
    own, known = reader in found.players, season.known_to(found.key, reader)
    line = standing(place, who)
    commands = now and who is not None and (own or who.referee) and not found.dropped and season.closed is None
    return filled(
        shapes.PlatoonSheet,
        line,
        name=found.name,
        players=list(found.players),
        side=found.side,
        card=found.card,
        joined=found.joined,
        dropped=found.dropped,
        cards={id: list(cards) for id, cards in found.fittings.items() if cards} if known else None,
        order=list(found.order),
        hold=list(found.hold),
        allows=_allowance(season, place.platoon),
        vehicles=[vehicle(one, known) for one in stood.vehicles(place.platoon)],
        fixtures=stood.fixtures_of(place.platoon),
        may=[kind.__name__ for kind in _commands(stood.sheet, place, own)] if commands else [],
        position=stood.sheet.position,
        people=people.called(found.players, reader),
    )


def _allowance(season: Season, platoon: str) -> shapes.Allowance | None:
    found = allowed(season, season.platoons[platoon])
    return shapes.Allowance(found.march, found.workshop, found.purchases) if found else None


def _commands(sheet: CampaignSheet, place: Standing, own: bool) -> Iterator[type[Command]]:
    """Only its players give a platoon orders; a retreat is offered only if one is due."""
    yield from OF_PLATOON
    if sheet.links and own:
        yield Order
    if place.retreat_by:
        yield Retreat
    if place.challenger:
        yield from (AcceptChallenge, RefuseChallenge)


class AppointmentsView(Endpoint):
    url_name = "appointments"

    @describe("List the appointments", shapes.Appointments, query=MOMENT, problems=(*READ, 403))
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Who holds an office in the campaign, besides the organisers of its club; with `at` or `as_of` who held one
        then. For organisers."""
        sheet, reads = access.read_campaign(request.user, id)
        if not roles.may(request.user, "administer", id):
            raise Trouble("not-yours", _("Only an organiser of the campaign may read this."))
        stood = as_it_stood(sheet, as_of.of_campaign(request._request, reads)())
        found = stood.offices()
        return answer(
            shapes.Appointments(
                [shapes.Appointment(one.person, one.office) for one in found],
                stood.sheet.position,
                people.called((one.person for one in found), reader_of(request.user)),
            )
        )


class LedgerView(Endpoint):
    url_name = "ledger"

    @describe(
        "Read what became of points",
        shapes.Ledger,
        query={**PAGED, "platoon": (WORD, "Only this platoon’s."), **MOMENT},
        problems=(*READ, 403),
    )
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Every change of a purse and what it was for: of your own platoons, and of those whose case you have taken as
        an organiser (`TakePlatoonCase`); with `at` or `as_of` as it stood then, of platoons that were yours then and
        are now.
        """
        sheet, reads = access.read_campaign(request.user, id)
        when, who = as_of.of_campaign(request._request, reads)(), roles.who_in_campaign(request.user, id)
        told = told_at(str(sheet.stream), when)
        mine = AsItStands(sheet).known_to(who)
        if when:
            mine &= AsItStood(str(sheet.stream), told.season, told.rows).known_to(who)
        asked = platoon_asked(request._request, sheet)
        referee = who is not None and who.referee
        if (not referee and not mine) or (asked is not None and asked not in mine):
            text = _("Only its players may read a platoon’s points, and an organiser who has taken its case.")
            raise Trouble("not-yours", text)
        wanted = {asked} if asked is not None else mine
        changes = balances(told.season, ((one.position, one.event) for one in told.live))
        every = [one for one in changes if one.entry.platoon in wanted]
        begins = _after(every, queries.cursor(request._request, queries.COUNT, queries.COUNT))
        page = every[begins : begins + queries.limit(request._request)]
        rest = None
        if begins + len(page) < len(every):
            rest = queries.next_page(request._request, str(page[-1].position), str(page[-1].ordinal))
        return answer(shapes.Ledger([_entry(one, told.rows) for one in page], rest))


def _after(every: list[Change], cursor: tuple[str, ...] | None) -> int:
    """Where the page after a cursor begins. An entry may have been taken back since: then after the rows before it."""
    if cursor is None:
        return 0
    position, ordinal = map(int, cursor)
    places = (place for place, one in enumerate(every, 1) if (one.position, one.ordinal) == (position, ordinal))
    later = (place for place, one in enumerate(every) if one.position > position)
    return next(places, next(later, len(every)))


def _entry(one: Change, rows: Sequence[Row]) -> shapes.Entry:
    told = one.entry
    at = rows[one.position - 1].at
    return shapes.Entry(one.position, at, told.platoon, told.points, told.why, told.fixture, one.purse, told.owed)
