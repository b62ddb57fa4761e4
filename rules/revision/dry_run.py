"""Whether a dry run of reports may be answered: who rules over both sides could look at face-down cards with it."""

from __future__ import annotations

from collections.abc import Iterable

from rules import adjudicate, cases
from rules.adjudicate import Who
from rules.battle import History
from rules.contract import Command, Refused, Unfallen
from rules.revision.branch import Branch, Mender
from rules.revision.decide import MENDS
from rules.revision.preview import FOR_OTHERS, ForOthers, ToAsk, preview
from rules.revision.redaction import OthersToTell, Redaction
from rules.stream.dice import FallenDice


def check_tried(history: History, commands: Iterable[Command], who: Who, side: str) -> None:
    """`ForOthers` when what follows from `commands`, told one after another, is not for `side` to know."""
    now = history.state()
    redaction = Redaction(history, now, side)
    if not redaction.hidden or cases.holds(now, who):
        return
    mender = Mender(who, "referee" if who.referee else "own", FallenDice(history.fallen()), redaction=redaction)
    telling = Branch(history, mender, history.state, history.head)
    commands = list(commands)
    for command in commands:
        try:
            who = cases.acting(now, type(command).__name__, who)
            if type(command) in MENDS:
                if len(commands) > 1:  # what is told beside it is told of another line
                    raise OthersToTell
                preview(history, command, who, side)
                return
            if not who.referee:
                adjudicate.require(telling.battle, who, adjudicate.reporter(telling.battle, command))
            telling.new(command)
        except ToAsk:  # all that a dry run tells of it is that it would be proposed
            return
        except ForOthers:
            raise
        except OthersToTell:
            raise ForOthers(*FOR_OTHERS) from None
        except (Refused, Unfallen):
            return
