"""The table that random battles are counted by knows what it counts."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random

from rules.record import Table
from rules.systems.fluid_time import SYSTEM, draft_units, tables
from rules.systems.fluid_time.house_units import units
from tests.rules.fluid_time.record import BATTLES, played
from tests.rules.fluid_time.rulings import KNOWN, counted, met


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
    found = recorded("2/switches")
    assert found["R16 hull down, front: counts"] == 2
    assert found["R16 hull down, flank: does not count"] == 1
    assert found["B7 stops at a crest in its move"] == 2
    assert found["A9 struck again while suppressed: immobile"] == 1
    assert found["B3 a check at -1"] == 3
    assert found["A15 of its side's nation"] == 3
    assert found["A8 the last of a platoon, by a shot"] == 1
    assert found["B19 over: turns"] == 1
    assert recorded("2/rulings")["R15 a crew on overwatch bails out"] == 1


def test_random_battles_are_counted_report_by_report() -> None:
    found = sum((counted(seed, 30) for seed in range(4)), Counter[str]())
    assert found.total() > 40
    assert len(found) > 15
    assert not found.keys() - KNOWN


def test_a_club_s_own_vehicles_of_random_musters_are_always_a_sheet() -> None:
    published = SYSTEM.catalogue(tables.EDITIONS[-1])
    for seed in range(60):
        text = draft_units.sheet(Random(seed).randrange)
        assert [line.cells["name"] for line in units(text, published)] == draft_units.models(text)
