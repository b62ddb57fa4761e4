"""Preview of a revision, before it is written; and explanations of facts."""

from __future__ import annotations

from battles import handler, viewer
from battles.reports import Report
from rules import adjudicate
from rules.adjudicate import Who
from rules.battle import History
from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.frame import BATTLES
from rules.stream.explain import Explanation, explain
from rules.stream.revision.preview import Preview, preview


def foresee(stream: str, report: Report, who: Who, side: str | None = None) -> Preview:
    """What a revision would change, as `who` may see it. Nothing is written and no die is rolled.

    `Refused`, `rules.contract.Unfallen` when dice have to be rolled first, `log.NoSuchStream`.
    """
    history = handler.history(stream)
    battle = history.state()
    command = history.commands.decode(report.type, report.data)
    if type(command) not in BATTLES.mending.commands:
        raise Refused("report", say(_("Only a correction has a preview.")), field="type", code="unknown")
    adjudicate.require(battle, who, "")
    return preview(history, command, who, viewer.eyes(battle, who, side))


def why(history: History, of: str, who: Who | None, until: int | None = None, side: str | None = None) -> Explanation:
    """Why the fact `of` on the sheet has its value at `until`. `Refused` (field "of") for an unknown fact."""
    return explain(history, of, viewer.eyes(history.state(until), who, side), until)
