"""What the table is promised: taps, submissions, sizes and times, counted by tests and printed as one table.

    def test_a_shot(budget: Budget) -> None:
        budget(key, "shot, taps beside the dice", phone.taps)

notes the count for the table at the end of the run, and fails the test where it is above its budget. Counts travel with
a test's report, so they come from every process of a run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

import pytest

NAME = "budget"  # of the user property that carries a count: rulebook, budget, count
Count = tuple[str, str, float]
# At most. A budget of one rulebook alone names it.
MOST = {
    "status of a unit, taps": 2,
    "result of five tanks, taps": 12,
    "shot, taps beside the dice": 6,
    "shot, page loads": 1,
    "shot at hidden cards, taps beside the dice": 6,
    "shot at hidden cards, page loads": 1,
    "move, taps": 4,
    "undo, taps": 1,
    "confirm, taps": 1,
    "round of Modern Age, 5 against 5, submissions": 15,
    "round of Panzer Strike, 12 against 19, submissions": 20,
    "league from nothing to its first round, clicks": 22,
    "league from nothing to its first round, seconds": 600,
    "first run to the first published round, clicks": 20,
    "first run to the first published round, seconds": 600,
    "dispute mail to its ruling, clicks": 3,
    "round closed and the next published, clicks": 5,
    "round closed and the next published, seconds": 60,
    "challenge accepted and dated, taps": 6,
    "result of round 1 mended in round 4, seconds": 180,
    "correction of one of 12 battles foreseen, milliseconds": 1_000,
    "correction of one of 500 battles foreseen, milliseconds": 10_000,
    "10,000 seasons drawn, milliseconds": 5_000,
    "page of 5 against 5, pixels tall": 2_300,
    "page of 5 against 5, bytes compressed": 100_000,
    "ruling after its answer, milliseconds": 100,
}


class Budget:
    """Counts of one test. Takes the rulebook, the budget's name in `MOST`, and how much was taken of it."""

    def __init__(self, noted: list[tuple[str, object]]) -> None:
        self._noted = noted

    def __call__(self, rulebook: str, name: str, taken: float, how: str = "") -> None:
        """`how` it was counted is shown where it is too much."""
        self._noted.append((NAME, [rulebook, name, taken]))
        assert taken <= MOST[name], f"{name}: {taken} of {MOST[name]} in {rulebook}\n{how}"


@pytest.fixture
def budget(request: pytest.FixtureRequest) -> Budget:
    return Budget(request.node.user_properties)


def counts(reports: Iterable[pytest.TestReport]) -> Iterator[Count]:
    """Every count in these reports."""
    for report in reports:
        if report.when == "call":
            yield from (cast(Count, told) for name, told in report.user_properties if name == NAME)


def table(found: Iterable[Count]) -> list[str]:
    """Budgets down, rulebooks across; of several counts the greatest. Empty where nothing was counted."""
    taken: dict[str, dict[str, float]] = {}
    for rulebook, name, count in found:
        row = taken.setdefault(name, {})
        row[rulebook] = max(count, row.get(rulebook, 0))
    if not taken:
        return []
    keys = sorted({key for row in taken.values() for key in row})
    width = max(map(len, taken))
    lines = [f"{'':{width}}  {'most':>7}" + "".join(f"  {key:>13}" for key in keys)]
    for name, most in MOST.items():
        if row := taken.get(name, {}):
            cells = (f"{row[key]:,.0f}" if key in row else "" for key in keys)
            lines.append((f"{name:{width}}  {most:>7,}" + "".join(f"  {cell:>13}" for cell in cells)).rstrip())
    return lines


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The table, where a test of the run has counted."""
    reports = [one for kind in ("passed", "failed") for one in terminalreporter.stats.get(kind, ())]
    if lines := table(counts(one for one in reports if isinstance(one, pytest.TestReport))):
        terminalreporter.section("budgets")
        for line in lines:
            terminalreporter.write_line(line)
