"""News as it is found in a season, before anybody's address is known."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple


class Found(NamedTuple):
    """`position`: the row it is about; `people`: who is told, by their ids in the log. `platoon` is the readers' own,
    "" where it is not about one, and `fixture` the one that is talked of. `page`: the name of the page that it leads
    to, and what else than the campaign is in its address; `office`: the address of the page in the office, for readers
    who may enter it. `person`: somebody it names, whom every reader is told of as they may know them."""

    position: int
    kind: str
    template: str
    people: Collection[str]
    context: Mapping[str, Any]
    platoon: str = ""
    fixture: str = ""
    page: tuple[str, ...] = ("campaign",)
    office: str = ""
    person: str = ""
