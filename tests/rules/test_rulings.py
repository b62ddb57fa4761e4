"""Random battles meet every ruling of every rulebook.

A sample of battles is always counted; a thousand are for `make soak`.
"""

from __future__ import annotations

import pytest

from tests.rules.rulings import in_battles, known

KEYS = ("fluid_time", "modern_age", "panzer_strike", "tanks")
SAMPLE = {"fluid_time": 4, "modern_age": 4, "panzer_strike": 4, "tanks": 8}  # battles
MOST = 0.4  # of all rulings are met in a sample
FEWEST, BATTLES = 20, 1000  # no ruling is met in fewer of so many battles
# But these: what random players still come to less often.
RARE: dict[str, set[str]] = {
    # Each was met in 6 to 19 of 1,000 battles.
    "modern_age": {
        "R10 a phase in which nobody can act is passed over",
        "R33 the shooter picks, then the target's owner draws one more",
        "R33 what does only damage loses its damage",
        "R33 who took a critical over cancels it",
        "R36 Ivan Kasparov is lost, who had added to the capacity",
        "R36 a helicopter crashes by the answer to its attack",
        "R38 destroyed by nobody",
        "R38 nothing is checked where nobody could score",
        "R39 neither side has a tank left",
        "R41 king_of_the_hill: points enough",
        "R45 alpha_66: a tank that has left is not destroyed",
        "R45 alpha_66: both T-64 are destroyed, and the lone tank",
        "R45 alpha_66: the lone tank is destroyed",
        "R5 damaged: none is turned up",
        "R5 destroyed: an answer is turned up",
        "R5 destroyed: none is turned up",
        "R5 drawing: an answer is turned up",
        "R5 drawing: none is turned up",
        "R5 fired: an answer is turned up",
        "R5 fired: none is turned up",
        "R5 turning it up says that it is so",
        "R5 undefended: an answer is turned up",
        "R7 Asassin: the only crew card goes",
        "R7 Charging Driver: moves three times",
        "R7 Clever Loader: an Ammo card comes back",
        "R7 Homeland Defender: attack",
        "R7 Ivan Kasparov: capacity saves it",
        "R7 Sean Bannon: no last stand is made",
        "R7 Willie Pete: two smokes add up",
        "house: a wreck on a field nobody holds, a 3",
        "house: a wreck on a field nobody holds, a 4",
    },
    "panzer_strike": {
        "R49 halved for its wheels as well",
        "R49 through what has fallen",
    },
}


@pytest.mark.parametrize("key", KEYS)
def test_random_battles_meet_many_rulings_and_none_without_a_name(key: str) -> None:
    found, _times = in_battles(key, SAMPLE[key])
    assert not found.keys() - known(key)
    assert len(found) > MOST * len(known(key))


def test_the_same_battle_is_counted_alike() -> None:
    assert in_battles("tanks", 2) == in_battles("tanks", 2) != in_battles("tanks", 3)


@pytest.mark.soak
@pytest.mark.parametrize("key", KEYS)
def test_hardly_a_ruling_is_rare_in_random_battles(key: str) -> None:
    found, _times = in_battles(key, BATTLES)
    assert not found.keys() - known(key)
    assert not {name: found[name] for name in known(key) - RARE.get(key, set()) if found[name] < FEWEST}
