"""Why is it so? The chain of reports, dice and rules that made a fact of a sheet or an outcome what it is.

The live line is folded, and wherever the fact, or a fact it follows from (`Decider.explain`), becomes another one, that
row is a step of the chain.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.messages import Message, say
from rules.messages import gettext_noop as _
from rules.stream.contract import Event, Refused, Roll
from rules.stream.decider import Decider, Line, R, Row, S, Value
from rules.stream.dice import rolls_of
from rules.stream.history import Cursor, History
from rules.stream.revision.reports import Reseeded


class Step(msgspec.Struct, frozen=True):
    """A row that changed the fact `of` (or one it follows from). `event` is None where the viewer may not know it.

    `report` is the first row of its report, `told` the row where that report was first told. `declared`: set by people.
    `seed_row`: the row that committed to the seed its dice follow from, 0 for the first seed of the stream.
    """

    position: int
    report: int
    told: int
    by: str
    of: str
    unit: str
    label: Message
    before: Value
    after: Value
    event: Event | None
    rules: tuple[str, ...]
    rolls: tuple[Roll, ...]
    declared: bool
    seed_row: int


class Explanation(msgspec.Struct, frozen=True):
    """A fact as it stands and the steps to it, oldest first; none when it is as the muster made it."""

    of: str
    unit: str
    label: Message
    value: Value
    steps: tuple[Step, ...]


def explain(history: History[S, R], of: str, reader: R, until: int | None = None) -> Explanation:
    """Why the fact `of` of the sheet is what it is, as `reader` may know. `Refused` (field "of") for no such fact."""
    decider = history.decider
    rows = history.live(until)
    cursor = Cursor(history, history.head if until is None else until)
    end = history.state(until)
    lines = dict(decider.see(end, reader))
    if of not in lines:
        raise Refused(
            "explain",
            say(_("There is no fact “%(of)s” that you may see."), of=of[:80]),
            say(_("Facts: %(facts)s."), facts=", ".join(lines)),
            field="of",
            code="unknown",
        )
    wanted = _closure(decider, end, of)
    before = {path: line.value for path, line in decider.see(cursor.state, reader).items() if path in wanted}
    steps: list[Step] = []
    for row in rows[1:]:
        state = cursor.after(row.position)
        now = decider.see(state, reader)
        for path in [path for path in now if path in wanted] + [path for path in before if path not in now]:
            value = now[path].value if path in now else None
            if path in now:
                lines.setdefault(path, now[path])  # it may be gone by the end
            if value != before.get(path):
                line = lines.get(path) or Line("", say(path), None)
                steps.append(_step(history, state, row, path, line, before.get(path), value, reader))
                before[path] = value
    last = max((step.position for step in steps if step.of == of), default=0)
    unit, label, value = lines[of]
    return Explanation(of, unit, label, value, tuple(step for step in steps if step.position <= last))


def _closure(decider: Decider[S, Any, Any, R], end: S, of: str) -> set[str]:
    """The fact, and all it follows from; also what has stood on the sheet only for a time."""
    found = {of}
    new = [of]
    while new:
        grounds = decider.explain(end, new.pop())
        new += [ground for ground in dict.fromkeys(grounds) if ground not in found]
        found.update(grounds)
    return found


def _step(
    history: History[S, R], state: S, row: Row, path: str, line: Line, before: Value, after: Value, reader: R
) -> Step:
    decider = history.decider
    event = decider.see_event(state, row.event, reader)
    past = history.report_of(row.position)
    rolls = tuple(roll for roll in rolls_of(event) if roll.told) if event is not None else ()
    return Step(
        position=row.position,
        report=past.position,
        told=history.first_told(past.position),
        by=past.by,
        of=path,
        unit=line.unit,
        label=line.label,
        before=before,
        after=after,
        event=event,
        rules=decider.rules_of(state, row.event) if event is not None else (),
        rolls=rolls,
        declared=type(row.event).by_hand,
        seed_row=seed_row(history.rows, rolls),
    )


def seed_row(rows: Sequence[Row], rolls: Sequence[Roll]) -> int:
    """The row of a stream of `rows` that committed to the newest seed by which any of these dice fell, before it fell
    for the first time; 0 for its first seed, and where none of Leaguer's fell."""
    asked = {roll.question for roll in rolls if roll.by == "leaguer"}
    committed = newest = 0
    for row in rows if asked else ():
        if type(row.event) is Reseeded:
            committed = row.position
        for roll in rolls_of(row.event):
            if roll.by == "leaguer" and roll.question in asked:  # the table may have answered it before
                asked.remove(roll.question)
                newest = committed
    return newest
