"""The page on which everything that corrections have left is settled: one by one or alike, seen in words first."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import uuid4

import msgspec

from battles.forms.correction_draft import Draft
from battles.pages.corrections.handle import Verdict, judge, refusal
from battles.pages.corrections.streams.desk import made
from battles.pages.corrections.streams.views import Taken
from campaigns.pages.corrections.context import SeasonDesk
from campaigns.presenters import settling as presenter
from campaigns.season.mending import MENDING
from campaigns.season.open_items import alike, open_items, settling
from campaigns.season.visibility import rules_over
from rules.contract import Refused
from rules.contract import gettext_noop as _
from rules.stream.revision.reports import Resolve


def take(desk: SeasonDesk, draft: Draft) -> Taken:
    """One report that settles all that was chosen, or none of it."""
    items = open_items(desk.history, desk.season, desk.who)
    command = settling(items, _said(desk, draft).chosen, draft.reason)
    if command is None:
        return refusal(
            Refused(
                "campaign",
                _("Nothing is chosen."),
                _("Choose what becomes of at least one of them."),
                field="settle",
            )
        )
    return judge(desk, made(draft.id, Resolve.__name__, msgspec.to_builtins(command)), draft.after, draft.step)


def page(desk: SeasonDesk, draft: Draft | None, verdict: Verdict | None, at: int) -> dict[str, Any]:
    settles = rules_over(desk.who)  # others read what concerns them
    said = presenter.Words(desk.who, desk.names, desk.entry, desk.coming if settles else None)
    asked = _said(desk, draft) if draft is not None else None
    found = presenter.groups(
        desk.history,
        desk.season,
        said,
        asked.chosen if asked is not None else None,
        at,
        None if settles else MENDING.parties(desk.season, desk.who),
    )
    desk.asks = ()  # looks at single ways have nothing to do with what is sent
    every = [item for group in found for item in group.items]
    return {
        "groups": found,
        "alike": presenter.alike(every) if settles and len(found) > 1 else (),
        "left_out": [item for item in every if asked is not None and item.position in asked.without],
        "items": (),  # none of them is decided within the preview
        "n": len(every),
        "at": at,
        "short": len(every) > 1,  # what becomes of each stands below, and not in the preview, too
        "settles": settles,
        "veiled": any(item.veiled for item in every),
        "reason": draft.reason if draft is not None else "",
        "report": draft.id if draft is not None and not (verdict and verdict.reused) else str(uuid4()),
    }


class _Said(NamedTuple):
    """How each is settled, by position; and those that a button was about and that have no such way."""

    chosen: dict[int, Any]
    without: frozenset[int]


def _said(desk: SeasonDesk, draft: Draft) -> _Said:
    """As the form has it, but where a button has said one way for all of them, or for all of a kind. Those that have no
    such way are left open then: nobody has said what becomes of them."""
    chosen: dict[int, Any] = {place: how for place, how in draft.settle.items() if how}
    if not draft.how:
        return _Said(chosen, frozenset())
    so, others = alike(open_items(desk.history, desk.season, desk.who), *draft.how.split(" ", 1))
    without = frozenset(one.position for one in others)
    return _Said({place: how for place, how in (chosen | so).items() if place not in without}, without)
