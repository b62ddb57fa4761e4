"""In the middle of a recorded battle something else is reported: what is offered there, filled in as the bytes say, or
any report with any data. It is decided or refused; what it leaves can be seen and goes on."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import rules
from rules.contract import Refused, Unfallen
from rules.random_reports import complete
from rules.record import Table
from rules.reports import command_codec
from rules.visibility import legal, see
from tests.rules import recordings

STEPS = 6  # reports after the one that is begun from
GOLDENS = Path(rules.__file__).parent / "systems"


class Bytes:
    """Choices, as bytes say. When there are none left it is always the first."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def below(self, most: int) -> int:
        """A number from 0 up to, but without, `most`; two bytes where one cannot say it."""
        width = 1 if most <= 256 else 2
        said = int.from_bytes(self.data[self.at : self.at + width], "big")
        self.at += width
        return said % most

    def rest(self) -> bytes:
        """Up to 64 of them, to be read as something else."""
        found = self.data[self.at : self.at + 64]
        self.at += 64
        return found


@cache
def recorded(key: str) -> list[list[Any]]:
    return [recordings.loads(path.read_text()) for path in sorted((GOLDENS / key).glob("golden/*/*.jsonl"))]


@cache
def begun(key: str, which: int, entries: int) -> Table:
    return Table(recorded(key)[which][:entries], recordings._named(recorded(key)[which]))


def decide(key: str, data: bytes) -> None:
    chance = Bytes(data)
    which = chance.below(len(recorded(key)))
    table = begun(key, which, 1 + chance.below(len(recorded(key)[which]))).copy()
    sides = [*table.mustered.sides]
    for _step in range(STEPS):
        if chance.at >= len(data):
            break
        side = sides[chance.below(len(sides))]
        offers = legal(table.battle, side)
        if offers and chance.below(4):
            command = complete(table, offers[chance.below(len(offers))], chance.below)
            _report(table, side, command)
        else:
            _report_anything(table, side, chance)
    for side in ("", *sides):
        see(table.battle, side)
        legal(table.battle, side)


def _report(table: Table, side: str, command: Any) -> None:
    """One that is offered may be refused where what it says does not go together; it must not fail."""
    before = len(table.rows)
    try:
        table.report(side, command)
    except (Refused, Unfallen):
        assert len(table.rows) == before, "a report that was refused has left something"


def _report_anything(table: Table, side: str, chance: Bytes) -> None:
    system = rules.system(table.mustered.system)
    kind = system.commands[chance.below(len(system.commands))]
    names = [one.name for one in msgspec.structs.fields(kind)]
    words = [unit.id for unit in see(table.battle, side).units] or [*table.mustered.sides]
    said: dict[str, Any] = {}
    for name in names:
        match chance.below(6):
            case 0 | 1:
                said[name] = words[chance.below(len(words))]
            case 2:
                said[name] = chance.below(65536) - 100
            case 3:
                said[name] = [1 + chance.below(8) for _n in range(chance.below(6))]
            case 4:
                with suppress(ValueError):
                    said[name] = msgspec.json.decode(chance.rest())
    with suppress(Refused):
        command = command_codec(system).decode(kind.__name__, msgspec.json.encode(said))
        _report(table, side, command)
