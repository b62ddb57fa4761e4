"""How often random battles meet each ruling of a rulebook: `python -m tests.rules.rulings tanks 1000`.

That plays so many battles and prints in how many of them each ruling was met, and how often, the rarest first. A
rulebook names its rulings in `rulings.txt` of its tests, a line each (the number in RULES.md and a few words), so that
one that is never met shows as well. Which of them a report has met says `met` of its `rulings.py`:

    met(before, after, command, events)  # States as they stood before and after the report

What every rulebook has in common is counted here and named in `rulings.txt` beside this file.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Protocol, cast

from rules import all_systems
from rules.contract import Command, Event
from rules.player import advance
from rules.record import Entry, Table, loads
from rules.reports import DepthChanged
from rules.revision.reports import REVISIONS, Declared, Revised
from tests.rules.conformance.goldens import recorded

LONGEST = 2000  # reports
MENDS = 20  # of 1000 reports that random players tell


class Rulings(Protocol):
    """The module `tests.rules.KEY.rulings`."""

    def met(self, before: Any, after: Any, command: Command, events: Sequence[Event]) -> Iterable[str]: ...


@cache
def _of(key: str) -> Rulings:
    return cast(Rulings, import_module(f"tests.rules.{key}.rulings"))


@cache
def known(key: str) -> frozenset[str]:
    """All rulings of a rulebook, by name."""
    here = Path(__file__).parent
    files = (here / "rulings.txt", here / key / "rulings.txt")
    return frozenset(line for file in files for line in file.read_text(encoding="utf-8").splitlines())


def counted(key: str, seed: int, most: int = LONGEST) -> Counter[str]:
    """What a random battle of a rulebook has met, of so many reports at most."""
    choose = Random(f"rulings {seed}").randrange
    table = Table.open(all_systems()[key].draft(choose))
    found = Counter[str]()
    while not table.battle.settled and len(table.entries) <= most:
        before = deepcopy(table.battle.play)
        advance(table, choose, MENDS)
        found.update(_met(key, before, table, table.entries[-1]))
    return found


def replayed(key: str, name: str) -> Counter[str]:
    """What the golden battle of that name ("2/crowd") has met."""
    path = next(one for one in recorded(all_systems()[key]) if one.match(f"{name}.jsonl"))
    entries = loads(path.read_text(encoding="utf-8"))
    table, found = Table(entries[:1]), Counter[str]()
    for entry in entries[1:]:
        before = deepcopy(table.battle.play)
        table.report(entry.side, entry.command)
        found.update(_met(key, before, table, entry))
    return found


def _met(key: str, before: Any, table: Table, entry: Entry) -> Iterator[str]:
    """What one report has met. What a correction tells again was counted when it happened, and it goes on from another
    moment than `before`."""
    told: list[Event] = []
    for event in entry.events:
        match event:
            case DepthChanged():
                yield f"house: reported as {event.depth}"
            case Declared():
                yield "house: a fact is declared"
            case Revised():
                yield f"house: {event.act}"
                return
            case _:
                told.append(event)
    if isinstance(entry.command, REVISIONS):
        return
    yield from _of(key).met(before, table.battle.play, entry.command, told)


def in_battles(key: str, seeds: Iterable[int]) -> tuple[Counter[str], Counter[str]]:
    """In how many of these battles each ruling was met; how often in all."""
    battles, times = Counter[str](), Counter[str]()
    for seed in seeds:
        found = counted(key, seed)
        battles.update(found.keys())
        times.update(found)
    return battles, times


def main(key: str, number: int) -> None:
    battles, times = in_battles(key, range(number))
    for name in sorted(known(key) | battles.keys(), key=lambda name: (battles[name], name)):
        print(f"{battles[name]:6d} {times[name]:7d}  {name}")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
