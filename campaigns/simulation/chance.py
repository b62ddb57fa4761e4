"""Random choices that follow from a seed: the same on every machine and in every process."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Random numbers that follow from a name. What is chosen under one name does not depend on how often others were
    asked."""

    def __init__(self, name: str) -> None:
        self.name, self._random = name, Random(name)

    def under(self, name: str) -> Chance:
        """Another source of chance that follows from this one's name, not from what it has chosen."""
        return Chance(f"{self.name}/{name}")

    def choose(self, n: int) -> int:
        """A number in 0..n-1."""
        return self._random.randrange(n)

    def happens(self, percent: int) -> bool:
        return self.choose(100) < percent

    def one_of(self, things: Sequence[T]) -> T:
        return things[self.choose(len(things))]

    def some_of(self, things: Sequence[T], most: int) -> tuple[T, ...]:
        """At least one and at most `most` of them, in any order; () when there are none."""
        if not things:
            return ()
        return tuple(self._random.sample(things, 1 + self.choose(min(most, len(things)))))

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        return tuple(self._random.sample(things, len(things)))
