"""Compares what clients were told with the log that is left. It knows nothing of Leaguer but that a stream is a list of
rows, numbered from 1, each of a report.

**Exactly once.** The rows of a report that was acknowledged stand where it was said, one after the other, and nowhere
else. One that was refused has none. One without an answer has none, or all of its rows together.

**Linearizable, stream by stream.** There is one order, that of the positions, in which everything can have happened at
one moment between its beginning and its answer: a report that began after another was acknowledged stands after it; a
look shows everything that was acknowledged before it began, nothing that was begun after it ended, and no less than a
look that ended before it began. (Herlihy and Wing, 1990. For a list whose order is known these comparisons of pairs are
enough: each moment can be put as early as the order allows.) And what was shown is still there, by its digest.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TypeVar

from tests.chaos.history import FOR_EVER, History, Look, Report, Row

N = TypeVar("N", int, float)
Logs = Mapping[str, Sequence[Row]]


def faults(history: History, logs: Logs) -> list[str]:
    """What is wrong, in words; nothing if all is well."""
    found = [*_ids_twice(history)]
    streams = {report.stream for report in history.reports} | {look.stream for look in history.looks}
    for stream in sorted(streams):
        rows = logs.get(stream, ())
        reports, looks = history.of(stream)
        found += _numbered(stream, rows)
        found += _exactly_once(reports, rows)
        found += _in_order(reports, rows)
        found += _shown(reports, looks, rows)
    return found


def _ids_twice(history: History) -> Iterator[str]:
    ids = [one.id for one in history.reports]
    if len(ids) != len(set(ids)):
        yield "the history itself is wrong: an id stands for two reports"


def _numbered(stream: str, rows: Sequence[Row]) -> Iterator[str]:
    if [row.position for row in rows] != [*range(1, len(rows) + 1)]:
        yield f"{stream}: its rows are not numbered from 1 without a gap"


def _exactly_once(reports: Sequence[Report], rows: Sequence[Row]) -> Iterator[str]:
    written: dict[str, list[int]] = {}
    for row in rows:
        written.setdefault(row.report, []).append(row.position)
    for one in reports:
        there = tuple(written.get(one.id, ()))
        if one.acknowledged and not there:
            yield f"{one.id}: acknowledged, and lost"
        elif one.acknowledged and there != one.positions:
            yield f"{one.id}: acknowledged at {one.positions}, and written at {there}"
        elif one.refused and there:
            yield f"{one.id}: refused, and written at {there}"
        elif there and there != tuple(range(there[0], there[-1] + 1)):
            yield f"{one.id}: written in parts, at {there}"


def _placed(reports: Sequence[Report], rows: Sequence[Row]) -> list[tuple[int, int, Report]]:
    """The reports that are in the log, with their first and last positions, in its order."""
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for row in rows:
        first.setdefault(row.report, row.position)
        last[row.report] = row.position
    return sorted(((first[one.id], last[one.id], one) for one in reports if one.id in first), key=lambda it: it[:2])


def _in_order(reports: Sequence[Report], rows: Sequence[Row]) -> Iterator[str]:
    """None may stand before one that had been acknowledged when it began."""
    earliest_end = FOR_EVER  # of all that stand later
    whose = ""
    for first, _last, one in reversed(_placed(reports, rows)):
        if earliest_end < one.began:
            yield f"{one.id} stands at {first}, before {whose}, which was acknowledged before it began"
        if one.ended < earliest_end:
            earliest_end, whose = one.ended, one.id


def _shown(reports: Sequence[Report], looks: Sequence[Look], rows: Sequence[Row]) -> Iterator[str]:
    digests = {row.position: row.digest for row in rows}
    placed = _placed(reports, rows)
    ends = sorted((one.ended, last) for _first, last, one in placed)
    highest = _running([position for _end, position in ends])
    firsts = [first for first, _last, _one in placed]
    begun = _running([one.began for _first, _last, one in placed])
    for look in looks:
        if look.position and digests.get(look.position) != look.digest:
            yield f"a look was shown row {look.position} of {look.stream}, which is no longer so"
        before = bisect_right(ends, (look.began, 0)) - 1
        if before >= 0 and highest[before] > look.position:
            yield f"a look was shown {look.position} when {highest[before]} of {look.stream} had been acknowledged"
        shown = bisect_right(firsts, look.position) - 1
        if shown >= 0 and begun[shown] > look.ended:
            yield f"a look was shown {look.position} of {look.stream} before what stands there had begun"
    yield from _never_back(looks)


def _never_back(looks: Sequence[Look]) -> Iterator[str]:
    ended = sorted(looks, key=lambda look: look.ended)
    ends = [look.ended for look in ended]
    highest = _running([look.position for look in ended])
    for look in looks:
        before = bisect_right(ends, look.began) - 1
        if before >= 0 and ends[before] < look.began and highest[before] > look.position:
            yield f"a look was shown {look.position} of {look.stream} after another was shown {highest[before]}"


def _running(values: Sequence[N]) -> list[N]:
    """The highest up to each."""
    return list(accumulate(values, max))
