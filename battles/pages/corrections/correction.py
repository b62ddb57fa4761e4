"""What every page that corrects a report has, whatever stream the report is of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import uuid4

import msgspec

from battles.forms.cards import Card
from battles.forms.control import Option
from battles.forms.correction_draft import Draft
from battles.pages.corrections.handle import Verdict
from battles.pages.corrections.ways import Item, rests
from battles.presenters.story import ReportStory
from rules.contract import Field, say
from rules.contract import gettext_noop as _

REASON = Field(name="reason", kind="text", label=say(_("Reason")))


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """The content of the page: the report, the form in hand (`card`, or `line` for the script's), and the alternatives.

    `report` is the id of the forms without a card, cards have their own; `carried` are the settlements that no control
    of this page shows.
    """

    entry: ReportStory
    how: str
    card: Card | None = None
    others: tuple[Card, ...] = ()
    line: str = ""
    by_line: bool = False
    report: str
    reason: str
    items: tuple[Item, ...]
    rests: tuple[Option, ...]
    carried: tuple[tuple[str, str], ...]
    verdict: Verdict

    @property
    def asked(self) -> tuple[Field, ...]:
        """The fields of the form in hand."""
        return in_hand(self.card)


class Settling(msgspec.Struct, frozen=True, kw_only=True):
    """What every page has that settles a report of the `n` that are left: the ways to settle it in one tap, and to
    report it otherwise.

    `report` is the id of the form in hand, `other` of the one-tap form if that is another.
    """

    n: int
    item: Item
    ways: tuple[Option, ...]
    how: str
    line: str
    by_card: bool
    by_line: bool
    report: str
    other: str = msgspec.field(default_factory=lambda: str(uuid4()))
    reason: str
    rests: tuple[Option, ...]
    carried: tuple[tuple[str, str], ...]
    verdict: Verdict


def settled(draft: Draft | None, verdict: Verdict) -> dict[str, Any]:
    """The fields of a `Settling` that follow from the form as it was sent."""
    found = sent(draft, verdict, ())
    del found["items"]
    return found | {"carried": (("rest", draft.rest),) if draft else ()}


def in_hand(card: Card | None, reason: Field = REASON) -> tuple[Field, ...]:
    """The fields of a form that corrects: those of its card, and why."""
    return (*(card.choice.fields if card else ()), reason)


def sent(draft: Draft | None, verdict: Verdict, left: Sequence[Item]) -> dict[str, Any]:
    """The fields that follow from the form as it was sent; `left`: the reports that its page asks about."""
    return {
        "report": draft.id if draft and not verdict.reused else str(uuid4()),
        "reason": draft.reason if draft else "",
        "items": tuple(left),
        "rests": rests(draft.rest if draft else ""),
        "carried": tuple(_carried(draft, left)) if draft else (),
        "verdict": verdict,
    }


def _carried(draft: Draft, left: Sequence[Item]) -> Iterator[tuple[str, str]]:
    shown = {item.left.position for item in left}
    for place, how in draft.settle.items():
        if place not in shown:
            yield f"settle-{place}", how
            yield f"line-{place}", draft.lines[place]
    if not left:
        yield "rest", draft.rest
