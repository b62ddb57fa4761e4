"""Battles to measure with: played by the random player, told to the door report by report."""

from __future__ import annotations

import random
from uuid import UUID, uuid5

from battles import door
from battles.reports import Report
from rules import all_systems, codec, player
from rules.adjudicate import Who
from rules.record import Table
from rules.sampling import Choose

REFEREE = Who("bench", referee=True)
NAMESPACE = UUID("0f7a4a52-6c0e-4a70-8f0b-5d9c8f3a7a11")


def chooser(seed: int) -> Choose:
    source = random.Random(seed)
    return lambda n: source.randrange(n)


def played(events: int) -> Table:
    """The first battle of at least `events` events, whichever rulebook it is of."""
    for seed in range(100_000):
        for system in all_systems().values():
            table = player.play(system, chooser(seed), most=events)
            if table.battle.head[0] >= events:
                return table
    raise AssertionError(f"no battle of {events} events")


def told(table: Table, stream: str, events: int) -> int:
    """Tell the door the battle's reports until the log holds `events` rows; how many it then holds."""
    first, *rest = (
        Report(str(uuid5(NAMESPACE, f"{stream}/{n}")), type(e.command).__name__, codec.encode(e.command))
        for n, e in enumerate(table.entries)
    )
    head = door.open_battle(stream, first, REFEREE, "script").position
    for report in rest:
        if head >= events or report.type == "Confirm":
            break
        head = door.execute(stream, [report], REFEREE, "script").position
    return head
