"""A legal muster picked at random, for random players: few units a side on a small board, any options.

Each battle has a theme, which says what forces and terrain are picked more readily, for few of the rulings are met by
what is picked evenly: `draft_forces` and `draft_map`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from rules.contract import Muster, Side, Unit
from rules.upkeep import GRADES

from . import tables
from .damage import learned
from .draft_forces import SHEET, THEMES, Choose, Theme, forces, marks
from .draft_map import drawn

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
