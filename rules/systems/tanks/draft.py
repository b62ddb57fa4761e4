"""A legal muster picked at random, for random players: few vehicles a side, any options, a short battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Muster, Side, Unit

from . import tables
from .between import SKILL
from .catalogue import articles, figures_of, house
from .state import Figures

Choose = Callable[[int], int]
MOST_UNITS = 6
# A club's own sheet, for rulings that the published vehicles rarely meet: its vehicles hit readily, their guns are
# about a match for one another's armour, totals of armour are equal, and Speed and range are so short that reported
# moves and shots come near every limit.
SHEET = """\
name,nation,points,role,speed,strength,front,side,rear,range,indirect,turret,skill,reload
Snail,UK,8,light,1,7,10,9,9,4,,yes,2,
Toad,UK,9,medium,2,7,10,9,9,6,,yes,2,1
Wasp,UK,9,armoured car,5,5,9,8,8,6,,yes,2,
Sledge,UK,7,recovery,3,,12,11,11,,,,,
Mole,UK,9,SP howitzer,2,7,9,9,8,20,yes,,2,0
Post,UK,9,fixed AT gun,0,8,10,9,9,6,,yes,2,
"""
NUMBERED: dict[str, Callable[[Choose], int | str]] = {
    "scale": lambda choose: tuple(tables.FACTORS)[choose(3)],
    "reload_turns": lambda choose: (0, 0, 0, 1, 2)[choose(5)],
    "turn_limit": lambda choose: 1 + choose(12) if choose(16) else 0,
    "crossing_cm": lambda choose: (2, 2, 0, 4)[choose(4)],
    "glance_zero_is_stunned": lambda choose: choose(4) == 0,
    "explosion_chain": lambda choose: choose(3) > 0,
    "scoring": lambda choose: ("house_001", "house_001", "last_left")[choose(3)],
    "points": lambda choose: (0, 0, 400)[choose(3)],
}


def draft(choose: Choose) -> Muster:
    """`choose(n)` picks a number below n; the same picks give the same muster."""
    scenario = tables.SCENARIOS[0]
    options: dict[str, bool | int | str] = {
        option.name: NUMBERED[option.name](choose) if option.name in NUMBERED else bool(choose(2))
        for option in tables.OPTIONS
        if not option.later
    }
    own, most = SHEET if choose(3) else "", MOST_UNITS if choose(3) else 1
    if own:
        options[tables.HOUSE_UNITS] = own
    return Muster(
        system=tables.KEY,
        edition=tables.EDITIONS[-1],
        scenario=scenario.key,
        options=options,
        sides={side: Side(players=(player,)) for side, player in zip(scenario.sides, ("bob", "carol"), strict=True)},
        units=tuple(unit for side in scenario.sides for unit in _force(choose, side, own, most)),
        seed="".join("0123456789abcdef"[choose(16)] for _digit in range(64)),
    )


def _force(choose: Choose, side: str, own: str, most: int) -> list[Unit]:
    """The first vehicle drives, because guns of Speed 0 keep no battle going (B2). If the club has vehicles of its own,
    they are mostly these."""
    models = [_model(choose, number == 0, own if choose(8) else "") for number in range(1 + choose(most))]
    return [
        Unit(id=f"{side}-{number}", side=side, model=model, condition=_condition(choose))
        for number, model in enumerate(models, 1)
    ]


def _model(choose: Choose, drives: bool, own: str) -> str:
    """Any vehicle, of the club's `own` sheet if there is one; rarer kinds are picked more often."""
    kinds: dict[int, Callable[[Figures], bool]] = {
        0: lambda figures: not figures.speed,
        1: lambda figures: figures.indirect,
        2: lambda figures: figures.indirect,
        3: lambda figures: not figures.turret,
    }
    wanted = kinds.get(choose(8), lambda figures: True)
    edition = tables.EDITIONS[-1]
    offered = house(edition, own) if own else articles(edition)
    known = [(article.name, figures_of(edition, article.name, own)) for article in offered]
    fitting = [name for name, figures in known if wanted(figures) and (figures.speed or not drives)]
    fitting = fitting or [name for name, figures in known if figures.speed]
    return fitting[choose(len(fitting))]


def _condition(choose: Choose) -> dict[str, Any]:
    """Mostly brand new; sometimes damaged in an earlier battle, or with a crew that has learned."""
    match choose(12):
        case 0:
            return {"tracked": True}
        case 1:
            return {"gun_out": True, "out": ("", "retreated")[choose(2)]}
        case 2:
            return {"skill": tuple(SKILL.values())[choose(len(SKILL))]}
    return {}
