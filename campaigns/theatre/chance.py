"""Random choices for a made-up map. They follow from a seed: the same question has the same answer on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Answers named questions. The answers do not depend on what else was asked."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def of(self, n: int, question: str) -> int:
        """A number in 0..n-1."""
        digest = hashlib.sha256(f"{self._seed}/{question}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % n  # the 64 bits make the unevenness of the rest invisible

    def happens(self, percent: int, question: str) -> bool:
        return self.of(100, question) < percent

    def one_of(self, things: Sequence[T], question: str) -> T:
        return things[self.of(len(things), question)]

    def shuffled(self, things: Iterable[str], question: str) -> list[str]:
        return sorted(things, key=lambda thing: (self.of(2**32, f"{question}/{thing}"), thing))
