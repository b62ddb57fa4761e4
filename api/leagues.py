"""Leagues: what they are, their players and games, read from the sheets; and how one is founded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from uuid import UUID, uuid4

import msgspec
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api import access, as_of, bodies, queries
from api.access import LeagueAccess
from api.endpoints import Endpoint, answer, fingerprinted, revalidated
from api.league_teams import of_teams
from api.problems import Trouble
from api.schema_texts import MOVED_SINCE, PAGED, describe
from api.shapes import filled
from api.shapes import leagues as shapes
from campaigns.models import Club
from campaigns.presenters import tables as tables_of_campaigns
from campaigns.roles import Person
from leagues import handler, roles
from leagues.league import MENDS, OF_ORGANISERS, OF_PLAYERS
from leagues.league.players import SetProfile
from leagues.league.values import Division, Place
from leagues.models import League, LeagueCampaign, LeagueGame, LeaguePlayer, LeagueSheet
from leagues.presenters import tables
from leagues.presenters.as_it_stood import AsItStands
from leagues.presenters.names import Names, names_for
from leagues.presenters.seasons import rows_of

READ = (400, 401, 404, 429)
MOMENT = as_of.MOMENT_OF_LEAGUE


class LeaguesView(Endpoint):
    url_name = "leagues"

    @describe("List leagues", shapes.Leagues, query={**PAGED, **MOVED_SINCE}, problems=(400, 401, 429))
    def get(self, request: Request) -> HttpResponse:
        """The leagues you may see, newest first; unlisted ones only if you play in them."""
        listed = roles.listed(request.user)
        sheets = LeagueSheet.objects.filter(pk__in=listed.values("stream"))
        page, rest = queries.newest(request._request, sheets, "founded_at")
        clubs = dict(League.objects.filter(stream__in=[one.pk for one in page]).values_list("stream", "club__slug"))
        lines = [line(sheet, clubs[sheet.stream]) for sheet in page]
        return fingerprinted(request._request, shapes.Leagues(lines, rest))

    @describe(
        "Found a league",
        shapes.League,
        body=shapes.FoundLeague,
        example={
            "name": "The long league",
            "short": "long",
            "divisions": [{"key": "premier", "name": "Premier"}, {"key": "second", "name": "Second"}],
            "terms": {"settled_after": 8},
        },
        status=201,
        problems=(400, 401, 403, 413, 415, 422, 429, 503),
    )
    def post(self, request: Request) -> HttpResponse:
        """Organisers of a club found its leagues. Campaigns join one afterwards, by its commands."""
        said = bodies.said(request._request, shapes.FoundLeague)
        desk = _prepared(said, _club(request.user, said.club))
        who = roles.who_in_league(request.user, desk)
        if who is None or not who.referee:
            raise _not_yours()
        divisions = [Division(key=one.key, name=one.name) for one in said.divisions]
        handler.found_new(desk, said.terms, divisions, who, "api")
        desk, sheet, asked = access.read_league(request.user, desk.pk)
        return answer(_league(request.user, desk, sheet, asked, AsItStands(sheet)), 201)


class LeagueView(Endpoint):
    url_name = "league"

    @describe("Read a league", shapes.League, query=MOMENT, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Its terms, divisions and seasons, with the campaigns of each and who won; with `at` or `as_of` as it stood
        then. Send `If-None-Match` to get an answer only if it changed.
        """
        desk, sheet, asked = access.read_league(request.user, id)
        stood = as_of.of_league(request._request, sheet, asked)()
        return fingerprinted(request._request, _league(request.user, desk, sheet, asked, stood))


class LeaguePlayersView(Endpoint):
    url_name = "league-players"

    @describe("List the players of a league", shapes.LeaguePlayers, query={**PAGED, **MOMENT}, problems=READ)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """Everybody who has played in it, with rating and record; with `at` or `as_of` as they stood then. Who does not
        belong to the club reads the names that the players and the league's terms let them read. Send `If-None-Match`
        to get an answer only if it changed.
        """
        desk, sheet, asked = access.read_league(request.user, id)
        part, then = queries.part(request._request), as_of.of_league(request._request, sheet, asked)

        def read() -> tuple[shapes.LeaguePlayers, int]:
            stood = then()
            found, rest = part.of(stood.players())
            names = names_for(request.user, desk, sheet)
            lines = [_player(one, names) for one in found]
            return shapes.LeaguePlayers(lines, rest, stood.sheet.position), sheet.position

        return revalidated(request._request, asked, read)


class LeagueGamesView(Endpoint):
    url_name = "league-games"

    @describe("List a player's games in a league", shapes.LeagueGames, query={**PAGED, **MOMENT}, problems=READ)
    def get(self, request: Request, id: UUID, player: str) -> HttpResponse:
        """What a player has played, newest first, with the rating after each; with `at` or `as_of` as it was known
        then. Who is hidden from strangers has none for them. Send `If-None-Match` to get an answer only if it changed.
        """
        desk, sheet, asked = access.read_league(request.user, id)
        found = LeaguePlayer.objects.filter(league=sheet, player=player).first()
        if found is None or (found.hidden and not asked.belongs):
            raise Http404
        limit = queries.limit(request._request)
        (before,) = map(int, queries.cursor(request._request, queries.COUNT) or ("999999999",))
        then = as_of.of_league(request._request, sheet, asked)

        def read() -> tuple[shapes.LeagueGames, int]:
            stood, unseen = then(), roles.unseen(request.user, sheet)
            games = [one for one in stood.games_of(player)[::-1] if str(one.campaign) not in unseen]
            page = [one for one in games if one.number < before][: limit + 1]
            rest = queries.next_page(request._request, str(page[limit - 1].number)) if len(page) > limit else None
            lines = [_game(one) for one in page[:limit]]
            met = {player for one in lines for player in _met(one)}
            names = names_for(request.user, desk, sheet, met)
            return shapes.LeagueGames(lines, rest, stood.sheet.position, names.by_key(met)), sheet.position

        return revalidated(request._request, asked, read)


class LeagueTableView(Endpoint):
    url_name = "league-table"

    @describe(
        "Download a table of a league",
        None,
        files=("text/csv", "application/json"),
        query={"as": ({"type": "string", "enum": ["csv", "json"], "default": "csv"}, "As what."), **MOMENT},
        problems=READ,
    )
    def get(self, request: Request, id: UUID, table: str) -> HttpResponse:
        """`ratings`, `standings` (final ones, and those of today), `results` (a row for each player of a game) or
        `titles`, with the names that you may know; with `at` or `as_of` as they stood then. In CSV the first line names
        the columns, and a text that a spreadsheet would run as a formula has an apostrophe before it.
        """
        desk, sheet, asked = access.read_league(request.user, id)
        kind = queries.word(request._request, "as", *tables_of_campaigns.TYPES) or "csv"
        if table not in tables.TABLES:
            raise Http404
        then = as_of.of_league(request._request, sheet, asked)

        def read() -> tuple[HttpResponse, int]:
            names, stood = names_for(request.user, desk, sheet), then()
            rows = tables.rows_of(table, stood, names, roles.unseen(request.user, sheet))
            text = tables_of_campaigns.written(rows, kind)
            name = f"{desk.slug}-{table}-{stood.sheet.position}.{kind}"
            disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
            return HttpResponse(text, content_type=tables_of_campaigns.TYPES[kind], headers=disposition), sheet.position

        return revalidated(request._request, asked, read)


def _prepared(said: shapes.FoundLeague, club: Club) -> League:
    """The league on the desk, not kept yet; the same as before where the same request is sent again."""
    try:
        id = UUID(said.id) if said.id else uuid4()
    except ValueError:
        raise Trouble("malformed", _("“id” is not a UUID."), field="id") from None
    known = League.objects.filter(pk=id).first()
    if known is not None:
        if (known.slug, known.club_id) != (said.short, club.pk):
            raise Trouble("reused", _("The id belongs to another league."), field="id")
        return known
    desk = League(pk=id, club=club, name=said.name, slug=said.short, about=said.about, colour=said.colour)
    desk.visibility = said.visibility
    try:
        desk.full_clean()
    except ValidationError as error:
        name, (first, *_more) = next(iter(error.message_dict.items()))
        field = {"slug": "short"}.get(name, name)
        raise Trouble("refused", str(first), field=field, remedy=_("Choose another one.")) from None
    return desk


def _club(user: Person, slug: str) -> Club:
    mine = roles.clubs_to_found_for(user)
    found = list(mine.filter(slug=slug) if slug else mine.order_by("name")[:2])
    if not found:
        raise _not_yours()
    if len(found) > 1:
        raise Trouble("malformed", _("You organise several clubs."), field="club", remedy=_("Name one of them."))
    return found[0]


def _not_yours() -> Trouble:
    return Trouble("not-yours", _("Only organisers of a club found its leagues."))


def line(sheet: LeagueSheet, club: str) -> shapes.LeagueLine:
    return filled(shapes.LeagueLine, sheet, id=str(sheet.stream), club=club)


def _league(user: Person, desk: League, now: LeagueSheet, asked: LeagueAccess, stood: AsItStands) -> shapes.League:
    """As it `stood`; what may be reported, and how people are called, is as of `now`."""
    sheet = stood.sheet
    seasons = list(_seasons(stood, roles.unseen(user, now)))
    officers = list(msgspec.json.decode(sheet.offices, type=dict[str, str]))
    named = {*officers, *(player for one in seasons for player in _people_of(one))}
    names = names_for(user, desk, now, named)
    return filled(
        shapes.League,
        sheet,
        id=str(sheet.stream),
        short=desk.slug,
        club=desk.club.slug,
        about=desk.about,
        colour=desk.colour,
        visibility=desk.visibility,
        terms=msgspec.json.decode(sheet.terms),
        divisions=[shapes.LeagueDivision(*one) for one in msgspec.json.decode(sheet.divisions)],
        seasons=seasons,
        officers=officers,
        may=_may_report(asked, now),
        people=names.by_key(named),
    )


def _may_report(asked: LeagueAccess, sheet: LeagueSheet) -> list[str]:
    """The types of report someone may send to a league."""
    if asked.who is None:
        return []
    if asked.who.referee:
        return [kind.__name__ for kind in (*OF_PLAYERS, *OF_ORGANISERS, *MENDS)]
    plays = LeaguePlayer.objects.filter(league=sheet, player=asked.who.id).exists()
    return [SetProfile.__name__, *of_teams(sheet, asked.who.id)] if plays else []


def _seasons(stood: AsItStands, unseen: Collection[str]) -> Iterable[shapes.LeagueSeason]:
    """The oldest first, without campaigns that the reader may not know of. One query for the campaigns of all."""
    played: dict[int, list[shapes.LeagueCampaign]] = {}
    for one in stood.campaigns():
        if str(one.campaign) not in unseen:
            played.setdefault(one.season, []).append(_campaign(one))
    for told in rows_of(stood.sheet):
        yield filled(
            shapes.LeagueSeason,
            told,
            campaigns=played.get(told.number, []),
            titles=[shapes.LeagueTitle(one.player, one.division) for one in told.titles],
            moves=[shapes.LeagueMove(one.player, one.division) for one in told.moves],
        )


def _campaign(one: LeagueCampaign) -> shapes.LeagueCampaign:
    places = msgspec.json.decode(one.places, type=list[Place]) if one.places else []
    return filled(
        shapes.LeagueCampaign,
        one,
        id=str(one.campaign),
        places=[shapes.LeaguePlace(each.rank, each.score, each.name, list(each.players)) for each in places],
    )


def _people_of(season: shapes.LeagueSeason) -> Iterable[str]:
    yield from (player for one in season.campaigns for place in one.places for player in place.players)
    yield from (one.player for one in season.titles)
    yield from (one.player for one in season.moves)


def _player(one: LeaguePlayer, names: Names) -> shapes.LeaguePlayer:
    return filled(
        shapes.LeaguePlayer,
        one,
        name=names.name(one.player),
        alias="" if names.is_hidden(one.player) else names.roll[one.player].alias,
        rating=shapes.LeagueRating(one.rating, one.doubt, one.rated),
        ratings={system: shapes.LeagueRating(*shown) for system, shown in one.ratings.items()},
    )


def _met(one: shapes.LeagueGame) -> Iterator[str]:
    yield from (*one.partners, *one.opponents, *(one.platoon_of or ()))
    if one.substitute:
        yield one.substitute


def _game(one: LeagueGame) -> shapes.LeagueGame:
    return filled(
        shapes.LeagueGame,
        one,
        campaign=str(one.campaign),
        battle=one.battle or None,
        partners=msgspec.json.decode(one.partners),
        opponents=msgspec.json.decode(one.opponents),
        platoon_of=msgspec.json.decode(one.platoon_of) if one.platoon_of else msgspec.UNSET,
        substitute=one.substitute or msgspec.UNSET,
    )
