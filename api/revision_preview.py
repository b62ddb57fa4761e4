"""Previews of reports that correct a battle or a campaign, as the API answers them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from api import presenters
from api.presenters import plain, roll, value
from api.problems import refusal
from api.shapes import corrections as shapes
from api.shapes import filled
from api.shapes.reports import Dice, Problem
from api.shapes.reports import Receipt as ReceiptShape
from battles import naming
from battles import viewer as revising
from battles.reports import Receipt, Report
from battles.sentences import words
from battles.viewer import eyes
from rules import contract, visibility
from rules.adjudicate import Who
from rules.battle import Battle
from rules.reports import Amend
from rules.stream.revision.preview import Change, Difference, ForOthers, Preview, ToAsk
from rules.stream.revision.rebase import Item
from rules.stream.revision.reports import Agree, Correct, Declare, Resolve, Undo

Told = Callable[[Iterable[contract.Event]], list[shapes.Told]]


def in_shape(one: Preview, told: Told, names: Mapping[str, str], before: Told | None = None) -> shapes.Preview:
    """`told`: events as their reader may know them, and `before` those that would not count any more, where they are
    told otherwise; `names`: for ids in sentences."""
    once = before or told
    return filled(
        shapes.Preview,
        one,
        taken=[_change(each, once, told) for each in one.taken],
        changes=[_change(each, once, told) for each in one.changes],
        items=[_item(each, names) for each in one.items],
        orphans=[roll(each) for each in one.orphans],
        voided=list(one.voided),
        sheet=[_difference(each, names) for each in one.sheet],
        outcome=[_difference(each, names) for each in one.outcome],
    )


def _change(one: Change, before: Told, after: Told) -> shapes.Change:
    return shapes.Change(one.position, one.how, before(one.before), after(one.after))


def _item(one: Item, names: Mapping[str, str]) -> shapes.Item:
    return filled(
        shapes.Item,
        one,
        text=words(one.text, names),
        remedy=words(one.remedy, names) if one.remedy else "",
        dice=[roll(each) for each in one.dice],
        was=one.was,
    )


def _difference(one: Difference, names: Mapping[str, str]) -> shapes.Difference:
    return shapes.Difference(
        one.of, one.unit, words(one.label, names), value(one.before, names), value(one.after, names)
    )


FORESEEN = frozenset(kind.__name__ for kind in (Undo, Correct, Resolve, Declare, Amend, Agree))


def tried(receipt: Receipt, stream: str, reports: Sequence[Report], who: Who) -> ReceiptShape:
    """The answer to a dry run: with a preview if it is one correction that has not been accepted before."""
    alone = receipt.answers[0] if len(reports) == 1 else None
    if alone and reports[0].type in FORESEEN and not any(fact.digest for fact in alone.events):
        return _mending(receipt, stream, reports[0], who)
    return presenters.receipt(stream, receipt, receipt.state, who, True)


def _mending(receipt: Receipt, stream: str, report: Report, who: Who) -> ReceiptShape:
    """The preview also says whether the report may be answered at all: it is planned once for both."""
    found: Preview | None = None
    asks: Dice | None = None
    problem: Problem | None = None
    try:
        found = revising.foresee(stream, report, who)
    except contract.Unfallen as die:
        asks = presenters.dice(die)
    except contract.Refused as refused:
        if isinstance(refused, ForOthers) and not isinstance(refused, ToAsk):
            return presenters.receipt(stream, receipt, receipt.state, who, True)  # the handler has refused it for that
        problem = refusal(
            refused, naming.called(stream, receipt.state)
        )  # it may be proposed, but only the other side may know what follows
    said = presenters.receipt(stream, receipt, receipt.state, who, True)
    (given,) = said.reports
    if given.status == "accepted":
        given.preview = preview(stream, found, receipt.state, who) if found else None
        given.asks, given.problem = asks, problem
    return said


def preview(stream: str, one: Preview, battle: Battle, who: Who) -> shapes.Preview:
    viewer, names = eyes(battle, who), naming.called(stream, battle)

    def told(events: Iterable[contract.Event]) -> list[shapes.Told]:
        found = []
        for event in events:
            seen = visibility.see_event(battle, event, viewer)
            text = words(visibility.narrate(battle.rules, seen), names) if seen is not None else ""
            found.append(shapes.Told(type(seen).__name__ if seen is not None else "", plain(seen), text))
        return found

    return in_shape(one, told, names)
