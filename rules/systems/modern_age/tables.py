"""The rulebook's numbers, the missions and the options. Cards and models are in `catalogue.csv`."""

from __future__ import annotations

from rules.contract import gettext_noop as _
from rules.declarations import Option, Scenario
from rules.house_units import OPTION
from rules.kit.options import choice, flag, house_units, number

from .editions import EDITIONS as EDITIONS
from .editions import plays_everything

KEY, NUMBER, NAME = "modern_age", "003", "TANKS: The Modern Age"

TANK_SPEED, FAST_SPEED = 2, 3  # R12; a helicopter's Speed is printed: 3
HIT_ON, CRITICAL_ON = 4, 6  # R25
CANCEL_ON, TARGET_CANCELS_ON = 4, 6  # R32
DEFENCE_LIMIT = 6  # R28
FORWARD_FIRING = "Forward Firing"  # R24
COVER_DICE = {"Hammerhead": 3, "Scout": 2}  # R28; any other model: 1
STABILISER_DICE = {"Stabiliser": 1, "Advanced Stabiliser": 2, "Predator": 2}  # R26, R37
REPAIR_ON = 4  # R38
LAST_STAND_INITIATIVE = 0  # the initiative of an extra Final Fury attack
LEAST_POINTS = 10
HOUSE_UNITS = OPTION  # a club's own models

# House rules of the aftermath: the rulebook says nothing of the time after a battle (RULES.md, "After the battle").
RECOVER_ON = 4  # a wreck on a field nobody holds
PATCH_UP_ON = 4  # a recovered wreck made fit to drive again
CREW_LIVES_ON = 3  # each crew card aboard a destroyed tank

ANTI_AIR_DICE = 3  # R27: a tank's machine guns against a helicopter
MISSILE_FACES = {0: (4, 6), 1: (5, 6), 2: (6, 7)}  # R34: lowest face of a hit and of a critical, by speed token

ALPHA_66, FIRST_GAME, TANK_ACE = "alpha_66", "first_game", "tank_ace"
KING_OF_THE_HILL, FREE_FOR_ALL, NO_RETREAT = "king_of_the_hill", "free_for_all", "no_retreat"
ATTACKERS, DEFENDERS = "attackers", "defenders"
SUPERPOWERS: dict[str, tuple[str, ...]] = {"americans": ("USA",), "soviets": ("USSR",)}
SCENARIOS = (
    Scenario(ALPHA_66, "The Last Battle of Alpha 66", "003 R45", ("americans", "soviets"), SUPERPOWERS),
    Scenario(FIRST_GAME, "Your First Game", "003 R44", ("americans", "soviets"), SUPERPOWERS),
    Scenario(TANK_ACE, "Tank Ace", "003 R40", (ATTACKERS, DEFENDERS)),
    Scenario(KING_OF_THE_HILL, "King of the Hill", "003 R41", (ATTACKERS, DEFENDERS)),
    Scenario(FREE_FOR_ALL, "Free-for-All", "003 R42", (ATTACKERS, DEFENDERS)),
    Scenario(NO_RETREAT, "No Retreat", "003 R43", (ATTACKERS, DEFENDERS)),
)
ABRAMS, T_64, ALPHA_POINTS = "M1 Abrams", "T-64", 40
ALPHA_CARDS = ("Alpha 66", "Sean Bannon", "Robert Folk", "Richard Kelp", "Joseph Ortelli")
TEAM_YANKEE, RED_BANNER = "Team Yankee", "Red Banner"
CREW_TYPES = ("Commander", "Driver", "Gunner", "Loader", "Pilot", "Radio Op")
OTHER_CRITICAL = "Other"  # a critical card with a name that is not in the catalogue
EDGES = ("north", "east", "south", "west")

OPTIONS = (
    choice(
        "critical_deck",
        _("Critical deck"),
        {"free_input": _("as drawn at the table"), "house": _("house deck")},
        _("Critical cards: reported as drawn at the table, or drawn from the house deck."),
        "003 A2",
    ),
    flag(
        "target_cancels_first",
        _("Target's owner cancels first"),
        _("The target's owner removes successes with sixes before the shooter does with fours and fives."),
        "003 A1",
        default=True,
    ),
    number(
        "turn_limit",
        _("Turn limit"),
        0,
        _("The battle ends after this many turns; victory points, then destroyed points decide. 0 for no limit."),
        "003 A13",
        most=99,
    ),
    number(
        "time_limit",
        _("Time limit, in minutes"),
        0,
        _("Minutes on the club's clock after which either side may call time; 0 for no limit."),
        "003 A13",
        most=1440,
    ),
    number(
        "point_limit",
        _("Point limit"),
        100,
        _("What a platoon may cost where the mission does not preset it."),
        "003 R3",
        least=LEAST_POINTS,
        most=1000,
    ),
    flag(
        "alternative_platoon",
        _("Another tank for Alpha 66"),
        _("Alpha 66: any single tank of up to 40 points takes its place."),
        "003 R45",
    ),
    flag(
        "allow_fan_made",
        _("Fan-made models allowed"),
        _("Models and cards made by fans may be fielded."),
        "003 section 6",
    ),
    choice(
        "roles",
        _("Attacker and Defender"),
        {"rolled": _("rolled and chosen"), "by_side": _("by the names of the sides")},
        _("House: who attacks is rolled and chosen, or it is the side called “attackers”, as on a campaign's map."),
        "003 R2",
        later=True,
    ),
    house_units(
        _(
            "House: models of your own, as CSV: a line that names the columns (name, nation, points, type, initiative, "
            "attack, defence, capacity, crew_slots and special rules), then a line a model. Blank for none."
        ),
        rule="003 R3",
    ),
)


def options_of(edition: str) -> tuple[Option, ...]:
    """The options of an edition. A released edition gets no new ones, except options that a muster may leave out."""
    return tuple(option for option in OPTIONS if plays_everything(edition) or option.name != "time_limit")


def scenarios_of(edition: str) -> tuple[Scenario, ...]:
    """The missions of an edition."""
    first = (ALPHA_66, FIRST_GAME, TANK_ACE)
    return tuple(one for one in SCENARIOS if plays_everything(edition) or one.key in first)
