"""Deciding any report on a battle, those that mend it among them: undo, correct, settle, declare, amend, agree.

A revision is planned in full on a line of its own before anything of it is told, so that a refusal leaves nothing
behind. Then the battle is rewound and the events follow: `Revised` first, and what should have been there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from rules import adjudicate, cases
from rules.adjudicate import Who
from rules.battle import Battle, History, Proposal
from rules.contract import Command, Decision, Dice, Refused, Unfallen, say
from rules.contract import gettext_noop as _
from rules.revision.authority import authority
from rules.revision.branch import Mender
from rules.revision.plan import planned
from rules.revision.rebase import Rebase
from rules.revision.redaction import OthersToTell
from rules.revision.reports import (
    REVISIONS,
    Agree,
    Agreed,
    Correct,
    Decline,
    Declined,
    LeaveCase,
    Proposed,
    Revised,
    TakeCase,
)
from rules.stream.branch import become
from rules.stream.codec import as_stored
from rules.stream.dice import FallenDice

MENDS = frozenset(REVISIONS)


def decide(battle: Battle, command: Command, who: Who, dice: Dice, history: Callable[[], History]) -> Decision:
    """Legality first (`Refused`), then the events; the caller applies each before the next is asked for.

    A revision asks for the `history`, and rewinds `battle` in place right before its first event is told.
    """
    who = cases.acting(battle, type(command).__name__, who)
    if isinstance(command, TakeCase | LeaveCase):
        yield from cases.decide(battle, command, who)
    elif type(command) in MENDS:
        yield from _mend(battle, command, who, dice, history())
    elif battle.waiting:
        raise Refused(
            "battle",
            say(_("A correction has left %(n)s reports to be settled."), n=len(battle.waiting)),
            say(
                _("Settle the one at position %(position)s first, or undo the correction."), position=battle.waiting[0]
            ),
            code="unsettled",
        )
    else:
        yield from adjudicate.decide(battle, command, who, dice)


def _mend(battle: Battle, command: Command, who: Who, dice: Dice, history: History) -> Decision:
    adjudicate.require(battle, who, "")
    match command:
        case Agree():
            yield from _agree(battle, command, who, dice, history)
        case Decline():
            yield _decline(battle, command, who)
        case _:
            right = authority(battle, command, who, history)
            if right is None:
                yield _propose(battle, command, who, history)
            else:
                yield from _carry_out(battle, planned(battle, command, Mender(who, right, dice), history))


def _carry_out(battle: Battle, rebase: Rebase) -> Decision:
    if isinstance(rebase.events[0], Revised):
        become(battle, rebase.begin())
    yield from rebase.events


# -- asking the other side ---------------------------------------------------------------------------------------------


def _propose(battle: Battle, command: Command, who: Who, history: History) -> Proposed:
    """Asked of the other sides; what could not be done anyway is refused at once, as far as one side may know."""
    side = adjudicate.sides_of(battle, who)[0]
    if battle.proposal is not None and battle.proposal.side != side:
        raise Refused(
            "battle",
            say(_("Side “%(side)s” has made a proposal already."), side=battle.proposal.side),
            say(_("Agree to it or decline it first.")),
        )
    mender = Mender(who, "consent", FallenDice(history.fallen()), asks=True)
    with suppress(Unfallen, OthersToTell):  # what Leaguer is to roll falls when the others have agreed
        planned(battle, command, mender, history)
    kind: Any = type(command).__name__
    return as_stored(Proposed(side=side, type=kind, data=msgspec.to_builtins(command)))


def _agree(battle: Battle, command: Agree, who: Who, dice: Dice, history: History) -> Decision:
    """The last side to agree carries it out."""
    proposal = open_proposal(battle, command.position)
    asked = [side for side in battle.muster.sides if side != proposal.side and side not in proposal.agreed]
    mine = asked if who.referee else [side for side in adjudicate.sides_of(battle, who) if side in asked]
    if not mine:
        raise Refused(
            "battle",
            say(_("It is for the other side to agree.")),
            say(_("Ask your opponent, or withdraw what you have proposed.")),
            field="by",
            code="not-yours",
        )
    agreed = [Agreed(side=side, position=proposal.position) for side in mine]
    rebase = None
    if mine == asked:
        revision, mender = agreed_to(battle, proposal, who, dice, history)
        try:
            rebase = planned(battle, revision, mender, history, ahead=len(agreed))
        except Refused as refused:
            refused.field = "position"
            raise
    yield from agreed
    if rebase is not None:
        yield from _carry_out(battle, rebase)


def agreed_to(battle: Battle, proposal: Proposal, who: Who, dice: Dice, history: History) -> tuple[Command, Mender]:
    """What was proposed, and by what right it is carried out when `who` agrees to it."""
    revision = history.said(proposal.type, proposal.data)
    if not isinstance(revision, Correct) and battle.last > proposal.position:
        raise Refused(
            "battle",
            say(_("Reports have been told since this was proposed at position %(n)s."), n=proposal.position),
            say(_("Decline it, and propose it anew as the battle stands.")),
            field="position",
        )
    proposer = Who(history.rows[proposal.position - 1].by)
    return revision, Mender(proposer, "referee" if who.referee else "consent", dice)


def _decline(battle: Battle, command: Decline, who: Who) -> Declined:
    proposal = open_proposal(battle, command.position)
    mine = adjudicate.sides_of(battle, who)
    side = mine[0] if mine else next(side for side in battle.muster.sides if side != proposal.side)
    return Declined(side=side, position=proposal.position, reason=command.reason)


def open_proposal(battle: Battle, position: int) -> Proposal:
    if battle.proposal is None or battle.proposal.position != position:
        raise Refused(
            "battle",
            say(_("There is no open proposal at position %(position)s."), position=position),
            say(_("Look at the battle again: it may have been answered or withdrawn.")),
            field="position",
        )
    return battle.proposal
