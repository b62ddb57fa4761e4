"""How far a correction reaches in the league of its season: what the clerk would report, tried in memory on the league
as its log has it. Nothing is locked or written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from uuid import uuid4

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from msgspec.structs import replace

from battles.clerk import THE_CLERK
from battles.command_session import CommandSession
from battles.folded import Folded
from battles.reports import Report
from campaigns.reach_in_season import UNKNOWN_DIGEST
from campaigns.reached import Further, Rated, SeasonReach, World
from campaigns.roles import Person
from campaigns.season.reach import Span
from leagues import deeds, handler, projections, roles
from leagues.clerk import report_of
from leagues.league.decider import LEAGUES
from leagues.league.deeds import due
from leagues.league.preview import Rerated
from leagues.league.state import League as State
from leagues.league.values import OVERALL
from leagues.models import League, LeagueCampaign
from leagues.presenters.foretold import sentences, shift_of
from leagues.presenters.names import Names, names_for
from rules.contract import Command
from rules.stream import codec

MOST_WAYS = 4


class Head(NamedTuple):
    position: int
    digest: str


def of_season(found: SeasonReach, user: Person | None) -> Further | None:
    """For whoever may see the league. One query where the campaign is of none."""
    row = LeagueCampaign.objects.select_related("league").filter(campaign=found.campaign).first()
    if row is None:
        return None
    desk = League.objects.select_related("club").filter(stream=row.league_id).first()
    user = user or AnonymousUser()
    if desk is None or not roles.may_see(user, desk):
        return None
    stream = str(desk.stream)
    before, told, rows = handler.replay(stream)
    stands = Folded(LEAGUES, before, told, rows)
    ways = _ways(found, before)
    afters = []
    for world, reports in ways[:MOST_WAYS]:
        session = CommandSession(handler.LEAGUE, stands, [], None)
        afters.append(_after(session, found.campaign, world, reports))
    names = names_for(user, desk, row.league)
    return _told(before, afters, names, desk, roles.unseen(user, row.league), len(ways) <= MOST_WAYS and found.whole)


def _ways(found: SeasonReach, league: State) -> list[tuple[World, Command]]:
    """Those that the league would be told otherwise, or have other deeds."""
    head = Head(found.history.head + 1, UNKNOWN_DIGEST)
    ways: dict[str, tuple[World, Command]] = {}
    for world in found.worlds:
        report = report_of(league, found.campaign, world.season, head)
        fates = [sorted((key, one.status) for key, one in world.season.vehicles.items())]
        ways.setdefault(codec.encode(report) + repr(fates), (world, report))
    return list(ways.values())


def _after(session: CommandSession[State], campaign: str, world: World, report: Command) -> State:
    _hear(session, report)
    assert session.state is not None
    for key in due(session.state, campaign) if world.battle is not None else ():
        fixture = world.season.fixtures[key.partition("/")[2]]
        if fixture.reported is not None and fixture.reported.digest == UNKNOWN_DIGEST:
            _hear(session, deeds.report_of(key, world.season, fixture, world.battle))
    return session.state


def _hear(session: CommandSession[State], command: Command) -> None:
    session.hear(Report(str(uuid4()), type(command).__name__, codec.encode(command)), THE_CLERK, dry_run=True)


def _told(
    before: State, afters: Sequence[State], names: Names, desk: League, unseen: frozenset[str], whole: bool
) -> Further:
    shifts = [shift_of(before, after, names, unseen) for after in afters]
    lines = [
        sentences(replace(shift, ratings=()), before, after, names) for shift, after in zip(shifts, afters, strict=True)
    ]
    every = [line for line in lines[0] if all(line in others for others in lines)]
    some = dict.fromkeys(line for others in lines for line in others if line not in every)
    ratings = _ratings([shift.ratings for shift in shifts], before, afters, names, desk)
    return Further(
        name=before.name,
        address=f"{reverse('league', args=[desk.slug])}#ratings",
        ratings=tuple(ratings),
        lines=tuple(every),
        perhaps=tuple(some),
        whole=whole,
    )


def _ratings(
    found: Sequence[Sequence[Rerated]], before: State, afters: Sequence[State], names: Names, desk: League
) -> Iterator[Rated]:
    """Those over all rulebooks; those for one where there is nothing else."""
    every = list(dict.fromkeys((one.player, one.ladder) for each in found for one in each))
    overall = [one for one in every if one[1] == OVERALL]
    for player, ladder in overall or every:
        was = _shown(before, player, ladder)
        after = [shown for one in afters if (shown := _shown(one, player, ladder)) is not None]
        if after and any(one != was for one in after):
            who = names.of(player)
            address = reverse("league-player", args=[desk.slug, who.key]) if who.key else ""
            yield Rated(player, who.name, address, ladder, was, Span.of(after))


def _shown(league: State, player: str, ladder: str) -> int | None:
    for rated in reversed(league.ratings):
        if (rating := rated.get(ladder, {}).get(player)) is not None:
            return projections.shown(rating, league).rating
    return None
