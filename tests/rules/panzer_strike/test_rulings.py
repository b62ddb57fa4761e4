"""The table that random battles are counted by knows what it counts."""

from __future__ import annotations

import pytest

from tests.rules.rulings import replayed

MET = {
    "1/all_options": {
        "R43 the radio die shows x, contact new": 1,
        "R24 the other X: a turretless one has turned": 1,
        "R45 strikes a friend": 1,
        "R24 X: a turreted unit has moved": 1,
        "R14 by option 3: the gun points at its target": 9,
        "B5 the side symbol": 1,
    },
    "1/club": {"house: a crew's gunnery makes it a hit": 3, "R59 destroyed under repair": 1},
    "1/northern": {"R68 the enemy destroys the second gun": 1, "A5 what is struck is nearer": 1},
    "1/workshop": {
        "R56 the crew goes straight on": 1,
        "R57 an injured crew is helped": 1,
        "A15 the crew is injured during a recovery": 1,
        "R62 the first of two rounds": 1,
        "R64 a dozer pushes for 2 steps": 1,
        "R49 all of half its speed": 1,
        "A18 broken off: it has moved": 1,
    },
    "2/positions": {
        "R64 pushes straight back": 1,
        "R64 it is exactly 3 times as heavy": 1,
        "R45 by option: after the hit die": 1,
        "R45 by option: the area of the hit die counts": 1,
        "R68 its own side destroys one of the guns": 2,
        "R48 takes the weapon along": 1,
        "R48 drives off without the weapon": 1,
        "R62 rounds before the report count": 1,
    },
}


@pytest.mark.parametrize("battle", MET)
def test_what_a_recorded_battle_is_about_is_counted(battle: str) -> None:
    found = replayed("panzer_strike", battle)
    assert {ruling: found[ruling] for ruling in MET[battle]} == MET[battle]
