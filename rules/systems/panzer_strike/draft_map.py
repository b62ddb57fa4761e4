"""The board of a random muster: a small map, with terrain and wrecks that suit the theme of its battle."""

from __future__ import annotations

from collections.abc import Sequence

from rules.declarations import Scenario

from . import tables
from .board import WRECK, read
from .boards import faults_of_zones
from .draft_forces import Choose, Theme
from .forces import Fielded
from .geometry import name

SMALLEST, SIZES = 6, 7  # squares along an edge
ROOMY = 10  # those of a crowd


def drawn(choose: Choose, scenario: Scenario, theme: Theme, forces: Sequence[Fielded]) -> str:
    """A small map; without its terrain, should that leave too little room."""
    least = ROOMY if theme.crowd else SMALLEST
    columns, rows = least + choose(SIZES), least + choose(SIZES)
    if theme.front:
        rows = SMALLEST + SIZES - 1
    most = max(sum(one.unit.side == side for one in forces) for side in scenario.sides)
    zones = [] if theme.crowd else _zones(choose, scenario.key, theme, (columns, rows), most)
    terrain = _terrain(choose, theme, columns, rows)
    sides = tuple(sorted(scenario.sides))
    if any(faults_of_zones(sides, forces, scenario.key, read("\n".join((*terrain, *zones))))):
        terrain = ["." * columns] * rows
    return "\n".join((*terrain, *zones, *_lying(choose, terrain, forces)))


def _terrain(choose: Choose, theme: Theme, columns: int, rows: int) -> list[str]:
    """Rows with something on one square of so many."""

    def sign(y: int) -> str:
        screen = not theme.front or y in (rows // 2 - 1, rows // 2)
        return "." if choose(theme.open) or not screen else theme.signs[choose(len(theme.signs))]

    return ["".join(sign(y) for _x in range(columns)) for y in range(rows)]


def _lying(choose: Choose, terrain: Sequence[str], forces: Sequence[Fielded]) -> list[str]:
    """R64: wrecks so heavy that some vehicle is about one to three times as heavy; some of the usual mass."""
    masses = [one.figures.mass for one in forces if one.figures.is_vehicle] or [30]
    rows, lying = len(terrain), []
    for y, row in enumerate(terrain):
        for x, sign in enumerate(row):
            if sign == WRECK and choose(4):
                mass = masses[choose(len(masses))] // (1 + choose(3))
                lying.append(f"wreck {name((x, rows - 1 - y))} {mass}")
    return lying


def _zones(choose: Choose, scenario: str, theme: Theme, size: tuple[int, int], most: int) -> list[str]:
    """The basic scenario needs them; else sides may start near each other, or from other edges than north and south, or
    `most` units a side on few squares."""
    last, top = size[0] - 1, size[1] - 1

    def zone(number: int, kind: str, one: tuple[int, int], other: tuple[int, int]) -> str:
        return f"zone {number} {kind} {name(one)}-{name(other)}"

    if scenario == tables.BASIC:
        return [
            zone(1, "B", (0, 0), (last, 0)),
            zone(1, "A", (0, 1), (last, 2)),
            zone(2, "A", (0, top - 2), (last, top - 1)),
            zone(2, "B", (0, top), (last, top)),
        ]
    if theme.tight:
        west, high = choose(last - 3), -(-(most + 2) // 4)
        north = top if theme.front or choose(2) else min(top, max(4, 2 * high + 1))
        if theme.near:
            north = min(top, 2 * high + 1)
        return [zone(1, "A", (west, 0), (west + 4, high)), zone(2, "A", (west, north - high), (west + 4, north))]
    if theme.front:
        return [zone(1, "A", (0, 0), (last, 2)), zone(2, "A", (0, top - 2), (last, top))]
    match choose(3):
        case 0:
            return []
        case 1:
            middle = size[1] // 2
            return [zone(1, "A", (0, middle - 2), (last, middle - 1)), zone(2, "A", (0, middle), (last, middle + 1))]
        case 2:
            return [zone(1, "A", (0, 0), (1, top)), zone(2, "A", (last - 1, 0), (last, top))]
    return []
