"""The page that settles a report of a campaign that a correction has left open."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec

from battles.forms import form_data
from battles.forms.cards import Card
from battles.forms.controls import Option
from battles.forms.correction_draft import Draft
from battles.pages.corrections.handle import Verdict, judge, refusal
from battles.pages.corrections.ways import Item, item, rests
from battles.presenters.preview import Left, why
from battles.sentences import words
from campaigns.pages.corrections import refill
from campaigns.pages.corrections.context import SeasonDesk, made
from campaigns.season.decider import REPORTS
from rules.contract import Refused


class Settling(msgspec.Struct, frozen=True):
    """The content of the page: the report, the ways to settle it in one tap, and the forms to report it otherwise.

    `report` is the id of the form in hand, `other` of the one-tap form if that is another.
    """

    n: int
    item: Item
    ways: tuple[Option, ...]
    rests: tuple[Option, ...]
    how: str
    cards: tuple[Card, ...]
    line: str
    by_card: bool
    by_line: bool
    partial: bool
    report: str
    other: str
    reason: str
    carried: tuple[tuple[str, str], ...]
    verdict: Verdict


def take(desk: SeasonDesk, position: int, draft: Draft) -> int | Verdict:
    if draft.typed.more:
        return Verdict()
    data: dict[str, Any] = {"position": position, "how": draft.how, "reason": draft.reason, "rest": draft.rest}
    try:
        if draft.how == "replace":
            data["type"], data["data"] = refill.said(desk, draft)
    except Refused as refused:
        return refusal(refused)
    return judge(desk, made(draft.id, "Resolve", data), draft.after, draft.step)


def page(
    desk: SeasonDesk, position: int, draft: Draft | None = None, verdict: Verdict | None = None
) -> Settling | None:
    """None if no report at `position` waits to be settled."""
    if position not in desk.open_items:
        return None
    verdict = verdict or Verdict()
    past = desk.history.reports[position]
    there = refill.before(desk, past)
    left = left_open(desk, position)
    typed = draft.typed if draft and draft.typed.type else None
    mine = [one for one in there.choices if one.command == past.type]
    dealt = refill.cards(desk, mine, typed or there.typed, verdict.faults)
    in_hand = next((one for one in dealt if one.typed), None)
    line = draft.line if draft and draft.line else there.line
    if typed is not None and in_hand is None:
        line = form_data.as_line(typed, REPORTS)
    found = item(desk.history, left, None, desk.entry(position), line)
    chosen = draft.how if draft else ""
    by_card = in_hand is not None and typed is not None
    return Settling(
        n=len(desk.open_items),
        item=found,
        ways=tuple(
            Option(one.value, one.label, one.value == chosen) for one in found.ways if one.value not in ("", "replace")
        ),
        rests=rests(draft.rest if draft else ""),
        how=chosen,
        cards=tuple(sorted(dealt, key=lambda one: not one.typed)),
        line=line,
        by_card=by_card,
        partial=there.partial,
        by_line=chosen == "replace" and not by_card,
        report=draft.id if draft and not verdict.reused else str(uuid4()),
        other=str(uuid4()),
        reason=draft.reason if draft else "",
        carried=(("rest", draft.rest),) if draft else (),
        verdict=verdict,
    )


def left_open(desk: SeasonDesk, position: int) -> Left:
    """An open report, and why it cannot be told again, as far as the reader may know that."""
    past = desk.history.reports[position]
    asked = {"position": position, "how": "accept"}
    accepted = desk.coming(made(str(uuid4()), "Resolve", asked))
    kind, refused = "orphaned", accepted.refused
    if refused is not None:
        rolled = desk.coming(made(str(uuid4()), "Resolve", asked | {"how": "roll"}))
        kind = "illegal" if rolled.refused else "unanswered"
    text = words(refused.text, desk.names) if refused else why(kind)
    remedy = words(refused.remedy, desk.names) if refused and refused.remedy else ""
    return Left(position, past.type, kind, why(kind), refused.rule if refused else "campaign", text, remedy)
