"""The page that settles the first report a correction has left over."""

from __future__ import annotations

from typing import Any

import msgspec

from battles.forms import correction_draft as drafts
from battles.forms import form_data as forms
from battles.forms.cards import Card
from battles.forms.correction_draft import Draft
from battles.pages import choice_cards as deck
from battles.pages.corrections.context import Desk
from battles.pages.corrections.correction import Settling, in_hand, settled
from battles.pages.corrections.handle import Verdict, judge, refusal
from battles.pages.corrections.offers import left_over
from battles.pages.corrections.refill import told_there
from battles.pages.corrections.ways import ways
from rules.contract import Field, Refused


class BattleSettling(Settling, frozen=True, kw_only=True):
    """With the cards to report it otherwise: the form in hand, and the others."""

    card: Card | None
    others: tuple[Card, ...]

    @property
    def asked(self) -> tuple[Field, ...]:
        """The fields of the form in hand."""
        return in_hand(self.card)


def take(desk: Desk, draft: Draft, position: int) -> int | Verdict:
    """The result of the form about the report at `position`: the position of its report, or its verdict."""
    data: dict[str, Any] = {"position": position, "how": draft.how, "reason": draft.reason, "rest": draft.rest}
    try:
        if draft.how == "replace":
            data["type"], data["data"] = drafts.said(draft, desk.codec, desk.battle.measure)
    except Refused as refused:
        return refusal(refused)
    return judge(desk, drafts.report(draft, "Resolve", data), draft.after, draft.step)


def page(desk: Desk, draft: Draft | None = None, verdict: Verdict | None = None) -> BattleSettling | None:
    """None if nothing is left to settle."""
    found = left_over(desk)
    if not found:
        return None
    verdict = verdict or Verdict()
    first = found[0]
    past = desk.history.reports[first.left.position]
    there = told_there(desk, msgspec.structs.replace(desk.history.state(), waiting=()), past)
    typed = draft.typed if draft and draft.typed.type else None
    dealt = deck.deal(there.choices, desk.battle.rules, typed or there.typed, verdict.faults, names=desk.names)
    mine = next((card for card in dealt if card.typed), None)
    line = draft.line if draft and draft.line else there.line
    if typed is not None and mine is None:
        line = forms.as_line(typed, desk.codec)
    by_card = mine is not None and typed is not None
    return BattleSettling(
        n=len(found),
        item=first,
        ways=tuple(way for way in ways(desk.history, first.left, draft.how if draft else "") if way.value != "replace"),
        how=draft.how if draft else "",
        card=mine,
        others=tuple(card for card in dealt if card is not mine),
        line=line,
        by_card=by_card,
        by_line=draft is not None and draft.how == "replace" and not by_card,
        **settled(draft, verdict),
    )
