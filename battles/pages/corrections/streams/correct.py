"""The page that takes a report of a stream back, changes or strikes it, or puts one before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from battles.forms import form_data
from battles.forms.control import Option
from battles.forms.correction_draft import Draft
from battles.pages.corrections.correction import Correction, in_hand, sent
from battles.pages.corrections.handle import Verdict, judge, refusal
from battles.pages.corrections.streams.desk import WHY, FormDesk, kinds, made
from battles.pages.corrections.ways import Item, item
from battles.presenters.preview import Left
from battles.presenters.story import ReportStory
from rules.contract import Field, Refused
from rules.stream.history import Past

HOWS = ("undo", "change", "strike", "insert")
BY_FORM = ("change", "insert")


class StreamCorrection(Correction, frozen=True, kw_only=True):
    """`how` "" shows no form: nothing of what the page opens with can be done. `hows` are what can be, `barred` why the
    rest cannot, with what helps.

    `kinds` are the reports it may be instead, `kind` the one whose forms are shown. `again`: a correction, or an undo,
    that is taken back itself. `partial`: there may be more in the report than the reader may know.
    """

    again: bool
    hows: tuple[str, ...]
    barred: tuple[Refused, ...]
    kind: str = ""
    kinds: tuple[Option, ...] = ()
    partial: bool = False

    @property
    def asked(self) -> tuple[Field, ...]:
        return in_hand(self.card, WHY)


def take(desk: FormDesk, position: int, draft: Draft) -> int | Verdict:
    """The result of the form: the position of its report, or its verdict."""
    if draft.typed.more:  # rows were asked for, nothing is reported
        return Verdict()
    if draft.how not in BY_FORM and draft.how != "strike":
        undo = made(draft.id, "Undo", {"position": position, "reason": draft.reason})
        return judge(desk, undo, draft.after, draft.step)
    data: dict[str, Any] = {"position": position, "how": draft.how, "reason": draft.reason, "rest": draft.rest}
    try:
        if draft.how in BY_FORM:
            data["type"], data["data"] = desk.said(draft)
        data["settle"] = draft.settlements(desk.codec, "")
    except Refused as refused:
        return refusal(refused)
    past = desk.correctable(position)
    if draft.how != "change" or past is None:
        return judge(desk, made(draft.id, "Correct", data), draft.after, draft.step)
    return desk.judged(
        past, data["type"], data["data"], draft, lambda id, said: made(id, "Correct", data | {"data": said})
    )


def page(
    desk: FormDesk, position: int, how: str, kind: str, draft: Draft | None = None, verdict: Verdict | None = None
) -> StreamCorrection | None:
    """None if no report that can be corrected begins there."""
    verdict = verdict or Verdict()
    past = desk.correctable(position)
    again = position in (desk.state.redo, desk.state.corrected) and position > 0
    if past is None and not again:
        return None
    left = _items(desk, verdict.foreseen.items, draft) if verdict.foreseen and how != "undo" else []
    why = {one: desk.barred(past, one) for one in HOWS} if past is not None and not again else {}
    refusals = {one: refused for one, refused in why.items() if refused is not None}
    how = "undo" if again else how
    shown = StreamCorrection(
        entry=desk.entry_of(past) if past is not None else _revision(desk, position),
        how="" if how in refusals else how,
        again=again,
        hows=tuple(one for one in HOWS if one not in refusals),
        barred=tuple({refused.text.text(): refused for refused in refusals.values()}.values()),
        **sent(draft, verdict, left),
    )
    return _with_forms(desk, past, shown, kind, draft) if past is not None and shown.how in BY_FORM else shown


def _with_forms(
    desk: FormDesk, past: Past, shown: StreamCorrection, kind: str, draft: Draft | None
) -> StreamCorrection:
    there, how = desk.before(past), shown.how
    typed = draft.typed if draft and draft.typed.type else None
    kind = kind or (typed.type if typed else "") or (past.type if how == "change" else "")
    told = there.typed if how == "change" and not draft and kind == past.type else typed
    mine = [one for one in there.choices if one.command == kind]
    dealt = desk.cards(mine, told, shown.verdict.faults)
    card = next((one for one in dealt if one.typed), None)
    line = draft.line if draft else there.line if how == "change" else ""
    if typed is not None and card is None:
        line = form_data.as_line(typed, desk.codec)
    return msgspec.structs.replace(
        shown,
        kind=kind,
        kinds=tuple(Option(key, label, key == kind) for key, label in kinds(there.choices, desk.names).items()),
        card=card,
        others=tuple(one for one in dealt if one is not card),
        line=line,
        partial=there.partial and how == "change",
        by_line=card is None and (draft is not None or (how == "change" and not dealt)),
    )


def _items(desk: FormDesk, left: Sequence[Left], draft: Draft | None) -> list[Item]:
    reports = desk.history.reports
    return [
        item(desk.history, one, draft, desk.entry(one.position), desk.before(reports[one.position]).line)
        for one in left
    ]


def _revision(desk: FormDesk, position: int) -> ReportStory:
    """A correction, or an undo, as it was told."""
    row = desk.history.rows[position - 1]
    past = Past(position, position, row.by, row.type, row.data, "", (row.event,))
    return desk.entry_of(past)
