"""Who may rule over a campaign, and on which fixtures: an organiser's own are ruled on by another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from django.db.models import Exists, OuterRef, Q

from battles import command_handler, log
from battles.reports import Report
from campaigns.completion import corrected
from campaigns.models import Campaign, Standing, User
from campaigns.models import Fixture as FixtureRow
from campaigns.models.people import accounts
from campaigns.season import Fixture, Season
from campaigns.season.decider import REPORTS, SEASONS
from campaigns.season.musters import CallOff
from campaigns.season.refusals import no
from campaigns.season.results import Adjudicate, WalkOver
from campaigns.season.seating import speakers
from rules.adjudicate import CLERK, Who
from rules.contract import Command, Refused, say
from rules.contract import gettext_noop as _
from rules.reports import Amend as AmendOutcome
from rules.stream.revision.reports import Correct, Undo

Ruling = Adjudicate | WalkOver | CallOff
RULINGS = frozenset((Adjudicate.__name__, WalkOver.__name__, CallOff.__name__))
WATCHED = RULINGS | {Correct.__name__, Undo.__name__}
WATCHED_IN_BATTLES = frozenset((AmendOutcome.__name__, Correct.__name__, Undo.__name__))


def officers(desk: Campaign, season: Season) -> set[str]:
    """The organisers of its club and those appointed for the campaign, by their ids in the log. One query."""
    appointed = [person for person, office in season.offices.items() if office == "organiser"]
    rules = User.objects.filter(Q(organises=desk.club) | Q(pk__in=accounts(appointed).values("pk")), is_active=True)
    return {str(pk) for pk in rules.values_list("pk", flat=True)}


def players(season: Season, fixture: Fixture) -> set[str]:
    """Who plays in a fixture, or played when its battle was mustered."""
    now = {one for key in fixture.platoons for one in speakers(season, fixture, key)}
    return now | {one for manned in fixture.manned.values() for one in manned}


def who_rules(desk: Campaign, season: Season, fixture: Fixture) -> set[str]:
    """The organisers who do not play in the fixture, or all of them where each does."""
    people = officers(desk, season)
    return people - players(season, fixture) or people


def refuse_own(campaign: str, reports: Sequence[Report], who: Who) -> Iterator[Refused]:
    """Refusals of an organiser's rulings on fixtures that they play in, while another may rule; none where their club
    has it otherwise. What was told before is answered as it was. One query, and for who plays in the campaign its
    log."""
    asked = [one for one in reports if one.type in WATCHED]
    if not asked or not who.referee or who.id == CLERK:
        return
    desk = _plays_in(campaign, who.id)
    if desk is None:
        return
    rows = log.read(campaign)
    season, _told = command_handler.replay(SEASONS, rows)
    heard = {row.command for row in rows}
    people = officers(desk, season)
    for report in asked:
        found = about(report, season, rows) if report.id not in heard else ()
        yield from (_not_theirs(report, one) for one in _own(season, found, who, people))


def refuse_own_battle(battle: str, reports: Sequence[Report], who: Who) -> Iterator[Refused]:
    """The same of amended outcomes of a battle, and of what takes one back or changes it."""
    asked = [one for one in reports if one.type in WATCHED_IN_BATTLES]
    campaign = FixtureRow.objects.filter(battle=battle).values_list("campaign", flat=True).first() if asked else None
    desk = _plays_in(str(campaign), who.id) if campaign is not None and who.id != CLERK else None
    if desk is None:
        return
    season, _told = command_handler.replay(SEASONS, log.read(str(campaign)))
    fixture = season.fixtures[season.battles[battle]]
    if not list(_own(season, [fixture], who, officers(desk, season))):
        return
    rows = log.read(battle)
    heard = {row.command for row in rows}
    yield from (_not_theirs(one, fixture) for one in asked if one.id not in heard and _amends(one, rows))


def _own(season: Season, fixtures: Iterable[Fixture], who: Who, people: set[str]) -> Iterator[Fixture]:
    """The first of these fixtures that `who` plays in while one of `people` does not."""
    for fixture in fixtures:
        there = players(season, fixture)
        if who.id in there and people - there:
            yield fixture
            return


def _not_theirs(report: Report, fixture: Fixture) -> Refused:
    refused = no(
        say(_("You play in “%(fixture)s”: another organiser rules on it."), fixture=fixture.key),
        _("Ask one of them. Whether organisers rule on their own fixtures is a setting of the club."),
        "fixture",
        "not-yours",
    )
    refused.report = report.id
    return refused


def _plays_in(campaign: str, person: str) -> Campaign | None:
    """The campaign on its desk, if this person plays in it and its club asks for another organiser."""
    mine = f'"{person}"'
    commands = Standing.objects.filter(campaign=OuterRef("stream"), players__contains=mine)
    sits_in = FixtureRow.objects.filter(campaign=OuterRef("stream"), substitutes__contains=mine)
    manned = FixtureRow.objects.filter(campaign=OuterRef("stream"), seats__contains=mine)
    there = Exists(commands) | Exists(sits_in) | Exists(manned)
    rows = Campaign.objects.select_related("club").filter(there, stream=campaign, club__rule_own=False)
    return rows.first()


def about(report: Report, season: Season, rows: Sequence[log.Row]) -> Iterator[Fixture]:
    """The fixtures that a report rules on, or whose ruling it takes back or changes."""
    try:
        command = REPORTS.decode(report.type, report.data)
    except Refused:  # the door says what is wrong with it
        return
    yield from _of(command, season)
    if isinstance(command, Correct | Undo):
        yield from _of(corrected(command), season)
        last = command.position if isinstance(command, Correct) else len(rows)
        for row in rows[command.position - 1 : last]:
            if row.ordinal == 0 and row.command_type in RULINGS:
                yield from _of(REPORTS.decode(row.command_type, row.command_data), season)


class _Mend(msgspec.Struct):
    """What tells of a correction which rows it is about, in whatever stream."""

    position: int = 0
    type: str = ""


def _amends(report: Report, rows: Sequence[log.Row]) -> bool:
    """Whether a report to a battle amends its outcome, or takes that back or changes it."""
    return report.type == AmendOutcome.__name__ or AmendOutcome.__name__ in reached_by(report, rows)


def reached_by(report: Report, rows: Sequence[log.Row]) -> Iterator[str]:
    """The types of the reports that a correction takes back or changes, and of what it puts in their place."""
    try:
        said = msgspec.json.decode(report.data, type=_Mend)
    except msgspec.DecodeError:  # the door says what is wrong with it
        return
    yield said.type
    last = said.position if report.type == Correct.__name__ else len(rows)
    yield from (row.command_type for row in rows[max(said.position - 1, 0) : last] if row.ordinal == 0)


def _of(command: Command | None, season: Season) -> Iterator[Fixture]:
    if isinstance(command, Ruling):
        key = command.battle if isinstance(command, CallOff) else command.fixture
        found = season.fixtures.get(key) or season.fixtures.get(season.battles.get(key, ""))
        if found is not None:
            yield found
