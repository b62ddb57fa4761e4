"""What is made up follows from a seed: the same seed has the same answer to the same question, on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A question is named; what else was asked does not matter."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def of(self, n: int, question: str) -> int:
        """A number in 0..n-1."""
        digest = hashlib.sha256(f"{self._seed}/{question}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % n  # of 64 bits: no map shows that the rest is uneven

    def happens(self, percent: int, question: str) -> bool:
        return self.of(100, question) < percent

    def one_of(self, things: Sequence[T], question: str) -> T:
        return things[self.of(len(things), question)]

    def shuffled(self, things: Iterable[str], question: str) -> list[str]:
        return sorted(things, key=lambda thing: (self.of(2**32, f"{question}/{thing}"), thing))
