"""Why is it so? The chain of reports, dice and rules that made a fact of a sheet or an outcome what it is.

Generic: the live line is folded, and wherever the fact, or a fact it follows from (the rulebook's `grounds`), becomes
another one, that row is a step of the chain.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules import visibility
from rules.messages import Message, say
from rules.messages import gettext_noop as _
from rules.revision.preview import Value, sheet
from rules.revision.reports import Amended, Declared
from rules.stream.contract import Event, Refused, Roll
from rules.stream.dice import rolls_of
from rules.stream.history import Cursor, History

HOUSE = {"Declared": ("declared",), "Amended": ("amended",)}


class Step(msgspec.Struct, frozen=True):
    """A row that changed the fact `of` (or one it follows from). `event` is None where the viewer may not know it.

    `report` is the first row of its report, `told` the row where that report was first told. `declared`: set by people.
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


class Explanation(msgspec.Struct, frozen=True):
    """A fact as it stands and the steps to it, oldest first; none when it is as the muster made it."""

    of: str
    unit: str
    label: Message
    value: Value
    steps: tuple[Step, ...]


def explain(history: History, of: str, side: str, until: int | None = None) -> Explanation:
    """Why the fact `of` of the sheet is what it is, as `side` may know. `Refused` (field "of") for no such fact."""
    rows = history.live(until)
    cursor = Cursor(history, history.head if until is None else until)
    end = history.state(until)
    lines = sheet(end, side)
    if of not in lines:
        raise Refused(
            "explain",
            say(_("This battle has no fact “%(of)s” that you may see."), of=of[:80]),
            say(_("Facts: %(facts)s."), facts=", ".join(lines)),
            field="of",
            code="unknown",
        )
    wanted = _closure(end, of)
    before = {path: line[2] for path, line in sheet(cursor.battle, side).items() if path in wanted}
    steps: list[Step] = []
    for row in rows[1:]:
        battle = cursor.to(row.position)
        now = sheet(battle, side)
        for path in [path for path in now if path in wanted] + [path for path in before if path not in now]:
            value = now[path][2] if path in now else None
            if path in now:
                lines.setdefault(path, now[path])  # it may be gone by the end
            if value != before.get(path):
                steps.append(_step(history, battle, row, path, lines, before.get(path), value, side))
                before[path] = value
    last = max((step.position for step in steps if step.of == of), default=0)
    unit, label, value = lines[of]
    return Explanation(of, unit, label, value, tuple(step for step in steps if step.position <= last))


def _closure(end: Any, of: str) -> set[str]:
    """The fact, and all it follows from; also what has stood on the sheet only for a time."""
    found = {of}
    new = [of]
    while new:
        path = new.pop()
        grounds = [*end.rules.grounds(end.play, path)]
        if path.startswith("outcome.units.") and path.endswith(".fate"):
            grounds.append(f"units.{path.split('.')[2]}.status")
        new += [ground for ground in dict.fromkeys(grounds) if ground not in found]
        found.update(grounds)
    return found


def _step(
    history: History, battle: Any, row: Any, path: str, lines: Any, before: Value, after: Value, side: str
) -> Step:
    event = visibility.see_event(battle, row.event, side)
    past = history.reports.get(battle.last)
    unit, label, _value = lines.get(path) or ("", say(path), None)
    number = battle.rules.number
    rules = HOUSE.get(type(row.event).__name__) or tuple(f"{number} {rule}" for rule in type(row.event).rules)
    return Step(
        position=row.position,
        report=battle.last,
        told=history.first_told(battle.last),
        by=past.by if past else row.by,
        of=path,
        unit=unit,
        label=label,
        before=before,
        after=after,
        event=event,
        rules=rules if event is not None else (),
        rolls=tuple(roll for roll in rolls_of(event) if roll.told) if event is not None else (),
        declared=isinstance(row.event, Declared | Amended),
    )
