"""The rulebook's numbers, its options and its scenario."""

from __future__ import annotations

from rules.contract import gettext_noop as _
from rules.declarations import Scenario
from rules.house_units import OPTION
from rules.kit.nations import ALLIES_AND_AXIS
from rules.kit.options import choice, flag, house_units, number, points_a_side

KEY = "tanks"
NAME = "Tanks"
NUMBER = "001"
EDITIONS = ("1", "2")  # see `editions`

HOUSE_UNITS = OPTION

SCENARIOS = (Scenario(key="battle", name="Battle", rule="001 R6", sides=("allies", "axis"), nations=ALLIES_AND_AXIS),)
LAST_ROUND = 99  # house: no battle goes on for ever

# R8: what a tenth of the unit of measure costs, in halves of a tenth of Speed.
PACE = {"open": 2, "road": 1, "difficult": 4, "forest": 4, "forest+difficult": 8}
SLOPES = {"": 1, "up": 2, "down": 1}
SLOW_ROAD = 2  # B4: a road once 90 degrees have been turned on it
ROAD_TURN = 90  # R11
BACKING = 4  # R14: smoke backs a tank up by at most a quarter of its Speed

BEYOND_HALF, SHOOTER_MOVED, TARGET_MOVED, TARGET_FAST = 1, 1, 1, 2  # R18
SAVES = {"heavy": 4, "light": 5, "smoke": 5, "glancing": 6}  # R20
BLAST_STRENGTH = 7  # R22
DAMAGE = {1: "stunned", 2: "knocked_about", 3: "tracked", 4: "gun_out", 5: "bailed_out", 6: "knocked_out"}  # R22
RAM_DICE = {"rammed": 6, "rammer": 3}  # R30, R31: faces of the die that is added to the distance
CAP = 3  # A17: how many centimetres the cap of artillery is across; any overlap counts
HOURS = 12  # the direction die of artillery, as hours of the clock: 12 is straight on

FACTORS = {"cm": 1, "inch": 1, "double_cm": 2}  # R4
MEASURES = {"cm": "mm", "inch": "tenths of an inch", "double_cm": "mm"}  # what lengths are told in

OPTIONS = (
    choice(
        "scale",
        _("Scale"),
        {"cm": _("centimetres"), "inch": _("inches"), "double_cm": _("twice the centimetres")},
        _("What is measured in: centimetres (1/285), inches (1/72, 20 mm), or twice the centimetres (15 mm)."),
        "001 R4",
    ),
    flag(
        "fast_target_cumulative",
        _("Fast target counts on top"),
        _("The +2 against a fast target is added to the +1 against one that moved."),
        "001 A8",
    ),
    flag(
        "stack_cover_and_smoke",
        _("Cover and smoke both save"),
        _("Cover and smoke have a save each; without it only the better of both is rolled."),
        "001 B10",
        default=True,
    ),
    flag("artillery_ignores_smoke", _("Artillery ignores smoke"), _("Smoke saves nobody from artillery."), "001 A16"),
    flag(
        "artillery_verify_now",
        _("Target seen as artillery fires"),
        _("A target of the Radio list also has to be seen by a friend at the moment of fire."),
        "001 B13",
        default=True,
    ),
    flag(
        "glance_zero_is_stunned",
        _("Glance of a 1 stuns"),
        _("A glance that rolls a 1 stuns; without it nothing comes of it."),
        "001 A13",
        default=True,
    ),
    flag(
        "explosion_chain",
        _("Chain of explosions"),
        _("What is knocked out by an explosion explodes in its turn."),
        "001 A14",
        default=True,
    ),
    number(
        "reload_turns",
        _("Turns to reload"),
        0,
        _("Turns of its own that a gun takes to be loaded again; a club's own sheet may say otherwise of a gun."),
        "001 A6",
        most=9,
    ),
    number(
        "turn_limit",
        _("Round limit"),
        0,
        _("The battle ends after so many rounds; 0 for none."),
        "001 R7",
        most=LAST_ROUND,
    ),
    flag(
        "bailout_recoverable",
        _("Bailed-out hulls recoverable"),
        _("The hull of a tank whose crew has bailed out can be recovered after the battle."),
        "001 B17",
        default=True,
    ),
    number(
        "crossing_cm",
        _("Crossing a fence or wall, in cm"),
        2,
        _("House: crossing a fence or wall costs as many centimetres of difficult ground."),
        "001 B9",
        most=20,
    ),
    choice(
        "scoring",
        _("Scoring"),
        {"house_001": _("victory points"), "last_left": _("last on the table")},
        _("House: who has more victory points wins; or the side that has tanks left on the table."),
        "001 B2",
    ),
    points_a_side("001 B16"),
    house_units(
        _("House: units of your own, as CSV: a line that names the columns, then a line a unit. Blank for none."),
        rule="001 B16",
    ),
)


def rule(number: str) -> str:
    """A rule's number as refusals cite it: "001 R17"."""
    return f"{NUMBER} {number}"
