"""The page on which everything that corrections have left is settled: many at once, seen in words first."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec

from battles.forms.correction_draft import Draft
from battles.pages.corrections.handle import Verdict, judge, refusal
from battles.pages.corrections.streams.desk import made
from battles.pages.corrections.streams.views import Taken
from campaigns.pages.corrections.context import SeasonDesk
from campaigns.presenters import settling as presenter
from campaigns.season.mending import MENDING
from campaigns.season.open_items import open_items, settling
from campaigns.season.visibility import rules_over
from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.stream.revision.reports import Resolve


def may_settle(desk: SeasonDesk) -> bool:
    """Whether the reader settles; else they read what concerns them."""
    return rules_over(desk.who)


def take(desk: SeasonDesk, draft: Draft) -> Taken:
    """One report that settles all that was chosen, or none of it."""
    chosen: dict[int, Any] = {place: how for place, how in draft.settle.items() if how}
    command = settling(open_items(desk.history, desk.season, desk.who), chosen, draft.reason)
    if command is None:
        return refusal(
            Refused(
                "campaign",
                say(_("Nothing is chosen.")),
                say(_("Choose what becomes of at least one of them.")),
                field="settle",
            )
        )
    return judge(desk, made(draft.id, Resolve.__name__, msgspec.to_builtins(command)), draft.after, draft.step)


def page(desk: SeasonDesk, draft: Draft | None, verdict: Verdict | None, at: int) -> dict[str, Any]:
    settles = may_settle(desk)
    said = presenter.Words(desk.who, desk.names, desk.entry, desk.coming if settles else None)
    found = presenter.groups(
        desk.history,
        desk.season,
        said,
        draft.settle if draft is not None else None,
        at,
        None if settles else MENDING.parties(desk.season, desk.who),
    )
    desk.asks = ()  # looks at single ways have nothing to do with what is sent
    return {
        "groups": found,
        "items": (),  # none of them is decided within the preview
        "n": sum(len(group.items) for group in found),
        "settles": settles,
        "veiled": any(item.veiled for group in found for item in group.items),
        "reason": draft.reason if draft is not None else "",
        "report": draft.id if draft is not None and not (verdict and verdict.reused) else str(uuid4()),
    }
