"""Preview of a correction, as the reader may know it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from battles import viewer as revising
from battles.pages.corrections.context import Desk
from battles.presenters.preview import Foreseen
from battles.reports import Asked, Report
from rules.contract import Command, Refused, Unfallen
from rules.stream.revision.preview import ForOthers, Preview, preview


class Coming(msgspec.Struct, frozen=True):
    """Exactly one of: `foreseen`; `asked`, dice that have to be rolled first; `theirs`, why it may be done but only
    another side may see its preview; `refused`. None of them: nothing changes.
    """

    foreseen: Foreseen | None = None
    asked: Asked | None = None
    theirs: Refused | None = None
    refused: Refused | None = None


def coming(desk: Desk, report: Report) -> Coming:
    """The preview as the log stands now, which may have moved on since the desk read it."""
    return _coming(desk, lambda: revising.foresee(desk.stream, report, desk.who))


def coming_here(desk: Desk, command: Command) -> Coming:
    """The preview as the desk has read the log."""
    return _coming(desk, lambda: preview(desk.history, command, desk.who, desk.eyes))


def _coming(desk: Desk, foresee: Callable[[], Preview]) -> Coming:
    """Nothing is written and no die is rolled."""
    try:
        return Coming(foreseen=desk.in_words(foresee()))
    except ForOthers as theirs:
        return Coming(theirs=theirs)
    except Refused as refused:
        return Coming(refused=refused)
    except Unfallen as die:
        return Coming(asked=Asked.of(die))
