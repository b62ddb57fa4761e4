"""Form controls for reports of any stream that cannot stand after a correction: what to do with each."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from battles.forms.control import Option
from battles.forms.correction_draft import Draft
from battles.presenters.preview import Left
from battles.presenters.story import ReportStory
from battles.sentences import words
from rules.stream.dice import rolls_of
from rules.stream.history import History
from rules.stream.revision.choices import HOW, REST

AnyHistory = History[Any, Any]
WAYS = {
    "illegal": ("keep", "strike", "replace"),
    "unanswered": ("roll", "keep", "strike", "replace"),
    "orphaned": ("accept", "keep", "strike", "replace"),
}


class Item(msgspec.Struct, frozen=True):
    """A report to settle: as it was reported (None if the log no longer has it), and the ways to settle it. `line`
    replaces it if it is reported otherwise.
    """

    left: Left
    entry: ReportStory | None
    ways: tuple[Option, ...]
    line: str


def item(history: AnyHistory, left: Left, draft: Draft | None, entry: ReportStory | None, line: str) -> Item:
    """`line`: the report as it was, as far as the reader may know it."""
    chosen = draft.settle.get(left.position, "") if draft else ""
    typed = draft.lines.get(left.position, "") if draft else ""
    later = Option("", _("As for all of them") if draft and draft.rest else _("Decide later"), not chosen)
    return Item(left, entry, (*ways(history, left, chosen), later), typed or line)


def ways(history: AnyHistory, left: Left, chosen: str = "") -> tuple[Option, ...]:
    """How a report that cannot stand for this reason may be settled."""
    return tuple(Option(how, words(HOW[how]), how == chosen) for how in hows(history, left))


def hows(history: AnyHistory, left: Left) -> tuple[str, ...]:
    """Same as `ways`, by their keys."""
    refused = set()
    if history.reports[left.position].how == "waiting":  # nothing is there for what it came to to stand on
        refused.add("keep")
    if _rolled_too_few(history, left):
        refused.add("roll")
    return tuple(how for how in WAYS.get(left.kind, WAYS["illegal"]) if how not in refused)


def _rolled_too_few(history: AnyHistory, left: Left) -> bool:
    """Whether the table has rolled some of the dice that are asked for: Leaguer adds none to those."""
    events = history.reports[left.position].events
    return any(
        roll.question == left.question and roll.by == "table" and bool(roll.values)
        for event in events
        for roll in rolls_of(event)
    )


def rests(chosen: str) -> tuple[Option, ...]:
    """How all reports that are not settled one by one are settled."""
    return tuple(Option(rest, words(label), rest == chosen) for rest, label in REST.items())
