"""A platoon's place, and what tie-breakers look up in a season, worked out once for a whole table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from campaigns.season.standings.results import Showing, counted
from campaigns.season.state import Fixture, Season


class Place(msgspec.Struct, kw_only=True):
    """A platoon's standing. Rank 1 is best; platoons that nothing parts share a rank. `byes`: rounds it had no fixture
    in.

    `ties`: what each tie-breaker made of it where it was asked, by the breaker's key; `penalty` is taken from the
    score already. `met`: the platoons it met, as often as it met them.
    """

    platoon: str
    rank: int = 0
    score: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points_for: int = 0
    points_against: int = 0
    objectives: int = 0
    destroyed: int = 0
    preserved: int = 0
    penalty: int = 0
    byes: int = 0
    ties: dict[str, int] = {}
    met: tuple[str, ...] = ()


class Tables(msgspec.Struct, frozen=True):
    """`fixtures` that count, in the order they came; the `showings` of each platoon among them, and its `wins`.
    `seed`: that of the campaign."""

    fixtures: Sequence[tuple[Fixture, tuple[Showing, ...]]]
    showings: Mapping[str, Sequence[Showing]]
    wins: Mapping[str, int]
    seed: str


def tables_of(season: Season) -> Tables:
    fixtures = list(counted(season))
    showings: dict[str, list[Showing]] = {key: [] for key in season.platoons}
    for _fixture, all_of_it in fixtures:
        for showing in all_of_it:
            showings[showing.platoon].append(showing)
    wins = {key: sum(one.result == "won" for one in mine) for key, mine in showings.items()}
    return Tables(fixtures, showings, wins, season.opened.seed)
