"""Open proposals to correct a campaign, in words, each with its preview and the answers to it."""

from __future__ import annotations

from contextlib import suppress
from uuid import uuid4

import msgspec

from battles.forms.correction_draft import Draft
from battles.pages.corrections.coming import Coming
from battles.pages.corrections.handle import Verdict, judge
from battles.pages.corrections.streams.desk import made
from battles.pages.corrections.ways import proposed
from battles.presenters.story import ReportStory
from battles.sentences import words
from campaigns.pages.corrections.context import SeasonDesk
from campaigns.season import corrections, see_event
from rules.contract import Command, Refused
from rules.stream.revision.choices import HOW
from rules.stream.revision.reports import Agree, Declare, Decline, Proposed, Undo
from rules.stream.revision.state import Proposal

ANSWERS = {kind.__name__: kind for kind in (Agree, Decline)}
FORESEEN = 3


class Asking(msgspec.Struct, frozen=True):
    """A proposal, as the reader may know it. `mine`: their own platoon proposes it. `answers`: the commands that the
    reader may answer with. `asked`: the platoons that have not answered yet, by name.

    `about` is the report it would change, `how` what happens to it and `line` its replacement as script; `rest`: how
    later reports that cannot stand are settled. "" for none. `later`: what it comes to is on a page of its own.
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
    later: bool
    report: str


def asking(desk: SeasonDesk, at: int = 0) -> list[Asking]:
    """The open proposals in which the reader has a part, the oldest first. Each preview decides the season again: the
    first ones have theirs, or the one that was made at `at`."""
    open_ = desk.season.proposals
    first = {at} if desk.season.proposed_at(at) is not None else {one.position for one in open_[:FORESEEN]}
    return [one for proposal in open_ if (one := _asking(desk, proposal, proposal.position in first)) is not None]


def _asking(desk: SeasonDesk, proposal: Proposal, foresee: bool) -> Asking | None:
    mine = {"position": proposal.position}
    answers = tuple(one.command for one in desk.mends if one.command in ANSWERS and one.given == mine)
    if not answers:
        return None
    told = desk.history.rows[proposal.position - 1].event
    assert isinstance(told, Proposed)
    shown = see_event(desk.season, told, desk.reader)
    assert isinstance(shown, Proposed)
    command: Command | None = None
    with suppress(Refused):  # a value in it was erased, or is not theirs to know
        command = desk.history.said(shown.type, shown.data)
    position = shown.data.get("position", 0)
    past = desk.history.reports.get(position)
    return Asking(
        position=proposal.position,
        by=desk.names.get(proposal.side, proposal.side),
        mine=Agree.__name__ not in answers,
        asked=tuple(desk.names.get(key, key) for key in corrections.asked(proposal) if key not in proposal.agreed),
        answers=answers,
        about=desk.entry_of(past) if past is not None and not isinstance(command, Declare) else None,
        **(proposed(desk.history, command) | ({"how": words(HOW["strike"])} if shown.type == Undo.__name__ else {})),
        reason=str(shown.data.get("reason", "")),
        coming=_coming(desk, answers, proposal.position) if foresee else Coming(),
        later=not foresee and Agree.__name__ in answers,
        report=str(uuid4()),
    )


def _coming(desk: SeasonDesk, answers: tuple[str, ...], position: int) -> Coming:
    """Who is asked sees what they would agree to."""
    if Agree.__name__ not in answers:
        return Coming()
    return desk.coming(made(str(uuid4()), Agree.__name__, {"position": position}))


def take(desk: SeasonDesk, draft: Draft) -> int | Verdict:
    """The answer to the proposal that the form is under: its `how` is the command, `at` the proposal's row."""
    data = {"position": draft.at}
    if draft.how == Decline.__name__:
        return judge(desk, made(draft.id, draft.how, data | {"reason": draft.reason}), draft.after, "do")
    return judge(desk, made(draft.id, Agree.__name__, data), draft.after, "do")
