"""What people have set is flagged on the line of the sheet that shows it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import RuleSystem
from rules.record import Table
from rules.sheet import sheet
from rules.stream import facts
from tests.rules.conformance.games import Game


def test_every_line_named_for_a_fact_has_stood_on_a_sheet(system: RuleSystem) -> None:
    """Of the same battle, for the same unit; the line of a card is there where there is a card."""
    assert system.lines.keys() <= system.facts.keys()
    wanted = {pattern for pattern, template in system.lines.items() if template}
    for table in battles(system):
        there = {of for viewer in ("", *table.mustered.sides) for of in sheet(table.battle, viewer)}
        shown = {path for path in facts.facts(table.battle.play) if facts.line(system, path) in there}
        wanted -= {facts.pattern(system, path) for path in shown}
        if not wanted:
            break
    assert not wanted, "no sheet has shown what these are said to be shown by"


def battles(system: RuleSystem) -> Iterator[Table]:
    """Their openings, some of their middles and of their ends."""
    for seed in range(40):
        yield Game(seed, 0 if seed % 4 != 1 else 30).played(system)
        if seed % 4 == 0:
            yield Game(seed, 600).played(system)
