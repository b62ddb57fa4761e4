"""What clients did and were told: each report and each look, with when it began and when its answer was there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

FOR_EVER = float("inf")


@dataclass
class Report:
    """One report, under one id, however often it was sent. `ended`: when an answer was there that settles it, at no
    time if none came. `positions`: where it was said to stand in the log; none for one that was refused."""

    stream: str
    id: str
    began: float
    ended: float = FOR_EVER
    positions: tuple[int, ...] = ()
    refused: bool = False
    failed: list[float] = field(default_factory=list)  # when a try of it brought no answer, or a 503

    @property
    def acknowledged(self) -> bool:
        return bool(self.positions)

    @property
    def held_up(self) -> float:
        """Seconds from its first try to its answer, if one of its tries failed."""
        return self.ended - self.began if self.failed and self.ended < FOR_EVER else 0.0


@dataclass(frozen=True)
class Look:
    """Somebody looked at a stream and was shown this head."""

    stream: str
    began: float
    ended: float
    position: int
    digest: str


@dataclass(frozen=True)
class Row:
    position: int
    report: str
    digest: str


class History:
    """Written by many threads."""

    def __init__(self) -> None:
        self.reports: list[Report] = []
        self.looks: list[Look] = []
        self.failures: Counter[str] = Counter()  # of tries, by what they were answered
        self.copies = False  # whether the network may deliver a report once more, later
        self._lock = Lock()

    def begins(self, stream: str, id_: str) -> Report:
        """A report that is about to be sent for the first time."""
        one = Report(stream, id_, monotonic())
        with self._lock:
            self.reports.append(one)
        return one

    def fails(self, one: Report, answer: str) -> None:
        """A try of it brought no answer that settles it."""
        with self._lock:
            one.failed.append(monotonic())
            self.failures[answer] += 1

    def shows(self, stream: str, began: float, position: int, digest: str) -> None:
        one = Look(stream, began, monotonic(), position, digest)
        with self._lock:
            self.looks.append(one)

    @property
    def told(self) -> str:
        """In figures."""
        taken = sum(one.acknowledged for one in self.reports)
        refused = sum(one.refused for one in self.reports)
        again = sum(bool(one.failed) for one in self.reports)
        silent = len(self.reports) - taken - refused
        return (
            f"{taken} reports acknowledged, {refused} refused by the rules, {silent} without an answer at the end;"
            f" {again} sent again ({dict(self.failures)}); {len(self.looks)} looks"
        )

    def longest(self, since: float = 0.0, until: float = FOR_EVER) -> float:
        """Seconds for which the report waited that waited longest, of those that failed within a time."""
        return max(
            (one.held_up for one in self.reports if any(since <= moment <= until for moment in one.failed)), default=0.0
        )

    def slowest(self, since: float, until: float) -> float:
        """Seconds that the report took that took longest, of those that were on their way within a time."""
        return max(
            (one.ended - one.began for one in self.reports if one.began < until and since < one.ended < FOR_EVER),
            default=0.0,
        )

    def of(self, stream: str) -> tuple[Sequence[Report], Sequence[Look]]:
        return (
            [one for one in self.reports if one.stream == stream],
            [one for one in self.looks if one.stream == stream],
        )
