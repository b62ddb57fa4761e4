"""Teams of a league for one reader: their table, and what one of them has done over the seasons."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet

from leagues.models import LeagueGame, LeagueSheet, LeagueStay, LeagueTeam, LeagueTeamSeason
from leagues.presenters.career import Game, games_told
from leagues.presenters.names import Called, Names
from leagues.presenters.seasons import divisions_of, rows_of


class Line(msgspec.Struct, frozen=True):
    """A team in the table of a season. `record`: None where nobody counts for it in that. `captain`: None for none,
    and for one whom the reader may not know. `mine`: the reader plays for it."""

    team: LeagueTeam
    record: LeagueTeamSeason | None
    captain: Called | None
    mine: bool


class Year(msgspec.Struct, frozen=True):
    """A season of a team. `players`: who counts for it; `titles`: who of them has won the season, in which division."""

    record: LeagueTeamSeason
    title: str
    players: tuple[Called, ...]
    titles: tuple[tuple[Called, str], ...]


def table(sheet: LeagueSheet, season: int, names: Names, reader: str) -> list[Line]:
    """The teams that go on or count in the season, the best first. Three queries."""
    found = LeagueTeamSeason.objects.filter(league_id=sheet.pk, season=season)
    records = {one.team: one for one in found}
    mine = set(_now(sheet).filter(player=reader).values_list("team", flat=True)) if reader else set()
    lines = [
        Line(one, records.get(one.team), _known(one.captain, names), one.team in mine)
        for one in LeagueTeam.objects.filter(league_id=sheet.pk)
        if not one.ended or one.team in records
    ]
    return sorted(lines, key=lambda one: (one.record.rank if one.record else 9_999, one.team.name.casefold()))


def _known(player: str, names: Names) -> Called | None:
    return names.of(player) if player and not names.is_hidden(player) else None


def _now(sheet: LeagueSheet) -> QuerySet[LeagueStay]:
    return LeagueStay.objects.filter(league_id=sheet.pk, until=None)


def team_of(sheet: LeagueSheet, player: str) -> LeagueTeam | None:
    """The team that a player is in now. One query."""
    now = _now(sheet).filter(player=player).values("team")
    return LeagueTeam.objects.filter(league_id=sheet.pk, team__in=now).first()


def stays_of(team: LeagueTeam) -> list[LeagueStay]:
    """In the order in which they came."""
    return list(LeagueStay.objects.filter(league_id=team.league_id, team=team.team).order_by("since", "key"))


def players_of(stays: Iterable[LeagueStay], names: Names) -> list[Called]:
    """Who is in it now, by name; who hides is there without one."""
    now = (names.of(stay.player) for stay in stays if stay.until is None)
    return sorted(now, key=lambda one: (one.name.casefold(), one.key))


def years_of(sheet: LeagueSheet, team: LeagueTeam, stays: Sequence[LeagueStay], names: Names) -> list[Year]:
    """The newest first. One query."""
    rows, divisions = {one.number: one for one in rows_of(sheet)}, divisions_of(sheet)
    found = []
    for record in LeagueTeamSeason.objects.filter(league_id=team.league_id, team=team.team).order_by("-season"):
        players = list(dict.fromkeys(stay.player for stay in stays if counts(stay, record.season)))
        row = rows[record.season]
        titles = tuple(
            (names.of(one.player), divisions.get(one.division, one.division))
            for one in row.titles
            if one.player in players
        )
        found.append(Year(record, row.title, tuple(names.of(player) for player in players), titles))
    return found


def counts(stay: LeagueStay, season: int) -> bool:
    return stay.since <= season and (stay.until is None or season <= stay.until)


def games_of(team: LeagueTeam, stays: Iterable[LeagueStay], history: Collection[UUID]) -> QuerySet[LeagueGame]:
    """What its players have played for it, the newest first. `history`: campaigns of before, which count for none."""
    theirs = Q(pk__in=())
    for stay in stays:
        since = Q(player=stay.player, season__gte=stay.since)
        theirs |= since if stay.until is None else since & Q(season__lte=stay.until)
    found = LeagueGame.objects.filter(theirs, league_id=team.league_id).exclude(campaign__in=history)
    return found.order_by("-number", "player")


def told(games: Sequence[LeagueGame], seen: Collection[UUID], names: Names) -> list[tuple[Called, Game]]:
    """Some games, each with who has played it for the team."""
    return [(names.of(one.row.player), one) for one in games_told(games, seen, names)]
