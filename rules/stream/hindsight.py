"""A stream at an earlier row as it is known now: what had been told first by then, with every correction made since.

Beside it, `History.live(until)` is the stream as it was believed then: a correction that came later is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from rules.stream.decider import R, Row, S
from rules.stream.history import History, advance
from rules.stream.revision.reports import Retold, Revised


def known_since(history: History[S, R], until: int) -> list[Row]:
    """The rows that count now, in the order of the line, as far as they tell what was first told up to row `until`.
    A report that a correction has put in stands where it was put. The first row is always among them."""
    first, *others = zip(history.live(), _origins(history), strict=True)
    return [first[0], *(row for row, _since in takewhile(lambda one: one[1] <= until, others))]


def _origins(history: History[S, R]) -> Iterator[int]:
    """For each row that counts now: by which row of the log it had been told first."""
    reached = 1
    for row in history.live():
        event = row.event
        if isinstance(event, Revised):  # it is in what it reaches back to
            reached = max(reached, _first_told(history, event.from_position))
        elif isinstance(event, Retold):
            reached = max(reached, _first_told(history, event.of) if event.of else reached)
        elif not isinstance(history.rows[_begins(history, row.position) - 1].event, (Retold, Revised)):
            reached = max(reached, row.position)
        yield reached


def _begins(history: History[S, R], position: int) -> int:
    return history.report_of(position).position


def _first_told(history: History[S, R], position: int) -> int:
    return history.first_told(_begins(history, position))


def state_after(history: History[S, R], rows: Sequence[Row]) -> S:
    """The state after rows that begin a line; a fold of its own every time."""
    first, *others = rows
    state = history.decider.start(first.event, first.position, first.digest)
    advance(history.decider, state, others, first.position)
    return state
