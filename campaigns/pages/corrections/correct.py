"""The page that takes a report of a campaign back, changes or strikes it, or puts one before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import uuid4

import msgspec

from battles.forms import form_data
from battles.forms.cards import Card
from battles.forms.controls import Option
from battles.forms.correction_draft import Draft
from battles.pages.corrections.handle import Verdict, judge, refusal
from battles.pages.corrections.ways import Item, item, rests
from battles.presenters.preview import Left
from battles.presenters.story import ReportStory
from campaigns.pages.corrections import refill
from campaigns.pages.corrections.context import SeasonDesk, made
from campaigns.season.decider import REPORTS
from rules.contract import Refused
from rules.stream.history import Past

HOWS = ("undo", "change", "strike", "insert")
BY_FORM = ("change", "insert")


class Correction(msgspec.Struct, frozen=True):
    """The content of the page: the report, the form in hand (`card`, or `line` for the script's), and the alternatives.

    `kinds` are the reports it may be instead, `kind` the one whose forms are shown. `report` is the id of the forms
    without a card; `carried` are the settlements that no control of this page shows. `again`: a correction, or an undo,
    that is taken back itself. `partial`: there may be more in
    the report than the reader may know.
    """

    entry: ReportStory
    how: str
    again: bool
    kind: str
    kinds: tuple[Option, ...]
    card: Card | None
    others: tuple[Card, ...]
    line: str
    by_line: bool
    partial: bool
    report: str
    reason: str
    items: tuple[Item, ...]
    rests: tuple[Option, ...]
    carried: tuple[tuple[str, str], ...]
    verdict: Verdict


def take(desk: SeasonDesk, position: int, draft: Draft) -> int | Verdict:
    """The result of the form: the position of its report, or its verdict."""
    if draft.typed.more:  # rows were asked for, nothing is reported
        return Verdict()
    if draft.how not in BY_FORM and draft.how != "strike":
        undo = made(draft.id, "Undo", {"position": position, "reason": draft.reason})
        return judge(desk, undo, draft.after, draft.step)
    data: dict[str, Any] = {"position": position, "how": draft.how, "reason": draft.reason, "rest": draft.rest}
    try:
        if draft.how in BY_FORM:
            data["type"], data["data"] = refill.said(desk, draft)
        data["settle"] = draft.settlements(REPORTS, "")
    except Refused as refused:
        return refusal(refused)
    return judge(desk, made(draft.id, "Correct", data), draft.after, draft.step)


def page(
    desk: SeasonDesk, position: int, how: str, kind: str, draft: Draft | None = None, verdict: Verdict | None = None
) -> Correction | None:
    """None if no report that can be corrected begins there."""
    verdict = verdict or Verdict()
    past = desk.correctable(position)
    again = position in (desk.season.redo, desk.season.corrected) and position > 0
    if past is None and not again:
        return None
    left = _items(desk, verdict.foreseen.items, draft) if verdict.foreseen and how != "undo" else []
    shown = Correction(
        entry=desk.entry_of(past) if past is not None else _revision(desk, position),
        how="undo" if again else how,
        again=again,
        kind="",
        kinds=(),
        card=None,
        others=(),
        line="",
        by_line=False,
        partial=False,
        report=draft.id if draft and not verdict.reused else str(uuid4()),
        reason=draft.reason if draft else "",
        items=tuple(left),
        rests=rests(draft.rest if draft else ""),
        carried=tuple(_carried(draft, left)) if draft and how != "undo" else (),
        verdict=verdict,
    )
    return _with_forms(desk, past, shown, kind, draft) if past is not None and shown.how in BY_FORM else shown


def _with_forms(desk: SeasonDesk, past: Past, shown: Correction, kind: str, draft: Draft | None) -> Correction:
    there, how = refill.before(desk, past), shown.how
    typed = draft.typed if draft and draft.typed.type else None
    kind = kind or (typed.type if typed else "") or (past.type if how == "change" else "")
    told = there.typed if how == "change" and not draft and kind == past.type else typed
    mine = [one for one in there.choices if one.command == kind]
    dealt = refill.cards(desk, mine, told, shown.verdict.faults)
    card = next((one for one in dealt if one.typed), None)
    line = draft.line if draft else there.line if how == "change" else ""
    if typed is not None and card is None:
        line = form_data.as_line(typed, REPORTS)
    return msgspec.structs.replace(
        shown,
        kind=kind,
        kinds=tuple(Option(key, label, key == kind) for key, label in refill.kinds(there.choices, desk.names).items()),
        card=card,
        others=tuple(one for one in dealt if one is not card),
        line=line,
        partial=there.partial and how == "change",
        by_line=card is None and (draft is not None or (how == "change" and not dealt)),
    )


def _items(desk: SeasonDesk, left: Sequence[Left], draft: Draft | None) -> list[Item]:
    return [
        item(desk.history, one, draft, desk.entry(one.position), refill.line_of(desk, one.position)) for one in left
    ]


def _carried(draft: Draft, left: Sequence[Item]) -> Iterator[tuple[str, str]]:
    shown = {one.left.position for one in left}
    for place, how in draft.settle.items():
        if place not in shown:
            yield f"settle-{place}", how
            yield f"line-{place}", draft.lines[place]
    if not left:
        yield "rest", draft.rest


def _revision(desk: SeasonDesk, position: int) -> ReportStory:
    """A correction, or an undo, as it was told."""
    row = desk.history.rows[position - 1]
    past = Past(position, position, row.by, row.type, row.data, "", (row.event,))
    return desk.entry_of(past)
