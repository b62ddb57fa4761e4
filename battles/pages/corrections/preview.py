"""Preview of a correction, as the reader may know it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from battles import preview as revising
from battles.pages.corrections.context import Desk
from battles.presenters.preview import Foreseen
from battles.reports import Asked, Report
from rules.contract import Command, Refused, Unfallen
from rules.revision.preview import ForOthers, Preview, preview


class Coming(msgspec.Struct, frozen=True):
    """Exactly one of: `foreseen`; `asked`, dice that have to be rolled first; `theirs`, why it may be done but not
    foreseen, for it is for another side to know; `refused`. None of them: nothing comes of it."""

    foreseen: Foreseen | None = None
    asked: Asked | None = None
    theirs: Refused | None = None
    refused: Refused | None = None


def coming(desk: Desk, report: Report) -> Coming:
    """As the log stands now, which may be further than the desk has read."""
    return _coming(desk, lambda: revising.foresee(desk.stream, report, desk.who))


def coming_here(desk: Desk, command: Command) -> Coming:
    """As the desk has read the log."""
    return _coming(desk, lambda: preview(desk.history, command, desk.who, desk.eyes))


def _coming(desk: Desk, foresee: Callable[[], Preview]) -> Coming:
    """Nothing happens and no die falls."""
    try:
        return Coming(foreseen=desk.in_words(foresee()))
    except ForOthers as theirs:
        return Coming(theirs=theirs)
    except Refused as refused:
        return Coming(refused=refused)
    except Unfallen as die:
        return Coming(asked=Asked.of(die))
