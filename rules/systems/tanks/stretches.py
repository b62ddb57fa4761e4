"""Who may drive, how far, and ground of the same pace (R8, A3, B4): what moves and smoke have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, get_args

from rules.contract import Field, Message, Pick, Refused, pgettext, say
from rules.contract import gettext_noop as _

from . import measures, tables
from .contacts import touchable
from .lookup import refused
from .measures import Over
from .state import State, Vehicle
from .words import FARTHEST, distance, ground, length_field, pick_field, unit_picks


def cannot_drive(unit: Vehicle) -> Refused | None:
    """Why a vehicle on the table may not drive now, in its own Move step (R12, R14, R29, A12, B3)."""
    if not unit.figures.speed:
        rule, text = "A21", _("%(unit)s is a gun of Speed 0.")
    elif unit.tracked:
        rule, text = "R12", _("%(unit)s is tracked and moves no more in this battle.")
    elif unit.knocked:
        rule, text = "R12", _("%(unit)s is knocked about.")
    elif unit.stunned:
        rule, text = "R12", _("%(unit)s is stunned.")
    elif unit.halted:
        rule, text = "B6", _("%(unit)s has run into an enemy, which ends its move.")
    elif unit.smoke == "smoking":
        rule, text = "B8", _("%(unit)s has popped smoke, which takes the whole move.")
    else:
        return None
    return refused(rule, "unit", say(text, unit=unit.name), _("Move another one, or end the Move step."))


def left(state: State, unit: Vehicle) -> int:
    """What is left of its Speed this turn, in halves of a tenth."""
    return max(0, measures.allowance(state.options, unit.figures.speed) - unit.used)


def longest(unit: Vehicle, over: str, budget: int) -> int:
    """The longest stretch over this ground for what it may cost; B4: as far as the road has been turned on."""
    return budget // measures.pace(over, unit.turned)


def check_length(state: State, unit: Vehicle, over: str, length: int, budget: int, field: str = "length") -> None:
    """R8, A3: exactly, nothing is rounded."""
    if length > (most := longest(unit, over, budget)):
        raise too_far(state, unit, length, most, field)


def too_far(state: State, unit: Vehicle, length: int, most: int, field: str) -> Refused:
    told, at_most = (distance(one, measures.measure(state.options)) for one in (length, most))
    text = say(_("%(unit)s cannot drive %(length)s over this ground."), unit=unit.name, length=told)
    return refused("R8", field, text, say(_("It can drive %(most)s at most."), most=at_most))


# -- choices -----------------------------------------------------------------------------------------------------------


class Ground(NamedTuple):
    """Ground that costs the same; `doubles`: driven at the double speed of a road (R11)."""

    overs: tuple[str, ...]
    pace: int
    doubles: bool


@lru_cache
def by_pace(turned: int) -> tuple[Ground, ...]:
    """All ground by its pace, the quickest first, once so many degrees have been turned on the road."""
    found: dict[tuple[int, bool], list[str]] = {}
    for over in get_args(Over):
        found.setdefault((measures.pace(over, turned), measures.doubles(over, turned)), []).append(over)
    return tuple(Ground(tuple(overs), *key) for key, overs in sorted(found.items(), key=lambda one: one[0]))


def alike(
    state: State, units: list[Vehicle], budget: Callable[[State, Vehicle], int]
) -> Iterator[tuple[Ground, int, list[Vehicle]]]:
    """Ground by its pace, the longest stretch of it, and those that may drive it as far, turn as much on it and run
    into the same enemies."""
    groups: dict[tuple[Ground, int, int, tuple[str, ...]], list[Vehicle]] = {}
    for unit in units:
        touching = tuple(enemy.id for enemy in touchable(state, unit))
        for stretch in by_pace(min(unit.turned, tables.ROAD_TURN)):
            if most := min(FARTHEST, budget(state, unit) // stretch.pace):
                groups.setdefault((stretch, most, unit.turned * stretch.doubles, touching), []).append(unit)
    for (stretch, most, _turned, _touching), same in groups.items():
        yield stretch, most, same


def stretch_fields(state: State, unit: Vehicle, stretch: Ground, most: int) -> list[Field]:
    """Ground, length, and what it runs into."""
    fields = [
        pick_field("over", say(_("Ground")), _picks(stretch.overs)),
        length_field("length", say(pgettext("driven", "Distance")), 1, most, state, _telling(state, unit, most)),
    ]
    if enemies := touchable(state, unit):
        fields.append(pick_field("contact", say(_("Runs into")), unit_picks(enemies), required=False))
    return fields


def _telling(state: State, unit: Vehicle, most: int) -> list[int]:
    """R18, A8, B7: lengths with which it has driven twice the Speed of an enemy, and a tenth less, or whole centimetres
    to ram with."""
    whole = measures.whole_centimetres(state.options, unit.driven + most)
    twice = {2 * enemy.figures.speed for enemy in state.enemies(unit.side)}
    fast = [measures.measured(state.options, speed) - short for speed in sorted(twice) for short in (0, 1, 1)]
    lengths = (length - unit.driven for length in (*fast, measures.measured(state.options, whole)))
    return [length for length in lengths if 0 < length <= most]


def in_words(state: State, most: int) -> Message:
    return distance(most, measures.measure(state.options))


@lru_cache
def _picks(overs: tuple[str, ...]) -> tuple[Pick, ...]:
    return tuple(Pick(over, ground(over)) for over in overs)
