"""The clerk's work for leagues: what a campaign has come to is reported into its league. Every step may be repeated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Protocol
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from battles import log
from battles.clerk import THE_CLERK, ids
from battles.reports import Report
from campaigns import handler as campaign_handler
from campaigns.models import CampaignSheet
from campaigns.season import Fixture, Season, standings
from campaigns.season.seating import played_for
from leagues import deeds, handler
from leagues.league.deeds import due as deeds_due
from leagues.league.results import ReportResults
from leagues.league.state import League
from leagues.league.values import Game, Place, Side
from leagues.models import LeagueCampaign
from rules.stream import codec

NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:leagues:clerk")
AT_ONCE = 50  # battles whose logs are read while the league is locked


def due() -> Iterator[str]:
    """The campaigns whose log has gone on since it was reported into their league, or whose deeds were not, in the
    order of their ids."""
    behind = LeagueCampaign.objects.filter(
        ~Q(position=OuterRef("position"), digest=OuterRef("digest")) | Q(undone__gt=0), campaign=OuterRef("stream")
    )
    yield from ids(CampaignSheet.objects.filter(Exists(behind)))


def attend(stream: str) -> bool:
    """A league waits for nothing but its campaigns: whoever is woken for it looks after those."""
    campaigns = LeagueCampaign.objects.filter(league_id=UUID(stream)).order_by("season")
    counted = [count(str(campaign)) for campaign in campaigns.values_list("campaign", flat=True)]
    return any(counted)


def count(campaign: str) -> bool:
    """Report a campaign into its league as it stands; True if the league did not know it yet."""
    league = LeagueCampaign.objects.filter(campaign=campaign).values_list("league", flat=True).first()
    if league is None:
        return False
    stream = str(league)
    with transaction.atomic():
        log.lock(stream)  # before the campaign is read, so that no older state is reported after a newer one
        head = log.head(campaign)
        if not head.position:  # it was forgotten; what the league knows of it stands
            return False
        known = LeagueCampaign.objects.filter(campaign=campaign, position=head.position, digest=head.digest)
        if known.filter(undone=0).exists():
            return False
        season, _told, rows = campaign_handler.replay(campaign)
        state, _facts, told = handler.replay(stream)
        if not known.exists():
            report = report_of(state, campaign, season, rows[-1])
            # a campaign may be taken back and added again: the same row of it is then another report
            id = str(uuid5(NAMESPACE, f"{stream}/{campaign}/{rows[-1].digest}/{told[-1].digest}"))
            reports = [Report(id, "ReportResults", codec.encode(report))]
            state = handler.execute(stream, reports, THE_CLERK, "clerk").state
        _count_deeds(stream, state, campaign, season)
    return True


def _count_deeds(stream: str, league: League, campaign: str, season: Season) -> None:
    """Report what was done in the battles that the league does not know yet, a bounded number at a time: the next sweep
    goes on from there."""
    keys = list(islice(deeds_due(league, campaign), AT_ONCE))
    if not keys:
        return
    told = [deeds.report_of(key, season, season.fixtures[key.partition("/")[2]]) for key in keys]
    names = [f"{stream}/{one.game}/{one.digest}/{league.head[1]}" for one in told]
    reports = [
        Report(str(uuid5(NAMESPACE, name)), "ReportDeeds", codec.encode(one))
        for name, one in zip(names, told, strict=True)
    ]
    handler.execute(stream, reports, THE_CLERK, "clerk")


class Head(Protocol):
    """The last row of a log."""

    @property
    def position(self) -> int: ...

    @property
    def digest(self) -> str: ...


def report_of(league: League, campaign: str, season: Season, head: Head) -> ReportResults:
    """What the league does not know yet of a campaign, whose log ends with that row."""
    games = games_of(campaign, season)
    gone = (
        msgspec.structs.replace(game, how="", sides=())
        for key, game in league.games.items()
        if key.partition("/")[0] == campaign and key not in games and game.how
    )
    return ReportResults(
        campaign=campaign,
        position=head.position,
        digest=head.digest,
        games=(*(game for key, game in games.items() if league.games.get(key) != game), *gone),
        enlisted=tuple(dict.fromkeys(one.player for one in season.platoons.values())),
        places=places_of(season) if season.closed is not None else (),
        names={key: one.name for key, one in season.platoons.items()} if season.closed is not None else {},
    )


def games_of(campaign: str, season: Season) -> dict[str, Game]:
    """Every decided fixture of a season, by key, in the order in which they were announced."""
    tables = {fixture.key: showings for fixture, showings in standings.tables_of(season).fixtures}
    found = {}
    for fixture in sorted(season.fixtures.values(), key=lambda one: one.number):
        showings = tables.get(fixture.key, ())
        if len(showings) > 1:
            game = _game(campaign, season, fixture, showings)
            found[game.key] = game
    return found


def _game(campaign: str, season: Season, fixture: Fixture, showings: Sequence[standings.Showing]) -> Game:
    return Game(
        key=f"{campaign}/{fixture.key}",
        round=fixture.round,
        how=_how(fixture),
        battle=fixture.battle if fixture.reported else "",
        digest=fixture.reported.digest if fixture.reported else "",
        sides=tuple(_side(season, fixture, one) for one in showings),
    )


def _side(season: Season, fixture: Fixture, one: standings.Showing) -> Side:
    """Whose it is by the season's terms, where somebody sat in."""
    played = played_for(season, fixture, one.platoon)
    return Side(
        players=played.players,
        result=one.result,
        platoon=one.platoon,
        points=one.points,
        destroyed=one.destroyed,
        substitute=played.substitute or msgspec.UNSET,
        own=played.own or msgspec.UNSET,
    )


def _how(fixture: Fixture) -> str:
    """A battle that was fought is one, whatever an organiser ruled of its result."""
    decided = fixture.decided
    if decided is None or (decided.how == "adjudicated" and fixture.reported is not None):
        return "fought"
    return decided.how


def places_of(season: Season) -> tuple[Place, ...]:
    """The final standings."""
    return tuple(
        Place(
            players=season.platoons[one.platoon].players,
            rank=one.rank,
            score=one.score,
            platoon=one.platoon,
        )
        for one in standings.standings(season)
    )
