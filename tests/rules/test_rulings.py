"""Random battles meet every ruling of every rulebook.

A sample of battles is always counted; a thousand are for `make soak`.
"""

from __future__ import annotations

import pytest

from tests.rules.rulings import counted, in_battles, known

KEYS = ("fluid_time", "panzer_strike", "tanks")
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
    "panzer_strike": {
        "A10 the tug fires",
        "A15 the crew is injured during a recovery",
        "A17 armour 0 a second time: destroyed",
        "A18 a hit does not interrupt a recovery",
        "A18 broken off: it has moved",
        "A18 broken off: one is gone",
        "A18 broken off: the crane points elsewhere",
        "A18 what was done is not lost",
        "A22 a shot is wasted: its firer cannot fire",
        "A22 a shot is wasted: its wall has fallen",
        "A4 a table rolls it all the same",
        "A5 the die was chosen before who is struck",
        "A6 X: a turretless one has turned",
        "A9 another has kept contact",
        "A9 by option: contact of others does not count",
        "A9 who has kept contact is destroyed",
        "B15 tracks without armour hold against less",
        "B15 tracks without armour, by nothing",
        "B16 a face the die has not: 2",
        "B18 a friend's hit delays",
        "R17 the ruler passes two corners that meet",
        "R21 strikes a fixed weapon",
        "R23 the green die: track",
        "R24 X: a turretless one has moved",
        "R24 the other X: a turretless one has turned",
        "R30 a vehicle with a weapon in tow is destroyed",
        "R32 less than nothing against armour 0",
        "R32 nothing against armour 0",
        "R39 in the next square, by its mark",
        "R43 by the board: new",
        "R43 the radio die shows red, contact new",
        "R43 the radio die shows x, contact new",
        "R44 a vehicle without a radio reports",
        "R45 a building shields the square",
        "R45 as far as the ruler measured",
        "R45 by option: after the hit die",
        "R45 by option: the area of the hit die counts",
        "R45 does not hit the howitzer itself",
        "R45 lands on a building",
        "R45 lands on a wreck",
        "R45 lands to the SE",
        "R45 strikes a fixed weapon",
        "R45 strikes a friend",
        "R45 strikes another enemy",
        "R45 the ruler's trajectory reaches the square",
        "R48 drives off without the weapon",
        "R48 leaves the board without the weapon",
        "R48 lets a weapon go before it may pull it",
        "R48 pulls from the round after",
        "R48 pulls in the round of the report",
        "R48 takes the weapon along",
        "R48 takes the weapon along off the board",
        "R48 who has let a weapon go is not asked",
        "R49 a heavy weapon halves the speed",
        "R49 all of half its speed",
        "R49 by wheels",
        "R49 exactly four times as heavy",
        "R49 halved for its wheels as well",
        "R49 through what has fallen",
        "R5 over: all have left",
        "R6 0 active vehicles",
        "R6 10 active vehicles",
        "R6 11 active vehicles",
        "R6 15 active vehicles",
        "R6 16 active vehicles",
        "R6 20 active vehicles",
        "R6 21 active vehicles",
        "R60 a seasoned crew's timer goes no further",
        "R62 a heavier patient is repaired",
        "R62 it turns to another patient",
        "R62 of several vehicles of a side",
        "R62 rounds before the report count",
        "R62 the first of two rounds",
        "R64 a dozer is exactly 1 times as heavy",
        "R64 a dozer is exactly 2 times as heavy",
        "R64 it is exactly 1 times as heavy",
        "R64 it is exactly 2 times as heavy",
        "R64 it is exactly 3 times as heavy",
        "R68 a draw after 30 rounds",
        "R68 its own side destroys one of the guns",
        "house: a crew that is quicker than a recovery vehicle",
        "house: a draw after round 99",
        "house: a fixed weapon comes home in tow",
        "house: a recovery vehicle takes two for a heavier one",
        "house: back at shots, a recovery is forgotten",
        "house: back at shots, a tow is forgotten",
        "house: both are beaten at once",
        "house: leaves the board with what it has in tow",
        "house: tracks a fixed weapon has not",
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
