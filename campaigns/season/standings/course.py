"""Where a platoon comes from: its rank as the last round but one left it, and its last results. Pure."""

from __future__ import annotations

import msgspec

from campaigns.season.standings.results import Tables
from campaigns.season.state import Season

LAST = 5  # results
LETTERS = {"won": "W", "drawn": "D", "lost": "L"}


class Course(msgspec.Struct, frozen=True):
    """`was`: the rank that was published with the round before the newest one, 0 for none; `form`: the last results,
    the newest last."""

    was: int = 0
    form: str = ""


def course(season: Season, tables: Tables) -> dict[str, Course]:
    """Of every platoon. What the newest round has changed is what moved since the round before it closed."""
    closed = season.rounds[-2].places if len(season.rounds) > 1 else ()
    was = {one.platoon: one.rank for one in closed}
    forms = dict.fromkeys(season.platoons, "")
    for _fixture, showings in sorted(tables.fixtures, key=lambda one: (one[0].round, one[0].number)):
        for showing in showings:
            forms[showing.platoon] = (forms[showing.platoon] + LETTERS[showing.result])[-LAST:]
    return {key: Course(was.get(key, 0), form) for key, form in forms.items()}
