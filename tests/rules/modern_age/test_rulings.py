"""The table that random battles are counted by knows what it counts."""

from __future__ import annotations

import pytest

from tests.rules.rulings import known, replayed


def test_what_a_recorded_battle_is_about_is_counted() -> None:
    found = replayed("modern_age", "2018.3/king_of_the_hill")
    assert found["R41 king_of_the_hill: the map has the objective"] == 1
    assert found["R14 stays and is Stationary"] == 4
    assert found["R26 by Predator, two dice"] == 1
    assert found["R28 seven dice and more are six"] == 1
    assert found["A6 a pool below nothing"] == 1
    assert found["R33 what does only damage loses its damage"] == 1
    assert found["R36 what was still to come lapses"] == 1
    assert found["R5 damaged: none is turned up"] == 2
    assert found["R7 Altruistic Commander: takes a critical over"] == 1
    assert found["R7 Harry Stevens: another height in place, no token"] == 1
    assert found["R7 Yuri Pavlovich Volkov: the other phase"] == 3
    assert found["B5 the last tank comes before victory points"] == 1
    assert found["R39 the enemy has no tank left"] == 1


@pytest.mark.parametrize("name", ["alpha_66", "free_for_all", "hidden_cards", "no_retreat"])
def test_recorded_battles_meet_nothing_without_a_name(name: str) -> None:
    found = replayed("modern_age", f"2018.3/{name}")
    assert len(found) > 50
    assert not found.keys() - known("modern_age")
