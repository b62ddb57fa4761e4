"""The house rules of a simulated season: its terms, sides and terrain.

All of it is random, so that many seeds cover all there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from msgspec.structs import replace

from campaigns.season import purchase_list
from campaigns.season.terms import terms_of
from campaigns.season.values import Terms
from campaigns.simulation.chance import Chance
from campaigns.theatre import Theatre
from campaigns.theatre.generator import least
from rules.contract import RuleSystem
from rules.declarations import Option
from rules.upkeep import Terrain

SIDES = {"reds": "The Reds", "blues": "The Blues", "greens": "The Greens", "golds": "The Golds"}
TERRAINS: Sequence[Terrain] = get_args(Terrain)
FOUND = 40  # percent of a list's articles that are on sale
LISTED = 25  # percent of seasons with a list
USUAL = 75  # percent of flags that stand as by default: without a workshop a season shows little
# For half the points there may be no legal platoon; in a war in which nobody marches nobody meets.
GENEROUS = ("muster_points", "supplied_march")


def terms(system: RuleSystem, on_map: bool, chance: Chance) -> Terms:
    """A value for every term, each independent of the others."""
    return {one.name: value(system, one, chance.under(one.name)) for one in terms_of(system, on_map)}


def value(system: RuleSystem, option: Option, chance: Chance) -> bool | int | str:
    """A value that a club may have: mostly the default and values around it, or very low ones."""
    match option.type:
        case "flag":
            return bool(option.default) == chance.happens(USUAL)
        case "choice":
            return chance.one_of(option.choices)
        case "number":
            return _number(option, chance)
        case _:
            return _purchase_list(system, chance) if option.name == purchase_list.TERM else option.default


def _number(option: Option, chance: Chance) -> int:
    usual = int(option.default)
    around = [usual, usual, usual * 2]
    if option.name not in GENEROUS:
        around += [option.least, usual // 2, option.least + chance.choose(7)]
    return min(option.most, max(option.least, chance.one_of(around)))


def _purchase_list(system: RuleSystem, chance: Chance) -> str:
    """A purchase list: mostly none, else some of the articles, some of them from a later round."""
    names = sorted({one.name for one in purchase_list.sold(system, system.edition, {}) if ";" not in one.name})
    if not chance.happens(LISTED) or not names:
        return ""
    lines = [name + (f"; from={chance.choose(4)}" if chance.happens(30) else "") for name in names]
    return "\n".join(line for line in lines if chance.happens(FOUND))


def sides(platoons: int, sectors: int, chance: Chance) -> dict[str, str]:
    """The sides: on a map two to four, as platoons and sectors allow; without one none, or two and more."""
    most = max(2, min(len(SIDES), platoons))
    numbers = [n for n in range(2, most + 1) if not sectors or least(tuple(SIDES)[:n]) <= sectors]
    number = chance.one_of(numbers if sectors else [0, 0, *numbers])
    return dict(list(SIDES.items())[:number])


def country(theatre: Theatre, chance: Chance) -> Theatre:
    """The same map with some other terrain, deserts among it."""
    found = tuple(
        replace(one, terrain=chance.one_of(TERRAINS)) if chance.happens(40) else one for one in theatre.sectors
    )
    return replace(theatre, sectors=found)
