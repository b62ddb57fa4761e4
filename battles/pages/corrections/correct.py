"""The page that corrects a report: change it, strike it, or insert one before it."""

from __future__ import annotations

from typing import Any, Literal

from battles.forms import correction_draft as drafts
from battles.forms import form_data as forms
from battles.forms.correction_draft import Draft
from battles.pages import choice_cards as deck
from battles.pages.corrections.context import Desk
from battles.pages.corrections.correction import Correction, sent
from battles.pages.corrections.handle import Verdict, judge, refusal
from battles.pages.corrections.refill import before, items
from rules.contract import Muster, Refused
from rules.stream.history import Past

How = Literal["change", "strike", "insert"]
HOWS: dict[str, How] = {"change": "change", "strike": "strike", "insert": "insert"}


def correctable(desk: Desk, position: int) -> Past | None:
    """The report that counts and begins at `position`; None for the muster, and if there is none."""
    live = (past for past in desk.history.live_reports() if past.type != Muster.__name__)
    return next((past for past in live if past.position == position), None)


def take(desk: Desk, draft: Draft, position: int) -> int | Verdict:
    """The result of the form: the position of its report, or its verdict."""
    try:
        report = drafts.report(draft, "Correct", _data(desk, position, draft))
    except Refused as refused:
        return refusal(refused)
    return judge(desk, report, draft.after, draft.step)


def page(desk: Desk, past: Past, how: How, draft: Draft | None = None, verdict: Verdict | None = None) -> Correction:
    """The page that corrects the report `past`. `draft`: the form as it was sent, `verdict`: what became of it;
    without them, as it is opened first."""
    verdict = verdict or Verdict()
    there = before(desk, past)
    typed = draft.typed if draft and draft.typed.type else None
    told = there.typed if how == "change" and not draft else typed
    dealt = (
        deck.deal(there.choices, desk.battle.rules, told, verdict.faults, names=desk.names) if how != "strike" else []
    )
    mine = next((card for card in dealt if card.typed), None)
    entry = desk.entry(past.position)
    assert entry is not None
    left = items(desk, verdict.foreseen.items, draft) if verdict.foreseen else []
    line = draft.line if draft else there.line if how == "change" else ""
    if typed is not None and mine is None:
        line = forms.as_line(typed, desk.codec)
    return Correction(
        entry=entry,
        how=how,
        card=mine,
        others=tuple(card for card in dealt if card is not mine),
        line=line,
        by_line=how != "strike" and mine is None and (draft is not None or how == "change"),
        **sent(draft, verdict, left),
    )


def _data(desk: Desk, position: int, draft: Draft) -> dict[str, Any]:
    data: dict[str, Any] = {"position": position, "how": draft.how, "reason": draft.reason, "rest": draft.rest}
    if draft.how != "strike":
        data["type"], data["data"] = drafts.said(draft, desk.codec, desk.battle.measure)
    return data | {"settle": draft.settlements(desk.codec, desk.battle.measure)}
