"""The rulebook's numbers, its options and scenarios, and the faces of its dice.

Faces marked "house" stand in for pictures of the booklet that are lost. A club with the printed dice replaces them by
the option `dice` (see `dicebox`).
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.contract import gettext_noop as _
from rules.declarations import Option, Scenario
from rules.house_units import OPTION
from rules.kit.nations import ALLIES_AND_AXIS
from rules.kit.options import choice, flag, house_units, number

KEY = "panzer_strike"
NAME = "Panzer Strike: Western Front"
NUMBER = "002"
EDITIONS = ("1", "2")

HOUSE_UNITS = OPTION
# Declared when battles had been recorded already, so a muster may lack them: read them with `option`.
DRIFT_BY_HIT_DIE, PUSH_IN_REVERSE, LEAVING = "drift_by_hit_die", "push_in_reverse", "leaving"

BASIC = "basic"
OPEN_BATTLE = "open"
SCENARIOS = (
    Scenario(key=BASIC, name="Basic scenario", rule="002 R67", sides=("allies", "axis"), nations=ALLIES_AND_AXIS),
    Scenario(key=OPEN_BATTLE, name="Open battle", rule="002 R5", sides=("allies", "axis"), nations=ALLIES_AND_AXIS),
)

BASIC_POINTS = 100  # R67
BASIC_SPAA = 3  # R67
BASIC_KILLS = 2  # R68
BASIC_ROUNDS = 30  # R68
LAST_ROUND = 99

LIMITS = ((1, 1), (5, 2), (10, 3), (15, 4), (20, 5))  # R6, A1: up to so many active vehicles, so many coordinated
MOST_COORDINATED = 6  # R6: from 21

TRAVERSE = 90  # R14: degrees a round
FREE_TRAVERSE = 135  # option 3
LIGHT_WEAPON = 5  # R47: a fixed weapon of fewer tonnes turns twice
LIGHT_WEAPON_AT_FIRST = 2  # in edition 1: of so many tonnes at the most
TIMER = 5  # R51
WALL_BREAKER = 15  # R65: tonnes
PUSH = ((3, 1), (2, 2), (1, 3))  # R64: a wreck this many times lighter costs so many steps
DOZER_PUSH = ((2, 1), (1, 2))  # R64
TOW_EASILY = 4  # R49

SPEED_DIE = (-1, -1, 0, 0, 1, 1)  # R10; counts are house
LOW, MIDDLE, HIGH = (0, 0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 5)
PENETRATION = {"I": (-1, -1, 0, 0, 1, 1), "II": (-2, -1, 0, 0, 1, 2)}  # house
PENETRATION_MAY = (-3, -2, -1, 0, 1, 2, 3)  # what a table may report
# House: an area, then the symbols that may stand beside it.
HIT = {
    "white": ("body", "body+side", "body+side+crew", "body+x", "track", "track+x+turn"),
    "orange": ("body+side", "body+x", "track", "track+crew", "track+x", "track+x+turn"),
    "green": ("body", "body", "body+side", "body+side+crew", "body+x", "body+x+turn"),
    "blue": ("body", "body+side", "body+side+crew", "top", "top+x", "track+x+turn"),
}
RADIO = ("ok", "ok", "ok", "x", "x", "red")  # R43; counts are house
MISS_NS = ("N", "N", "S", "S", "-", "-")  # R45; counts are house
MISS_EW = ("E", "E", "W", "W", "-", "-")

OPTIONS = (
    flag(
        "command_tank",
        _("Command tank"),
        _("Option 1: while a side's command tank is active it may make one coordinated movement more."),
        "002 R8",
    ),
    flag(
        "speed_die",
        _("Speed die"),
        _("Option 2: a die is rolled before a vehicle moves, and changes its speed."),
        "002 R10",
    ),
    flag(
        "free_turrets",
        _("Free turrets"),
        _("Option 3: turrets stand at any angle, and the gun has to point at its target."),
        "002 R14",
    ),
    flag(
        "targeted_area",
        _("Targeted area"),
        _("Option 4: at close range the orange die aims at tracks, the green one above them."),
        "002 R23",
    ),
    flag(
        "firing_on_the_move",
        _("Firing on the move"),
        _("Option 5: an X on the hit die is a miss for a unit that moved."),
        "002 R24",
    ),
    flag("angled_armour", _("Angled armour"), _("Option 6: armour hit at an angle counts a third more."), "002 R27"),
    flag(
        "semi_immobilised",
        _("Semi-immobilised vehicles"),
        _("Option 7: the first hit that penetrates tracks only slows a vehicle down."),
        "002 R34",
    ),
    flag(
        "radio_needed",
        _("Radio needed"),
        _("Option 8: vehicles marked as having no radio report no targets."),
        "002 R44",
    ),
    flag(
        "missed_shots",
        _("Missed shots land"),
        _("Option 9: a parabolic shot that misses lands in a square beside its target."),
        "002 R45",
    ),
    number(
        "points",
        _("Points a side"),
        0,
        _("Effectiveness per side in an open battle; 0 for no limit. The basic scenario has 100."),
        "002 R3",
        most=999,
    ),
    number(
        "rounds",
        _("Rounds of an open battle"),
        0,
        _("An open battle is drawn after so many rounds; 0 for the most, 99. The basic scenario has 30."),
        "002 R5",
        most=LAST_ROUND,
    ),
    choice(
        "first",
        _("Who goes first"),
        {"roll": _("by a roll"), "1": _("first side"), "2": _("second side")},
        _("Who goes first: by a roll, or the first or second side by name."),
        "002 B17",
    ),
    number(
        "ruler",
        _("Squares of a ruler section"),
        2,
        _("House: how many squares one section of the ruler is long."),
        "002 R17",
        least=1,
        most=6,
    ),
    flag(
        "single_x",
        _("One X for moving and turning"),
        _("House: the hit die has one X, for moving and turning alike."),
        "002 B10",
    ),
    flag(
        "radio_same_vehicle",
        _("Radio by the same vehicle"),
        _("House: only a vehicle that has kept contact with the target reports it in time."),
        "002 A9",
    ),
    flag(
        "contact_at_round_start",
        _("Contact at the start of the round"),
        _("House: earlier contact is that at the start of the round, not of the side's own turn."),
        "002 B14",
    ),
    Option(
        name="dice",
        label=_("Faces of the dice"),
        type="text",
        default="",
        most=2000,
        help=_(
            "House: other faces of dice, one die a line, six faces each: “radio: ok ok ok ok x red”. Blank for ours."
        ),
        rule="002 A2",
    ),
    house_units(
        _(
            "House: units of your own, as CSV: a line that names the columns of the unit chart, then a line a unit. "
            "Blank for none."
        ),
        rule="002 R4",
    ),
    flag(
        DRIFT_BY_HIT_DIE,
        _("Missed by the hit die, it lands too"),
        _("House: option 9 also follows a parabolic shot that the hit die makes a miss."),
        "002 R45",
        later=True,
    ),
    flag(
        PUSH_IN_REVERSE,
        _("Pushing in reverse"),
        _("House: wrecks are pushed straight back as well as straight ahead."),
        "002 R64",
        later=True,
    ),
    flag(
        LEAVING,
        _("Leaving the table"),
        _("House: vehicles may leave the battle from the edge of the board. The booklet does not know it."),
        "002 R5",
        default=True,
        later=True,
    ),
)

BOARD = (
    Option(
        name="map",
        label=_("Squares of the board"),
        type="text",
        default="",
        most=4000,
        help=_(
            "Rows of squares, north first: . open, # building, w wall, b low barricade, h high barricade, x wreck. "
            "Then lines such as “zone 1 A a1-j5” and “wreck c4 30”. Or the name of a board of ours: northern, central, "
            "open field. Blank for that of the scenario."
        ),
        rule="002 R1",
    ),
)


def option(options: Mapping[str, bool | int | str], name: str) -> bool | int | str:
    """The value of an option; its default if the muster is older than the option."""
    return options[name] if name in options else _DEFAULTS[name]


_DEFAULTS = {option.name: option.default for option in OPTIONS}


def rule(number: str) -> str:
    """A rule's number as refusals cite it: "002 R17"."""
    return f"{NUMBER} {number}"


def coordinated(active: int) -> int:
    """R6, A1: how many coordinated movements so many active vehicles may make in a turn."""
    return next((limit for most, limit in LIMITS if active <= most), MOST_COORDINATED)
