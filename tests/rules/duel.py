"""The toy battle of the tests of mending, and what is told in it."""

from __future__ import annotations

import pytest

from rules.contract import Command, Event, Refused
from rules.record import Table
from rules.reports import Confirm, command_codec
from rules.stream.revision.reports import Retold
from rules.stream.script import parse
from tests.rules.test_frame import forces

WHY = "It was otherwise."


def at(*script: str) -> Table:
    """The toy battle after these reports of battle script: blue-1 and blue-2 of Bob against red-1 of Carol."""
    table = Table.open(forces())
    tell(table, *script)
    return table


def tell(table: Table, *script: str) -> None:
    for line in parse("\n".join(script), command_codec(table.battle.rules)):
        table.report(line.side, line.command)


def refused(table: Table, side: str, command: Command) -> Refused:
    before = len(table.rows)
    with pytest.raises(Refused) as caught:
        table.report(side, command)
    assert len(table.rows) == before
    assert caught.value.text.text()
    return caught.value


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.how if isinstance(event, Retold) else type(event).__name__ for event in events]


def confirm(table: Table, *sides: str) -> None:
    for side in sides:
        position, digest = table.battle.fought
        table.report(side, Confirm(side=side, position=position, digest=digest))


def parsed(table: Table, line: str) -> Command:
    (found,) = parse(line, command_codec(table.battle.rules))
    return found.command
