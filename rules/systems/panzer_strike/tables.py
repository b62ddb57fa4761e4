"""The rulebook's numbers, its options and scenarios, and the faces of its dice.

Faces marked "house" stand in for pictures of the booklet that are lost; a club with the printed dice replaces them by
the option `dice` (see `dicebox`).
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.contract import gettext_noop as _
from rules.declarations import Option, Scenario
from rules.house import OPTION
from rules.kit.options import house_units

KEY = "panzer_strike"
NAME = "Panzer Strike: Western Front"
NUMBER = "002"
EDITIONS = ("1", "2")

HOUSE_UNITS = OPTION
# Declared when battles had been recorded, so that a muster need not have them: ask for them by `option`.
DRIFT_BY_HIT_DIE, PUSH_IN_REVERSE, LEAVING = "drift_by_hit_die", "push_in_reverse", "leaving"

BASIC = "basic"
OPEN_BATTLE = "open"
SCENARIOS = (
    Scenario(key=BASIC, name="Basic scenario", rule="002 R67", sides=("allies", "axis")),
    Scenario(key=OPEN_BATTLE, name="Open battle", rule="002 R5", sides=("allies", "axis")),
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
LIGHT_WEAPON_AT_FIRST = 2  # what the first edition made of it: of so many tonnes at the most
TIMER = 5  # R51
WALL_BREAKER = 15  # R65: tonnes
PUSH = ((3, 1), (2, 2), (1, 3))  # R64: a wreck this many times lighter costs so many steps
DOZER_PUSH = ((2, 1), (1, 2))  # R64
TOW_EASILY = 4  # R49

SPEED_DIE = (-1, -1, 0, 0, 1, 1)  # R10; counts are house
LOW, MIDDLE, HIGH = (0, 0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 5)
ACCURACY = {1: (LOW, LOW), 2: (LOW, MIDDLE), 3: (MIDDLE, MIDDLE), 4: (MIDDLE, HIGH)}  # section 6
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
    Option(
        name="command_tank",
        label=_("Command tank"),
        type="flag",
        default=False,
        help=_("Option 1: while a side's command tank is active it may make one coordinated movement more."),
        rule="002 R8",
    ),
    Option(
        name="speed_die",
        label=_("Speed die"),
        type="flag",
        default=False,
        help=_("Option 2: a die is rolled before a vehicle moves, and changes its speed."),
        rule="002 R10",
    ),
    Option(
        name="free_turrets",
        label=_("Free turrets"),
        type="flag",
        default=False,
        help=_("Option 3: turrets stand at any angle, and the gun has to point at its target."),
        rule="002 R14",
    ),
    Option(
        name="targeted_area",
        label=_("Targeted area"),
        type="flag",
        default=False,
        help=_("Option 4: at close range the orange die aims at tracks, the green one above them."),
        rule="002 R23",
    ),
    Option(
        name="firing_on_the_move",
        label=_("Firing on the move"),
        type="flag",
        default=False,
        help=_("Option 5: an X on the hit die is a miss for a unit that moved."),
        rule="002 R24",
    ),
    Option(
        name="angled_armour",
        label=_("Angled armour"),
        type="flag",
        default=False,
        help=_("Option 6: armour hit at an angle counts a third more."),
        rule="002 R27",
    ),
    Option(
        name="semi_immobilised",
        label=_("Semi-immobilised vehicles"),
        type="flag",
        default=False,
        help=_("Option 7: the first hit that penetrates tracks only slows a vehicle down."),
        rule="002 R34",
    ),
    Option(
        name="radio_needed",
        label=_("Radio needed"),
        type="flag",
        default=False,
        help=_("Option 8: vehicles marked as having no radio report no targets."),
        rule="002 R44",
    ),
    Option(
        name="missed_shots",
        label=_("Missed shots land"),
        type="flag",
        default=False,
        help=_("Option 9: a parabolic shot that misses lands in a square beside its target."),
        rule="002 R45",
    ),
    Option(
        name="points",
        label=_("Points a side"),
        type="number",
        default=0,
        least=0,
        most=999,
        help=_("Effectiveness per side in an open battle; 0 for no limit. The basic scenario has 100."),
        rule="002 R3",
    ),
    Option(
        name="rounds",
        label=_("Rounds of an open battle"),
        type="number",
        default=0,
        least=0,
        most=LAST_ROUND,
        help=_("An open battle is drawn after so many rounds; 0 for the most, 99. The basic scenario has 30."),
        rule="002 R5",
    ),
    Option(
        name="first",
        label=_("Who goes first"),
        type="choice",
        default="roll",
        choices=("roll", "1", "2"),
        labels=(_("by a roll"), _("first side"), _("second side")),
        help=_("Who goes first: by a roll, or the first or second side by name."),
        rule="002 B17",
    ),
    Option(
        name="ruler",
        label=_("Squares of a ruler section"),
        type="number",
        default=2,
        least=1,
        most=6,
        help=_("House: how many squares one section of the ruler is long."),
        rule="002 R17",
    ),
    Option(
        name="single_x",
        label=_("One X for moving and turning"),
        type="flag",
        default=False,
        help=_("House: the hit die has one X, for moving and turning alike."),
        rule="002 B10",
    ),
    Option(
        name="radio_same_vehicle",
        label=_("Radio by the same vehicle"),
        type="flag",
        default=False,
        help=_("House: only a vehicle that has kept contact with the target reports it in time."),
        rule="002 A9",
    ),
    Option(
        name="contact_at_round_start",
        label=_("Contact at the start of the round"),
        type="flag",
        default=False,
        help=_("House: earlier contact is that at the start of the round, not of the side's own turn."),
        rule="002 B14",
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
    Option(
        name=DRIFT_BY_HIT_DIE,
        label=_("Missed by the hit die, it lands too"),
        type="flag",
        default=False,
        help=_("House: option 9 also follows a parabolic shot that the hit die makes a miss."),
        rule="002 R45",
        later=True,
    ),
    Option(
        name=PUSH_IN_REVERSE,
        label=_("Pushing in reverse"),
        type="flag",
        default=False,
        help=_("House: wrecks are pushed straight back as well as straight ahead."),
        rule="002 R64",
        later=True,
    ),
    Option(
        name=LEAVING,
        label=_("Leaving the table"),
        type="flag",
        default=True,
        help=_("House: vehicles may leave the battle from the edge of the board. The booklet does not know it."),
        rule="002 R5",
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
    """An option as the battle has it, or at its default where its muster does not know it yet."""
    return options[name] if name in options else _DEFAULTS[name]


_DEFAULTS = {option.name: option.default for option in OPTIONS}


def rule(number: str) -> str:
    """A rule's number as refusals cite it: "002 R17"."""
    return f"{NUMBER} {number}"


def coordinated(active: int) -> int:
    """R6, A1: how many coordinated movements so many active vehicles may make in a turn."""
    return next((limit for most, limit in LIMITS if active <= most), MOST_COORDINATED)
