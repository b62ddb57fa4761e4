"""What became of every platoon's points: each change of a purse with what it was for, from the log. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from campaigns.season.values import Grant


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A change of a purse. `why`: enlisted, bought, sold, repair, crew, penalty, or what a grant was for. `owed`:
    points more that the purse could not pay, and pays as rounds close."""

    platoon: str
    points: int
    why: str
    fixture: str = ""
    owed: int = 0


def granted(grants: Iterable[Grant], owed: Iterable[Grant]) -> Iterator[Entry]:
    """What was given and taken, and what could not be taken: in one entry where it is for the same."""
    left = {(one.platoon, one.why, one.fixture): -one.points for one in owed}
    for one in grants:
        more = left.pop((one.platoon, one.why, one.fixture), 0) if one.points < 0 else 0
        yield Entry(platoon=one.platoon, points=one.points, why=one.why, fixture=one.fixture, owed=more)
    for (platoon, why, fixture), points in left.items():
        yield Entry(platoon=platoon, points=0, why=why, fixture=fixture, owed=points)
