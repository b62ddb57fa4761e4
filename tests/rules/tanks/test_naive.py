"""The arithmetic of the rulebook once more, from its words and by other means: fractions of centimetres and plain sums.
Nothing below the line knows the rulebook's code."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from rules.systems.tanks.measures import Over
from rules.systems.tanks.shooting import ShotFired
from tests.rules.scenario import Told
from tests.rules.tanks.table import HELLCAT, PAK, SHERMAN, STUART, TIGER, battle

MODELS = {TIGER: (10, 40), SHERMAN: (10, 30), STUART: (14, 45), HELLCAT: (22, 40), PAK: (0, 40)}  # Speed and range
DRIVING = [model for model, (speed, _range) in MODELS.items() if speed]
FACTORS = {"cm": 1, "inch": 1, "double_cm": 2}
turns = st.sampled_from([0, 0, 30, 45, 60, 90])
stretches = st.lists(
    st.tuples(st.sampled_from(get_args(Over)), st.integers(1, 150), turns, st.integers(0, 100)), max_size=5
)


@for_all(path=stretches, model=st.sampled_from(DRIVING), scale=st.sampled_from(sorted(FACTORS)))
def test_law_a_mixed_path_costs_what_fractions_say(
    path: list[tuple[str, int, int, int]], model: str, scale: str
) -> None:
    """`share`: how many hundredths of a stretch lie before its corner."""
    story = battle({"one": (model, "axis"), "m4": (SHERMAN, "allies")}, scale=scale)
    budget, turned = Fraction(MODELS[model][0]), 0
    for over, length, turn, share in path:
        fast = over.startswith("road") and turned < 90
        turn = turn if fast and turned + turn <= 90 else 0
        corner = length * share // 100 if fast and turned + turn == 90 else length
        cost = Fraction(corner, 10 * FACTORS[scale]) / multiplier(over, fast)
        cost += Fraction(length - corner, 10 * FACTORS[scale]) / multiplier(over, False)
        asked = f" corner={corner}" if turn and turned + turn == 90 else ""
        told = story.when("axis", f"drive one {over} length={length} turned={turn}{asked}")
        if cost > budget:
            assert told._refused is not None
            assert (told._refused.rule, told._refused.field in ("length", "corner")) == ("001 R8", True)
        else:
            assert told._refused is None, told._refused
            budget, turned = budget - cost, turned + turn


@for_all(
    shooter=st.sampled_from(sorted(MODELS)),
    distance=st.integers(0, 500),
    own=st.integers(0, 100),
    target=st.integers(0, 500),
    die=st.integers(1, 6),
    cumulative=st.booleans(),
)
def test_law_a_shot_hits_as_plain_sums_say(
    shooter: str, distance: int, own: int, target: int, die: int, cumulative: bool
) -> None:
    speed, reach = MODELS[shooter]
    own = own if speed else 0
    driven = {id: length for id, length in (("one", own), ("m18", target)) if length}
    units = {"one": (shooter, "axis"), "tank": (TIGER, "axis"), "m18": (HELLCAT, "allies")}
    story = battle(units, step="shoot", driven=driven, fast_target_cumulative=cumulative)
    facing = " facing=side" if distance <= 10 * reach else ""
    shot = shot_of(story.when("axis", f"fire one m18 distance={distance}{facing} hit={die}"))
    if distance > 10 * reach:
        assert shot.result == "range"
        return
    needs = 4 + (Fraction(distance, 10) > Fraction(reach, 2)) + (own > 0) + moved(target, speed, cumulative)
    assert shot.needed == needs
    assert (shot.result == "hit") is (die == 6 or die >= needs)


@pytest.mark.parametrize("over", get_args(Over))
def test_every_ground_has_its_multiplier(over: str) -> None:
    assert multiplier(over, fast=True) in {Fraction(2), *(Fraction(1, 2**n) for n in range(4))}


def shot_of(told: Told) -> ShotFired:
    (shot, *_others) = told.events
    assert isinstance(shot, ShotFired)
    return shot


# -- from the words of the rulebook ------------------------------------------------------------------------------------


def multiplier(over: str, fast: bool) -> Fraction:
    """Half for difficult ground, half for forest, half uphill; a road overrides the ground and doubles."""
    tags = over.split("+")
    found = Fraction(2 if fast else 1) if "road" in tags else Fraction(1)
    for tag in ("difficult", "forest", "up"):
        found *= Fraction(1, 2) if tag in tags else 1
    return found


def moved(target: int, speed: int, cumulative: bool) -> int:
    """What a target adds that has driven so many millimetres."""
    if not target:
        return 0
    fast = speed > 0 and target >= 20 * speed
    return (3 if cumulative else 2) if fast else 1
