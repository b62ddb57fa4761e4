"""Battles to try a law on: a seed for the random player, and how many reports of its battle to keep."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import msgspec
from hypothesis import strategies as st

from rules.contract import RuleSystem
from rules.player import advance
from rules.record import RecordedReport, Table
from tests.length import AT_LENGTH

LONGEST = 150 if AT_LENGTH else 100
SHORTER = LONGEST if AT_LENGTH else 60  # for laws that ask much of each report
# What always runs looks at so many different battles, cut off and gone on with in other ways by every law.
BATTLES = 2**32 if AT_LENGTH else 5


class Game(msgspec.Struct, frozen=True):
    """What the player of seed `seed` plays, cut off after `reports` reports (the muster not counted)."""

    seed: int
    reports: int

    def played(self, system: RuleSystem) -> Table:
        """The battle as far as it is kept. Raises `rules.player.Unplayable`."""
        return Table(_player(system, self.seed).entries(self.reports))

    def chance(self) -> Random:
        """For the law's own choices; independent of the player's."""
        return Random(f"{self.seed} and {self.reports}")


def games(longest: int = LONGEST) -> st.SearchStrategy[Game]:
    """Openings as often as middles and ends. Shrinks by cutting the log, then to a smaller seed. What always runs has
    time for half as many reports as `longest`."""
    longest = longest if AT_LENGTH else longest // 2
    reports = st.one_of(st.integers(0, min(12, longest)), st.integers(0, min(40, longest)), st.integers(0, longest))
    return st.builds(Game, seed=st.integers(0, BATTLES - 1), reports=reports)


def whole_games() -> st.SearchStrategy[Game]:
    """Battles to their end, in all but very long ones."""
    return st.builds(Game, seed=st.integers(0, BATTLES - 1), reports=st.just(LONGEST * 4))


class _Player:
    """The random player of one seed: as many reports as anybody asks for, each told once."""

    def __init__(self, system: RuleSystem, seed: int) -> None:
        self.choose = Random(seed).randrange
        self.table = Table.open(system.draft(self.choose))

    def entries(self, reports: int) -> list[RecordedReport]:
        """The muster, and as many reports as there are up to so many."""
        try:
            while len(self.table.entries) <= reports and not self.table.battle.settled:
                advance(self.table, self.choose)
        except BaseException:
            _player.cache_clear()  # it has picked what came to nothing: who asks again has to meet the same
            raise
        return self.table.entries[: reports + 1]


@lru_cache(maxsize=400)
def _player(system: RuleSystem, seed: int) -> _Player:
    return _Player(system, seed)
