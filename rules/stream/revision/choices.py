"""What may be reported to mend a stream: the choices to undo, correct, settle, declare, agree and decline."""

from __future__ import annotations

import msgspec

from rules.messages import Message, say
from rules.messages import gettext_noop as _
from rules.stream.choices import Choice, Field, Pick
from rules.stream.decider import R
from rules.stream.revision.contract import M, Mending
from rules.stream.revision.state import Proposal, StreamState

ANSWERS = {
    "withdraw": say(_("Withdraw the proposal")),
    "agree": say(_("Agree to the proposal")),
    "decline": say(_("Decline the proposal")),
}
ANSWERS_OF_ROW = {
    "withdraw": _("Withdraw the proposal of row %(n)s"),
    "agree": _("Agree to the proposal of row %(n)s"),
    "decline": _("Decline the proposal of row %(n)s"),
}
HOW = {
    "change": say(_("change it")),
    "insert": say(_("insert a report before it")),
    "strike": say(_("strike it")),
    "keep": say(_("keep it as it was played")),
    "replace": say(_("report it otherwise")),
    "roll": say(_("let Leaguer roll what is missing")),
    "accept": say(_("accept it without the dice left over")),
    "owe": say(_("let it be paid later")),
    "replay": say(_("have its battle fought again")),
    "terms": say(_("as the terms have it")),
}
REST = {
    "": say(_("ask about each")),
    "keep": say(_("keep them all as they were played")),
    "strike": say(_("strike them all")),
}
BY_TERMS = Pick("terms", say(_("as the campaign’s terms have it")))


def mends(mending: Mending[M, R], state: M, party: str, referee: bool = False) -> list[Choice]:
    """What `party` may report now to mend the stream; a referee who is of no party has party "".

    What needs the others' consent is offered too: reporting it asks them.
    """
    choices = [choice for one in state.proposals for choice in _answers_to(one, mending, state, party, referee)]
    choices += [_resolve(mending, position, party) for position in (*state.waiting[:1], *state.items)]
    if state.corrected:
        choices.append(_undo(_("Undo the correction"), state.corrected, party))
    if state.redo:
        choices.append(_undo(_("Redo what was undone"), state.redo, party))
    if not state.waiting:
        if state.last and not mending.is_closed(state) and not state.disclosed:
            choices.append(_undo(_("Undo the last report"), state.last, party))
        choices += [_correct(mending, state, party), _declare(party)]
    if referee and state.disclosed:
        choices.append(_reseed(state, party))
    return choices


REASON = Field(name="reason", kind="text", label=say(_("Reason")))
WHY = Field(name="reason", kind="text", label=say(_("Reason")), required=True)
WHAT = (
    Field(name="type", kind="text", label=say(_("Report as it should have been"))),
    Field(name="data", kind="data", label=say(_("What it says"))),
)
_THE_REST = Field(
    name="rest",
    kind="pick",
    label=say(_("Later reports that cannot stand")),
    picks=tuple(Pick(value, words) for value, words in REST.items()),
)


def the_rest(mending: Mending[M, R]) -> Field:
    """What becomes of later reports that cannot stand."""
    if not mending.has_terms:
        return _THE_REST
    return msgspec.structs.replace(_THE_REST, picks=(*_THE_REST.picks, BY_TERMS))


def _answers_to(proposal: Proposal, mending: Mending[M, R], state: M, party: str, referee: bool) -> list[Choice]:
    given = {"position": proposal.position}
    withdraw, agree, decline = (_of_row(proposal, mending, kind) for kind in ("withdraw", "agree", "decline"))
    if proposal.side == party:
        return [Choice(command="Decline", label=withdraw, side=party, given=given)]
    if party in proposal.agreed or not (referee or party in mending.asked(state, proposal)):
        return []
    return [
        Choice(command="Agree", label=agree, side=party, given=given, urgent=True),
        Choice(command="Decline", label=decline, side=party, given=given, fields=(REASON,)),
    ]


def _of_row(proposal: Proposal, mending: Mending[M, R], kind: str) -> Message:
    """What it is called; where several may be open, each is told apart by its row."""
    if not mending.most_proposals:
        return ANSWERS[kind]
    return Message(ANSWERS_OF_ROW[kind], values={"n": proposal.position})


def _undo(label: str, position: int, party: str) -> Choice:
    return Choice(command="Undo", label=say(label), side=party, given={"position": position}, fields=(REASON,))


def _resolve(mending: Mending[M, R], position: int, party: str) -> Choice:
    ways = tuple(Pick(how, HOW[how]) for how in ("keep", "strike", "replace", "roll", "accept"))
    help_ = say(_("Leaguer rolls where a report lacks dice nobody has told; a look ahead says where."))
    how = Field(name="how", kind="pick", label=say(_("What becomes of it")), help=help_, picks=ways, required=True)
    return Choice(
        command="Resolve",
        label=say(_("Settle the report at position %(n)s"), n=position),
        side=party,
        given={"position": position},
        fields=(how, *WHAT, REASON, the_rest(mending)),
        urgent=True,
    )


def _correct(mending: Mending[M, R], state: StreamState, party: str) -> Choice:
    ways = tuple(Pick(how, HOW[how]) for how in ("change", "insert", "strike"))
    position = Field(
        name="position",
        kind="number",
        label=say(_("Report, by its first row")),
        least=2,
        most=max(2, state.head[0]),
        required=True,
    )
    how = Field(name="how", kind="pick", label=say(_("What to do with it")), picks=ways, required=True)
    settle = Field(name="settle", kind="data", label=say(_("What becomes of later reports, by position")))
    fields = (position, how, *WHAT, WHY, settle, the_rest(mending))
    return Choice(command="Correct", label=say(_("Correct an earlier report")), side=party, fields=fields)


def _declare(party: str) -> Choice:
    what = Field(name="facts", kind="data", label=say(_("Facts as they are")), required=True)
    return Choice(command="Declare", label=say(_("Declare facts as they are")), side=party, fields=(what, WHY))


def _reseed(state: StreamState, party: str) -> Choice:
    """What is offered first where no new seed stands, and afterwards to have that of new dice checked."""
    label = say(_("Commit Leaguer to a new seed"))
    if not state.spent:
        label = say(_("Disclose the new seed, and commit Leaguer to another"))
    return Choice(command="Reseed", label=label, side=party)
