"""What a report that mends a stream would come to, before it is written: of a season, or of a league."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battles import log
from battles.command_session import StreamKind
from battles.replay import plain
from battles.reports import Report, Ruled
from rules.adjudicate import Who
from rules.contract import Refused
from rules.contract import gettext_noop as _
from rules.stream.revision.contract import MendedDecider, MendedHistory
from rules.stream.revision.preview import Preview, preview


def history_of(
    decider: MendedDecider[Any, Any, Any, Any], told: Sequence[Ruled], rows: Sequence[log.Row]
) -> MendedHistory[Any, Any]:
    return MendedHistory(decider, plain(told, rows))


def foresee(kind: StreamKind[Any], history: MendedHistory[Any, Any], report: Report, who: Who) -> Preview:
    """As `who` may see it. Nothing is written and no die is rolled. `Refused`, and `rules.contract.Unfallen` when dice
    have to be rolled first."""
    command = kind.decider.commands(None).decode(report.type, report.data)
    if not history.mending.mends(command):
        raise Refused("report", _("Only a correction has a preview."), field="type", code="unknown")
    now = history.state()
    history.mending.check_part(now, who)
    return preview(history, kind.complete(now, command), who, who)
