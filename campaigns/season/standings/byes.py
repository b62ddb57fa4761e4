"""Byes of the rounds that a platoon was there for, and the one bye of who comes late. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.season.state import Platoon, Season
from campaigns.season.terms import staged


def idle_in(season: Season, key: str) -> list[int]:
    """The rounds for which it has a bye; for all it missed before it came, one bye at most."""
    idle = [round.number for round in season.rounds if key in round.byes]
    late = late_bye(season, key)
    return [*idle, late] if late else idle


def late_bye(season: Season, key: str) -> int:
    """The round in which a platoon came that has a bye for all it missed; 0 where it has none.

    By the term `late_byes` of that round it came in time for it, it has missed some round, and its player has had no
    other platoon before it: nobody has a bye for having left and come back.
    """
    platoon = season.platoons[key]
    came = platoon.joined
    if not came or season.opened.theatre is not None or came > int(staged(season.settings(came).terms, "late_byes")):
        return 0
    rounds = [one for one in season.rounds if one.number <= came and not one.ladder]  # of a ladder nobody misses one
    missed = {round.number for round in rounds if key not in round.byes}
    missed -= {one.round for one in season.fixtures.values() if key in one.platoons}
    return came if missed and not any(earlier(season, platoon)) else 0


def earlier(season: Season, platoon: Platoon) -> Iterable[Platoon]:
    """The platoons that its players brought in before it."""
    for other in season.platoons.values():
        if other is platoon:
            return
        if not {*other.players}.isdisjoint(platoon.players):
            yield other
