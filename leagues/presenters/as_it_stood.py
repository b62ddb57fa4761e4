"""A league's read tables as they stand now, which are read, and as they stood at an earlier row of its log, which are
folded from the log up to there. Whoever shows one shows the other. What people are called, and who hides, is always as
it is now (`leagues.presenters.names`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber

from battles import log
from battles.log import Row
from campaigns.models import CampaignSheet, Standing
from campaigns.presenters import as_it_stood as campaigns_then
from campaigns.presenters.as_it_stood import When
from leagues import projections, team_projections
from leagues.league import League
from leagues.league.history import HOW
from leagues.models import (
    LeagueCampaign,
    LeagueGame,
    LeagueHonour,
    LeagueMachine,
    LeaguePlayer,
    LeagueSheet,
    LeagueStay,
    LeagueTeam,
    LeagueTeamSeason,
)
from leagues.standing import Standing as Told
from leagues.standing import standing


class AsItStands:
    """The league now: each list with one query."""

    def __init__(self, sheet: LeagueSheet) -> None:
        self.sheet = sheet

    def campaigns(self) -> list[LeagueCampaign]:
        """The oldest season first."""
        return list(LeagueCampaign.objects.filter(league_id=self.sheet.pk).order_by("season", "key"))

    def players(self) -> list[LeaguePlayer]:
        """Settled ratings first, the highest first."""
        return list(LeaguePlayer.objects.filter(league_id=self.sheet.pk))

    def games_of(self, player: str) -> list[LeagueGame]:
        """In the order in which they were first reported."""
        return list(LeagueGame.objects.filter(league_id=self.sheet.pk, player=player).order_by("number"))

    def last_results(self, players: Sequence[str], most: int) -> dict[str, list[str]]:
        """Everybody's last results, the newest last. No query for nobody."""
        nth = Window(RowNumber(), partition_by=F("player"), order_by=F("number").desc())
        rows = LeagueGame.objects.filter(league_id=self.sheet.pk, player__in=players).annotate(nth=nth)
        found: dict[str, list[str]] = defaultdict(list)
        last = rows.filter(nth__lte=most).order_by("number").values_list("player", "result")
        for player, result in last if players else ():
            found[player].append(result)
        return found

    def machines(self, *fields: str) -> Iterable[tuple[Any, ...]]:
        """These fields of every vehicle in each season."""
        return LeagueMachine.objects.filter(league_id=self.sheet.pk).order_by().values_list(*fields)

    def honours(self) -> Iterable[LeagueHonour]:
        """The newest season first."""
        rows = LeagueHonour.objects.filter(league_id=self.sheet.pk)
        return rows.order_by("-season", "honour", "-figure", "key")

    def games_in(self, campaigns: Collection[UUID]) -> Iterable[LeagueGame]:
        """Those of these campaigns, in the order in which they were first reported."""
        return LeagueGame.objects.filter(league_id=self.sheet.pk, campaign__in=campaigns).order_by("number", "key")

    def games_of_team(self, stays: Collection[LeagueStay]) -> Sequence[LeagueGame]:
        """What players have played for a team while they were in it, the newest first, to be taken page by page. What
        was played before the log counts for none."""
        theirs = Q(pk__in=())
        for stay in stays:
            since = Q(player=stay.player, season__gte=stay.since)
            theirs |= since if stay.until is None else since & Q(season__lte=stay.until)
        every = LeagueGame.objects.filter(league_id=self.sheet.pk)
        before = set(every.filter(how=HOW).values_list("campaign", flat=True).distinct())
        return every.filter(theirs).exclude(campaign__in=before).order_by("-number", "player")  # type: ignore[return-value]

    def teams(self) -> list[LeagueTeam]:
        return list(LeagueTeam.objects.filter(league_id=self.sheet.pk))

    def team(self, key: str) -> LeagueTeam | None:
        return LeagueTeam.objects.filter(league_id=self.sheet.pk, team=key).first()

    def stays(self, teams: Collection[str]) -> list[LeagueStay]:
        """Of these teams, in the order in which they came."""
        return list(LeagueStay.objects.filter(league_id=self.sheet.pk, team__in=teams).order_by("since", "key"))

    def teams_of(self, player: str) -> set[str]:
        """The keys of the teams that a player is in."""
        found = LeagueStay.objects.filter(league_id=self.sheet.pk, until=None, player=player)
        return set(found.values_list("team", flat=True))

    def team_seasons(self, season: int) -> list[LeagueTeamSeason]:
        """What the teams have come to in a season."""
        return list(LeagueTeamSeason.objects.filter(league_id=self.sheet.pk, season=season))

    def seasons_of_teams(self, teams: Collection[str]) -> list[LeagueTeamSeason]:
        """What these teams have come to, the newest season first."""
        return list(LeagueTeamSeason.objects.filter(league_id=self.sheet.pk, team__in=teams).order_by("-season"))

    def standings(self, campaigns: Sequence[UUID]) -> list[Standing]:
        """Those of these campaigns, the best first. No query for none."""
        rows = Standing.objects.filter(campaign__in=campaigns).order_by("rank", "name", "key")
        return list(rows) if campaigns else []


class AsItStood(AsItStands):
    """The league as `rows`, the first of its log, come to `league`. Its campaigns are read as of that time, `moment`;
    where the league is `corrected`, they are, too."""

    def __init__(
        self, stream: str, league: League, rows: Sequence[Row], moment: str = "", corrected: bool = False
    ) -> None:
        super().__init__(projections.sheet_of(stream, league, rows))
        self.stream, self.league = stream, league
        self.moment, self.corrected = moment or rows[-1].at, corrected
        self.games = [_of_campaign(one) for one in projections.games_of(stream, league)]

    def campaigns(self) -> list[LeagueCampaign]:
        found = [_of_campaign(one) for one in projections.campaigns_of(self.stream, self.league)]
        return sorted(found, key=lambda one: (one.season, one.key))

    def players(self) -> list[LeaguePlayer]:
        found = projections.players_of(self.stream, self.league, self.games)
        return sorted(found, key=lambda one: (not one.settled, -one.rating, one.player))

    def games_of(self, player: str) -> list[LeagueGame]:
        return sorted((one for one in self.games if one.player == player), key=lambda one: one.number)

    def last_results(self, players: Sequence[str], most: int) -> dict[str, list[str]]:
        wanted = {*players}
        found: dict[str, list[str]] = defaultdict(list)
        for one in sorted(self.games, key=lambda one: one.number):
            if one.player in wanted:
                found[one.player] = [*found[one.player], one.result][-most:]
        return found

    def machines(self, *fields: str) -> Iterable[tuple[Any, ...]]:
        for one in projections.machines_of(self.stream, self.league):
            yield tuple(getattr(one, field) for field in fields)

    def honours(self) -> Iterable[LeagueHonour]:
        found = projections.honours_of(self.stream, self.league)
        return sorted(found, key=lambda one: (-one.season, one.honour, -one.figure, one.key))

    def games_in(self, campaigns: Collection[UUID]) -> Iterable[LeagueGame]:
        found = (one for one in self.games if one.campaign in campaigns)
        return sorted(found, key=lambda one: (one.number, one.key))

    def games_of_team(self, stays: Collection[LeagueStay]) -> Sequence[LeagueGame]:
        before = {one.campaign for one in self.games if one.how == HOW}

        def counts(one: LeagueGame) -> bool:
            return one.campaign not in before and any(
                stay.player == one.player
                and stay.since <= one.season
                and (stay.until is None or one.season <= stay.until)
                for stay in stays
            )

        return sorted(filter(counts, self.games), key=lambda one: (-one.number, one.player))

    def teams(self) -> list[LeagueTeam]:
        found = team_projections.teams(self.stream, self.league)
        return sorted(found, key=lambda one: (one.ended, one.name, one.team))

    def team(self, key: str) -> LeagueTeam | None:
        return next((one for one in self.teams() if one.team == key), None)

    def stays(self, teams: Collection[str]) -> list[LeagueStay]:
        found = (one for one in team_projections.stays(self.stream, self.league) if one.team in teams)
        return sorted(found, key=lambda one: (one.since, one.key))

    def teams_of(self, player: str) -> set[str]:
        found = team_projections.stays(self.stream, self.league)
        return {one.team for one in found if one.player == player and one.until is None}

    def team_seasons(self, season: int) -> list[LeagueTeamSeason]:
        return [one for one in team_projections.seasons(self.stream, self.league) if one.season == season]

    def seasons_of_teams(self, teams: Collection[str]) -> list[LeagueTeamSeason]:
        found = (one for one in team_projections.seasons(self.stream, self.league) if one.team in teams)
        return sorted(found, key=lambda one: -one.season)

    def standings(self, campaigns: Sequence[UUID]) -> list[Standing]:
        """A few queries for each."""
        found: list[Standing] = []
        for stream in campaigns:
            if position := log.position_at(str(stream), self.moment):
                when = campaigns_then.When(position, self.corrected)
                then = campaigns_then.as_it_stood(CampaignSheet(pk=stream), when)
                found += then.standings()
        return sorted(found, key=lambda one: (one.rank, one.name, one.key))


T = TypeVar("T", LeagueCampaign, LeagueGame)


def _of_campaign(one: T) -> T:
    """With its campaign's id as a table has it."""
    one.campaign = UUID(str(one.campaign))
    return one


def as_it_stood(sheet: LeagueSheet, when: When | None, moment: str = "") -> AsItStands:
    """The league at a moment; now if that is None. `moment`: the time that was asked for, "" for the row's."""
    if when is None:
        return AsItStands(sheet)
    return stood_at(str(sheet.stream), standing(str(sheet.stream), when), when, moment)


def stood_at(stream: str, found: Told, when: When, moment: str = "") -> AsItStood:
    """The same of a league that has been folded."""
    moment = moment or found.rows[min(when.at, len(found.rows)) - 1].at
    return AsItStood(stream, found.league, found.rows, moment, when.corrected)
