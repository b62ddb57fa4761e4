"""An open proposal in words, with its preview."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

import msgspec

from battles.pages.corrections.coming import Coming
from battles.pages.corrections.context import Desk
from battles.pages.corrections.declared import told
from battles.pages.corrections.ways import proposed
from battles.presenters.consent import agreed_at
from battles.presenters.story import ReportStory
from rules import adjudicate
from rules.adjudicate import Who
from rules.battle import Proposal
from rules.contract import Command, Refused
from rules.stream.revision.reports import Agree, Correct, Declare, Resolve


class Asking(msgspec.Struct, frozen=True):
    """A proposal, as the reader may see it. `mine`: their own side proposes it.

    `about` is the report it would change, `how` what happens to it and `line` its replacement as battle script; `rest`:
    how later reports that cannot stand are settled; `facts` are those to be declared. `by_default`: when it is agreed
    to, where nobody is left to be asked. "" for none.
    """

    position: int
    entry: ReportStory | None
    mine: bool
    about: ReportStory | None
    how: str
    line: str
    rest: str
    facts: tuple[str, ...]
    reason: str
    coming: Coming
    by_default: datetime | None = None


def asking(desk: Desk) -> Asking | None:
    """The open proposal; None if there is none, or the viewer has no part in it."""
    proposal = desk.look.proposal
    if proposal is None:
        return None
    command: Command | None = None
    with suppress(Refused):  # a value in it was erased
        command = desk.history.said(proposal.type, proposal.data)
    mine = proposal.side in adjudicate.sides_of(desk.battle, desk.who)
    told_again = command if isinstance(command, Correct | Resolve) else None
    return Asking(
        position=proposal.position,
        entry=desk.entry(proposal.position),
        mine=mine,
        about=desk.entry(told_again.position) if told_again else None,
        **proposed(desk.history, command),
        facts=told(desk, command.facts) if isinstance(command, Declare) else (),
        reason=str(proposal.data.get("reason", "")),
        coming=_coming(desk, proposal, command if mine else Agree(position=proposal.position)),
        by_default=agreed_at(desk.stream, desk.battle, proposal, [row for _fact, row in desk.story.facts]),
    )


def _coming(desk: Desk, proposal: Proposal, command: Command | None) -> Coming:
    """The side that is asked sees the preview; the side that asks sees what it knew when it asked."""
    if command is None:
        return Coming()
    if isinstance(command, Agree):
        return desk.coming_here(command)
    proposer = Who(desk.history.rows[proposal.position - 1].by)
    return Desk(desk.stream, proposer, desk.battle, desk.story).coming_here(command)
