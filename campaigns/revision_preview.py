"""What a report that mends a season would come to, before it is written."""

from __future__ import annotations

from battles import log, mended
from battles.reports import Report, Ruled
from campaigns import handler
from campaigns.season import Season
from campaigns.season.decider import SEASONS
from rules.adjudicate import Who
from rules.stream.revision.contract import MendedHistory
from rules.stream.revision.preview import Preview

SeasonHistory = MendedHistory[Season, Who | None]


def history_of(told: list[Ruled], rows: list[log.Row]) -> SeasonHistory:
    return mended.history_of(SEASONS, told, rows)


def foresee(history: SeasonHistory, report: Report, who: Who) -> Preview:
    """As `who` may see it (`battles.mended`)."""
    return mended.foresee(handler.CAMPAIGN, history, report, who)
