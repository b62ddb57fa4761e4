"""What a report that mends a season would come to, before it is written."""

from __future__ import annotations

from battles import log
from battles.command_session import plain
from battles.reports import Report, Ruled
from campaigns import handler
from campaigns.season import MENDS, Season
from campaigns.season.decider import REPORTS, SEASONS
from rules.adjudicate import Who
from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.stream.revision.contract import MendedHistory
from rules.stream.revision.preview import Preview, preview

SeasonHistory = MendedHistory[Season, Who | None]


def history_of(told: list[Ruled], rows: list[log.Row]) -> SeasonHistory:
    return MendedHistory(SEASONS, plain(told, rows))


def foresee(history: SeasonHistory, report: Report, who: Who) -> Preview:
    """As `who` may see it. Nothing is written and no die is rolled. `Refused`, and `rules.contract.Unfallen` when dice
    have to be rolled first."""
    command = REPORTS.decode(report.type, report.data)
    if type(command) not in MENDS:
        raise Refused("report", say(_("Only a correction has a preview.")), field="type", code="unknown")
    now = history.state()
    history.mending.check_part(now, who)
    return preview(history, handler.CAMPAIGN.complete(now, command), who, who)
