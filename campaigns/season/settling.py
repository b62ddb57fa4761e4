"""What becomes of the items a correction leaves, where nobody has looked at them yet: the defaults of the campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from campaigns.season.settling_terms import ASK, SETTLING
from campaigns.season.state import Season
from campaigns.season.terms import staged
from rules.stream.revision.reports import Rest, Settlement


class Defaults(NamedTuple):
    """`settle` and `rest` as in `Correct`: by the row of the report, and for all others ("" leaves them open, as they
    were played)."""

    settle: Mapping[str, Settlement]
    rest: Rest


def defaults(season: Season) -> Defaults:
    """What a campaign has said of items beforehand. Pure. By which term an item goes turns on its kind, which shows
    only as later reports are decided again: so `rest` leaves it to the terms, where any of them says something."""
    says = any(staged(season.terms, term.name) != ASK for term in SETTLING)
    return Defaults({}, "terms" if says else "")
