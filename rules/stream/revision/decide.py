"""Deciding any report on a stream, those that mend it among them: undo, correct, settle, declare, agree.

A revision is planned in full on a line of its own before anything of it is told, so that a refusal leaves nothing
behind. Then the state is rewound and the events follow: `Revised` first, and what should have been there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from rules.messages import gettext_noop as _
from rules.messages import say
from rules.stream.codec import as_stored
from rules.stream.contract import Command, Dice, Event, Refused, Unfallen
from rules.stream.decider import R, Who
from rules.stream.revision.authority import authority
from rules.stream.revision.branch import Mender, become, keep, ranges
from rules.stream.revision.contract import M, MendedHistory, Mending
from rules.stream.revision.plan import planned
from rules.stream.revision.rebase import Rebase
from rules.stream.revision.redaction import OthersToTell
from rules.stream.revision.reports import Agree, Agreed, Correct, Decline, Declined, Proposed, Reseed, Revised
from rules.stream.revision.reseeding import reseed
from rules.stream.revision.state import Proposal


def decide(
    mending: Mending[M, R],
    state: M,
    command: Command,
    who: Who,
    dice: Dice,
    history: Callable[[], MendedHistory[M, R]],
) -> Iterator[Event]:
    """Legality first (`Refused`), then the events; the caller applies each before the next is asked for.

    A revision asks for the `history`, and rewinds `state` in place right before its first event is told.
    """
    who = mending.acting(state, command, who)
    if mending.mends(command):
        yield from _mend(state, command, who, dice, history())
    elif state.waiting and mending.holds_up(state, command):
        raise Refused(
            mending.rule,
            say(_("A correction has left %(n)s reports to be settled."), n=len(state.waiting)),
            say(_("Settle the one at position %(position)s first, or undo the correction."), position=state.waiting[0]),
            code="unsettled",
        )
    else:
        yield from mending.rule_on(state, command, who, dice)


def _mend(state: M, command: Command, who: Who, dice: Dice, history: MendedHistory[M, R]) -> Iterator[Event]:
    history.mending.check_part(state, who)
    command = history.mending.as_revision(history, state, command, who)
    match command:
        case _ if type(command) not in history.mending.commands:  # there is nothing yet that it would mend
            yield from history.mending.rule_on(state, command, who, dice)
        case Reseed():
            yield from reseed(history.mending, state, command, who)
        case Agree():
            yield from _agree(state, command, who, dice, history)
        case Decline():
            yield _decline(state, command, who, history.mending)
        case _:
            right = authority(history, state, command, who)
            if right is None:
                yield _propose(state, command, who, history)
            else:
                yield from _carry_out(state, planned(state, command, Mender(who, right, dice), history), history)


def _carry_out(state: M, rebase: Rebase[M, R], history: MendedHistory[M, R]) -> Iterator[Event]:
    if isinstance(rebase.events[0], Revised):
        become(state, rebase.begin())
    kept = ranges(rebase)
    for position, event in enumerate(rebase.events, rebase.after + 1):
        yield event
        for rows in kept:
            if rows.after == position:
                keep(history, state, rows.first, rows.last)


# -- asking the others -------------------------------------------------------------------------------------------------


def _propose(state: M, command: Command, who: Who, history: MendedHistory[M, R]) -> Proposed:
    """Asked of the other parties; what could not be done anyway is refused at once, as far as one party may know."""
    mending = history.mending
    side, data = mending.parties(state, who)[0], msgspec.to_builtins(command)
    stay = [one for one in state.proposals if not mending.gives_way(one, side, data)]
    _check_room(state, side, stay, mending)
    dice = history.decider.dry(state, history.fallen(), earnest=True)
    mender: Mender[M, R] = Mender(who, "consent", dice, asks=True)
    with suppress(Unfallen, OthersToTell):  # what Leaguer is to roll falls when the others have agreed
        planned(state, command, mender, history)
    kind: Any = type(command).__name__
    asks = mending.asks(history, state, command, who)
    beside = tuple(one.position for one in stay) if mending.most_proposals else msgspec.UNSET
    return as_stored(Proposed(side=side, type=kind, data=data, asks=asks, beside=beside))


def _check_room(state: M, side: str, stay: Sequence[Proposal], mending: Mending[M, R]) -> None:
    """`Refused` where `side` has to wait for an answer before it asks anything else. `stay`: what stays open."""
    if not mending.most_proposals and state.proposal is not None and state.proposal.side != side:
        raise Refused(
            mending.rule,
            say(_("“%(side)s” has made a proposal already."), side=state.proposal.side),
            _("Agree to it or decline it first."),
        )
    mine = sum(one.side == side for one in stay)
    if mending.most_proposals and mine >= mending.most_proposals:
        raise Refused(
            mending.rule,
            say(_("“%(side)s” has %(n)s proposals open already."), side=side, n=mine),
            _("Withdraw one first, or wait for an answer."),
        )


def _agree(state: M, command: Agree, who: Who, dice: Dice, history: MendedHistory[M, R]) -> Iterator[Event]:
    """The last party to agree carries it out."""
    mending, rules_over = history.mending, who.referee and not command.by_default
    if command.by_default and (not who.referee or who.needs_case):
        text = say(_("Only the clerk agrees by default."))
        raise Refused(mending.rule, text, field="by_default", code="not-yours")
    proposal = open_proposal(mending, state, command.position)
    asked = [side for side in mending.asked(state, proposal) if side not in proposal.agreed]
    mine = asked if who.referee else [side for side in mending.parties(state, who) if side in asked]
    if not mine:
        raise Refused(
            mending.rule,
            _("It is for others to agree."),
            _("Ask them, or withdraw what you have proposed."),
            field="by",
            code="not-yours",
        )
    default = command.by_default or msgspec.UNSET
    agreed = [Agreed(side=side, position=proposal.position, by_default=default) for side in mine]
    rebase = None
    if mine == asked:
        revision, mender = agreed_to(state, proposal, rules_over, dice, history)
        if not rules_over:
            _check_touched(state, revision, proposal, history)
        try:
            rebase = planned(state, revision, mender, history, len(agreed), proposal.position)
        except Refused as refused:
            refused.field = "position"
            raise
    yield from agreed
    if rebase is not None:
        yield from _carry_out(state, rebase, history)


def _check_touched(state: M, revision: Command, proposal: Proposal, history: MendedHistory[M, R]) -> None:
    """It touches nobody by now who has neither asked for it nor been asked."""
    mending = history.mending
    proposer = Who(history.rows[proposal.position - 1].by)
    heard = {proposal.side, *mending.asked(state, proposal), *mending.parties(state, proposer)}
    if not heard.issuperset(mending.touched(history, state, revision)):
        raise Refused(
            mending.rule,
            _("By now it touches others who have not been asked."),
            _("Decline it, and propose it anew as things stand now."),
            field="position",
        )


def agreed_to(
    state: M, proposal: Proposal, rules_over: bool, dice: Dice, history: MendedHistory[M, R]
) -> tuple[Command, Mender[M, R]]:
    """What was proposed, and by what right it is carried out: of a referee if who agrees `rules_over` it."""
    revision = history.said(proposal.type, proposal.data)
    stays = isinstance(revision, Correct) or history.mending.goes_on
    if not stays and state.last > proposal.position:
        raise Refused(
            history.mending.rule,
            say(_("Reports have been told since this was proposed at position %(n)s."), n=proposal.position),
            _("Decline it, and propose it anew as things stand now."),
            field="position",
        )
    proposer = Who(history.rows[proposal.position - 1].by)
    return revision, Mender(proposer, "referee" if rules_over else "consent", dice)


def _decline(state: M, command: Decline, who: Who, mending: Mending[M, R]) -> Declined:
    proposal = open_proposal(mending, state, command.position)
    mine = mending.parties(state, who)
    side = mine[0] if mine else mending.asked(state, proposal)[0]
    return Declined(side=side, position=proposal.position, reason=command.reason)


def open_proposal(mending: Mending[M, R], state: M, position: int) -> Proposal:
    found = state.proposed_at(position)
    if found is None:
        raise Refused(
            mending.rule,
            say(_("There is no open proposal at position %(position)s."), position=position),
            _("Look again: it may have been answered or withdrawn."),
            field="position",
        )
    return found
