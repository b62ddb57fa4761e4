"""What a league remembers and foresees: honours, vehicles over seasons, and the ratings after a result."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from api import access, as_of, queries
from api.endpoints import Endpoint, fingerprinted, revalidated
from api.leagues import MOMENT, READ
from api.schema_texts import PAGED, describe
from api.shapes import filled
from api.shapes import league_careers as shapes
from api.shapes.leagues import LeagueRating
from battles.not_found import or_404
from campaigns import handler as campaign_handler
from campaigns.roles import Person
from leagues import handler, roles
from leagues.models import LeagueCampaign, LeagueSheet
from leagues.models.sheets import Shown
from leagues.presenters import honours, machines, outlook
from leagues.presenters.honours import Award
from leagues.presenters.machines import Career, Fought
from leagues.presenters.names import Names, names_for


class LeagueHonoursView(Endpoint):
    url_name = "league-honours"

    @describe("List the honours of a league", shapes.LeagueHonours, query={**PAGED, **MOMENT}, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """What was awarded for its seasons, the newest first: to players, and to vehicles of theirs; with `at` or
        `as_of` those there were then. Without players who are hidden from you. Send `If-None-Match` to get an answer
        only if it changed."""
        desk, sheet, asked = access.read_league(request.user, id)
        part, then = queries.part(request._request), as_of.of_league(request._request, sheet, asked)

        def read() -> tuple[shapes.LeagueHonours, int]:
            names, stood = names_for(request.user, desk, sheet), then()
            careers = machines.careers_of(stood, _seen(request.user, sheet), names)
            page, rest = part.of(honours.awards_of(stood, careers, names))
            people = _people(names, (one.player for one in page))
            return shapes.LeagueHonours(list(map(_honour, page)), rest, stood.sheet.position, people), sheet.position

        return revalidated(request._request, asked, read)


class LeagueVehiclesView(Endpoint):
    url_name = "league-vehicles"

    @describe("List the vehicles of a league", shapes.LeagueCareers, query={**PAGED, **MOMENT}, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """All that have fought, each with what it was in earlier seasons, the most kills first; with `at` or `as_of` as
        they stood then. Without those of campaigns that you may not read. Send `If-None-Match` to get an answer only if
        it changed."""
        desk, sheet, asked = access.read_league(request.user, id)
        part, then = queries.part(request._request), as_of.of_league(request._request, sheet, asked)

        def read() -> tuple[shapes.LeagueCareers, int]:
            names, stood = names_for(request.user, desk, sheet), then()
            page, rest = part.of(machines.careers_of(stood, _seen(request.user, sheet), names))
            people = _people(names, (one.row.player for one in page))
            return shapes.LeagueCareers(list(map(_career, page)), rest, stood.sheet.position, people), sheet.position

        return revalidated(request._request, asked, read)


class LeagueVehicleView(Endpoint):
    url_name = "league-vehicle"

    @describe("Read a vehicle's career in a league", shapes.LeagueVehicle, query=MOMENT, problems=READ)
    def get(self, request: Request, id: UUID, campaign: UUID, vehicle: str) -> HttpResponse:
        """By the vehicle's campaign and its id there, in any season: its line over all seasons with every battle, and
        its honours; with `at` or `as_of` as they stood then. Send `If-None-Match` to get an answer only if it
        changed."""
        desk, sheet, asked = access.read_league(request.user, id)
        names = names_for(request.user, desk, sheet)
        stood, told = as_of.told_of_league(request._request, sheet, asked)()
        career = or_404(
            machines.career_of(machines.careers_of(stood, _seen(request.user, sheet), names), f"{campaign}/{vehicle}")
        )

        def read() -> tuple[shapes.LeagueVehicle, int]:
            awards = [one for one in honours.awards_of(stood, [career], names) if one.machine is career]
            found = shapes.LeagueVehicle(
                career=_career(career),
                battles=[_deed(one) for one in machines.battles_of(told.league, career)],
                honours=list(map(_honour, awards)),
                position=stood.sheet.position,
                people=_people(names, [career.row.player]),
            )
            return found, sheet.position

        return revalidated(request._request, asked, read)


class LeagueForeseenView(Endpoint):
    url_name = "league-foreseen"

    @describe("Read what a result would change", shapes.LeagueForeseen, problems=READ)
    def get(self, request: Request, id: UUID, campaign: UUID, fixture: str) -> HttpResponse:
        """For a fixture of a campaign in the league: each result that it may have, with the ratings of both sides now
        and then. Without players who are hidden from you."""
        desk, sheet, asked = access.read_league(request.user, id)
        row = LeagueCampaign.objects.filter(league=sheet, campaign=campaign, campaign__in=_seen(request.user, sheet))
        part = or_404(row.first())
        season = campaign_handler.replay(str(campaign))[0]
        met = or_404(season.fixtures.get(fixture))
        open_ = met.is_open and part.rated
        found = outlook.possible(handler.replay(asked.stream)[0], str(campaign), season, met) if open_ else []
        players = {told.player for one in found for ratings in one.ratings.values() for told in ratings}
        names = names_for(request.user, desk, sheet, players)
        results = [
            shapes.ForeseenResult(
                one.winner,
                [
                    shapes.ForeseenRating(told.player, ladder, _rating(told.now), LeagueRating(*told.then))
                    for ladder, ratings in sorted(one.ratings.items())
                    for told in ratings
                    if not names.is_hidden(told.player)
                ],
            )
            for one in found
        ]
        people = _people(names, players)
        return fingerprinted(
            request._request, shapes.LeagueForeseen(str(campaign), fixture, results, sheet.position, people)
        )


def _seen(user: Person, sheet: LeagueSheet) -> set[UUID]:
    """The campaigns of a league that someone may read. Three queries."""
    played = set(LeagueCampaign.objects.filter(league=sheet).values_list("campaign", flat=True))
    return played - set(map(UUID, roles.unseen(user, sheet)))


def _people(names: Names, players: Iterable[str]) -> dict[str, str]:
    return {key: names.name(key) for key in sorted(set(players)) if not names.is_hidden(key)}


def _rating(shown: Shown) -> LeagueRating | None:
    return LeagueRating(*shown) if shown.games else None


def _honour(one: Award) -> shapes.LeagueHonour:
    return filled(shapes.LeagueHonour, one, machine=one.key if one.machine is not None else None)


def _career(one: Career) -> shapes.LeagueCareer:
    return shapes.LeagueCareer(
        machines=[row.machine for row in one.rows],
        name=one.row.name,
        model=one.row.model,
        player=one.row.player,
        seasons=[row.season for row in one.rows],
        fate=one.row.fate,
        **one.figures._asdict(),
    )


def _deed(one: Fought) -> shapes.LeagueDeed:
    figures = one.figures._asdict()
    del figures["battles"], figures["wrecked"]
    return shapes.LeagueDeed(
        season=one.season,
        campaign=str(one.campaign),
        round=one.round,
        battle=str(one.battle) if one.battle else None,
        result=one.mark.result if one.mark else "",
        fate=one.fate,
        **figures,
    )
