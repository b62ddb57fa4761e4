"""Whether the rows that revisions keep do come out so: each report is decided again where it stands on the line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.stream.contract import Refused
from rules.stream.decider import R, Row, Who
from rules.stream.dice import FallenDice
from rules.stream.history import Past
from rules.stream.revision.branch import Mender
from rules.stream.revision.contract import M, MendedHistory
from rules.stream.revision.rebase import Rebase
from rules.stream.revision.reports import Retold, Revised


def first_wrong(history: MendedHistory[M, R]) -> int:
    """The position of the first revision that keeps what it may not keep; 0 where there is none.

    A revision keeps whole reports that counted behind the row from which it takes back, in their order, none that it
    tells again, and only those that come out with the very same events. It leaves none of the others untold. A report
    whose words were erased is not decided again: it is taken as it stands.
    """
    for row in history.rows:
        if isinstance(row.event, Revised) and row.event.keeps and not _holds(history, row, row.event):
            return row.position
    return 0


def _holds(history: MendedHistory[M, R], row: Row, revised: Revised) -> bool:
    before = history.of(history.rows[: row.position - 1])
    rows = [row, *_rest(history.rows[row.position :])]
    later = before.reports_from(revised.from_position)
    kept = _reports(revised, later, [one.position for one in rows])
    told = {one.event.of for one in rows if isinstance(one.event, Retold)}
    if kept is None or {past.position for past in later} != {past.position for _after, past in kept} | (told - {0}):
        return False
    if any(past.position in told for _after, past in kept):
        return False
    mender: Mender[M, R] = Mender(Who(row.by), revised.authority, FallenDice(before.fallen()))
    line = Rebase(
        before, mender, lambda: before.state_before(revised.from_position), row.position - 1, row.position - row.ordinal
    )
    line.follow(later)
    waiting = iter(kept)
    after, past = next(waiting, (0, None))
    for one in rows:
        line.tell(one.event)
        while past is not None and after == one.position:
            if not _comes_out(line, past):
                return False
            after, past = next(waiting, (0, None))
    return past is None


def _rest(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows of the report under way."""
    for row in rows:
        if row.ordinal == 0:
            return
        yield row


def _reports(revised: Revised, later: Sequence[Past], own: Sequence[int]) -> list[tuple[int, Past]] | None:
    """What the revision keeps, report by report, each with the row behind which it stands; None where that is no
    whole report, out of order, or behind a row of another report."""
    found: list[tuple[int, Past]] = []
    reports = iter(later)
    for rows in revised.keeps or ():
        position = rows.first
        if rows.after not in own or (found and rows.after < found[-1][0]):
            return None
        while position <= rows.last:
            past = next((past for past in reports if past.position == position), None)
            if past is None or past.end > rows.last:
                return None
            found.append((rows.after, past))
            position = past.end + 1
    return found


def _comes_out(line: Rebase[M, R], past: Past) -> bool:
    try:
        line.history.command(past)
    except Refused:
        line.keep(past)
        return True
    return line.comes_out(past)
