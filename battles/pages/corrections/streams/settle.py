"""The page that settles a report of a stream that a correction has left open."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec

from battles.forms import form_data
from battles.forms.cards import Card
from battles.forms.control import Option
from battles.forms.correction_draft import Draft
from battles.pages.corrections.correction import Settling, in_hand, settled
from battles.pages.corrections.handle import Verdict, judge, refusal
from battles.pages.corrections.streams.desk import WHY, FormDesk, made
from battles.pages.corrections.ways import item, left_open
from battles.presenters.preview import Ruling
from rules.contract import Field, Refused
from rules.stream.revision.reports import Retold, Revised


class Cause(msgspec.Struct, frozen=True):
    """The correction by which a report was left open: in the row `position`, in words; and what the report it was about
    came to before and after, as far as the reader may know."""

    position: int
    text: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class StreamSettling(Settling, frozen=True, kw_only=True):
    """With the correction that left it open, and the cards to report it otherwise. `partial`: there may be more in it
    than the reader may know; `plain`: the ways have the words of their kind of stream (`StreamDesk.ways`)."""

    cause: Cause | None
    cards: tuple[Card, ...]
    partial: bool
    plain: bool

    @property
    def asked(self) -> tuple[Field, ...]:
        """The fields of the form in hand."""
        return in_hand(next((one for one in self.cards if one.typed), None), WHY)


def take(desk: FormDesk, position: int, draft: Draft) -> int | Verdict:
    if draft.typed.more:
        return Verdict()
    data: dict[str, Any] = {"position": position, "how": draft.how, "reason": draft.reason, "rest": draft.rest}
    try:
        if draft.how == "replace":
            data["type"], data["data"] = desk.said(draft)
    except Refused as refused:
        return refusal(refused)
    if draft.how != "replace" or position not in desk.open_items:
        return judge(desk, made(draft.id, "Resolve", data), draft.after, draft.step)
    past = desk.history.reports[position]
    return desk.judged(
        past, data["type"], data["data"], draft, lambda id, said: made(id, "Resolve", data | {"data": said})
    )


def page(
    desk: FormDesk, position: int, draft: Draft | None = None, verdict: Verdict | None = None
) -> StreamSettling | None:
    """None if no report at `position` waits to be settled."""
    if position not in desk.open_items:
        return None
    verdict = verdict or Verdict()
    past = desk.history.reports[position]
    there = desk.before(past)
    asked = {"position": position}
    left = left_open(
        past,
        position,
        desk.names,
        desk.history.mending.rule,
        lambda how: desk.coming(made(str(uuid4()), "Resolve", asked | {"how": how})),
    )
    typed = draft.typed if draft and draft.typed.type else None
    mine = [one for one in there.choices if one.command == past.type]
    dealt = desk.cards(mine, typed or there.typed, verdict.faults)
    in_hand = next((one for one in dealt if one.typed), None)
    line = draft.line if draft and draft.line else there.line
    if typed is not None and in_hand is None:
        line = form_data.as_line(typed, desk.codec)
    found = item(desk.history, left, None, desk.entry(position), line)
    usual = ((one.value, one.label) for one in found.ways if one.value not in ("", "replace"))
    plain = desk.ways(position)
    offered = plain or tuple(usual)
    chosen = draft.how if draft else offered[0][0] if len(offered) == 1 else ""
    by_card = in_hand is not None and typed is not None
    return StreamSettling(
        n=len(desk.open_items),
        item=found,
        cause=cause(desk, position),
        ways=tuple(Option(how, label, how == chosen) for how, label in offered),
        how=chosen,
        cards=tuple(sorted(dealt, key=lambda one: not one.typed)),
        line=line,
        by_card=by_card,
        partial=there.partial,
        plain=bool(plain),
        by_line=chosen == "replace" and not by_card,
        **settled(draft, verdict),
    )


def cause(desk: FormDesk, position: int) -> Cause | None:
    """Why the report at `position` was left open: the first correction that left it so. None if none is on record."""
    rows = desk.history.rows
    while isinstance(event := rows[position - 1].event, Retold) and event.of and desk.history.reports[event.of].is_open:
        position = event.of
    begin = position - rows[position - 1].ordinal
    told = [row.event for row in rows[begin - 1 : position - 1]]
    revised = next((event for event in told if isinstance(event, Revised)), None)
    if revised is None:
        return None
    at = next((n for n, event in enumerate(told) if isinstance(event, Retold)), len(told))
    first, end = next(iter(told[at:]), None), at + 1
    while end < len(told) and not isinstance(told[end], Retold):
        end += 1
    of = first.of if isinstance(first, Retold) else 0
    before = desk.history.played(desk.history.reports[of]) if of else ()
    shown = Ruling(of, "", desk.told(before), desk.told(told[at + 1 : end])).differing()
    return Cause(begin, " ".join(desk.told((revised,))), shown.before, shown.after)
