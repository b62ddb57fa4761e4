"""Where a platoon comes from: its rank as the last round but one left it, and its last results. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from campaigns.season.standings.results import Showing, Tables
from campaigns.season.state import Season

LAST = 5  # results
LETTERS = {"won": "W", "drawn": "D", "lost": "L"}


class Course(msgspec.Struct, frozen=True):
    """`was`: the rank that was published with the round before the newest one, 0 for none; `form`: the last results,
    the newest last."""

    was: int = 0
    form: str = ""


def ranks_before(season: Season) -> dict[str, int]:
    """The ranks that were published with the round before the newest, by platoon."""
    closed = season.rounds[-2].places if len(season.rounds) > 1 else ()
    return {one.platoon: one.rank for one in closed}


def course(season: Season, tables: Tables) -> dict[str, Course]:
    """Of every platoon. What the newest round has changed is what moved since the round before it closed."""
    was = ranks_before(season)
    mine: dict[str, list[Showing]] = {key: [] for key in season.platoons}
    for _fixture, showings in sorted(tables.fixtures, key=lambda one: (one[0].round, one[0].number)):
        for showing in showings:
            mine[showing.platoon].append(showing)
    return {key: Course(was.get(key, 0), form(showings)) for key, showings in mine.items()}


def form(showings: Sequence[Showing]) -> str:
    """The last results of a platoon by its showings, in order."""
    return "".join(LETTERS[one.result] for one in showings[-LAST:])
