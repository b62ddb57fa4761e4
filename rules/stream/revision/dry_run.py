"""Whether a dry run of reports may be answered: what it shows could be what is hidden from who asks."""

from __future__ import annotations

from collections.abc import Iterable

from rules.stream.contract import Command, Refused, Unfallen
from rules.stream.decider import R, Who
from rules.stream.dice import FallenDice
from rules.stream.revision.branch import Branch, Mender
from rules.stream.revision.contract import M, MendedHistory
from rules.stream.revision.preview import ForOthers, ToAsk, for_others, preview
from rules.stream.revision.redaction import OthersToTell


def check_tried(history: MendedHistory[M, R], commands: Iterable[Command], who: Who, reader: R) -> None:
    """`ForOthers` when what follows from `commands`, told one after another, is not for `reader` to know."""
    now, mending = history.state(), history.mending
    redaction = mending.redaction(history, now, reader)
    if not redaction.hides or mending.knows_all(now, who):
        return
    mender = Mender(who, "referee" if who.referee else "own", FallenDice(history.fallen()), redaction=redaction)
    branch = Branch(history, mender, history.state, history.head)
    commands = list(commands)
    for command in commands:
        try:
            who = mending.acting(now, command, who)
            if type(command) in mending.commands:
                if len(commands) > 1:  # what is told beside it is told of another line
                    raise OthersToTell
                preview(history, command, who, reader)
                return
            if not who.referee:
                mending.check_reporter(branch.state, command, who)
            branch.new(command)
        except ToAsk:  # all that a dry run tells of it is that it would be proposed
            return
        except ForOthers:
            raise
        except OthersToTell:
            raise for_others(mending) from None
        except (Refused, Unfallen):
            return
