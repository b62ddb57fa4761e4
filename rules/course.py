"""The course of a battle: how it stood after each report that counts, and what its dice were thrown for.

It is folded once, however many reports there are (see also `rules.stream.history.moments`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.battle import Battle, History
from rules.far import FarHit
from rules.luck import Throw
from rules.stream.decider import Row
from rules.stream.history import advance
from rules.stream.revision.reports import Retold, Revised
from rules.visibility import see_event

OUT = ("wrecked", "lost")


class Step(msgspec.Struct, frozen=True):
    """One report that counts, its rows from `position` to `end`, and how the battle stood after it.

    `points` of each side; `left`: the units of each that are in play, `whole` of them as good as they came. `fell`: the
    units that it destroyed.
    """

    position: int
    end: int
    points: dict[str, int]
    left: dict[str, int]
    whole: dict[str, int]
    fell: tuple[str, ...] = ()


class Course(msgspec.Struct, frozen=True):
    """`throws`: all that fell, each with the position of its report. `far`: hits, where the rulebook tells how far they
    flew."""

    steps: tuple[Step, ...]
    throws: tuple[tuple[int, Throw], ...]
    far: tuple[FarHit, ...] = ()


def course(history: History, reader: str) -> Course:
    """The course of a battle as `reader` (a side, "" for a spectator) may know it."""
    reports = list(by_report(history.live()))
    first = reports[0][0]
    battle = history.decider.start(first.event, first.position, first.digest)
    throws: list[tuple[int, Throw]] = []
    far: list[FarHit] = []
    steps: list[Step] = []
    gone: frozenset[str] = frozenset()
    newest = first.position
    for report in reports:
        for row in report if report[0] is not first else report[1:]:
            if not row.event.by_hand and see_event(battle, row.event, reader) is not None:
                throws += ((report[0].position, one) for one in battle.rules.throws(battle.play, row.event))
                far += battle.rules.far_hits(battle.play, row.event)
            newest = advance(history.decider, battle, (row,), newest)
        step, out = _step(battle, report, gone)
        steps.append(step)
        gone = out
    return Course(tuple(steps), tuple(throws), tuple(far))


def by_report(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The rows that count, cut into reports; a revision is one of its own, and so is each report it tells again."""
    cut: list[Row] = []
    for row in rows:
        if cut and (row.ordinal == 0 or isinstance(row.event, Retold | Revised)):
            yield cut
            cut = []
        cut.append(row)
    yield cut


def _step(battle: Battle, report: Sequence[Row], gone: frozenset[str]) -> tuple[Step, frozenset[str]]:
    outcome, sides = battle.outcome(), [*battle.muster.sides]
    out = frozenset(unit.id for unit in outcome.units if unit.fate in OUT)
    step = Step(
        position=report[0].position,
        end=report[-1].position,
        points={side: outcome.points.get(side, 0) for side in sides},
        left={side: sum(u.side == side and u.fate in ("fit", "damaged") for u in outcome.units) for side in sides},
        whole={side: sum(u.side == side and u.fate == "fit" for u in outcome.units) for side in sides},
        fell=tuple(unit.id for unit in outcome.units if unit.id in out - gone),
    )
    return step, out
