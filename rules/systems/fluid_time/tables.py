"""The rulebook's numbers, its options, its scenarios, and its lengths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract import Measure
from rules.contract import gettext_noop as _
from rules.declarations import Option, Scenario
from rules.house_units import OPTION
from rules.kit.options import choice, flag, house_units, number, points_a_side

KEY = "fluid_time"
NAME = "Fluid Time"
NUMBER = "004"
EDITIONS = ("1", "2")

HOUSE_UNITS = OPTION

RUSSIANS = "USSR"
NATIONS = {"germans": "GER", "soviets": RUSSIANS}  # of the sides that a scenario names after them
SCENARIOS = (
    Scenario(
        key="summer_1942",
        name="Russian front, summer 1942",
        rule="004 R6",
        sides=("germans", "soviets"),
        nations={side: (nation,) for side, nation in NATIONS.items()},
    ),
    Scenario(key="encounter", name="Encounter", rule="004 R5", sides=("first", "second")),
)
LAST_TURN = 99  # house: a battle ends after this turn at the latest

# -- the deck (R5, R6, R34) --------------------------------------------------------------------------------------------

TURN_OVER = "turn_over"
GRANTS: dict[str, tuple[str, ...]] = {  # what a card gives each vehicle it is for, by the card's type (R7 to R12)
    "free_action": ("free",),
    "double_free_action": ("free", "free"),
    "half_move_free_action": ("half_move", "free"),
    "move": ("move",),
    "half_move": ("half_move",),
}
SUPPORT = ("air_support", "artillery_support", "support")
SIDE_CARDS = ("move", "free_action", *SUPPORT)  # R5: the cards a side may have
MOST_CARDS = 200  # house: the most cards of a deck

# -- fire (R18 to R22) -------------------------------------------------------------------------------------------------

BANDS: dict[str, int] = {"short": 12, "medium": 24, "long": 36}  # house: in units of measure
CONCEALMENT = {"": 0, "light": 1, "heavy": 2}  # R18
TARGET_MOVING, SHOOTER_MOVED, RUSSIAN_MOVED, HULL_DOWN = 1, 2, 3, 1  # R18, A15
TO_HIT = 10  # faces of the die to hit (R19)
EFFECTS = {1: "crew_suppressed", 2: "gun_out", 3: "immobile", 4: "burning", 5: "burning", 6: "exploded"}  # R22

# -- morale (R25, R26, R28) --------------------------------------------------------------------------------------------

PASSES, ABANDONS, REPEATED = 7, 3, -1

# -- support (R31 to R34, A11, A12) ------------------------------------------------------------------------------------

LEVELS = ("low", "medium", "all_out")  # 1, 2 and 3 templates
INTENSITY: dict[str, dict[int, str]] = {
    "russian": {1: "low", 2: "low", 3: "low", 4: "medium", 5: "medium", 6: "all_out"},
    "german": {1: "low", 2: "medium", 3: "medium", 4: "medium", 5: "all_out", 6: "all_out"},
}
AIRCRAFT: dict[str, dict[int, str]] = {
    "german": {1: "hs_123", 2: "hs_123", 3: "me_109", 4: "me_109", 5: "ju_87", 6: "ju_87"},
    "russian": {1: "fighter", 2: "fighter", 3: "fighter", 4: "il_2", 5: "il_2", 6: "il_2"},
}
FIGHTERS = ("me_109", "fighter")  # B12
SUPPORT_DIE = {1: "air", 2: "air", 3: "air", 4: "artillery", 5: "artillery"}  # A13, B13: a 6 is up to the option
AIR_DICE = {"bomber": 3, "fighter": 2}
FLANK_DIE = 1  # A11: one in all

# -- measures (R37) ----------------------------------------------------------------------------------------------------

MEASURES = {"inch": "tenths of an inch", "cm": "mm"}  # whole tenths, in which lengths are reported
PACE = {"open": 1, "rough": 2}  # house: cost of a tenth of the way

OPTIONS = (
    Option(
        name="deck",
        label=_("Command Deck"),
        type="text",
        default="",
        most=4000,
        help=_(
            "The Command Deck, a line a card: how many, and which (“2 germans/panzers_a/move”). Blank: the scenario's."
        ),
        rule="004 R5",
    ),
    choice(
        "deck_draw",
        _("Who draws the cards"),
        {"leaguer": _("Leaguer"), "table": _("the players")},
        _("Who shuffles and draws: Leaguer, with the order sealed beforehand, or the players with cards of their own."),
        "004 R1",
    ),
    flag(
        "full_deck_reshuffle",
        _("Whole deck reshuffled"),
        _("Every card goes back as a turn ends; without it, cards that were drawn stay out until the deck is empty."),
        "004 B19",
        default=True,
    ),
    choice(
        "half_move_card",
        _("1/2 Move card"),
        {"half_move": _("half a move"), "full_move": _("a whole move")},
        _("What a 1/2 Move card gives: half a move, or a whole one."),
        "004 A2",
    ),
    flag(
        "last_tank_every_activation",
        _("Last tank tests at each activation"),
        _("The last tank of a platoon tests its morale whenever it activates, and not only once."),
        "004 A8",
    ),
    choice(
        "multi_reason_tests",
        _("Several reasons to test morale"),
        {"each": _("a test for each"), "once": _("one test")},
        _("Several reasons to test morale: a test for each, or one with the worst of their modifiers."),
        "004 A7",
    ),
    number(
        "artillery_dice",
        _("Dice of a barrage"),
        2,
        _("House: dice of an artillery barrage for each target under its template."),
        "004 A12",
        least=1,
        most=6,
    ),
    flag(
        "air_modifiers",
        _("Modifiers for strikes and barrages"),
        _("Strikes and barrages hit worse what moves or is concealed."),
        "004 B10",
    ),
    choice(
        "soviet_support_six",
        _("A 6 for Support"),
        {"artillery": _("artillery"), "none": _("nothing")},
        _("What a 6 on the die of a Support card brings."),
        "004 B13",
    ),
    choice(
        "support_first",
        _("Support of the first side"),
        {"nation": _("by nation"), "german": _("German tables"), "russian": _("Russian tables")},
        _("Whose tables of aircraft and intensity the scenario's first side has; by nation: that of its vehicles."),
        "004 A12",
    ),
    choice(
        "support_second",
        _("Support of the second side"),
        {"nation": _("by nation"), "german": _("German tables"), "russian": _("Russian tables")},
        _("Whose tables of aircraft and intensity the scenario's second side has; by nation: that of its vehicles."),
        "004 A12",
    ),
    choice(
        "scale",
        _("Scale"),
        {"inch": _("inches"), "cm": _("centimetres")},
        _("What is measured in: inches (20 mm to 12 mm figures), or centimetres (5 mm)."),
        "004 R37",
    ),
    number(
        "impulse_minutes",
        _("Minutes of an Impulse"),
        5,
        _("How long an Impulse lasts at most, in minutes; the players keep the clock. 0 for no limit."),
        "004 B6",
        most=60,
    ),
    number(
        "turn_overs_to_end",
        _("Turn Over cards until the end"),
        0,
        _("The battle ends with so many Turn Over cards, by points; 0 for none."),
        "004 B19",
        most=LAST_TURN,
    ),
    points_a_side("004 A21"),
    house_units(
        _("House: units of your own, as CSV: a line that names the columns, then a line a unit. Blank for none."),
        rule="004 A21",
    ),
    flag(
        "hull_down_flank",
        _("Hull down towards the flanks"),
        _(
            "A shot that hits the flank may come from in front of the line across the front of a vehicle that is hull"
            " down; without it, hull down counts only where the front is hit."
        ),
        "004 R16",
        default=True,
        later=True,
    ),
    flag(
        "hull_down_moving",
        _("Hull down by stopping at a crest"),
        _(
            "Who stops at a crest line in its move is hull down at once, Moving marker and all; without it, only what"
            " is stationary."
        ),
        "004 B7",
        later=True,
    ),
    choice(
        "struck_again",
        _("Struck again while suppressed"),
        {"suppressed": _("whenever it is suppressed"), "turn": _("a second time in the turn")},
        _("When a suppressed crew that is struck tests its morale at -1. From the second edition on."),
        "004 A9",
        later=True,
    ),
    choice(
        "nationality",
        _("Nation of a crew"),
        {"vehicle": _("its vehicle's"), "side": _("its side's")},
        _(
            "Whose nation says who shoots like a Russian and has the morale of a Soviet heavy tank crew: the vehicle's,"
            " or the side's, also in captured vehicles."
        ),
        "004 A15",
        later=True,
    ),
)
_DEFAULTS = {option.name: option.default for option in OPTIONS if option.later}

BOARD = (
    Option(
        name="platoons",
        label=_("Platoons"),
        type="text",
        default="",
        most=12_000,  # sixty vehicles a side, each in a platoon of its own, as the muster spells it out
        help=_(
            "Who is in which platoon, a line a platoon (“germans/panzers_a: tiger-1 tiger-2”). Blank: dealt evenly."
        ),
        rule="004 A3",
    ),
)


def chosen(options: Mapping[str, Any], name: str) -> Any:
    """The value of an option that a muster holds only if it was asked for (`later`); otherwise its default."""
    return options.get(name, _DEFAULTS[name])


def rule(number: str) -> str:
    """A rule's number as refusals cite it: "004 R17"."""
    return f"{NUMBER} {number}"


# Lengths (R37): the table measures in tenths of its unit, tenths of an inch or millimetres. The figures of the
# catalogue are whole units, whether that is the inch or the centimetre.
Options = Mapping[str, Any]
TENTHS = 10


def measured(options: Options, whole: int) -> int:
    """So many whole units, in tenths. An inch of the catalogue is a centimetre at a table that measures in those."""
    return whole * TENTHS


def measure(options: Options) -> str:
    """The unit that events state lengths in: "tenths of an inch", or "mm"."""
    return MEASURES[options["scale"]]


def measured_in(options: Options) -> Measure:
    """The unit people measure and type lengths in (see `rules.lengths`)."""
    return "in" if options["scale"] == "inch" else "cm"
