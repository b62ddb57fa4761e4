"""What a report says that its corrector may not know, a platoon's cards say: it goes over into what is told instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec

from battles.forms.correction_draft import Draft
from battles.forms.refill import told_by
from battles.pages.corrections.handle import Verdict, judge, refusal
from battles.reports import Report
from campaigns.pages.corrections import refill
from campaigns.pages.corrections.context import SeasonDesk
from campaigns.season import see_event
from rules.contract import Refused
from rules.contract import gettext_noop as _
from rules.stream.history import Past


def judged(
    desk: SeasonDesk,
    past: Past,
    type_: str,
    data: dict[str, Any],
    draft: Draft,
    report: Callable[[str, dict[str, Any]], Report],
) -> int | Verdict:
    """The result of a form that tells `data` in the place of `past`. `report`: what is sent, by its id and what is told
    there.

    A refusal may turn on what is carried over, and would tell it: then it is only said that it does.
    """
    carried = carried_over(desk, past, type_, data)
    found = judge(desk, report(draft.id, data | carried), draft.after, draft.step)
    if not carried or isinstance(found, int) or not found.faults or found.since is not None:
        return found
    without = judge(desk, report(str(uuid4()), data), draft.after, "look")
    if isinstance(without, Verdict) and without.faults:
        return without
    return refusal(
        Refused(
            "campaign",
            _("What you may not know of this report does not go with that."),
            _("Take the case of its platoon first, or let its player correct it."),
        )
    )


def carried_over(desk: SeasonDesk, past: Past, type_: str, data: dict[str, Any]) -> dict[str, Any]:
    """The fields that the reader may not know and has not filled in, as they were; of vehicles that are gone nothing.
    Empty for a report of another kind, and for one that was erased in part."""
    try:
        command = desk.history.command(past)
    except Refused:
        return {}
    if type_ != past.type or refill.is_open_to(desk, past, command):
        return {}
    seen = [see_event(desk.season, event, desk.reader) for event in desk.history.played(past)]
    said: dict[str, Any] = msgspec.to_builtins(command)
    gone = _vehicles(said) - _vehicles(data)
    hidden = {name: value for name, value in said.items() if value and not told_by(seen, name, value)}
    return {
        name: {key: one for key, one in value.items() if key not in gone} if isinstance(value, dict) else value
        for name, value in hidden.items()
        if not data.get(name)
    }


def _vehicles(said: dict[str, Any]) -> set[str]:
    rows = said.get("vehicles", ())
    return {one["id"] for one in rows if isinstance(one, dict) and "id" in one}
