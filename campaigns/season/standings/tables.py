"""What tie-breakers look up in a season, worked out once for a whole table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from campaigns.season.standings.results import Showing, counted
from campaigns.season.state import Fixture, Season


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
