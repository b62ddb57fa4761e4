"""What becomes of the items a correction leaves, where nobody has looked at them yet: the defaults of the campaign."""

from __future__ import annotations

from campaigns.season.settling_terms import ASK, SETTLING
from campaigns.season.state import Season
from campaigns.season.terms import staged
from rules.stream.revision.reports import Rest


def rest(season: Season) -> Rest:
    """What a campaign has said of items beforehand, as in `Correct` ("" leaves them open, as they were played). Pure.
    By which term an item goes turns on its kind, which shows only as later reports are decided again: so it is left to
    the terms, where any of them says something."""
    return "terms" if any(staged(season.terms, term.name) != ASK for term in SETTLING) else ""
