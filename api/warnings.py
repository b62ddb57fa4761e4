"""Faults a campaign's terms only warn of, in the answer to a dry run."""

from __future__ import annotations

from collections.abc import Mapping

from api import shapes
from battles.reports import Report
from battles.sentences import words
from campaigns import handler
from campaigns.season import CONTENTS, warnings
from campaigns.season.decider import REPORTS


def warn(given: shapes.Answer, stream: str, report: Report, names: Mapping[str, str]) -> None:
    """Add the faults the platoon would stand with to the answer to a dry run, unless it was refused or has counted
    already.
    """
    warned = {kind.__name__ for kind in CONTENTS.warning}
    if report.type not in warned or given.status != "accepted" or any(ruling.digest for ruling in given.events):
        return
    season, _told, _rows = handler.replay(stream)
    given.warnings = [
        shapes.Fault(
            rule=flaw.rule,
            detail=words(flaw.text, names),
            remedy=words(flaw.remedy, names) if flaw.remedy else "",
            fault=flaw.key,
        )
        for flaw in warnings(season, REPORTS.decode(report.type, report.data))
    ]
