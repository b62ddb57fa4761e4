"""What mending asks of a battle: who consents, which confirmations fall, what the clerk takes anew.

How a stream is mended stands in `rules.stream.revision`; here is what only a battle knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec

from rules import adjudicate, cases, seats
from rules import battle as frame
from rules.adjudicate import CLERK, Who
from rules.battle import Battle, History, Proposal
from rules.conditions import asked
from rules.contract import Choice, Command, Dice, Event, Field, Message, Muster, Pick, Refused, called, say
from rules.contract import gettext_noop as _
from rules.hidden_cards import HiddenCards
from rules.reports import REVISIONS, Amend, Amended, Confirm, Confirmed, DepthChanged, Settle
from rules.stream.codec import as_stored, encode
from rules.stream.history import Past
from rules.stream.revision import choices
from rules.stream.revision.contract import Mending, Retelling
from rules.stream.revision.reports import Authority, Declare, Declared, Revised


class BattleMending(Mending[Battle, str]):
    """Its parties are its sides; a side reads, or "" as a spectator."""

    rule = "battle"
    commands = frozenset(REVISIONS)
    unsayable = (Muster, Confirm, Settle, *(kind for kind in REVISIONS if kind is not Declare))
    sets = (Declare, Amend)
    kept = (DepthChanged,)
    hidden: ClassVar[tuple[Message, Message]] = (
        say(_("What follows from this may turn on cards that lie face down.")),
        say(_("Ask their owner; or report it in earnest, for then the log shows what was turned up.")),
    )

    # -- people --------------------------------------------------------------------------------------------------------

    def acting(self, state: Battle, command: Command, who: Who) -> Who:
        return cases.acting(state, type(command).__name__, who)

    def check_part(self, state: Battle, who: Who) -> None:
        adjudicate.require(state, who, "")

    def check_may(self, state: Battle, kind: type[Command], who: Who) -> None:
        if who.referee:
            return
        if kind is Amend:
            raise Refused(
                "battle",
                _("Only an organiser or umpire amends an outcome."),
                _("Ask one; or correct the report that is wrong, if your opponent agrees."),
                field="by",
                code="not-yours",
            )
        if state.agreed:
            raise Refused(
                "battle",
                _("Both sides have confirmed this battle."),
                _("Only an organiser or umpire corrects it now. Ask one."),
                field="by",
                code="not-yours",
            )

    def check_reporter(self, state: Battle, command: Command, who: Who) -> None:
        adjudicate.require(state, who, adjudicate.reporter(state, command))
        adjudicate.require_words(state, who, command)

    def parties(self, state: Battle, who: Who) -> tuple[str, ...]:
        return adjudicate.sides_of(state, who)

    def touched(self, history: object, state: Battle, command: Command) -> tuple[str, ...]:
        return tuple(state.muster.sides)

    def asked(self, state: Battle, proposal: Proposal) -> tuple[str, ...]:
        return tuple(side for side in state.muster.sides if side != proposal.side)

    def fellows(self, state: Battle, who: Who) -> frozenset[str]:
        """Of those who were relieved, too."""
        seated, mustered = adjudicate.seated(state, who), state.muster.sides
        return frozenset(
            player for side in adjudicate.sides_of(state, who) for player in (*seated[side], *mustered[side].players)
        )

    def is_others(self, state: Battle, command: Command, who: Who) -> bool:
        if isinstance(command, Declare):
            return _touches_hidden(state, command, adjudicate.sides_of(state, who))
        return not adjudicate.may_report(state, who, command)

    # -- hidden cards --------------------------------------------------------------------------------------------------

    def reader(self, state: Battle, who: Who) -> str:
        return adjudicate.sides_of(state, who)[0]

    def redaction(self, history: History, now: Battle, reader: str) -> HiddenCards:
        return HiddenCards(history, now, reader)

    def knows_all(self, state: Battle, who: Who) -> bool:
        return cases.holds(state, who)

    # -- reports that are told again -----------------------------------------------------------------------------------

    def teller(self, who: Who, past: Past | None) -> Who:
        """With a referee's right, for it is theirs or the others have agreed: a report says itself whose it is."""
        return Who(who.id, referee=True)

    def rule_on(self, state: Battle, command: Command, who: Who, dice: Dice) -> Iterator[Event]:
        return adjudicate.decide(state, command, who, dice)

    def set_by_hand(self, state: Battle, command: Command, right: Authority) -> Event:
        """`Refused` when an outcome names a side or unit there is not; facts are checked when they are applied."""
        if isinstance(command, Declare):
            return as_stored(Declared(facts=command.facts, reason=command.reason, authority=right))
        assert isinstance(command, Amend)
        conditions = adjudicate.conditions_told(state, command)
        return as_stored(Amended(winner=command.winner, conditions=conditions, reason=command.reason))

    def retelling(self, past: Past, old: Battle, now: Battle) -> Retelling:
        """Who confirmed this outcome has confirmed it; who confirmed another has to be asked again. The clerk takes
        those steps of the aftermath anew that do not follow any more."""
        if self.confirms(past):
            return "verbatim" if frame.same_outcome(old.outcome(), now.outcome()) else "voided"
        if old.agreed and past.by == CLERK:
            return "attempted" if now.agreed else "voided"
        return "decided"

    def confirms(self, past: Past) -> bool:
        return any(isinstance(event, Confirmed) for event in past.events)

    def voided(self, history: History, now: Battle, then: Battle) -> tuple[str, ...]:
        """Not those whose confirmation still waits."""
        waiting = (event for place in then.waiting for event in history.reports[place].events)
        left = {event.side for event in waiting if isinstance(event, Confirmed)}
        return tuple(side for side in now.confirmed if side not in then.confirmed and side not in left)

    # -- what may be mended --------------------------------------------------------------------------------------------

    def is_closed(self, state: Battle) -> bool:
        return state.agreed

    def holds_up(self, state: Battle, command: Command) -> bool:
        return True

    def check_undo(self, state: Battle) -> None:
        if state.agreed:
            raise _no(
                _("Both sides have confirmed this battle."),
                _("Amend its outcome, or correct the report that is wrong."),
            )

    def check_correct(self, state: Battle, past: Past, how: str, kind: str, who: Who) -> None:
        if past.type == Muster.__name__:
            raise _no(
                _("The muster cannot be corrected."),
                _("Declare what is wrong, or muster another battle."),
                "position",
            )
        if how == "change" and past.by == CLERK:
            raise _no(_("The clerk’s steps follow from the outcome."), _("Amend the outcome instead."), "how")

    def set_before(self, state: Battle, reports: Sequence[Past]) -> int | None:
        """What has been confirmed comes after them, and is asked anew when they change it."""
        return next(past.position for past in reports if self.confirms(past)) if state.agreed else None

    def check_mended(self, state: Battle, then: Battle) -> None:
        """Once settled, the seed is known and anyone can tell how Leaguer's dice will fall: no more is fought with
        them."""
        if state.disclosed and not then.waiting and not then.outcome().over:
            remedy = _("Amend its outcome, or correct reports so that it ends all the same.")
            if state.waiting:  # a correction stands, and has left reports to settle
                remedy = _("Settle the report so that the battle ends all the same. Or take the correction back.")
            raise _no(_("The battle was settled and the seed of its dice is known: it cannot be fought on."), remedy)

    def revised(self, state: Battle, event: Revised, past: Past | None) -> Revised:
        """Who has the case keeps it, and a seat that is lent stays so."""
        return msgspec.structs.replace(event, cases=state.cases or msgspec.UNSET, lent=state.lent or msgspec.UNSET)


MENDING = BattleMending()


def _touches_hidden(battle: Battle, command: Declare, sides: tuple[str, ...]) -> bool:
    """Whether facts are to be set of what carries cards that only another side than `sides` may know: what would
    follow from them might tell which."""
    owners = {unit.id: unit.side for unit in battle.muster.units}
    carriers = {key.partition("/")[0] for key in battle.muster.secrets}
    said = encode(command.facts)
    return any(owners[unit] not in sides and (f'"{unit}"' in said or f".{unit}." in said) for unit in carriers)


def _no(text: str, remedy: str, field: str = "") -> Refused:
    return Refused("battle", text, remedy, field=field)


# -- choices -----------------------------------------------------------------------------------------------------------

TAKE = Choice(command="TakeCase", label=say(_("Take the case")), side="", fields=(choices.WHY,))
LEAVE = Choice(command="LeaveCase", label=say(_("Give the case back")), side="")


def mends(battle: Battle, side: str, referee: bool = False) -> Sequence[Choice]:
    """What `side` may report now to mend the battle; a referee who plays no side has side ""."""
    if not referee and (battle.agreed or side not in battle.muster.sides):
        return ()
    found = choices.mends(MENDING, battle, side, referee)
    return [*found, amend(battle, side)] if referee and not battle.waiting else found


def mends_of(battle: Battle, who: Who | None) -> Sequence[Choice]:
    """What `who` may report to mend the battle: as their side, or as a referee over both; and to take its case, without
    which a referee is offered nothing that turns on what lies face down, but as the player they are."""
    own = adjudicate.sides_of(battle, who) if who is not None else ()
    as_players = [choice for side in own for choice in mends(battle, side)]
    if who is None or not who.referee:
        return [*as_players, *seats.lending(battle, own)]
    every = mends(battle, own[0] if own else "", referee=True)
    if cases.rules_over(battle, who):
        return [*every, LEAVE] if cases.holds(battle, who) else every
    known = {choice.command for choice in as_players}
    open_ = [choice for choice in every if choice.command in known or not cases.needed(battle, choice.command)]
    return [*open_, TAKE] if cases.may_take(battle, who) else [*open_, *seats.lending(battle, own)]


def amend(battle: Battle, side: str) -> Choice:
    """To rule how the battle ended."""
    picks = (Pick("", say(_("a draw"))), *(Pick(key, called(key)) for key in battle.muster.sides))
    winner = Field(name="winner", kind="pick", label=say(_("Winner")), picks=picks, required=True)
    facts = asked(battle.rules, battle.play, battle.muster, battle.outcome(), side)
    states = Field(name="conditions", kind="data", label=say(_("Conditions by unit")), fields=facts)
    return Choice(command="Amend", label=say(_("Amend the outcome")), side=side, fields=(winner, states, choices.WHY))
