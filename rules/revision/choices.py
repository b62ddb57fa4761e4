"""How the mending of a battle is offered and told: the choices to undo, correct, declare, agree, and the sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules import cases, lengths
from rules.adjudicate import Who, sides_of
from rules.battle import Battle
from rules.contract import Choice, Event, Field, Message, Pick, RuleSystem, called, say, verbatim
from rules.contract import gettext_noop as _
from rules.revision.reports import Agreed, Amended, CaseLeft, CaseTaken, Declared, Declined, Proposed, Retold, Revised
from rules.stream import facts

MOST_TOLD = 4  # facts told in one sentence
LONGEST = 60  # characters of a value told in a sentence
MOST_NAMED = 3  # of its parts

HOW = {
    "change": say(_("change it")),
    "insert": say(_("insert a report before it")),
    "strike": say(_("strike it")),
    "keep": say(_("keep it as the table played it")),
    "replace": say(_("report it otherwise")),
    "roll": say(_("let Leaguer roll what is missing")),
    "accept": say(_("accept it without the dice left over")),
}
REST = {
    "": say(_("ask about each")),
    "keep": say(_("keep them all as the table played them")),
    "strike": say(_("strike them all")),
}


def mends(battle: Battle, side: str, referee: bool = False) -> Sequence[Choice]:
    """What `side` may report now to mend the battle; a referee who plays no side has side "".

    What needs the other side's consent is offered too: reporting it asks them.
    """
    if not referee and (battle.agreed or side not in battle.muster.sides):
        return ()
    choices = _answers(battle, side, referee)
    if battle.waiting:
        choices.append(_resolve(battle, side))
    if battle.corrected:
        choices.append(_undo(_("Undo the correction"), battle.corrected, side))
    if battle.redo:
        choices.append(_undo(_("Redo what was undone"), battle.redo, side))
    if not battle.waiting:
        if battle.last and not battle.agreed and not battle.disclosed:
            choices.append(_undo(_("Undo the last report"), battle.last, side))
        choices += [_correct(battle, side), _declare(side)]
        if referee:
            choices.append(_amend(battle, side))
    return choices


def mends_of(battle: Battle, who: Who | None) -> Sequence[Choice]:
    """What `who` may report to mend the battle: as their side, or as a referee over both; and to take its case, without
    which a referee is offered nothing that turns on what lies face down, but as the player they are."""
    own = sides_of(battle, who) if who is not None else ()
    as_players = [choice for side in own for choice in mends(battle, side)]
    if who is None or not who.referee:
        return as_players
    every = mends(battle, own[0] if own else "", referee=True)
    if cases.rules_over(battle, who):
        return [*every, LEAVE] if cases.holds(battle, who) else every
    known = {choice.command for choice in as_players}
    open_ = [choice for choice in every if choice.command in known or not cases.needed(battle, choice.command)]
    return [*open_, TAKE] if cases.may_take(battle, who) else open_


REASON = Field(name="reason", kind="text", label=say(_("Reason")))
WHY = Field(name="reason", kind="text", label=say(_("Reason")), required=True)
WHAT = (
    Field(name="type", kind="text", label=say(_("Report as it should have been"))),
    Field(name="data", kind="data", label=say(_("What it says"))),
)
TAKE = Choice(command="TakeCase", label=say(_("Take the case")), side="", fields=(WHY,))
LEAVE = Choice(command="LeaveCase", label=say(_("Give the case back")), side="")
THE_REST = Field(
    name="rest",
    kind="pick",
    label=say(_("Later reports that cannot stand")),
    picks=tuple(Pick(value, words) for value, words in REST.items()),
)


def _answers(battle: Battle, side: str, referee: bool) -> list[Choice]:
    proposal = battle.proposal
    if proposal is None:
        return []
    given = {"position": proposal.position}
    if proposal.side == side:
        return [Choice(command="Decline", label=say(_("Withdraw the proposal")), side=side, given=given)]
    if side in proposal.agreed or (not side and not referee):
        return []
    return [
        Choice(command="Agree", label=say(_("Agree to the proposal")), side=side, given=given, urgent=True),
        Choice(command="Decline", label=say(_("Decline the proposal")), side=side, given=given, fields=(REASON,)),
    ]


def _undo(label: str, position: int, side: str) -> Choice:
    return Choice(command="Undo", label=say(label), side=side, given={"position": position}, fields=(REASON,))


def _resolve(battle: Battle, side: str) -> Choice:
    ways = tuple(Pick(how, HOW[how]) for how in ("keep", "strike", "replace", "roll", "accept"))
    help_ = say(_("Leaguer rolls where a report lacks dice nobody has told; a look ahead says where."))
    how = Field(name="how", kind="pick", label=say(_("What becomes of it")), help=help_, picks=ways, required=True)
    return Choice(
        command="Resolve",
        label=say(_("Settle the report at position %(n)s"), n=battle.waiting[0]),
        side=side,
        given={"position": battle.waiting[0]},
        fields=(how, *WHAT, REASON, THE_REST),
        urgent=True,
    )


def _correct(battle: Battle, side: str) -> Choice:
    ways = tuple(Pick(how, HOW[how]) for how in ("change", "insert", "strike"))
    position = Field(
        name="position",
        kind="number",
        label=say(_("Report, by its first row")),
        least=2,
        most=max(2, battle.head[0]),
        required=True,
    )
    how = Field(name="how", kind="pick", label=say(_("What to do with it")), picks=ways, required=True)
    settle = Field(name="settle", kind="data", label=say(_("What becomes of later reports, by position")))
    fields = (position, how, *WHAT, WHY, settle, THE_REST)
    return Choice(command="Correct", label=say(_("Correct an earlier report")), side=side, fields=fields)


def _declare(side: str) -> Choice:
    what = Field(name="facts", kind="data", label=say(_("Facts as they are at the table")), required=True)
    return Choice(command="Declare", label=say(_("Declare what the table agrees on")), side=side, fields=(what, WHY))


def _amend(battle: Battle, side: str) -> Choice:
    picks = (Pick("", say(_("a draw"))), *(Pick(key, called(key)) for key in battle.muster.sides))
    winner = Field(name="winner", kind="pick", label=say(_("Winner")), picks=picks, required=True)
    states = Field(name="conditions", kind="data", label=say(_("Conditions by unit")))
    return Choice(command="Amend", label=say(_("Amend the outcome")), side=side, fields=(winner, states, WHY))


# -- sentences ---------------------------------------------------------------------------------------------------------

ACTS = {
    "undo": say(_("Everything from row %(position)s on is taken back.")),
    "redo": say(_("What was taken back in row %(position)s counts again.")),
    "correction": say(_("A correction begins at row %(position)s.")),
}
RETOLD = {
    "told": say(_("The report of row %(position)s is decided again.")),
    "changed": say(_("The report of row %(position)s is changed.")),
    "inserted": say(_("A report that was missing is inserted.")),
    "replaced": say(_("Another report takes the place of the one of row %(position)s.")),
    "rolled": say(_("The report of row %(position)s is decided again; Leaguer rolls what is missing.")),
    "accepted": say(_("The report of row %(position)s is decided again, without the dice left over.")),
    "kept": say(_("The report of row %(position)s stands as the table played it.")),
    "struck": say(_("The report of row %(position)s is struck.")),
    "voided": say(_("The report of row %(position)s no longer holds: the outcome is another.")),
}
RIGHTS = {
    "own": say(_("by its reporter")),
    "consent": say(_("by consent of both sides")),
    "referee": say(_("by ruling of an organiser or umpire")),
}
PROPOSED = {
    "Undo": say(_("to undo the report of row %(position)s")),
    "Correct": say(_("to correct the report of row %(position)s")),
    "Resolve": say(_("how to settle the report of row %(position)s")),
    "Declare": say(_("to declare facts")),
}


def narrate(system: RuleSystem, event: Event) -> Message:
    """One sentence for the log, in words to be translated."""
    match event:
        case Revised():
            told = _filled(ACTS[event.act], position=event.from_position)
            if event.lapsed:
                told = say(_("%(told)s The proposal of row %(n)s has lapsed."), told=told, n=event.lapsed)
            return _because(told, event.reason)
        case Retold():
            return _filled(RETOLD[event.how], position=event.of)
        case Declared():
            told = say(
                _("Declared %(right)s: %(facts)s."), right=RIGHTS[event.authority], facts=_facts(system, event.facts)
            )
            return _because(told, event.reason)
        case Amended():
            told = say(_("The outcome is amended: %(side)s wins."), side=event.winner)
            return _because(told if event.winner else say(_("The outcome is amended: a draw.")), event.reason)
        case Proposed():
            position = event.data.get("position")
            what = _filled(PROPOSED[event.type], position=position if isinstance(position, int) else 0)
            return say(_("%(side)s proposes %(what)s."), side=event.side, what=what)
        case Agreed():
            return say(_("%(side)s agrees to the proposal of row %(n)s."), side=event.side, n=event.position)
        case Declined():
            told = say(_("%(side)s declines the proposal of row %(n)s."), side=event.side, n=event.position)
            return _because(told, event.reason)
        case CaseTaken():
            told = say(_("The case of this battle is taken: an organiser or umpire sees what lies face down."))
            return _because(told, event.reason)
        case CaseLeft():
            return say(_("The case of this battle is given back."))
    raise TypeError(type(event))


def _filled(message: Message, **values: int) -> Message:
    return Message(message.singular, values=dict(values)) if "%(" in message.singular else message


def _because(told: Message, reason: str) -> Message:
    return say(_("%(told)s Reason: %(reason)s"), told=told, reason=verbatim(reason)) if reason else told


def _facts(system: RuleSystem, values: dict[str, Any]) -> Message:
    parts = [fact_told(system, path, value) for path, value in list(values.items())[:MOST_TOLD]]
    if len(values) > MOST_TOLD:
        parts.append(say(_("%(n)s facts more"), n=len(values) - MOST_TOLD))
    told = parts[0]
    for part in parts[1:]:
        told = say(_("%(one)s; %(more)s"), one=told, more=part)
    return told


def fact_told(system: RuleSystem, path: str, value: Any) -> Message:
    """A fact with its value, in words: "alpha: Damage 3"."""
    keys, label = facts.named(system, path)
    told = say(_("%(fact)s %(value)s"), fact=label, value=_in_words(system, path, value))
    for key in reversed(keys):
        told = say(_("%(key)s: %(told)s"), key=key, told=told)
    return told


def _in_words(system: RuleSystem, path: str, value: Any) -> Message | int:
    parts = facts.parts_of(system, path)
    return lengths.told(value, "", parts) if parts and isinstance(value, int) else in_short(value)


def in_short(value: Any) -> Message | int:
    """A plain value in a few words; of many entries how many there are, and what the first are called."""
    if value is True or value is False:
        return say(_("yes")) if value else say(_("no"))
    if isinstance(value, int):
        return value
    if value in (None, "", [], {}):
        return say(_("none"))
    if isinstance(value, str):
        return verbatim(_cut(value))
    if isinstance(value, dict):
        return verbatim(_cut(", ".join(_words(value)[:MOST_NAMED]) or "…"))
    first = [next(iter(_words(one)), "…") for one in value[:MOST_NAMED]]
    names = _cut(", ".join([*first, *(["…"] if len(value) > MOST_NAMED else [])]))
    return Message(_("%(n)d entry (%(names)s)"), _("%(n)d entries (%(names)s)"), len(value), {"names": names})


def _words(value: Any) -> list[str]:
    """What there is to call it by, in order: its words, or where it has none its numbers."""
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, dict | list | tuple):
        parts = [*value.values()] if isinstance(value, dict) else [*value]
        words = [word for part in parts if isinstance(part, str | dict | list | tuple) for word in _words(part)]
        return words or [str(part) for part in parts if isinstance(part, int) and not isinstance(part, bool)]
    return [] if value is None else [str(value)]


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
