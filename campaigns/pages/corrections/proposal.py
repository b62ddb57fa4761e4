"""An open proposal to correct a campaign, in words, with its preview and the answers to it."""

from __future__ import annotations

from contextlib import suppress
from uuid import uuid4

import msgspec

from battles.forms.correction_draft import Draft
from battles.pages.corrections.coming import Coming
from battles.pages.corrections.handle import Verdict, judge
from battles.presenters.story import ReportStory
from battles.sentences import words
from campaigns.pages.corrections.context import SeasonDesk, made
from campaigns.season import see_event
from rules.contract import Command, Refused
from rules.stream import script
from rules.stream.revision.choices import HOW, REST
from rules.stream.revision.reports import Agree, Correct, Declare, Decline, Proposed, Resolve, Undo

ANSWERS = {kind.__name__: kind for kind in (Agree, Decline)}


class Asking(msgspec.Struct, frozen=True):
    """A proposal, as the reader may know it. `mine`: their own platoon proposes it. `answers`: the commands that the
    reader may answer with. `asked`: the platoons that have not answered yet, by name.

    `about` is the report it would change, `how` what happens to it and `line` its replacement as script; `rest`: how
    later reports that cannot stand are settled. "" for none.
    """

    position: int
    by: str
    mine: bool
    asked: tuple[str, ...]
    answers: tuple[str, ...]
    about: ReportStory | None
    how: str
    line: str
    rest: str
    reason: str
    coming: Coming
    report: str


def asking(desk: SeasonDesk) -> Asking | None:
    """The open proposal; None if there is none, or the reader has no part in it."""
    proposal = desk.season.proposal
    answers = tuple(one.command for one in desk.mends if one.command in ANSWERS)
    if proposal is None or not answers:
        return None
    asked = proposal.asks if proposal.asks is not msgspec.UNSET else ()
    told = desk.history.rows[proposal.position - 1].event
    assert isinstance(told, Proposed)
    shown = see_event(desk.season, told, desk.reader)
    assert isinstance(shown, Proposed)
    command: Command | None = None
    with suppress(Refused):  # a value in it was erased, or is not theirs to know
        command = desk.history.said(shown.type, shown.data)
    told_again = command if isinstance(command, Correct | Resolve) else None
    position = shown.data.get("position", 0)
    past = desk.history.reports.get(position)
    return Asking(
        position=proposal.position,
        by=desk.names.get(proposal.side, proposal.side),
        mine=Agree.__name__ not in answers,
        asked=tuple(desk.names.get(key, key) for key in asked if key not in proposal.agreed),
        answers=answers,
        about=desk.entry_of(past) if past is not None and not isinstance(command, Declare) else None,
        how=words(HOW[told_again.how]) if told_again else words(HOW["strike"]) if _is_undo(shown) else "",
        line=_line(desk, told_again) if told_again else "",
        rest=words(REST[told_again.rest]) if told_again and told_again.rest else "",
        reason=str(shown.data.get("reason", "")),
        coming=_coming(desk, answers, proposal.position),
        report=str(uuid4()),
    )


def _is_undo(shown: Proposed) -> bool:
    return shown.type == Undo.__name__


def _coming(desk: SeasonDesk, answers: tuple[str, ...], position: int) -> Coming:
    """Who is asked sees what they would agree to."""
    if Agree.__name__ not in answers:
        return Coming()
    return desk.coming(made(str(uuid4()), Agree.__name__, {"position": position}))


def _line(desk: SeasonDesk, command: Correct | Resolve) -> str:
    """The replacement report; "" for none, or if it can no longer be read."""
    if command.how not in ("change", "insert", "replace"):
        return ""
    past = desk.history.reports.get(command.position)
    with suppress(Refused):
        return script.write_line("", desk.history.said(command.type or (past.type if past else ""), command.data))
    return ""


def take(desk: SeasonDesk, position: int, draft: Draft) -> int | Verdict:
    """The answer to the proposal at `position`: `how` of the form is its command."""
    data = {"position": position}
    if draft.how == Decline.__name__:
        return judge(desk, made(draft.id, draft.how, data | {"reason": draft.reason}), draft.after, "do")
    return judge(desk, made(draft.id, Agree.__name__, data), draft.after, "do")
