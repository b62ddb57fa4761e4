"""What may be reported in the Move step, vehicle by vehicle: one choice for all ground of the same pace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, get_args

from rules.contract import Choice, Field, Message, Pick, say
from rules.contract import gettext_noop as _

from . import measures, tables
from .commands import Over
from .moving import barred, left, may_cross, may_touch
from .offers import length_field, of_unit, pick_field, unit_picks
from .smoke import backing, hindrance
from .state import State, Vehicle
from .words import distance, ground

MOST = 9999


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
    """Everything but the end of the step, for the side whose Move step it is."""
    for unit in state.of_side(side):
        may_drive = barred(unit) is None
        if may_drive:
            yield from _drives(state, unit)
            if may_cross(state, unit):
                yield of_unit(unit, "Cross", say(_("%(unit)s crosses a fence or wall"), unit=unit.name))
        if hindrance(unit) is None:
            yield of_unit(unit, "PopSmoke", say(_("%(unit)s pops smoke and stays"), unit=unit.name))
            if may_drive:
                yield from _backs(state, unit)
        if may_drive and left(state, unit):
            yield of_unit(unit, "Leave", say(_("%(unit)s drives off the table"), unit=unit.name))


def _drives(state: State, unit: Vehicle) -> Iterator[Choice]:
    for stretch in stretches(min(unit.turned, tables.ROAD_TURN)):
        if most := min(MOST, left(state, unit) // stretch.pace):
            extras = [Field(name="reverse", kind="flag", label=say(_("In reverse")))]
            if stretch.doubles:
                label = say(_("Degrees turned on the road"))
                extras.append(Field(name="turned", kind="number", label=label, most=tables.ROAD_TURN - unit.turned))
            yield _choice(state, unit, "Drive", DRIVES, stretch, most, *extras)


def _backs(state: State, unit: Vehicle) -> Iterator[Choice]:
    for stretch in stretches(min(unit.turned, tables.ROAD_TURN)):
        if most := min(MOST, backing(state, unit) // stretch.pace):
            yield _choice(state, unit, "PopSmoke", BACKS, stretch, most)


def _choice(
    state: State,
    unit: Vehicle,
    command: str,
    words: Mapping[tuple[int, bool], str],
    stretch: Stretch,
    most: int,
    *extras: Field,
) -> Choice:
    label = _label(state, unit, words[stretch.pace, stretch.doubles], most)
    length = length_field("length", say(_("Distance")), 1, most, state)
    fields = [pick_field("over", say(_("Ground")), _picks(stretch.overs)), length, *extras]
    if enemies := may_touch(state, unit):
        fields.append(pick_field("contact", say(_("Runs into")), unit_picks(enemies), required=False))
    return of_unit(unit, command, label, *fields)


def _label(state: State, unit: Vehicle, text: str, most: int) -> Message:
    return say(text, unit=unit.name, most=distance(most, measures.measure(state.options)))


@lru_cache
def _picks(overs: tuple[str, ...]) -> tuple[Pick, ...]:
    return tuple(Pick(over, ground(over)) for over in overs)


DRIVES = {
    (1, True): _("Drive %(unit)s at double speed, up to %(most)s"),
    (2, True): _("Drive %(unit)s uphill on a road, up to %(most)s"),
    (2, False): _("Drive %(unit)s at full speed, up to %(most)s"),
    (4, False): _("Drive %(unit)s at half speed, up to %(most)s"),
    (8, False): _("Drive %(unit)s at a quarter of its Speed, up to %(most)s"),
    (16, False): _("Drive %(unit)s at an eighth of its Speed, up to %(most)s"),
}
BACKS = {
    (1, True): _("%(unit)s pops smoke and backs up at double speed, up to %(most)s"),
    (2, True): _("%(unit)s pops smoke and backs up a road uphill, up to %(most)s"),
    (2, False): _("%(unit)s pops smoke and backs up, up to %(most)s"),
    (4, False): _("%(unit)s pops smoke and backs up at half speed, up to %(most)s"),
    (8, False): _("%(unit)s pops smoke and backs up at a quarter of its Speed, up to %(most)s"),
    (16, False): _("%(unit)s pops smoke and backs up at an eighth of its Speed, up to %(most)s"),
}
