"""The house rules of a campaign between battles, declared once: forms, pages and API are made from the declaration.

A rulebook adds terms of its own and says which value of the house's suit it (`rules.upkeep`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from campaigns.season.calendar_terms import CALENDAR
from campaigns.season.pairing_terms import LADDER, PAIRING, SUBSTITUTES
from campaigns.season.settling_terms import SETTLING
from campaigns.season.term_kinds import MOST, choice, flag, number
from campaigns.season.values import Terms
from campaigns.season.veteran_terms import VETERANS
from rules.contract import RuleSystem
from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.kit.options import settle_options

WHOSE_DICE = "whose_dice"
DICE = msgspec.structs.replace(
    choice(
        WHOSE_DICE,
        _("Whose dice"),
        {"leaguer": _("Leaguer rolls"), "table": _("our own dice"), "ask": _("ask each time")},
        _(
            "Leaguer rolls the dice that a report leaves out; or only those that a report asks for; or so, and pages"
            " ask each time."
        ),
    ),
    later=True,
)
PLATOONS = (
    number("muster_points", _("Points of a platoon"), 0, _("What a platoon may cost as it enlists; 0 for any."), MOST),
    choice(
        "roster_check",
        _("Faults of platoons"),
        {"warn": _("pointed out"), "refuse": _("refused"), "off": _("ignored")},
        _("Faults of a platoon: pointed out and kept in sight, refused unless an organiser lets them, or ignored."),
    ),
    number(
        "platoons_each",
        _("Platoons a player"),
        3,
        _("Platoons one player may bring in; 0 for any number. Organisers may bring more."),
        60,
    ),
    flag(
        "late_enlisting",
        _("Enlisting after the start"),
        True,
        _("Platoons may still enlist once the first round is under way."),
    ),
)
PURSE = (
    number("purse", _("Purse"), 0, _("Points a platoon has to spend as it enlists."), MOST),
    number("per_round", _("Points a round"), 0, _("Points each platoon gets as a round closes."), MOST),
    number("per_win", _("Points a win"), 0, _("Points more for each fixture of the round it won."), MOST),
    number("per_draw", _("Points a draw"), 0, _("Points more for each it drew."), MOST),
    number("per_loss", _("Points a loss"), 0, _("Points more for each it lost."), MOST),
    number(
        "minimum_force",
        _("Minimum force"),
        0,
        _("A platoon whose vehicles and purse together are worth less gets the difference as a round closes."),
        MOST,
    ),
    Option(
        name="purchase_list",
        label=_("Purchase list"),
        type="text",
        default="",
        help=_("What platoons may buy, an article a line: name; side=…; from=round; to=round. Blank for everything."),
        rule="campaign",
        most=20_000,
    ),
    number("resale", _("Resale, percent"), 50, _("Percent of its price that a vehicle brings when it is sold."), 100),
    number(
        "salvage",
        _("Salvage, percent"),
        20,
        _("Percent of its price that a hull brings to the enemy who holds the field."),
        100,
    ),
)
WORKSHOP = (
    flag("workshop", _("Workshop"), True, _("Damage is repaired in a workshop, in rounds; else by nobody.")),
    number(
        "slots",
        _("Places in the workshop"),
        2,
        _("Vehicles of a platoon the workshop works on at a time; 0 for any number."),
        60,
    ),
    number(
        "tow_points",
        _("Price of a tow"),
        0,
        _("What it costs to tow a wreck from a field nobody holds without a recovery vehicle."),
        MOST,
    ),
    number(
        "write_off",
        _("Write-off, percent"),
        100,
        _("The clerk writes off a vehicle whose repair costs more than this percent of its price; 0 for never."),
        999,
    ),
)
CREWS = (
    flag("crews", _("Crews"), True, _("Crews are wounded, lost and replaced, and learn.")),
    number(
        "wounded_rounds",
        _("Rounds of a wounded crew"),
        2,
        _("Rounds that a wounded crew is out, with the one in which it was wounded."),
        20,
    ),
    number("spare_crew_points", _("Price of a fresh crew"), 0, _("Points that a fresh crew costs."), MOST),
    number(
        "battle_experience", _("Experience a battle"), 1, _("Experience of a crew for a battle it came back from."), 99
    ),
    number("kill_experience", _("Experience a kill"), 1, _("Experience for each vehicle it destroyed."), 99),
    number("trained_at", _("Trained from"), 2, _("Experience of a trained crew."), 999),
    number("veteran_at", _("Veteran from"), 6, _("Experience of a veteran crew."), 999),
    number("ace_at", _("Ace from"), 12, _("Experience of an ace."), 999),
)
ROUNDS = (
    number(
        "round_days",
        _("Days of a round"),
        14,
        _("Days from the announcement of a round to its deadline; 0 for none."),
        366,
    ),
    number(
        "remind_hours",
        _("Hours of the reminder"),
        48,
        _("Hours before the deadline at which players are reminded; 0 for never."),
        999,
    ),
    flag(
        "players_muster",
        _("Players muster battles"),
        True,
        _("The players of an announced fixture may muster its battle themselves."),
    ),
    DICE,
    choice(
        "unplayed",
        _("Unplayed fixtures"),
        {
            "drawn": _("drawn"),
            "lost": _("lost by both"),
            "void": _("not counted"),
            "no_show": _("lost by who was not ready"),
        },
        _(
            "A fixture nobody mustered until the round closes: drawn, lost by both, not counted, or lost by who did not"
            " say they were ready."
        ),
    ),
    choice(
        "unfinished",
        _("Unfinished battles"),
        {"carry": _("go on"), "drawn": _("drawn"), "void": _("not counted")},
        _("A battle not over as the round closes: goes on and counts when it is, or is called off and counts so."),
    ),
    choice(
        "dropped",
        _("Fixtures of who has left"),
        {"walkover": _("won by the other"), "void": _("not counted")},
        _("A fixture of a platoon that has left: won by the other one, or not counted."),
    ),
    number("bye_score", _("Score of a bye"), 0, _("What a round without a fixture scores in the standings.")),
)
STAGES = tuple(
    msgspec.structs.replace(option, later=True)
    for option in (
        choice(
            "knockout_places",
            _("Places of a knock-out"),
            {"none": _("the first two"), "third": _("third place, too"), "consolation": _("a consolation bracket")},
            _("Who is out of a knock-out: plays no more, for the third place, or on if beaten in the first fixture."),
        ),
        number(
            "late_byes",
            _("Late byes until round"),
            0,
            _("Who enlists up to this round has one bye for all rounds that were missed; 0 for nobody."),
            999,
        ),
        number("groups", _("Groups"), 2, _("Groups before a knock-out."), 16, 1),
        number("group_places", _("Places of a group"), 2, _("How many of each group go on to the knock-out."), 32, 1),
        *PAIRING,
        *LADDER,
        *SUBSTITUTES,
    )
)
TERMS: tuple[Option, ...] = (*PLATOONS, *PURSE, *WORKSHOP, *CREWS, *ROUNDS, *STAGES, *VETERANS, *CALENDAR, *SETTLING)

# Of campaigns with a map alone. Marches and supply are counted in what links cost (`campaigns.theatre.COSTS`).
ORDERS = (
    number(
        "orders_days",
        _("Days for orders"),
        4,
        _("Days from the announcement of a round until its orders are disclosed; 0 for none."),
        366,
    ),
    number(
        "battle_points",
        _("Points of a battle"),
        0,
        _("Points that a platoon may bring to a battle on the map; 0 for all it has."),
        MOST,
    ),
    number(
        "entrench_bonus",
        _("Bonus of a trench, percent"),
        20,
        _("Percent of these points more for who defends from a trench."),
        100,
    ),
    number(
        "support_bonus",
        _("Bonus of support, percent"),
        10,
        _("Percent of these points more for each platoon that supports a side."),
        100,
    ),
    number(
        "river_penalty",
        _("Penalty of a river, percent"),
        20,
        _("Percent of these points less for who attacks over a river."),
        90,
    ),
)
RETREATS = (
    number(
        "retreat_hours",
        _("Hours to retreat"),
        48,
        _("Hours in which a beaten platoon chooses where it retreats; 0: the clerk does."),
        999,
    ),
    choice(
        "surrounded",
        _("Surrounded platoons"),
        {"breakout": _("break out"), "losses": _("give some up"), "surrender": _("surrender")},
        _("A beaten platoon with no way out: each vehicle rolls to break out, some are given up, or all are."),
    ),
    number(
        "breakout_needs",
        _("Least die to break out"),
        4,
        _("What the die of a vehicle that breaks out has to show, of six."),
        6,
        2,
    ),
    number(
        "surrounded_losses",
        _("Losses when surrounded, percent"),
        50,
        _("Percent of its vehicles that a surrounded platoon gives up, rounded up."),
        100,
    ),
)


WORKS = {"all": _("on everything"), "one": _("on one vehicle at a time"), "none": _("on nothing")}


def _supply(state: str, labels: tuple[str, str, str], march: int, workshop: str, purchases: bool) -> tuple[Option, ...]:
    """What a state of supply allows: one line of the table, with the labels of its three columns."""
    first, second, third = labels
    works = {workshop: WORKS[workshop]} | WORKS
    return (
        number(
            f"{state}_march", first, march, _("How far a platoon in this supply marches: rail 1, road 2, river 3."), 30
        ),
        choice(
            f"{state}_workshop", second, works, _("What its workshop does: everything, one vehicle at a time, nothing.")
        ),
        flag(f"{state}_purchases", third, purchases, _("It may buy.")),
    )


SUPPLY = (
    number(
        "supply_reach",
        _("Reach of supply"),
        6,
        _("What the way from a base may cost for full supply; further on it is strained."),
        999,
    ),
    *_supply("supplied", (_("March, supplied"), _("Workshop, supplied"), _("Purchases, supplied")), 4, "all", True),
    *_supply("strained", (_("March, strained"), _("Workshop, strained"), _("Purchases, strained")), 3, "one", True),
    *_supply("cut_off", (_("March, cut off"), _("Workshop, cut off"), _("Purchases, cut off")), 2, "none", False),
)
VICTORY = (
    number(
        "round_value",
        _("Sector value a round"),
        1,
        _("What each point of a sector’s value scores for its side as a round closes."),
        99,
    ),
    number(
        "end_value",
        _("Sector value at the end"),
        3,
        _("What each point of a sector’s value scores for its side at the end."),
        99,
    ),
    choice(
        "victory",
        _("Victory"),
        {"points": _("by points"), "capital": _("by capitals"), "rounds": _("by rounds")},
        _("Who wins the war: the first with enough points, who holds every enemy capital, or who leads at the end."),
    ),
    number("victory_points", _("Points to win"), 50, _("Points that win the war, where points do."), MOST, 1),
    number(
        "victory_rounds",
        _("Rounds to the end"),
        6,
        _("Rounds after which the war is over, where rounds decide."),
        999,
        1,
    ),
)
MAP: tuple[Option, ...] = (*ORDERS, *RETREATS, *SUPPLY, *VICTORY)

# What a campaign that opened before these terms were known goes on with: as it was without them.
SINCE: Terms = {"bye_score": 0}

# What a campaign lives by that opened before there were terms: nothing happens to a vehicle between its battles.
BEFORE: Terms = {
    option.name: option.default for option in TERMS if option not in (*STAGES, *VETERANS, *CALENDAR, *SETTLING)
} | {
    "workshop": False,
    "crews": False,
    "roster_check": "off",
    "platoons_each": 0,
    "salvage": 0,
    "round_days": 0,
    "remind_hours": 0,
}


# What results count by, beside the scoring: as their battle is counted, or as their round closes.
COUNTED = frozenset(
    (
        *("per_win", "per_draw", "per_loss", "bye_score", "salvage", "tow_points"),
        *("crews", "wounded_rounds", "battle_experience", "kill_experience"),
    )
)


def staged(terms: Terms, name: str) -> int | str:
    """A term of `STAGES`, `VETERANS`, `CALENDAR` or `SETTLING`: campaigns have it only where they were told it."""
    found = (option.default for option in (*STAGES, *VETERANS, *CALENDAR, *SETTLING) if option.name == name)
    return terms.get(name, next(found))


def terms_of(system: RuleSystem, on_map: bool) -> tuple[Option, ...]:
    """All the terms a campaign of this rulebook has, with the defaults that suit it; those of the map where it has
    one."""
    upkeep, declared = system.upkeep, (*TERMS, *MAP) if on_map else TERMS
    house = (
        msgspec.structs.replace(option, default=upkeep.defaults.get(option.name, option.default)) for option in declared
    )
    return (*house, *upkeep.terms)


def house_rules(system: RuleSystem, on_map: bool) -> dict[str, Option]:
    """All a campaign lives by, terms and then the options of its battles, by name: no two have the same."""
    return {option.name: option for option in (*terms_of(system, on_map), *system.options)}


def settle_terms(system: RuleSystem, asked: Mapping[str, Any], on_map: bool = False) -> Terms:
    """The complete terms; `Refused` naming "terms" for one that is unknown or cannot be."""
    return settle_options(terms_of(system, on_map), asked, "campaign", "terms")
