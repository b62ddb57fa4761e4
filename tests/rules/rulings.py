"""How often random battles meet each ruling of a rulebook: `python -m tests.rules.rulings tanks 1000`.

That plays so many battles and prints in how many of them each ruling was met, and how often, the rarest first. A
rulebook names its rulings in `rulings.txt` of its tests, a line each (the number in RULES.md and a few words), so that
one that is never met shows as well. Which of them a report has met says `met` of its `rulings.py`:

    met(before, after, command, events)  # States as they stood before and after the report

The random player is curious (`tests.rules.curious`): it prefers reports and musters that meet what has been seen least.
What every rulebook has in common is counted here and named in `rulings.txt` beside this file.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import cache, partial
from importlib import import_module
from multiprocessing import Pool, cpu_count
from pathlib import Path
from typing import Any, Protocol, cast

from rules import all_systems
from rules.contract import Command, Event
from rules.record import RecordedReport
from rules.reports import REVISIONS, DepthChanged
from rules.stream.revision.reports import Declared, Revised
from tests.rules.conformance.goldens import recorded
from tests.rules.copies import Table
from tests.rules.curious import Curiosity
from tests.rules.recordings import Accepted, loads

BLOCK = 500  # battles that one curious player plays
AIMED = ("modern_age", "panzer_strike")  # most of their battles aim at a ruling
# Once one player knows the way to a ruling, it comes there often.
LONG_BLOCK = {"modern_age": 1000, "panzer_strike": 1000}
ENOUGH = 15  # of them meet a ruling, so that it looks for it no more
ENOUGH_OF = {"modern_age": 21, "panzer_strike": 22}


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


class Replayed(Accepted, Table):
    """A recorded battle, told again as it was accepted."""


def replayed(key: str, name: str) -> Counter[str]:
    """What the golden battle of that name ("2/crowd") has met."""
    path = next(one for one in recorded(all_systems()[key]) if one.match(f"{name}.jsonl"))
    entries = loads(path.read_text(encoding="utf-8"))
    table, found = Replayed(entries[:1]), Counter[str]()
    for entry in entries[1:]:
        before = table.play()
        table.report(entry.side, entry.command)
        found.update(_met(key, before, table, entry))
    return found


def _met(key: str, before: Any, table: Table, entry: RecordedReport) -> Iterator[str]:
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


def in_battles(key: str, number: int, jobs: int = 1) -> tuple[Counter[str], Counter[str]]:
    """In how many of so many battles each ruling was met; how often in all. The player's curiosity is of one block of
    battles, so that they are the same ones whatever number of processes plays them."""
    battles, times = Counter[str](), Counter[str]()
    size = LONG_BLOCK.get(key, BLOCK)
    blocks = [(key, range(first, min(first + size, number))) for first in range(0, number, size)]
    with Pool(jobs) if jobs > 1 else nullcontext() as pool:
        for found in (pool.imap if pool else map)(_block, blocks):
            for one in found:
                battles.update(one.keys())
                times.update(one)
    return battles, times


def _block(block: tuple[str, range]) -> list[Counter[str]]:
    """What each battle of a block has met."""
    key, seeds = block
    player = curious(key)
    return [player.play(all_systems()[key], seed) for seed in seeds]


def curious(key: str) -> Curiosity:
    aims = LONG_BLOCK[key] if key in AIMED else 0
    return Curiosity(partial(_met, key), known(key), ENOUGH_OF.get(key, ENOUGH), aims)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("key", choices=sorted(all_systems()))
    parser.add_argument("number", type=int)
    parser.add_argument("--jobs", type=int, default=cpu_count())
    asked = parser.parse_args()
    battles, times = in_battles(asked.key, asked.number, asked.jobs)
    for name in sorted(known(asked.key) | battles.keys(), key=lambda name: (battles[name], name)):
        print(f"{battles[name]:6d} {times[name]:7d}  {name}")  # noqa: T201


if __name__ == "__main__":
    main()
