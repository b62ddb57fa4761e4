"""Two ways of doing a thing, timed in turn, so that a machine that slows down slows both."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple


class Pair(NamedTuple):
    """What a measurement found: the least of all rounds, in milliseconds. What else a machine does makes a round
    longer, and never shorter."""

    what: str
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours

    def line(self) -> str:
        faster = f"{self.ratio:.1f} times faster" if self.ratio >= 1 else f"{1 / self.ratio:.1f} times slower"
        return f"  {self.what:<52} ours {self.ours:7.3f} ms   theirs {self.theirs:7.3f} ms   {faster}"


def pair(what: str, ours: Callable[[], object], theirs: Callable[[], object], rounds: int = 200) -> Pair:
    """Time `ours` and `theirs` alternately, after a warm-up that is not counted."""
    for _round in range(max(5, rounds // 20)):
        ours()
        theirs()
    gc.collect()
    times = [(_once(ours), _once(theirs)) for _round in range(rounds)]
    return Pair(what, min(our for our, _their in times), min(their for _our, their in times))


def _once(do: Callable[[], object]) -> float:
    start = perf_counter()
    do()
    return (perf_counter() - start) * 1000
