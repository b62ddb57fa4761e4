"""Many draws from a few cases by their chances, at once. Pure; a source of chance is handed in.

A byte is drawn for each, which says in which 256th of all chances it falls. Where that part belongs to one case, that
is it; only where a bound runs through it a second, finer draw decides. So it is as exact as one draw of a fraction for
each, and a fraction of the work.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from itertools import accumulate
from typing import Protocol

PARTS = 256
UNSURE = 255  # of a part that more than one case has


class Chance(Protocol):
    """As `random.Random` is one."""

    def randbytes(self, n: int, /) -> bytes: ...

    def random(self) -> float: ...

    def randrange(self, stop: int, /) -> int: ...


class Cases:
    """Fewer than 255 cases by their weights, of which the sum is above 0."""

    def __init__(self, weights: Iterable[float]) -> None:
        upto = [*accumulate(weights)]
        self._last = max(n for n, one in enumerate(upto) if not n or one > upto[n - 1])
        self._bounds = [one / upto[-1] for one in upto]
        self._parts = bytes(map(self._of_part, range(PARTS)))

    def drawn(self, chance: Chance, n: int) -> bytes:
        """The numbers of the cases of `n` draws."""
        parts = chance.randbytes(n)
        found = bytearray(parts.translate(self._parts))
        at = found.find(UNSURE)
        while at >= 0:
            found[at] = self._of((parts[at] + chance.random()) / PARTS)
            at = found.find(UNSURE, at + 1)
        return bytes(found)

    def _of(self, share: float) -> int:
        return min(bisect(self._bounds, share), self._last)

    def _of_part(self, part: int) -> int:
        case = self._of(part / PARTS)
        return case if case == self._last or self._bounds[case] >= (part + 1) / PARTS else UNSURE
