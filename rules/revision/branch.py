"""A line of a battle being told: events on a battle of its own, before anything is told for good."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from rules import adjudicate
from rules import battle as frame
from rules.adjudicate import Who
from rules.battle import Battle, History
from rules.contract import Command, Dice, Event, Refused, Unfallen
from rules.revision.declaration import as_set, touches_hidden
from rules.revision.possible import check_possible
from rules.revision.redaction import OthersToTell, Redaction
from rules.revision.reports import Amend, Amended, Authority, Declare, Declared
from rules.stream import branch


class Mender(msgspec.Struct, frozen=True):
    """Who mends, by what right, and the dice for what is told for the first time.

    `asks`: the others have still to agree. Then a report that is theirs to tell is not decided (`OthersToTell`): what
    would follow from it might turn on what only they may know. `redaction`: who only previews may not know that
    either; so nothing new is decided that turns up a card, or is refused to a side with cards, or asks it
    for dice on account of them.
    """

    who: Who
    right: Authority
    dice: Dice
    asks: bool = False
    redaction: Redaction | None = None


class Branch(branch.Branch[Battle, str]):
    """A line on which `mender` tells what should have been."""

    def __init__(
        self, history: History, mender: Mender, begin: Callable[[], Battle], after: int, report: int | None = None
    ) -> None:
        super().__init__(history, begin, after, report)
        self.mender = mender

    @property
    def battle(self) -> Battle:
        return self.state

    def new(self, command: Command) -> None:
        """A report as it should have been, or facts to be set, told by who mends: with a referee's right, for it is
        theirs or the others have agreed."""
        who, redaction = self.mender.who, self.mender.redaction
        if self.mender.asks and _is_others(self.battle, command, who):
            raise OthersToTell
        blind = (
            redaction.without(self.battle) if redaction is not None and redaction.guards(self.battle, command) else None
        )
        try:
            for event in self._followed(self.battle, command):
                self.tell(event)
                if isinstance(event, Declared | Amended):
                    check_possible(self.battle)
                if redaction is not None and redaction.lifted(self.battle):
                    raise OthersToTell
        except Refused as refused:
            if blind is not None and refused.rule != "battle":  # the house knows of no cards
                raise OthersToTell from None
            raise
        except Unfallen as die:
            if blind is not None and die.question != self._asked_blind(blind, command):
                raise OthersToTell from None
            raise

    def _asked_blind(self, battle: Battle, command: Command) -> str:
        """What a report asks to be rolled where nothing lies face down; "" for nothing, or where it is refused."""
        try:
            for event in self._followed(battle, command):
                frame.evolve(battle, event, self.after, "", self.report)
        except Unfallen as die:
            return die.question
        except Refused:
            pass
        return ""

    def _followed(self, battle: Battle, command: Command) -> Iterator[Event]:
        if isinstance(command, Declare | Amend):
            yield as_set(battle, command, self.mender.right)
        else:
            yield from adjudicate.decide(battle, command, Who(self.mender.who.id, referee=True), self.mender.dice)

    def decide(self, command: Command, who: Who, dice: Dice) -> None:
        for event in adjudicate.decide(self.battle, command, who, dice):
            self.tell(event)


def _is_others(battle: Battle, command: Command, who: Who) -> bool:
    if isinstance(command, Declare):
        return touches_hidden(battle, command, adjudicate.sides_of(battle, who))
    return not adjudicate.may_report(battle, who, command)
