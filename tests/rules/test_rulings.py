"""Random battles meet every ruling of every rulebook.

A sample of battles is always counted; a thousand are for `make soak`.
"""

from __future__ import annotations

import pytest

from tests.rules.rulings import in_battles, known

KEYS = ("fluid_time", "modern_age", "panzer_strike", "tanks")
SAMPLE = {"fluid_time": 1, "modern_age": 1, "panzer_strike": 1, "tanks": 3}  # battles
MANY = 0.2  # of all rulings are met in a sample
FEWEST, BATTLES = 20, 1000  # no ruling is met in fewer of so many battles


@pytest.mark.parametrize("key", KEYS)
def test_random_battles_meet_many_rulings_and_none_without_a_name(key: str) -> None:
    found, _times = in_battles(key, SAMPLE[key])
    assert not found.keys() - known(key)
    assert len(found) > MANY * len(known(key))


def test_the_same_battle_is_counted_alike() -> None:
    assert in_battles("tanks", 1) == in_battles("tanks", 1) != in_battles("tanks", 2)


@pytest.mark.soak
@pytest.mark.parametrize("key", KEYS)
def test_no_ruling_is_rare_in_random_battles(key: str) -> None:
    found, _times = in_battles(key, BATTLES)
    assert not found.keys() - known(key)
    assert not {name: found[name] for name in known(key) if found[name] < FEWEST}
