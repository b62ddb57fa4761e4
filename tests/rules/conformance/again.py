"""Prints what rulebooks make of their recorded battles, and of battles played anew, as one line each.

`python -m tests.rules.conformance.again KEY ...`: run it under two PYTHONHASHSEEDs and compare.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from rules import all_systems, visibility
from rules.contract import RuleSystem
from rules.player import play
from rules.record import RecordedReport
from tests.length import AT_LENGTH
from tests.rules.conformance.goldens import recorded
from tests.rules.conformance.picture import picture
from tests.rules.recordings import decided_again, dumps, fold, loads

GAMES, REPORTS = (3, 150) if AT_LENGTH else (1, 60)  # played anew


def looked_at(system: RuleSystem) -> list[Path]:
    """The recorded battles that are compared: all of them in `make soak`, every fifth in `make test`."""
    return recorded(system)[:: 1 if AT_LENGTH else 5]


def made_of(entries: Sequence[RecordedReport]) -> str:
    """Digests of the state the entries leave, what is seen and may be reported then, and the log as decided again."""
    state = fold(entries)
    sides = ("", *state.muster.sides)
    shown = [(visibility.see(state, side), visibility.legal(state, side)) for side in sides]
    again = dumps(decided_again(entries))
    parts = (repr(picture(state)), repr(picture(shown)), repr(picture(state.outcome())), again)
    return " ".join(hashlib.sha256(part.encode()).hexdigest()[:16] for part in parts)


def main(key: str) -> None:
    system = all_systems()[key]
    for path in looked_at(system):
        sys.stdout.write(f"{key} {path.name} {made_of(loads(path.read_text(encoding='utf-8')))}\n")
    for seed in range(GAMES):
        entries = play(system, Random(seed).randrange, REPORTS).entries
        sys.stdout.write(f"{key} seed {seed}: {made_of(entries)} of {len(entries)} reports\n")


if __name__ == "__main__":
    for named in sys.argv[1:]:
        main(named)
