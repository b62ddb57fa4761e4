"""A legal muster picked at random, for random players: a small board, few units a side, any options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from rules.contract import Muster, Side, Unit
from rules.upkeep import GRADES

from . import tables
from .board import SIGNS, WRECK, read
from .catalogue import ANTI_AIRCRAFT, COMMAND_TANK, DOZER_BLADE, NO_RADIO, ONE_PIECE, UNIT, articles, figures_of
from .crews import learned
from .forces import Fielded
from .geometry import name
from .state import Condition, Figures
from .zones import faults_of_zones

Choose = Callable[[int], int]
Options = dict[str, bool | int | str]
SMALLEST, SIZES = 6, 7  # squares along an edge
MOST_UNITS = 4
MASSES = (5, 15, 25, 45, 70)
CLUB_DICE = "white: body body body body track track\nspeed: -1 0 0 0 0 1\nradio: ok ok ok ok x red"
NUMBERED: dict[str, Callable[[Choose], int | str]] = {
    "points": lambda choose: (0, 0, 100)[choose(3)],
    "rounds": lambda choose: 1 + choose(8) if choose(16) else 0,
    "first": lambda choose: ("roll", "1", "2")[choose(3)],
    "ruler": lambda choose: (2, 2, 1, 3)[choose(4)],
    "dice": lambda choose: "" if choose(4) else CLUB_DICE,
}


def draft(choose: Choose) -> Muster:
    """`choose(n)` picks a number below n; the same picks give the same muster."""
    scenario = tables.SCENARIOS[0 if choose(4) == 0 else 1]
    options: Options = {
        option.name: bool(choose(2)) if option.type == "flag" else NUMBERED[option.name](choose)
        for option in tables.OPTIONS
        if option.type == "flag" or not option.later
    }
    forces = [one for side in scenario.sides for one in _force(choose, side, scenario.key)]
    drafted = Muster(
        system=tables.KEY,
        edition=tables.EDITIONS[-1],
        scenario=scenario.key,
        options=options,
        board={"map": _map(choose, scenario.key, scenario.sides, forces)},
        sides={side: Side(players=(player,)) for side, player in zip(scenario.sides, ("bob", "carol"), strict=True)},
        units=tuple(one.unit for one in forces),
        fittings=_marks(choose, forces, bool(options["command_tank"])),
        seed="".join("0123456789abcdef"[choose(16)] for _digit in range(64)),
    )
    return drafted if choose(4) else msgspec.structs.replace(drafted, units=_seasoned(choose, drafted.units))


def _seasoned(choose: Choose, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Crews of any grade, as in a campaign whose crews learn."""
    found = []
    for unit in units:
        gunnery, haste = learned("both", GRADES[choose(len(GRADES))])
        found.append(msgspec.structs.replace(unit, condition=unit.condition | {"gunnery": gunnery, "haste": haste}))
    return tuple(found)


# -- units -------------------------------------------------------------------------------------------------------------


def _force(choose: Choose, side: str, scenario: str) -> list[Fielded]:
    basic = scenario == tables.BASIC
    models = [_model(choose, basic) for _one in range(1 + choose(MOST_UNITS))]
    if basic:
        guns = _models(lambda figures: figures.role == ANTI_AIRCRAFT)
        models += [guns[choose(len(guns))] for _one in range(tables.BASIC_SPAA)]
    recovering = any(figures_of(tables.EDITIONS[-1], model).recovery for model in models)
    return [_fielded(choose, side, number, model, recovering) for number, model in enumerate(models, 1)]


def _model(choose: Choose, basic: bool) -> str:
    """Any unit; those of which there are few more often."""

    def fits(figures: Figures) -> bool:
        return not basic or figures.role != ANTI_AIRCRAFT

    kinds = {
        0: _models(lambda figures: figures.recovery),
        1: _models(lambda figures: not figures.is_vehicle),
        2: _models(lambda figures: figures.howitzer),
        3: _models(lambda figures: figures.howitzer),
        4: _models(lambda figures: figures.drive == "W" and fits(figures)),
    }
    known = kinds.get(choose(10)) or _models(fits)
    return known[choose(len(known))]


def _models(fits: Callable[[Figures], bool]) -> list[str]:
    edition = tables.EDITIONS[-1]
    units = [article.name for article in articles(edition) if article.kind == UNIT]
    return [model for model in units if fits(figures_of(edition, model))]


def _fielded(choose: Choose, side: str, number: int, model: str, recovering: bool) -> Fielded:
    """Beside a recovery vehicle many have damage that is left to it, and it may not get away itself."""
    edition = tables.EDITIONS[-1]
    figures = figures_of(edition, model)
    condition = _condition(choose, figures)
    if recovering and figures.is_vehicle and choose(2):
        condition = (
            {"mobility": "semi"} if figures.recovery else {"mobility": "immobilised", "injured": bool(choose(2))}
        )
    unit = Unit(id=f"{side}-{number}", side=side, model=model, condition=condition)
    article = next(one for one in articles(edition) if one.name == model)
    return Fielded(unit, article, figures, (), msgspec.convert(condition, Condition))


def _condition(choose: Choose, figures: Figures) -> dict[str, Any]:
    """Mostly brand new; else what an earlier battle may have left."""
    match choose(12) if figures.is_vehicle else choose(24):
        case 0:
            return {"injured": True, "left": bool(choose(2))}
        case 1 if figures.is_vehicle:
            return {"mobility": "immobilised", "timer": choose(6)}
        case 2 if figures.is_vehicle:
            return {"mobility": ("semi", "immobilised")[choose(2)], "injured": bool(choose(2)), "rounds": choose(3)}
    return {}


def _marks(choose: Choose, forces: Sequence[Fielded], command_tanks: bool) -> dict[str, tuple[str, ...]]:
    """A command tank for most sides where there may be one, and now and then another mark."""
    found: dict[str, tuple[str, ...]] = {}
    commanded: set[str] = set()
    for one in forces:
        if not one.figures.is_vehicle:
            continue
        marks = [mark for mark in (NO_RADIO, DOZER_BLADE) if choose(6) == 0]
        if one.figures.turreted and choose(8) == 0:
            marks.append(ONE_PIECE)
        if command_tanks and one.figures.accuracy and one.unit.side not in commanded and choose(2):
            commanded.add(one.unit.side)
            marks.append(COMMAND_TANK)
        if marks:
            found[one.unit.id] = tuple(marks)
    return found


# -- the board ---------------------------------------------------------------------------------------------------------


def _map(choose: Choose, scenario: str, sides: Sequence[str], forces: Sequence[Fielded]) -> str:
    """A small map; without its terrain, should that leave too little room."""
    columns, rows = SMALLEST + choose(SIZES), SMALLEST + choose(SIZES)
    zones = _zones(choose, scenario, columns, rows)
    drawn = _terrain(choose, columns, rows)
    if any(faults_of_zones(tuple(sorted(sides)), forces, scenario, read("\n".join((*drawn, *zones))))):
        drawn = ["." * columns] * rows
    lying = [
        f"wreck {name((x, rows - 1 - y))} {MASSES[choose(len(MASSES))]}"
        for y, row in enumerate(drawn)
        for x, sign in enumerate(row)
        if sign == WRECK and choose(2)
    ]
    return "\n".join((*drawn, *zones, *lying))


def _terrain(choose: Choose, columns: int, rows: int) -> list[str]:
    """Rows with something on about every eighth square, buildings most readily: guns fire over them, too."""
    signs = ("#", *SIGNS, WRECK)
    return ["".join("." if choose(8) else signs[choose(len(signs))] for _x in range(columns)) for _y in range(rows)]


def _zones(choose: Choose, scenario: str, columns: int, rows: int) -> list[str]:
    """The basic scenario needs them; else sides may start near each other, or from other edges than north and south."""
    last, top = columns - 1, rows - 1

    def zone(number: int, kind: str, one: tuple[int, int], other: tuple[int, int]) -> str:
        return f"zone {number} {kind} {name(one)}-{name(other)}"

    if scenario == tables.BASIC:
        return [
            zone(1, "B", (0, 0), (last, 0)),
            zone(1, "A", (0, 1), (last, 2)),
            zone(2, "A", (0, top - 2), (last, top - 1)),
            zone(2, "B", (0, top), (last, top)),
        ]
    match choose(3):
        case 0:
            return []
        case 1:
            middle = rows // 2
            return [zone(1, "A", (0, middle - 2), (last, middle - 1)), zone(2, "A", (0, middle), (last, middle + 1))]
    return [zone(1, "A", (0, 0), (1, top)), zone(2, "A", (last - 1, 0), (last, top))]
