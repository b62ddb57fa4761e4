"""What a correction would come to, before it is reported: of any stream."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from battles.presenters.preview import Foreseen
from battles.reports import Asked
from rules.contract import Refused, Unfallen
from rules.stream.revision.preview import ForOthers


class Coming(msgspec.Struct, frozen=True):
    """Exactly one of: `foreseen`; `asked`, dice that have to be rolled first; `theirs`, why it may be done but only
    another side may see its preview; `refused`. None of them: nothing changes.
    """

    foreseen: Foreseen | None = None
    asked: Asked | None = None
    theirs: Refused | None = None
    refused: Refused | None = None


def come(foresee: Callable[[], Foreseen]) -> Coming:
    """Nothing is written and no die is rolled."""
    try:
        return Coming(foreseen=foresee())
    except ForOthers as theirs:
        return Coming(theirs=theirs)
    except Refused as refused:
        return Coming(refused=refused)
    except Unfallen as die:
        return Coming(asked=Asked.of(die))
