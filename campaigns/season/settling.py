"""What becomes of the items a cascade leaves, where nobody has looked at them yet: the defaults of the campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from campaigns.season.state import Season
from rules.stream.revision.reports import Settlement


class Defaults(NamedTuple):
    """`settle` and `rest` as in `Correct`: by the row of the report, and for all others ("" leaves them open, as they
    were played)."""

    settle: Mapping[str, Settlement]
    rest: Literal["", "keep", "strike"]


def defaults(season: Season) -> Defaults:
    """What a campaign has said of items beforehand. Pure."""
    return Defaults({}, "")
