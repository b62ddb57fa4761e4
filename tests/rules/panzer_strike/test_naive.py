"""Random boards, looked at twice: arc, zone, angle, sight, contact, trajectory and ranges agree with `naive`.

Two thousand positions always; half a million are for `make soak`.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from rules.systems.panzer_strike import geometry, sight, spotting
from rules.systems.panzer_strike.board import read
from rules.systems.panzer_strike.geometry import COMPASS, Square
from rules.systems.panzer_strike.parabolic import is_trajectory_clear
from rules.systems.panzer_strike.state import Miniature, State, Wreck
from tests.rules.panzer_strike import naive
from tests.rules.panzer_strike.table import FIELD, muster
from tests.rules.scenario import given

MODELS = ("Sherman", "Hellcat", "Nashorn", "Hummel", "Tiger", "7.5 cm Pak 40 (FW)")
UNITS = {f"{side}-{n}": (MODELS[n % len(MODELS)], side) for side in ("allies", "axis") for n in range(6)}
SIGNS = "#whbx"
KINDS = ("angled", "arc", "sight", "contact", "clear", "blind and clear")


class Place:
    """A random board: `state` as the rules have it, and what stands where as a child would list it."""

    def __init__(self, state: State, chance: Random) -> None:
        self.state = state
        columns, rows, empty = 8 + chance.randrange(13), 8 + chance.randrange(13), 1 + chance.randrange(12)
        signs = [
            [chance.choice(SIGNS) if not chance.randrange(empty) else "." for _column in range(columns)]
            for _row in range(rows)
        ]
        self.there: dict[str, set[Square]] = {sign: set() for sign in (*SIGNS, "fallen", ".")}
        for y in range(rows):
            for x in range(columns):
                self.there[signs[rows - 1 - y][x]].add((x, y))
        self.drawn = "\n".join(map("".join, signs))
        state.board = read(self.drawn)
        state.wrecks = {
            (key := geometry.name(square)): Wreck(id=key, mass=25, square=key) for square in sorted(self.there["x"])
        }
        walls = sorted(self.there["w"])
        self.there["fallen"] = {wall for wall in walls if not chance.randrange(3)}
        gone = {wall for wall in walls if not chance.randrange(4)}  # in an earlier turn
        state.walls = tuple(geometry.name(wall) for wall in walls if wall not in self.there["fallen"] | gone)
        state.broken = tuple(geometry.name(wall) for wall in walls if wall in self.there["fallen"] - gone)
        self.there["w"] -= gone
        self._deploy(chance)

    def _deploy(self, chance: Random) -> None:
        """Most of them; some are wrecks already."""
        squares = chance.sample(sorted(self.there["."]), min(12, len(self.there["."])))
        for unit in self.state.units.values():
            unit.square = geometry.name(squares.pop()) if squares and chance.randrange(9) else ""
            unit.facing = chance.choice(COMPASS)
            unit.turret = 45 * chance.randrange(8) if unit.figures.turreted else 0
            unit.life = "active" if chance.randrange(5) else "destroyed"

    @property
    def on_board(self) -> list[Miniature]:
        return [unit for unit in self.state.units.values() if unit.on_board]

    def things(self) -> set[Square]:
        """All that a direct shot does not go through or past."""
        units = {unit.at for unit in self.on_board}
        return units | self.there["#"] | self.there["w"] | self.there["h"] | self.there["x"]


def gun_of(unit: Miniature) -> str:
    return COMPASS[(COMPASS.index(unit.facing) + unit.turret // 45) % 8]


def check(place: Place, one: Miniature, other: Miniature, section: int, seen: Counter[str]) -> None:
    """Everything there is to ask of a firer and its target."""
    state, here, there = place.state, one.at, other.at
    where = f"{one.square} {gun_of(one)} -> {other.square} {other.facing}, {section}\n{place.drawn}"
    state.options["ruler"] = section
    buildings = place.there["#"]
    inside = naive.in_arc(gun_of(one), here, there)
    assert sight.in_arc(state, one, there) == inside, where
    zone = naive.zone(other.facing, there, here)
    assert geometry.zone(there, other.heading, here) == zone, where
    angled = naive.angled(other.facing, there, here)
    assert geometry.angled(there, other.heading, here) == angled, where
    if angled:
        assert geometry.angled_zones(there, other.heading, here) == naive.hit(other.facing, there, here), where
    nearest, centre = naive.range_to_nearest(here, there, section), naive.range_to_centre(here, there, section)
    assert sight.range_to(state, one, there) == nearest, where
    assert geometry.ruler_to_centre(here, there, section) == centre, where
    in_sight = naive.is_seen(here, there, place.things())
    reach = nearest if in_sight and nearest <= one.figures.range else 0
    assert sight.direct_range(state, one, there, sight.obstacles(state)) == reach, where
    in_contact = naive.is_seen(here, there, buildings)
    assert spotting.in_contact(state, one, other) == in_contact, where
    clear = naive.is_lobbed(here, there, buildings)
    assert is_trajectory_clear(state.board, here, there) == clear, where
    seen.update([zone, f"angled {angled}", f"arc {inside}", f"sight {in_sight}", f"contact {in_contact}"])
    seen.update([f"clear {clear}", f"blind and clear {clear and not in_contact}"])


def compare(seed: int, positions: int) -> Counter[str]:
    """So many positions, and how often what was found."""
    chance, seen, told = Random(seed), Counter[str](), 0
    state: State = given(muster(FIELD, UNITS)).play
    state.options = dict(state.options)
    while told < positions:
        place = Place(state, chance)
        for one in place.on_board:
            for other in place.on_board:
                if one is not other:
                    check(place, one, other, 1 + chance.randrange(6), seen)
                    told += 1
    return seen


def test_both_agree_on_thousands_of_positions() -> None:
    seen = compare(2, 2_000)
    for what in ("front", "side", "rear", *(f"{kind} {flag}" for kind in KINDS for flag in (True, False))):
        assert seen[what] > 160, f"{what}: {seen[what]}"


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3, 13))
def test_both_agree_on_half_a_million(seed: int) -> None:
    compare(seed, 50_000)
