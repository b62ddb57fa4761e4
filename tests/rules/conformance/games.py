"""Battles to try a law on: a seed for the random player, and how many reports of its battle to keep."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import msgspec
from hypothesis import strategies as st

from rules.contract import RuleSystem
from rules.player import play
from rules.record import Entry, Table

LONGEST = 150


class Game(msgspec.Struct, frozen=True):
    """What the player of seed `seed` plays, cut off after `reports` reports (the muster not counted)."""

    seed: int
    reports: int

    def played(self, system: RuleSystem) -> Table:
        """The battle as far as it is kept. Raises `rules.player.Unplayable`."""
        return Table(_entries(system, self.seed, self.reports))

    def chance(self) -> Random:
        """For the law's own choices; independent of the player's."""
        return Random(f"{self.seed} and {self.reports}")


def games(longest: int = LONGEST) -> st.SearchStrategy[Game]:
    """Openings as often as middles and ends. Shrinks by cutting the log, then to a smaller seed."""
    reports = st.one_of(st.integers(0, min(12, longest)), st.integers(0, min(40, longest)), st.integers(0, longest))
    return st.builds(Game, seed=st.integers(0, 2**32 - 1), reports=reports)


def whole_games() -> st.SearchStrategy[Game]:
    """Battles to their end, in all but very long ones."""
    return st.builds(Game, seed=st.integers(0, 2**32 - 1), reports=st.just(LONGEST * 4))


@lru_cache(maxsize=256)
def _entries(system: RuleSystem, seed: int, reports: int) -> list[Entry]:
    return play(system, Random(seed).randrange, reports).entries
