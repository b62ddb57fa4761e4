"""The table that random battles are counted by knows what it counts."""

from __future__ import annotations

from random import Random

from rules.systems.fluid_time import SYSTEM, tables
from rules.systems.fluid_time.catalogue import units
from rules.systems.fluid_time.draft import models, sheet
from tests.rules.rulings import replayed


def test_what_a_recorded_battle_is_about_is_counted() -> None:
    found = replayed("fluid_time", "2/switches")
    assert found["R16 hull down, front: counts"] == 2
    assert found["R16 hull down, flank: does not count"] == 1
    assert found["B7 stops at a crest in its move"] == 2
    assert found["A9 struck again while suppressed: immobile"] == 1
    assert found["B3 a check at -1"] == 3
    assert found["A15 of its side's nation"] == 3
    assert found["A8 the last of a platoon, by a shot"] == 1
    assert found["B19 over: turns"] == 1
    assert replayed("fluid_time", "2/rulings")["R15 a crew on overwatch bails out"] == 1


def test_a_club_s_own_vehicles_of_random_musters_are_always_a_sheet() -> None:
    published = SYSTEM.catalogue(tables.EDITIONS[-1])
    for seed in range(60):
        text = sheet(Random(seed).randrange)
        assert [line.cells["name"] for line in units(text, published)] == models(text)
