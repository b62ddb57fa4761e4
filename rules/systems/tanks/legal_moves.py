"""What may be reported in the Move step, one choice for all ground of the same pace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, get_args

from rules.contract import Choice, Field, Limit, Message, Pick, say
from rules.contract import gettext_noop as _

from . import measures, tables
from .commands import Over
from .moving import barred, left, may_cross, may_touch, needs_corner
from .offers import length_field, of_unit, of_units, pick_field, unit_picks
from .smoke import backing, hindrance
from .state import State, Vehicle
from .words import distance, ground

MOST = 9999
SMOKE = 300  # how readily random players pop smoke, for it takes the whole turn


class Stretch(NamedTuple):
    """Ground that costs the same; `doubles`: driven at the double speed of a road (R11)."""

    overs: tuple[str, ...]
    pace: int
    doubles: bool


@lru_cache
def stretches(turned: int) -> tuple[Stretch, ...]:
    """All ground by its pace, the quickest first, once so many degrees have been turned on the road."""
    found: dict[tuple[int, bool], list[str]] = {}
    for over in get_args(Over):
        found.setdefault((measures.pace(over, turned), measures.doubles(over, turned)), []).append(over)
    return tuple(Stretch(tuple(overs), *key) for key, overs in sorted(found.items(), key=lambda one: one[0]))


def move_choices(state: State, side: str) -> Iterator[Choice]:
    """Everything but the end of the step, for the side whose Move step it is: what each vehicle drives over as a rule,
    then what is the same for several of them, one choice each."""
    units = state.of_side(side)
    drivers = [unit for unit in units if barred(unit) is None]
    smokers = [unit for unit in units if hindrance(unit) is None]
    for unit in drivers:
        yield from _drives(state, unit)
        yield from _corners(state, [unit], climbing=False)
    yield from _climbs(state, drivers)
    yield from _corners(state, drivers, climbing=True)
    crossing = [unit for unit in drivers if may_cross(state, unit)]
    one, several = _("%(unit)s crosses a fence or wall"), _("A tank crosses a fence or wall")
    yield from of_units(crossing, "Cross", one, several)
    one, several = _("%(unit)s pops smoke and stays"), _("A tank pops smoke and stays")
    yield from of_units(smokers, "PopSmoke", one, several, readily=SMOKE)
    yield from _backs(state, [unit for unit in smokers if unit in drivers])
    leaving = [unit for unit in drivers if left(state, unit)]
    one, several = _("%(unit)s drives off the table"), _("A tank drives off the table")
    yield from of_units(leaving, "Leave", one, several)


def _drives(state: State, unit: Vehicle) -> Iterator[Choice]:
    for stretch, most, _same in _alike(state, [unit], left):
        if (stretch.pace, stretch.doubles) in DRIVES:
            label = say(DRIVES[stretch.pace, stretch.doubles], unit=unit.name, most=_told(state, most))
            fields = _driven(state, unit, stretch, most)
            yield of_unit(unit, "Drive", label, *fields, readily=_readily(state, unit))


def _climbs(state: State, units: list[Vehicle]) -> Iterator[Choice]:
    """What few moves come to."""
    for stretch, most, same in _alike(state, units, left):
        if (stretch.pace, stretch.doubles) in CLIMBS:
            one, several = CLIMBS[stretch.pace, stretch.doubles]
            fields = _driven(state, same[0], stretch, most)
            yield from of_units(same, "Drive", one, several, *fields, most=_told(state, most))


def _corners(state: State, units: list[Vehicle], climbing: bool) -> Iterator[Choice]:
    """R11, B4: 90 degrees in all come together on this stretch of road; beyond that corner it costs twice as much."""
    groups: dict[tuple[Stretch, int, int, tuple[str, ...]], list[Vehicle]] = {}
    for unit in units:
        for stretch in stretches(unit.turned):
            missing = tables.ROAD_TURN - unit.turned
            if ((stretch.pace, True) in CLIMBS) is climbing and stretch.doubles and needs_corner(state, unit, missing):
                touching = tuple(enemy.id for enemy in may_touch(state, unit))
                groups.setdefault((stretch, left(state, unit), missing, touching), []).append(unit)
    for (stretch, budget, missing, _touching), same in groups.items():
        if most := min(MOST, budget // stretch.pace):
            one, several = CORNERS[climbing]
            over, length, *contact = _stretch(state, same[0], stretch, most)
            fields = (over, length, _corner_field(state, most), *contact, REVERSE)
            limits = (
                Limit(times={"length": 2 * stretch.pace, "corner": -stretch.pace}, most=budget),
                Limit(times={"corner": 1, "length": -1}, most=0),
            )
            given = {"turned": missing}
            told = _told(state, most)
            yield from of_units(same, "Drive", one, several, *fields, given=given, limits=limits, most=told)


def _corner_field(state: State, most: int) -> Field:
    return length_field("corner", say(_("Of it up to the corner (the rest is at normal pace)")), 0, most, state)


def _backs(state: State, units: list[Vehicle]) -> Iterator[Choice]:
    """R14."""
    for stretch, most, same in _alike(state, units, backing):
        fields = _stretch(state, same[0], stretch, most)
        one, several = BACKS[stretch.pace, stretch.doubles]
        yield from of_units(same, "PopSmoke", one, several, *fields, readily=SMOKE, most=_told(state, most))


def _alike(
    state: State, units: list[Vehicle], budget: Callable[[State, Vehicle], int]
) -> Iterator[tuple[Stretch, int, list[Vehicle]]]:
    """Ground by its pace, the longest stretch of it, and those that may drive it as far, turn as much on it and run
    into the same enemies."""
    groups: dict[tuple[Stretch, int, int, tuple[str, ...]], list[Vehicle]] = {}
    for unit in units:
        touching = tuple(enemy.id for enemy in may_touch(state, unit))
        for stretch in stretches(min(unit.turned, tables.ROAD_TURN)):
            if most := min(MOST, budget(state, unit) // stretch.pace):
                groups.setdefault((stretch, most, unit.turned * stretch.doubles, touching), []).append(unit)
    for (stretch, most, _turned, _touching), same in groups.items():
        yield stretch, most, same


def _driven(state: State, unit: Vehicle, stretch: Stretch, most: int) -> list[Field]:
    """R11: what is turned, as long as it is driven at the double speed of a road; its last degree is that of a corner
    (`_corners`)."""
    fields = [*_stretch(state, unit, stretch, most), REVERSE]
    turned = tables.ROAD_TURN - unit.turned
    if stretch.doubles and (turned := turned - needs_corner(state, unit, turned)):
        fields.append(
            Field(
                name="turned", kind="number", label=say(_("Degrees turned on the road")), most=turned, near=(0, turned)
            )
        )
    return fields


def _stretch(state: State, unit: Vehicle, stretch: Stretch, most: int) -> list[Field]:
    """Ground, length, and what it runs into."""
    fields = [
        pick_field("over", say(_("Ground")), _picks(stretch.overs)),
        length_field("length", say(_("Distance")), 1, most, state, _telling(state, unit, most)),
    ]
    if enemies := may_touch(state, unit):
        fields.append(pick_field("contact", say(_("Runs into")), unit_picks(enemies), required=False))
    return fields


def _telling(state: State, unit: Vehicle, most: int) -> list[int]:
    """R18, A8, B7: lengths with which it has driven twice the Speed of an enemy, and a tenth less, or whole centimetres
    to ram with."""
    whole = measures.whole_centimetres(state.options, unit.driven + most)
    twice = {2 * enemy.figures.speed for enemy in state.enemies(unit.side)}
    fast = [measures.measured(state.options, speed) - short for speed in sorted(twice) for short in (0, 1)]
    return [length - unit.driven for length in (*fast, measures.measured(state.options, whole))]


def _readily(state: State, unit: Vehicle) -> int:
    """Who is just so fast that an enemy finds it hard to hit rather stops there."""
    twice = {2 * measures.measured(state.options, enemy.figures.speed) for enemy in state.enemies(unit.side)}
    return 50 if unit.driven and twice & {unit.driven, unit.driven + 1} else 1000


def _told(state: State, most: int) -> Message:
    return distance(most, measures.measure(state.options))


@lru_cache
def _picks(overs: tuple[str, ...]) -> tuple[Pick, ...]:
    return tuple(Pick(over, ground(over)) for over in overs)


REVERSE = Field(name="reverse", kind="flag", label=say(_("In reverse")))
CORNERS = {
    False: (
        _("Drive %(unit)s round a corner of a road, 90 degrees in all, up to %(most)s"),
        _("Drive a tank round a corner of a road, 90 degrees in all, up to %(most)s"),
    ),
    True: (
        _("Drive %(unit)s uphill round a corner of a road, 90 degrees in all, up to %(most)s"),
        _("Drive a tank uphill round a corner of a road, 90 degrees in all, up to %(most)s"),
    ),
}
DRIVES = {
    (1, True): _("Drive %(unit)s along a road, up to %(most)s"),
    (2, False): _("Drive %(unit)s at full speed, up to %(most)s"),
    (4, False): _("Drive %(unit)s at half speed, up to %(most)s"),
}
CLIMBS = {
    (2, True): (
        _("Drive %(unit)s uphill on a road, up to %(most)s"),
        _("Drive a tank uphill on a road, up to %(most)s"),
    ),
    (8, False): (
        _("Drive %(unit)s at a quarter of its Speed, up to %(most)s"),
        _("Drive a tank at a quarter of its Speed, up to %(most)s"),
    ),
    (16, False): (
        _("Drive %(unit)s at an eighth of its Speed, up to %(most)s"),
        _("Drive a tank at an eighth of its Speed, up to %(most)s"),
    ),
}
BACKS = {
    (1, True): (
        _("%(unit)s pops smoke and backs up along a road, up to %(most)s"),
        _("A tank pops smoke and backs up along a road, up to %(most)s"),
    ),
    (2, True): (
        _("%(unit)s pops smoke and backs up a road uphill, up to %(most)s"),
        _("A tank pops smoke and backs up a road uphill, up to %(most)s"),
    ),
    (2, False): (
        _("%(unit)s pops smoke and backs up, up to %(most)s"),
        _("A tank pops smoke and backs up, up to %(most)s"),
    ),
    (4, False): (
        _("%(unit)s pops smoke and backs up at half speed, up to %(most)s"),
        _("A tank pops smoke and backs up at half speed, up to %(most)s"),
    ),
    (8, False): (
        _("%(unit)s pops smoke and backs up at a quarter of its Speed, up to %(most)s"),
        _("A tank pops smoke and backs up at a quarter of its Speed, up to %(most)s"),
    ),
    (16, False): (
        _("%(unit)s pops smoke and backs up at an eighth of its Speed, up to %(most)s"),
        _("A tank pops smoke and backs up at an eighth of its Speed, up to %(most)s"),
    ),
}
