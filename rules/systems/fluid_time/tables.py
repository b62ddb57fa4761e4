"""The rulebook's numbers, its options and its scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract import gettext_noop as _
from rules.declarations import Option, Scenario
from rules.house import OPTION
from rules.kit.options import house_units, points_a_side

KEY = "fluid_time"
NAME = "Fluid Time"
NUMBER = "004"
EDITIONS = ("1", "2")

HOUSE_UNITS = OPTION

SCENARIOS = (
    Scenario(key="summer_1942", name="Russian front, summer 1942", rule="004 R6", sides=("germans", "soviets")),
    Scenario(key="encounter", name="Encounter", rule="004 R5", sides=("first", "second")),
)
LAST_TURN = 99  # house: no battle goes on for ever

# -- the deck (R5, R6, R34) --------------------------------------------------------------------------------------------

TURN_OVER = "turn_over"
GRANTS: dict[str, tuple[str, ...]] = {  # what a card gives each vehicle it names, by the card's type (R7 to R12)
    "free_action": ("free",),
    "double_free_action": ("free", "free"),
    "half_move_free_action": ("half_move", "free"),
    "move": ("move",),
    "half_move": ("half_move",),
}
SUPPORT = ("air_support", "artillery_support", "support")
SIDE_CARDS = ("move", "free_action", *SUPPORT)  # R5: what a side may have
MOST_CARDS = 200  # house: of a deck

# -- fire (R18 to R22) -------------------------------------------------------------------------------------------------

BANDS: dict[str, int] = {"short": 12, "medium": 24, "long": 36}  # house: up to so many of the unit of measure
CONCEALMENT = {"": 0, "light": 1, "heavy": 2}  # R18
TARGET_MOVING, SHOOTER_MOVED, RUSSIAN_MOVED, HULL_DOWN = 1, 2, 3, 1  # R18, A15
RUSSIANS = "USSR"
NATIONS = {"germans": "GER", "soviets": RUSSIANS}  # of the sides that a scenario names after theirs
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
SUPPORT_DIE = {1: "air", 2: "air", 3: "air", 4: "artillery", 5: "artillery"}  # A13, B13: a 6 is for the option
AIR_DICE = {"bomber": 3, "fighter": 2}
FLANK_DIE = 1  # A11: one in all

# -- measures (R37) ----------------------------------------------------------------------------------------------------

MEASURES = {"inch": "tenths of an inch", "cm": "mm"}  # what lengths are told in: whole tenths of the unit of measure
PACE = {"open": 1, "rough": 2}  # house: what a tenth of the way costs of the allowance

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
    Option(
        name="deck_draw",
        label=_("Who draws the cards"),
        type="choice",
        default="leaguer",
        choices=("leaguer", "table"),
        labels=(_("Leaguer"), _("the players")),
        help=_(
            "Who shuffles and draws: Leaguer, with the order sealed beforehand, or the players with cards of their own."
        ),
        rule="004 R1",
    ),
    Option(
        name="full_deck_reshuffle",
        label=_("Whole deck reshuffled"),
        type="flag",
        default=True,
        help=_(
            "Every card goes back as a turn ends; without it, cards that were drawn stay out until the deck is empty."
        ),
        rule="004 B19",
    ),
    Option(
        name="half_move_card",
        label=_("1/2 Move card"),
        type="choice",
        default="half_move",
        choices=("half_move", "full_move"),
        labels=(_("half a move"), _("a whole move")),
        help=_("What a 1/2 Move card gives: half a move, or a whole one."),
        rule="004 A2",
    ),
    Option(
        name="last_tank_every_activation",
        label=_("Last tank tests at each activation"),
        type="flag",
        default=False,
        help=_("The last tank of a platoon tests its morale whenever it activates, and not only once."),
        rule="004 A8",
    ),
    Option(
        name="multi_reason_tests",
        label=_("Several reasons to test morale"),
        type="choice",
        default="each",
        choices=("each", "once"),
        labels=(_("a test for each"), _("one test")),
        help=_("Several reasons to test morale: a test for each, or one with the worst of their modifiers."),
        rule="004 A7",
    ),
    Option(
        name="artillery_dice",
        label=_("Dice of a barrage"),
        type="number",
        default=2,
        least=1,
        most=6,
        help=_("House: dice of an artillery barrage for each target under its template."),
        rule="004 A12",
    ),
    Option(
        name="air_modifiers",
        label=_("Modifiers for strikes and barrages"),
        type="flag",
        default=False,
        help=_("Strikes and barrages hit worse what moves or is concealed."),
        rule="004 B10",
    ),
    Option(
        name="soviet_support_six",
        label=_("A 6 for Support"),
        type="choice",
        default="artillery",
        choices=("artillery", "none"),
        labels=(_("artillery"), _("nothing")),
        help=_("What a 6 on the die of a Support card brings."),
        rule="004 B13",
    ),
    Option(
        name="support_first",
        label=_("Support of the first side"),
        type="choice",
        default="nation",
        choices=("nation", "german", "russian"),
        labels=(_("by nation"), _("German tables"), _("Russian tables")),
        help=_(
            "Whose tables of aircraft and intensity the scenario's first side has; by nation: that of its vehicles."
        ),
        rule="004 A12",
    ),
    Option(
        name="support_second",
        label=_("Support of the second side"),
        type="choice",
        default="nation",
        choices=("nation", "german", "russian"),
        labels=(_("by nation"), _("German tables"), _("Russian tables")),
        help=_(
            "Whose tables of aircraft and intensity the scenario's second side has; by nation: that of its vehicles."
        ),
        rule="004 A12",
    ),
    Option(
        name="scale",
        label=_("Scale"),
        type="choice",
        default="inch",
        choices=("inch", "cm"),
        labels=(_("inches"), _("centimetres")),
        help=_("What is measured in: inches (20 mm to 12 mm figures), or centimetres (5 mm)."),
        rule="004 R37",
    ),
    Option(
        name="impulse_minutes",
        label=_("Minutes of an Impulse"),
        type="number",
        default=5,
        most=60,
        help=_("How long an Impulse lasts at most, in minutes; the players keep the clock. 0 for no limit."),
        rule="004 B6",
    ),
    Option(
        name="turn_overs_to_end",
        label=_("Turn Over cards until the end"),
        type="number",
        default=0,
        most=LAST_TURN,
        help=_("The battle ends with so many Turn Over cards, by points; 0 for none."),
        rule="004 B19",
    ),
    points_a_side("004 A21"),
    house_units(
        _("House: units of your own, as CSV: a line that names the columns, then a line a unit. Blank for none."),
        rule="004 A21",
    ),
    Option(
        name="hull_down_flank",
        label=_("Hull down towards the flanks"),
        type="flag",
        default=True,
        help=_(
            "A shot that hits the flank may come from in front of the line across the front of a vehicle that is hull"
            " down; without it, hull down counts only where the front is hit."
        ),
        rule="004 R16",
        later=True,
    ),
    Option(
        name="hull_down_moving",
        label=_("Hull down by stopping at a crest"),
        type="flag",
        default=False,
        help=_(
            "Who stops at a crest line in its move is hull down at once, Moving marker and all; without it, only what"
            " is stationary."
        ),
        rule="004 B7",
        later=True,
    ),
    Option(
        name="struck_again",
        label=_("Struck again while suppressed"),
        type="choice",
        default="suppressed",
        choices=("suppressed", "turn"),
        labels=(_("whenever it is suppressed"), _("a second time in the turn")),
        help=_("When a suppressed crew that is struck tests its morale at -1. From the second edition on."),
        rule="004 A9",
        later=True,
    ),
    Option(
        name="nationality",
        label=_("Nation of a crew"),
        type="choice",
        default="vehicle",
        choices=("vehicle", "side"),
        labels=(_("its vehicle's"), _("its side's")),
        help=_(
            "Whose nation says who shoots like a Russian and has the morale of a Soviet heavy tank crew: the vehicle's,"
            " or the side's, also in captured vehicles."
        ),
        rule="004 A15",
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
        most=12_000,  # sixty a side, each in a platoon of its own, as the muster spells it out
        help=_(
            "Who is in which platoon, a line a platoon (“germans/panzers_a: tiger-1 tiger-2”). Blank: dealt evenly."
        ),
        rule="004 A3",
    ),
)


def chosen(options: Mapping[str, Any], name: str) -> Any:
    """An option that a muster holds only where it was asked for (`later`); else its default."""
    return options.get(name, _DEFAULTS[name])


def rule(number: str) -> str:
    """A rule's number as refusals cite it: "004 R17"."""
    return f"{NUMBER} {number}"
