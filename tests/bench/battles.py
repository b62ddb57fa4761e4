"""Battles to measure with: played by the random player, told to the door report by report."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import takewhile
from uuid import UUID, uuid5

from battles import handler
from battles.reports import Report
from rules import all_systems, player
from rules.adjudicate import Who
from rules.record import RecordedReport, Table
from rules.reports import Confirm
from rules.stream import codec
from rules.stream.samples import Choose

REFEREE = Who("bench", referee=True)
NAMESPACE = UUID("0f7a4a52-6c0e-4a70-8f0b-5d9c8f3a7a11")

# Where to begin to look for so long a battle, for those before are shorter.
BEGIN = {(200, "modern_age"): 41, (200, "panzer_strike"): 10}


def chooser(seed: int) -> Choose:
    source = random.Random(seed)
    return lambda n: source.randrange(n)


def played(events: int, key: str = "") -> Table:
    """The first battle with at least `events` events before its end is confirmed, of one rulebook or whichever."""
    for seed in range(BEGIN.get((events, key), 0), 100_000):
        for system in (all_systems()[key],) if key else all_systems().values():
            table = player.play(system, chooser(seed), most=events)
            if sum(len(entry.events) for entry in fought(table)) >= events:
                return table
    raise AssertionError(f"no battle of {events} events")


def fought(table: Table) -> Iterator[RecordedReport]:
    """The reports before the first confirmation."""
    return takewhile(lambda entry: not isinstance(entry.command, Confirm), table.entries)


def told(table: Table, stream: str, events: int) -> int:
    """Tell the door the battle's reports until the log holds `events` rows; how many it then holds."""
    first, *rest = (
        Report(str(uuid5(NAMESPACE, f"{stream}/{n}")), type(e.command).__name__, codec.encode(e.command))
        for n, e in enumerate(fought(table))
    )
    head = handler.open_battle(stream, first, REFEREE, "script").position
    for report in rest:
        if head >= events:
            break
        head = handler.execute(stream, [report], REFEREE, "script").position
    return head
