"""A league's read tables as they stand now, which are read, and as they stood at an earlier row of its log, which are
folded from the log up to there. Whoever shows one shows the other. What people are called, and who hides, is always as
it is now (`leagues.presenters.names`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from battles import log
from battles.log import Row
from campaigns.models import CampaignSheet, Standing
from campaigns.presenters import as_it_stood as campaigns_then
from leagues import handler, projections
from leagues.league import League
from leagues.models import LeagueCampaign, LeagueGame, LeagueHonour, LeagueMachine, LeaguePlayer, LeagueSheet


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

    def standings(self, campaigns: Sequence[UUID]) -> list[Standing]:
        """Those of these campaigns, the best first. No query for none."""
        rows = Standing.objects.filter(campaign__in=campaigns).order_by("rank", "name", "key")
        return list(rows) if campaigns else []


class AsItStood(AsItStands):
    """The league as `rows`, the first of its log, come to `league`. Its campaigns are read as of that time."""

    def __init__(self, stream: str, league: League, rows: Sequence[Row], moment: str = "") -> None:
        super().__init__(projections.sheet_of(stream, league, rows))
        self.stream, self.league = stream, league
        self.moment = moment or rows[-1].at
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

    def standings(self, campaigns: Sequence[UUID]) -> list[Standing]:
        """A few queries for each."""
        found: list[Standing] = []
        for stream in campaigns:
            if position := log.position_at(str(stream), self.moment):
                then = campaigns_then.as_it_stood(CampaignSheet(pk=stream), position)
                found += then.standings()
        return sorted(found, key=lambda one: (one.rank, one.name, one.key))


T = TypeVar("T", LeagueCampaign, LeagueGame)


def _of_campaign(one: T) -> T:
    """With its campaign's id as a table has it."""
    one.campaign = UUID(str(one.campaign))
    return one


def as_it_stood(sheet: LeagueSheet, until: int | None, moment: str = "") -> AsItStands:
    """The league at the row `until`; now if that is None. `moment`: the time that was asked for, "" for the row's."""
    if until is None:
        return AsItStands(sheet)
    league, _told, rows = handler.replay(str(sheet.stream), until)
    return AsItStood(str(sheet.stream), league, rows, moment)
