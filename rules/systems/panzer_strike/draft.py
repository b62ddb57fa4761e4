"""A legal muster picked at random, for random players: few units a side on a small board, any options.

Each battle has a theme, which says what forces and terrain are picked more readily, for few of the rulings are met by
what is picked evenly: `draft_forces`, and the small map here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from rules.contract import Muster, Side, Unit
from rules.declarations import Scenario
from rules.upkeep import GRADES

from . import tables
from .board import WRECK, read
from .boards import faults_of_zones
from .damage import learned
from .draft_forces import SHEET, THEMES, Choose, Theme, forces, marks
from .forces import Fielded
from .geometry import name

Options = dict[str, bool | int | str]
CLUB_DICE = (
    "white: body body body body track track\nspeed: -1 0 0 0 0 1\nradio: ok ok ok ok x red",
    "white: body+x body+crew body+side track+turn body+turn track\nradio: ok x x red red red\n"
    "blue: body top top+x top+crew track body+crew\nmiss_ns: N S - - - -\nmiss_ew: E W - - - -",
)
SHORTEST = 5
NUMBERED: dict[str, Callable[[Choose], int | str]] = {
    "points": lambda choose: (0, 0, 100)[choose(3)],
    "rounds": lambda choose: SHORTEST + choose(8) if choose(5) else 0,
    "first": lambda choose: ("roll", "1", "2")[choose(3)],
    "ruler": lambda choose: (2, 2, 1, 3)[choose(4)],
    "dice": lambda choose: ("", "", *CLUB_DICE)[choose(4)],
}


def draft(choose: Choose) -> Muster:
    """`choose(n)` picks a number below n; the same picks give the same muster."""
    scenario = tables.SCENARIOS[0 if choose(4) == 0 else 1]
    theme = _theme(choose, scenario.key == tables.BASIC)
    options = _options(choose, theme)
    fielded = forces(choose, scenario, theme, str(options.get(tables.HOUSE_UNITS, "")))
    drafted = Muster(
        system=tables.KEY,
        edition=tables.EDITIONS[-1],
        scenario=scenario.key,
        options=options,
        board={"map": drawn(choose, scenario, theme, fielded)},
        sides={side: Side(players=(player,)) for side, player in zip(scenario.sides, ("bob", "carol"), strict=True)},
        units=tuple(one.unit for one in fielded),
        fittings=marks(choose, fielded, bool(options["command_tank"])),
        seed="".join("0123456789abcdef"[choose(16)] for _digit in range(64)),
    )
    return drafted if choose(3) else msgspec.structs.replace(drafted, units=_seasoned(choose, drafted.units))


def _theme(choose: Choose, basic: bool) -> Theme:
    """One of them, or two at once: the ground of the first, the units of both."""
    one, other = THEMES[choose(len(THEMES))], THEMES[choose(len(THEMES))]
    if basic and one.crowd:
        return THEMES[0]
    if one.alone or other.alone or choose(3):
        return one
    return msgspec.structs.replace(
        one,
        kinds=one.kinds + other.kinds,
        hurt=min(one.hurt, other.hurt),
        options=one.options + other.options,
        own=one.own or other.own,
    )


def _options(choose: Choose, theme: Theme) -> Options:
    """Any; those a theme is about mostly on. Where a club has units of its own, they are a sheet that is always the
    same."""
    options: Options = {}
    for option in tables.OPTIONS:
        if option.type == "flag":
            options[option.name] = choose(8) > 0 if option.name in theme.options else bool(choose(2))
        elif option.name in NUMBERED:
            options[option.name] = NUMBERED[option.name](choose)
    if theme.crowd:  # whose rounds are long
        options["rounds"] = SHORTEST
    if theme.crowd or choose(8 if theme.own else 2):
        options[tables.HOUSE_UNITS] = SHEET
    return options


def _seasoned(choose: Choose, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Crews of any grade, as in a campaign whose crews learn."""
    found = []
    for unit in units:
        gunnery, haste = learned("both", GRADES[choose(len(GRADES))])
        found.append(msgspec.structs.replace(unit, condition=unit.condition | {"gunnery": gunnery, "haste": haste}))
    return tuple(found)


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
