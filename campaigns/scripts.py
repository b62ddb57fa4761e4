"""Reports to a campaign that come as lines of script, by API and by the paste box of its page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from battles.presenters.people import own_names_of
from battles.reports import Answer, Receipt, Report
from campaigns import handler
from campaigns.models import Campaign, User
from campaigns.season import Season, script
from campaigns.season.cases import TakePlatoonCase
from campaigns.season.map.disclosure import Disclose
from rules.adjudicate import Who
from rules.contract import Refused
from rules.contract import gettext_noop as _
from rules.stream.script import Line

ALONE = (Disclose.__name__, TakePlatoonCase.__name__)  # what has been told by them cannot be taken back


def read(text: str, campaign: str, season: Season, who: Who, faults: list[Refused] | None = None) -> list[Line]:
    """The lines that report something (`campaigns.season.script.read`). People may be called by the names of their
    accounts: those of the club, and all that the campaign knows."""
    known = {*season.offices, *(player for one in season.platoons.values() for player in one.players), who.id}
    club = User.objects.filter(clubs__in=Campaign.objects.filter(pk=campaign).values("club"))
    people = own_names_of(known) | {str(user.pk): user.get_username() for user in club}
    return list(script.read(text, season, who, people, faults))


def play(
    campaign: str,
    reports: Sequence[Report],
    who: Who,
    via: str,
    *,
    after: int | None = None,
    dry_run: bool = False,
    atomic: bool = True,
) -> Receipt:
    """Report the lines of a script, as `handler.execute` does. What has to be told in a report of its own is, where the
    lines before a mistake count (`atomic` false): each part is then decided after the one before has been written, so
    that a whole season can be told at once. Else the first such line is refused, which says so."""
    if atomic or dry_run:
        _refuse_what_goes_alone(reports)
        return handler.execute(campaign, reports, who, via, after=after, dry_run=dry_run, atomic=atomic)
    first, *parts = _parts(reports)
    receipt = handler.execute(campaign, first, who, via, after=after, atomic=False)
    told = list(receipt.answers)
    for part in parts:
        if not told[-1].events:
            break
        try:  # what was missed before this part is the script's own
            receipt = handler.execute(campaign, part, who, via, atomic=False)
            told += receipt.answers
        except Refused as refused:  # nothing of this part is written; the parts before it are
            told += [Answer(one.id, refused=refused if one.id == refused.report else None) for one in part]
            break
    told += [Answer(report.id) for report in reports[len(told) :]]
    return Receipt(tuple(told), receipt.position, receipt.digest, receipt.state)


def _refuse_what_goes_alone(reports: Sequence[Report]) -> None:
    found = next((one for one in reports if one.type in ALONE), None) if len(reports) > 1 else None
    if found is None:
        return
    raise Refused(
        "campaign",
        _("What this line discloses cannot be tried, nor taken back with other lines."),
        _("Have the lines before the first mistake counted: then it is reported by itself, and so are the others."),
        field="type",
        report=found.id,
    )


def _parts(reports: Sequence[Report]) -> Iterator[list[Report]]:
    part: list[Report] = []
    for report in reports:
        if report.type in ALONE:
            if part:
                yield part
            yield [report]
            part = []
        else:
            part.append(report)
    if part:
        yield part
