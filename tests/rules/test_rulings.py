"""Random battles meet every ruling of every rulebook.

A sample of battles is always counted; a thousand are for `make soak`.
"""

from __future__ import annotations

import pytest

from tests.rules.rulings import counted, in_battles, known

KEYS = ("fluid_time", "tanks")
SAMPLE = 15  # battles
MOST = 0.4  # of all rulings are met in a sample
FEWEST, BATTLES = 20, 1000  # no ruling is met in fewer of so many battles
# But these: what random players still come to less often.
RARE: dict[str, set[str]] = {
    "": {
        "house: a fact is declared",
        "house: correction",
        "house: redo",
        "house: undo",
    },
    "fluid_time": {
        "A17 an immobilised one has not moved as it came",
        "A18 wasted by its shooter",
        "A22 given up and disclosed",
        "A8 the last of a platoon, by losses without shots",
        "A9 struck again while suppressed: crew_suppressed",
        "A9 struck again while suppressed: gun_out",
        "A9 struck again while suppressed: immobile",
        "B12 a fighter's attack is cancelled",
        "B12 a strike is cancelled",
        "B19 over: emptied, a draw",
        "B3 suppressed and struck again by one shooting",
        "B4 struck after its test of this Impulse",
        "R15 overwatch answers overwatch",
        "R18 at exactly 120",
        "R18 at exactly 240",
        "R18 at exactly 360",
        "R18 just beyond 120",
        "R18 just beyond 240",
        "R25 crew_suppressed: abandoned",
        "R34 support, russian: none",
        "R35 a strike is let pass",
        "R35 next: cancel",
        "house: wrecked, its crew lost",
    },
}


@pytest.mark.parametrize("key", KEYS)
def test_random_battles_meet_many_rulings_and_none_without_a_name(key: str) -> None:
    found, _times = in_battles(key, range(SAMPLE))
    assert not found.keys() - known(key)
    assert len(found) > MOST * len(known(key))


def test_the_same_battle_is_counted_alike() -> None:
    assert counted("tanks", 1) == counted("tanks", 1) != counted("tanks", 2)


@pytest.mark.soak
@pytest.mark.parametrize("key", KEYS)
def test_hardly_a_ruling_is_rare_in_random_battles(key: str) -> None:
    found, _times = in_battles(key, range(BATTLES))
    assert not {name: found[name] for name in known(key) - RARE[""] - RARE.get(key, set()) if found[name] < FEWEST}
