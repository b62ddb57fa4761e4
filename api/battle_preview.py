"""Preview of a report that corrects a battle, as its sender may see it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from api import presenters, shapes
from api.presenters import plain
from api.problems import refusal
from api.revision_preview import in_shape
from battles import naming
from battles import viewer as revising
from battles.reports import Receipt, Report
from battles.sentences import words
from battles.viewer import eyes
from rules import contract, visibility
from rules.adjudicate import Who
from rules.battle import Battle
from rules.reports import Amend
from rules.stream.revision.preview import (
    ForOthers,
    Preview,
    ToAsk,
)
from rules.stream.revision.reports import Agree, Correct, Declare, Resolve, Undo

FORESEEN = frozenset(kind.__name__ for kind in (Undo, Correct, Resolve, Declare, Amend, Agree))


def tried(receipt: Receipt, stream: str, reports: Sequence[Report], who: Who) -> shapes.Receipt:
    """The answer to a dry run: with a preview if it is one correction that has not been accepted before."""
    alone = receipt.answers[0] if len(reports) == 1 else None
    if alone and reports[0].type in FORESEEN and not any(fact.digest for fact in alone.events):
        return _mending(receipt, stream, reports[0], who)
    return presenters.receipt(stream, receipt, receipt.state, who, True)


def _mending(receipt: Receipt, stream: str, report: Report, who: Who) -> shapes.Receipt:
    """The preview also says whether the report may be answered at all: it is planned once for both."""
    found: Preview | None = None
    asks: shapes.Dice | None = None
    problem: shapes.Problem | None = None
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
