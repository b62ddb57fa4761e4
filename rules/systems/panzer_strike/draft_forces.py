"""The forces of a random muster: what a theme is about, some of a club's own units, and damage of earlier battles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from rules.contract import Unit
from rules.declarations import Scenario

from . import tables
from .catalogue import (
    ANTI_AIRCRAFT,
    COMMAND_TANK,
    DOZER_BLADE,
    NO_RADIO,
    ONE_PIECE,
    UNIT,
    articles,
    figures_of,
    find,
    house,
)
from .forces import Fielded
from .state import Condition, Figures

Choose = Callable[[int], int]
MOST_MORE = 4
MOST_WITH_GUNS = 3  # beside the three guns of the basic scenario, whose battles are long
CROWD = (10, 11, 11, 15, 16, 16, 20, 21, 21)  # R6: vehicles of a side, where one more or less makes a difference
# A club's own sheet, for what few of the published units come to: guns that are about a match for the armour of one
# another, some for no armour at all; masses of which one is a few times the other; howitzers that fire at the next
# square; vehicles of one step ahead, or back.
SHEET = """\
name,nation,points,role,drive,mount,mass,speed,reverse,front,side,rear,top,tracks,shell,penetration,die,range,accuracy,proximity,parabolic,one_piece,recovery
Newt,UK,3,medium,T,turret,36,4,2,10,9,9,8,8,AP,9,II,8,4,yes,,,
Toad,UK,3,medium,T,turret,24,5,3,9,9,8,0,7,AP,9,I,8,4,,,,
Moth,UK,1,light,T,turret,15,3,1,0,0,0,0,0,AP,1,II,8,4,,,,
Gnat,UK,1,armoured car,W,turret,12,4,1,0,0,0,0,0,AP,2,II,8,4,yes,,,
Snail,UK,3,heavy,T,turret,60,1,1,10,9,9,9,9,AP,11,II,8,4,,,,
Eel,UK,3,armoured car,W,turret,20,5,1,9,9,8,8,7,AP,9,II,8,4,yes,,,
Mule,UK,1,light,W,turret,20,5,1,8,8,8,8,8,AP,8,I,6,4,,,,
Slug,UK,3,assault gun,T,hull,15,3,0,9,8,8,0,7,AP,9,II,8,4,yes,,,
Newsboy,UK,1,tank destroyer,W,hull,12,4,1,8,8,8,8,7,AP,9,I,8,4,yes,,,
Crab,UK,3,SP howitzer,T,hull,12,3,1,8,8,8,0,7,HE,9,I,6,2,yes,1-8,,
Owl,UK,3,SP howitzer,W,turret,20,3,1,8,8,8,8,7,HE,8,II,6,1,yes,1-8,,
Ox,UK,1,recovery,T,turret,10,4,2,9,8,8,8,,,,,,,,,,yes
Oxen,UK,1,recovery,W,turret,20,4,2,9,8,8,8,,,,,,,,,yes,yes
Crane,UK,1,recovery,T,turret,10,4,2,9,8,8,8,,,,,,,,,yes,yes
Pike,UK,1,fixed AT gun,fixed,fixed,3,0,0,8,8,8,8,,AP,9,II,8,4,,,,
Perch,UK,1,fixed AT gun,fixed,fixed,5,0,0,8,0,8,0,,AP,9,I,8,4,yes,,,
Bear,UK,1,fixed howitzer,fixed,fixed,9,0,0,8,8,8,0,,HE,8,II,6,2,yes,1-8,,
Midge,UK,1,SPAA,T,turret,10,4,2,8,8,8,8,8,AP,9,I,8,4,yes,,,
"""


class Theme(msgspec.Struct, frozen=True):
    """What a battle is about. kinds: of units, each as often as it stands there; signs: of its terrain; open: of so
    many squares all but one are; hurt: of so many vehicles one comes hurt; own: mostly of the club's own sheet."""

    kinds: tuple[str, ...] = (*("any",) * 6, "recovery", "fixed", "howitzer", "howitzer", "wheels")
    signs: str = "###wbhx"
    open: int = 8
    hurt: int = 6
    least: int = 3
    more: int = MOST_MORE  # so many numbers of units from the least on
    options: tuple[str, ...] = ()
    own: bool = False
    crowd: bool = False
    alone: bool = False  # with no other theme
    tight: bool = False  # each side deploys on a few squares
    near: bool = False  # and those of one side are beside those of the other
    wound: str = ""  # what most who come hurt have: an injured crew, or tracks hurt a "semi"
    front: bool = False  # terrain in the middle alone, as a screen


KINDS: dict[str, Callable[[Figures], bool]] = {
    "any": lambda figures: True,
    "vehicle": lambda figures: figures.is_vehicle and not figures.recovery,
    "recovery": lambda figures: figures.recovery,
    "fixed": lambda figures: not figures.is_vehicle,
    "howitzer": lambda figures: figures.howitzer,
    "close": lambda figures: figures.parabolic is not None and figures.proximity,
    "wheels": lambda figures: figures.drive == "W",
    "tug": lambda figures: figures.drive == "W" and not figures.recovery and not figures.howitzer,
    "hull": lambda figures: figures.mount == "hull" and figures.accuracy > 0,
    "bare": lambda figures: figures.is_vehicle and figures.accuracy > 0 and figures.rear <= 1,
}
OF_DRIFT = ("missed_shots", "drift_by_hit_die")
OF_AREAS = (*OF_DRIFT, "targeted_area")
OF_RADIOS = ("contact_at_round_start",)
OF_LEVELS = ("semi_immobilised",)
OF_THE_HIT_DIE = ("targeted_area", "firing_on_the_move", "angled_armour")
BARE = partial(Theme, kinds=("bare",), own=True, open=20, alone=True, hurt=2, wound="crew", options=OF_THE_HIT_DIE)
CLOSE = partial(
    Theme, tight=True, near=True, least=4, own=True, open=30, wound="crew", options=(*OF_DRIFT, "firing_on_the_move")
)
REPORTED = partial(Theme, tight=True, least=5, signs="#", front=True, open=2, options=OF_RADIOS)
TOWED = partial(Theme, tight=True, signs="w", own=True, hurt=1, wound="semi", options=OF_LEVELS)
THEMES = (
    Theme(least=1, alone=True),
    Theme(kinds=("vehicle", "recovery"), least=1, more=1, options=("leaving",), alone=True),
    Theme(kinds=("recovery",), least=1, more=1, options=("leaving",), alone=True),
    Theme(),
    Theme(kinds=("hull", "hull", "vehicle", "wheels", "fixed"), own=True, open=20, options=OF_THE_HIT_DIE),
    Theme(kinds=("hull", "hull", "hull", "vehicle"), own=True, open=20),
    Theme(kinds=("hull", "hull", "fixed"), signs="w", open=8, options=OF_THE_HIT_DIE),
    BARE(),
    BARE(tight=True, near=True),
    REPORTED(kinds=("howitzer", "vehicle"), options=OF_DRIFT, own=True),
    REPORTED(kinds=("howitzer", "howitzer", *("vehicle",) * 4)),
    REPORTED(kinds=("howitzer", *("vehicle",) * 5), own=True),
    Theme(tight=True, kinds=("howitzer", "howitzer", "fixed"), signs="#", options=OF_AREAS, own=True, open=5),
    Theme(tight=True, kinds=("howitzer", "howitzer", "vehicle"), signs="##x", options=OF_AREAS, open=5),
    TOWED(kinds=("fixed", "tug", "vehicle"), open=3, hurt=6, wound=""),
    TOWED(kinds=("fixed", "tug", "tug", "fixed"), open=2, hurt=2),
    Theme(tight=True, kinds=("fixed", "vehicle", "fixed", "vehicle"), signs="wwx", open=4, own=True),
    Theme(tight=True, kinds=("recovery", "vehicle", "wheels"), hurt=1, open=20, own=True, options=OF_LEVELS),
    Theme(tight=True, kinds=("recovery", "vehicle"), hurt=1, open=20),
    Theme(tight=True, kinds=("recovery", "vehicle", "vehicle"), hurt=1, open=20, own=True),
    CLOSE(kinds=("close", "close", "howitzer", "vehicle", "vehicle"), hurt=1),
    CLOSE(kinds=("close", "close", "vehicle", "vehicle", "vehicle"), hurt=2),
    TOWED(kinds=("fixed", "tug", "fixed", "tug"), open=4),
    TOWED(kinds=("fixed", "tug", "tug", "fixed"), open=2),
    Theme(tight=True, near=True, kinds=("recovery", "vehicle"), hurt=1, open=20, own=True),
    Theme(tight=True, near=True, kinds=("recovery", "vehicle", "recovery", "vehicle"), hurt=1, open=20, own=True),
    Theme(kinds=("vehicle",), signs="xxxw", open=3, options=("push_in_reverse",)),
    Theme(kinds=("vehicle",), signs="xxxxw", open=3, options=("push_in_reverse",), own=True),
    Theme(kinds=("vehicle",), hurt=1, open=20, own=True),
    Theme(kinds=("vehicle",), own=True, crowd=True, alone=True, open=20),
    Theme(kinds=(*("vehicle",) * 9, "fixed"), own=True, crowd=True, alone=True, open=20),
)


def forces(choose: Choose, scenario: Scenario, theme: Theme, own: str) -> list[Fielded]:
    return [one for side in scenario.sides for one in _force(choose, side, scenario.key, theme, own)]


def _force(choose: Choose, side: str, scenario: str, theme: Theme, sheet: str) -> list[Fielded]:
    """Now and then of published units alone."""
    own = sheet if theme.crowd or choose(_seldom(theme)) else ""
    basic = scenario == tables.BASIC
    number = theme.least + choose(theme.more)
    if basic:
        number = 1 + choose(MOST_WITH_GUNS)
    if theme.crowd:
        number = CROWD[choose(len(CROWD))]
    models = [_model(choose, basic, theme, own, place) for place in range(number)]
    if basic:
        guns = _models(own, lambda figures: figures.role == ANTI_AIRCRAFT)
        models += [guns[choose(len(guns))] for _one in range(tables.BASIC_SPAA)]
    return [_fielded(choose, side, number, model, theme, own) for number, model in enumerate(models, 1)]


def _model(choose: Choose, basic: bool, theme: Theme, own: str, place: int) -> str:
    """One of the kinds the theme is about, of the first ones each, or any vehicle where there is none; mostly of the
    club's own sheet, if there is one."""
    kinds = theme.kinds
    kind = kinds[place] if theme.tight and place < len(kinds) else kinds[choose(len(kinds))]
    sheet = own if theme.crowd or choose(_seldom(theme)) else ""
    known = _of_kind(kind, basic, sheet, alone=bool(sheet)) or _of_kind(kind, basic, own)
    known = known or _of_kind("vehicle", basic, own)
    return known[choose(len(known))]


def _seldom(theme: Theme) -> int:
    """How seldom the club's own sheet is left out: once in so many times."""
    return 8 if theme.own else 4


def _of_kind(kind: str, basic: bool, own: str, alone: bool = False) -> list[str]:
    """In the basic scenario no anti-aircraft guns but its own."""
    return _models(own, lambda figures: KINDS[kind](figures) and not (basic and figures.role == ANTI_AIRCRAFT), alone)


def _models(own: str, fits: Callable[[Figures], bool], alone: bool = False) -> list[str]:
    """The units of the club's own sheet, and the published ones unless these are wanted `alone`."""
    edition = tables.EDITIONS[-1]
    known = [*(house(edition, own) if own else ()), *(() if alone else articles(edition))]
    units = [article.name for article in known if article.kind == UNIT]
    return [model for model in units if fits(figures_of(edition, model, own))]


def _fielded(choose: Choose, side: str, number: int, model: str, theme: Theme, own: str) -> Fielded:
    edition = tables.EDITIONS[-1]
    figures = figures_of(edition, model, own)
    condition = _condition(choose, figures, theme)
    unit = Unit(id=f"{side}-{number}", side=side, model=model, condition=condition)
    article = find(edition, UNIT, model, own)
    assert article is not None
    return Fielded(unit, article, figures, (), msgspec.convert(condition, Condition))


def _condition(choose: Choose, figures: Figures, theme: Theme) -> dict[str, Any]:
    """Mostly brand new; else what an earlier battle may have left. A recovery vehicle is hardly hurt itself."""
    if choose(theme.hurt + 6 * figures.recovery):
        return {}
    if not figures.is_vehicle:
        return {"injured": True} if choose(4) == 0 else {}
    if theme.wound and choose(4):
        return {"injured": True} if theme.wound == "crew" else {"mobility": theme.wound}
    match choose(8):
        case 0:
            return {"injured": True, "left": bool(choose(2))}
        case 1 | 2 | 3:
            return {"mobility": ("semi", "immobilised")[choose(2)], "timer": choose(6)}
    return {"mobility": ("semi", "immobilised")[choose(2)], "injured": choose(3) == 0, "rounds": choose(3)}


def marks(choose: Choose, forces: Sequence[Fielded], command_tanks: bool) -> dict[str, tuple[str, ...]]:
    """A command tank for most sides where there may be one, and now and then another mark."""
    found: dict[str, tuple[str, ...]] = {}
    commanded: set[str] = set()
    for one in forces:
        if not one.figures.is_vehicle:
            continue
        marks = [mark for mark in (NO_RADIO, DOZER_BLADE) if choose(5) < 2]
        if one.figures.turreted and choose(2 if one.figures.recovery else 8) == 0:
            marks.append(ONE_PIECE)
        if command_tanks and one.figures.accuracy and one.unit.side not in commanded and choose(2):
            commanded.add(one.unit.side)
            marks.append(COMMAND_TANK)
        if marks:
            found[one.unit.id] = tuple(marks)
    return found
