"""The board as it is drawn: terrain, walls, zones, units and wrecks (R1, R5, R65)."""

from __future__ import annotations

from rules import visibility
from rules.contract import Arc, Counter, Grid
from rules.contract import Square as Drawn
from rules.systems.panzer_strike.fire import WallDestroyed
from rules.systems.panzer_strike.turns import MovementEnded
from tests.rules.panzer_strike.ends import FORCES, destroyed, fought, left, struck
from tests.rules.panzer_strike.table import FIELD, battle, muster
from tests.rules.scenario import Story, given

SMALL = """
......
.#w.b.
......
.x..h.
......
......
zone 1 A a1-f1
zone 2 A a6-f6
wreck b3 40
"""
TWO = {"m4": ("Sherman", "allies", "a1", "N"), "tiger": ("Tiger", "axis", "f6", "SW", "W")}


def shown(story: Story) -> Grid:
    grid = visibility.see(story.state, "").grid
    assert grid is not None
    return grid


def drawn(story: Story) -> dict[tuple[int, int], Drawn]:
    grid = shown(story)
    assert len({(one.column, one.row) for one in grid.squares}) == len(grid.squares)
    return {(one.column, one.row): one for one in grid.squares}


def counters(story: Story) -> dict[str, Counter]:
    return {one.unit: one for one in shown(story).counters}


def test_the_board_is_drawn_from_the_north_west() -> None:
    grid = shown(battle(SMALL, TWO))
    assert grid.columns == ("a", "b", "c", "d", "e", "f")
    assert grid.rows == ("6", "5", "4", "3", "2", "1")


def test_columns_have_two_letters_from_the_twenty_seventh_on() -> None:
    wide = "\n".join(["." * 28] * 10)
    grid = shown(given(muster(wide, FORCES)))
    assert grid.columns[24:] == ("y", "z", "aa", "ab")


def test_terrain_and_walls_as_they_stand() -> None:
    story = battle(SMALL, TWO)
    assert {at: one.kind for at, one in drawn(story).items()} == {
        (1, 1): "building",
        (2, 1): "wall",
        (4, 1): "low",
        (4, 3): "high",
    }
    story.and_then(MovementEnded(side="axis"), WallDestroyed(unit="tiger", square="c5"))
    assert (2, 1) not in drawn(story)


def test_zones_are_drawn_while_units_are_deployed() -> None:
    story = given(muster(SMALL, TWO))
    zones = {at: one.label.text() for at, one in drawn(story).items() if one.kind == "zone"}
    assert len(zones) == 12
    assert (zones[0, 5], zones[5, 0]) == ("Deployment zone of allies", "Deployment zone of axis")
    assert not any(one.kind == "zone" for one in drawn(battle(SMALL, TWO)).values())


def test_units_and_wrecks_are_counters() -> None:
    story = battle(SMALL, TWO)
    there = counters(story)
    assert there["m4"] == Counter("m4", "allies", 0, 5, there["m4"].label, 0, 0, "active", Arc(90, 10))
    assert there["m4"].label.text() == "Sherman"
    assert (there["tiger"].column, there["tiger"].row) == (5, 0)
    assert (there["tiger"].facing, there["tiger"].gun) == (225, 270)
    wreck = there["wreck-b3"]
    assert (wreck.side, wreck.column, wreck.row, wreck.state, wreck.facing) == ("", 1, 3, "out", None)
    assert wreck.label.text() == "wreck of 40 t"


def test_hurt_and_destroyed_units_are_drawn_as_such() -> None:
    story = fought(struck("tiger", "immobilised"), *destroyed("hellcat"), left("panther"))
    there = counters(story)
    assert (there["tiger"].state, there["hellcat"].state, there["m4"].state) == ("hurt", "out", "active")
    assert "panther" not in there


def test_who_has_no_weapon_points_nowhere() -> None:
    units = {**FORCES, "berge": ("Bergepanther (recovery)", "axis", "d5", "W")}
    assert counters(battle(FIELD, units))["berge"].gun is None
