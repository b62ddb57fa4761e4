"""Records a battle of the golden folder from its script: `python -m tests.rules.modern_age.record alpha_66`.

A recorded battle is never written over; a new edition gets a folder and recordings of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from rules import script
from rules.adjudicate import CLERK
from rules.record import Entry, Table, codecs, dumps, expectation
from rules.reports import Confirm, Settle
from rules.systems import modern_age
from rules.systems.modern_age.tables import EDITIONS
from tests.rules.modern_age.musters import alpha_66

FOLDER = Path(modern_age.__file__).parent / "golden" / EDITIONS[-1]


def played(name: str) -> list[Entry]:
    """The battle of `name`.script, confirmed by both sides, its aftermath done and settled."""
    table = Table.open(alpha_66(critical_deck="house"))
    text = (FOLDER / f"{name}.script").read_text(encoding="utf-8")
    for line in script.parse(text, codecs(modern_age.SYSTEM)[1]):
        table.report(line.side, line.command)
    for side in table.mustered.sides:
        position, digest = table.battle.fought
        table.report(side, Confirm(side=side, position=position, digest=digest))
    while steps := modern_age.SYSTEM.aftermath(table.battle.play):
        table.report(CLERK, steps[0])
    table.report(CLERK, Settle())
    return table.entries


def main(name: str) -> None:
    target = FOLDER / f"{name}.jsonl"
    if target.exists():
        raise SystemExit(f"{target.name} is recorded already")
    entries = played(name)
    target.write_text(dumps(entries), encoding="utf-8")
    expected = msgspec.json.format(msgspec.json.encode(expectation(entries)), indent=2)
    target.with_name(f"{name}.expect.json").write_bytes(expected + b"\n")


if __name__ == "__main__":
    main(sys.argv[1])
