"""What a scenario of a league comes to, as one reader may know it: page and API show the same."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.db.models import QuerySet

from battles import log
from battles.tape import as_read
from campaigns import scenarios
from campaigns.models import Campaign, SavedScenario
from campaigns.presenters.what_if import Compared as SeasonCompared
from campaigns.presenters.what_if import compared_and_folded, turns_on
from campaigns.questions import Asker
from campaigns.roles import Person, visible_campaigns, who_in_campaign
from campaigns.season.what_if.changes import Scenario
from leagues.clerk import games_of
from leagues.league.state import League
from leagues.league.what_if import AskLeagueWhatIf, Line, changed, check, compare, with_season
from leagues.models import LeagueSheet
from leagues.presenters.names import Names
from leagues.projections import rating_of
from rules.adjudicate import Who


class Compared(msgspec.Struct, frozen=True):
    """A player by name, and their rating as it is shown, before and after; None for none."""

    name: str
    line: Line
    was: int | None
    would: int | None

    @property
    def before(self) -> str:
        return "–" if self.was is None else str(self.was)

    @property
    def after(self) -> str:
        return "–" if self.would is None else str(self.would)


class Answer(msgspec.Struct, frozen=True):
    """The players, best first as they would be; and standings and map of the season that goes by a scenario, None where
    none does."""

    players: list[Compared]
    season: SeasonCompared | None


class Carried(msgspec.Struct, frozen=True):
    """A scenario of one of the league's seasons, as it was saved."""

    campaign: str
    scenario: Scenario
    position: int


def carried(one: SavedScenario) -> Carried:
    return Carried(str(one.stream), msgspec.json.decode(one.changes, type=Scenario), one.position)


def found(reader: Person, sheet: LeagueSheet, key: UUID) -> SavedScenario | None:
    """A saved scenario of a season of this league that the reader may see, by its key."""
    one = SavedScenario.objects.filter(pk=key, kind=SavedScenario.Kind.CAMPAIGN).first()
    desk = _readable(reader, sheet).filter(stream=one.stream).first() if one is not None else None
    return scenarios.found(reader, desk.pk, desk.club, key) if desk is not None else None


def of_seasons(reader: Person, sheet: LeagueSheet) -> list[SavedScenario]:
    """Those of the league's seasons that a list shows to the reader. Three queries."""
    desks = list(_readable(reader, sheet))
    clubs = {one.club_id: one.club for one in desks}
    return [
        one
        for club in clubs.values()
        for one in scenarios.listed(reader, [each.pk for each in desks if each.club_id == club.pk], club)
    ]


def _readable(reader: Person, sheet: LeagueSheet) -> QuerySet[Campaign]:
    played = list(sheet.campaigns.values_list("campaign", flat=True))
    return visible_campaigns(reader).filter(stream__in=played).select_related("club")


def compared(
    asker: Asker, stream: str, league: League, asked: AskLeagueWhatIf, names: Names, reader: Person, of: Carried | None
) -> Answer:
    """Without who hides from the reader. `of`: a season with a scenario, to begin with; it is one question with the
    league's. `Refused` for what cannot be changed, `TooMany` for one question too many."""
    check(league, asked)
    question: tuple[object, ...] = ("what if of a league", msgspec.json.encode(asked))
    if of is not None:
        whose = _reads(reader, of), as_read()
        question = (*question, of.campaign, of.position, log.head(of.campaign), *turns_on(of.campaign, of.scenario))
        question = (*question, *whose)
    lines, season = asker.answer(stream, question, lambda: _answered(league, asked, reader, of))
    then = changed(league, asked)
    players = [
        Compared(names.name(one.player), one, rating_of(one.before, league), rating_of(one.after, then))
        for one in lines
        if not names.is_hidden(one.player)
    ]
    return Answer(players, season)


def _answered(
    league: League, asked: AskLeagueWhatIf, reader: Person, of: Carried | None
) -> tuple[list[Line], SeasonCompared | None]:
    if of is None:
        return compare(league, asked), None
    found, season = compared_and_folded(of.campaign, of.scenario, *_reads(reader, of), of.position)
    return compare(league, asked, with_season(league, of.campaign, games_of(of.campaign, season))), found


def _reads(reader: Person, of: Carried) -> tuple[Who | None, str]:
    """As whom they read the season."""
    return who_in_campaign(reader, of.campaign), str(reader.pk or "")
