"""The checker finds what is wrong with a history, and nothing in one that is right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.chaos.checker import faults
from tests.chaos.history import FOR_EVER, History, Look, Report, Row

S = "a stream"
ROWS = [Row(1, "one", "d1"), Row(2, "two", "d2"), Row(3, "two", "d3"), Row(4, "three", "d4")]


def history(*changed: Report | Look) -> History:
    """Three reports one after the other, one without an answer, one refused; looks between them. What is changed takes
    the place of the report of its id; a look is added."""
    made = History()
    there = [
        Report(S, "one", 0.0, 1.0, (1,)),
        Report(S, "two", 2.0, 3.0, (2, 3)),
        Report(S, "three", 3.5, FOR_EVER),
        Report(S, "never", 3.5, FOR_EVER),
        Report(S, "no", 4.0, 5.0, refused=True),
    ]
    other = {one.id: one for one in changed if isinstance(one, Report)}
    made.reports = [other.get(one.id, one) for one in there]
    made.looks = [Look(S, 1.5, 1.8, 1, "d1"), Look(S, 2.1, 2.9, 3, "d3"), Look(S, 3.6, 6.0, 4, "d4")]
    made.looks += [one for one in changed if isinstance(one, Look)]
    return made


def test_a_history_that_is_right_has_no_fault() -> None:
    assert faults(history(), {S: ROWS}) == []
    assert faults(history(Look(S, 3.6, 3.7, 3, "d3")), {S: ROWS}) == [], "before the report without an answer"
    assert faults(history(Report(S, "one", 0.0, 2.5, (1,))), {S: ROWS}) == [], "two at once may stand either way"


TWICE = [*ROWS, Row(5, "one", "d5")]


@pytest.mark.parametrize(
    ("rows", "changed", "told"),
    [
        (ROWS[1:], (), "not numbered from 1"),
        ([replace(row, report="x") if row.report == "one" else row for row in ROWS], (), "acknowledged, and lost"),
        (TWICE, (), "acknowledged at (1,), and written at (1, 5)"),
        (ROWS, (Report(S, "two", 2.0, 3.0, (3, 4)),), "acknowledged at (3, 4), and written at (2, 3)"),
        (ROWS, (Report(S, "three", 4.0, 5.0, refused=True),), "refused, and written at (4,)"),
        ([*ROWS, Row(5, "x", "d5"), Row(6, "three", "d6")], (), "written in parts, at (4, 6)"),
        (ROWS, (Report(S, "one", 3.2, 3.4, (1,)),), "before two, which was acknowledged before it began"),
        (ROWS, (Look(S, 3.2, 3.3, 1, "d1"),), "was shown 1 when 3 of a stream had been acknowledged"),
        (ROWS, (Look(S, 0.5, 1.9, 3, "d3"),), "was shown 3 of a stream before what stands there had begun"),
        (ROWS, (Look(S, 6.5, 7.0, 3, "d3"),), "was shown 3 of a stream after another was shown 4"),
        (ROWS, (Look(S, 3.2, 3.3, 3, "other"),), "row 3 of a stream, which is no longer so"),
        (ROWS, (Look(S, 7.0, 7.1, 9, "d9"),), "row 9 of a stream, which is no longer so"),
    ],
)
def test_each_fault_is_found(rows: list[Row], changed: tuple[Report | Look, ...], told: str) -> None:
    assert any(told in fault for fault in faults(history(*changed), {S: rows})), faults(history(*changed), {S: rows})


def test_an_id_for_two_reports_is_found() -> None:
    wrong = history()
    wrong.reports.append(Report(S, "one", 9.0))
    assert "an id stands for two reports" in faults(wrong, {S: ROWS})[0]
