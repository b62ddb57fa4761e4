"""Form controls for reports of any stream that cannot stand after a correction: what to do with each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Literal

import msgspec
from django.utils.translation import gettext as _

from battles.forms.control import Option
from battles.forms.correction_draft import Draft
from battles.forms.refill import line_to_read
from battles.pages.corrections.coming import Coming
from battles.presenters.preview import Left, why
from battles.presenters.story import ReportStory
from battles.sentences import words
from rules.contract import Command, Refused
from rules.stream.dice import rolls_of
from rules.stream.history import History, Past
from rules.stream.revision.choices import HOW, REST
from rules.stream.revision.reports import Correct, Resolve

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


def left_open(
    past: Past,
    position: int,
    names: Mapping[str, str],
    rule: str,
    comes_of: Callable[[Literal["accept", "roll"]], Coming],
) -> Left:
    """A report that waits to be settled, by what would settle it (`comes_of` each way), and why it cannot be told
    again. `rule`: of what stands in its way without a refusal."""
    accepted = comes_of("accept")
    kind, refused = "orphaned" if accepted.foreseen else "unanswered", accepted.refused
    if refused is not None:
        kind = "illegal" if comes_of("roll").refused else "unanswered"
    text = words(refused.text, names) if refused else why(kind)
    remedy = words(refused.remedy, names) if refused and refused.remedy else ""
    return Left(position, past.type, kind, why(kind), refused.rule if refused else rule, text, remedy)


def proposed(history: AnyHistory, command: Command | None) -> dict[str, str]:
    """What a proposal does with a report: `how`, its replacement as a `line` of script, and what becomes of the `rest`
    that cannot stand. "" for what it does not say."""
    if not isinstance(command, Correct | Resolve):
        return {"how": "", "line": "", "rest": ""}
    rest = words(REST[command.rest]) if command.rest else ""
    return {"how": words(HOW[command.how]), "line": _replacement(history, command), "rest": rest}


def _replacement(history: AnyHistory, command: Correct | Resolve) -> str:
    """ "" for none, or if it can no longer be read."""
    if command.how not in ("change", "insert", "replace"):
        return ""
    past = history.reports.get(command.position)
    with suppress(Refused):
        return line_to_read(history.said(command.type or (past.type if past else ""), command.data))
    return ""


def rests(chosen: str) -> tuple[Option, ...]:
    """How all reports that are not settled one by one are settled."""
    return tuple(Option(rest, words(label), rest == chosen) for rest, label in REST.items())
