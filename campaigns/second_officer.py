"""Which rulings of an officer wait for a second one, as their club has chosen, and holding them on the desk.

A ruling waits where somebody else may confirm it: another officer of the campaign who does not play in what it is about
(unless the club lets officers rule on their own fixtures). Where there is nobody, it is carried out at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid5

import msgspec
from django.utils.translation import gettext_lazy

from battles import command_handler, log
from battles.reports import Report
from campaigns.models import Campaign, HeldRuling, User
from campaigns.models.people import accounts
from campaigns.officers import about, officers, players, reached_by
from campaigns.season import Season
from campaigns.season.decider import SEASONS
from campaigns.season.house_rules import Amend
from campaigns.season.musters import CallOff
from campaigns.season.penalties import Penalise
from campaigns.season.people import Appoint, Dismiss, Drop, HandOver
from campaigns.season.refusals import no
from campaigns.season.results import Adjudicate, WalkOver
from rules.adjudicate import Who
from rules.contract import Command, Refused, say
from rules.contract import gettext_noop as _
from rules.stream.revision.reports import Correct, Undo

MOST = 200  # wait in one campaign
HELD = "held"  # the code of what is neither done nor refused


class Kind(NamedTuple):
    """What a club may choose: how it is called, and the reports that are of it."""

    called: Any
    commands: tuple[type[Command], ...]


KINDS: Mapping[str, Kind] = {
    "results": Kind(
        gettext_lazy("results that an officer rules: adjudicated, walked over, called off"),
        (Adjudicate, WalkOver, CallOff),
    ),
    "penalties": Kind(gettext_lazy("penalties"), (Penalise,)),
    "house_rules": Kind(gettext_lazy("amended house rules"), (Amend,)),
    "people": Kind(
        gettext_lazy("offices, and platoons that an officer takes out or hands over"),
        (Appoint, Dismiss, Drop, HandOver),
    ),
}
OF: Mapping[str, str] = {one.__name__: key for key, kind in KINDS.items() for one in kind.commands}
MENDS = frozenset((Correct.__name__, Undo.__name__))


class Held(Refused):
    """Neither done nor refused: it waits for a second officer. Doors that do not know it show it as a refusal."""

    def __init__(self, row: HeldRuling) -> None:
        super().__init__(
            "campaign",
            say(_("Nothing is done yet: this waits for a second officer.")),
            say(_("Another officer of the campaign confirms or declines it in the office. You may withdraw it there.")),
            code=HELD,
        )
        self.row = row


class Waits(NamedTuple):
    """Why reports wait, in which campaign, and who may confirm them, by their ids in the log."""

    desk: Campaign
    kind: str
    seconds: frozenset[str]


def needed(campaign: str, reports: Sequence[Report], who: Who) -> Waits | None:
    """Whether these reports wait for somebody else; one query where no club asks for it. The caller has locked the
    campaign. What is in the log already is answered as it was."""
    if not who.referee or not any(one.type in OF or one.type in MENDS for one in reports):
        return None
    desk = Campaign.of_stream(campaign)
    if desk is None or not desk.club.second_officer:
        return None
    rows = log.read(campaign)
    season, _told = command_handler.replay(SEASONS, rows)
    kind = next(_kinds(reports, rows, frozenset(desk.club.second_officer)), "")
    told = {row.command for row in rows}
    if not kind or all(one.id in told for one in reports):
        return None
    if not accounts([who.id]).exists():
        raise no(
            _("No program asks for a second officer with a key of the club."),
            _("An officer reports it."),
            field="type",
            code="not-yours",
        )
    seconds = seconds_of(desk, season, rows, reports, who.id)
    return Waits(desk, kind, frozenset(seconds)) if seconds else None


def _kinds(reports: Sequence[Report], rows: Sequence[log.Row], chosen: frozenset[str]) -> Iterator[str]:
    for report in reports:
        types = [report.type, *(reached_by(report, rows) if report.type in MENDS else ())]
        yield from (OF[one] for one in types if OF.get(one) in chosen)


def seconds_of(
    desk: Campaign, season: Season, rows: Sequence[log.Row], reports: Sequence[Report], asks: str
) -> set[str]:
    """Who may confirm what this officer asks for."""
    people = officers(desk, season) - {asks}
    if desk.club.rule_own:
        return people
    return people - {one for report in reports for each in about(report, season, rows) for one in players(season, each)}


def hold(waits: Waits, reports: Sequence[Report], who: Who, via: str) -> HeldRuling:
    """Keep reports that were tried and not refused. What waits already, with the same content and of the same officer,
    is what it was."""
    desk = waits.desk
    row, new = HeldRuling.objects.get_or_create(
        pk=uuid5(desk.pk, "held/" + "/".join(one.id for one in reports)),
        defaults={
            "campaign": desk,
            "kind": waits.kind,
            "reports": msgspec.json.encode([(one.id, one.type, one.data) for one in reports]).decode(),
            "by": User.objects.get(pk=UUID(who.id)),
            "via": via,
        },
    )
    if str(row.by_id) != who.id or reports_of(row) != list(reports):
        raise no(
            _("This id belongs to another report."),
            _("Give every new report an id of its own."),
            code="reused",
        )
    if new and HeldRuling.objects.filter(campaign=desk, state=HeldRuling.State.WAITING).count() > MOST:
        row.delete()
        raise no(_("Too much waits for a second officer here."), _("Have some of it answered first."))
    return row


def reports_of(row: HeldRuling) -> list[Report]:
    return [Report(*one) for one in msgspec.json.decode(row.reports, type=list[tuple[str, str, str]])]
