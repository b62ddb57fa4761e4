"""The table that random battles are counted by knows what it counts."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy

from rules.record import Table
from tests.rules.tanks.record import BATTLES, played
from tests.rules.tanks.rulings import counted, met


def recorded(name: str) -> Counter[str]:
    """The rulings that a recorded battle has met."""
    found: Counter[str] = Counter()
    table = Table.open(BATTLES[name])
    for entry in played(name)[1:]:
        before = deepcopy(table.battle.play)
        table.report(entry.side, entry.command)
        found.update(met(before, table.battle.play, entry.command, entry.events))
    return found


def test_what_a_recorded_battle_is_about_is_counted() -> None:
    found = recorded("2/crowd")
    assert found["R11 a corner on its way"] == 2
    assert found["R11 90 degrees on several stretches"] == 1
    assert found["B6 runs into who is in contact already"] == 2
    assert found["A14 touched as it explodes"] == 2
    assert found["R22 a radius though nobody is left"] == 1
    assert found["A18 a ram is void"] == 1
    assert found["R7 over: emptied, a draw"] == 1
    assert recorded("1/chain")["A14 a chain"] == 2


def test_a_random_battle_is_counted_report_by_report() -> None:
    assert counted(1).total() >= 10
