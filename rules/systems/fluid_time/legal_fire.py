"""What may be fired now: `shooting` and `overwatch` turned round. Of range and distance one is told, so each shot has a
choice for either; beyond the reach of the gun nothing but that is asked (R18, A14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from rules.contract import Choice, Field, Message, Pick, say
from rules.contract import gettext_noop as _

from . import measures, tables
from .commands import Band, Fire, OverwatchFire
from .needs import Told, may_be_hull_down, need
from .offers import (
    MOST,
    concealment_field,
    die_field,
    facing_field,
    hull_down_field,
    length_field,
    of_units,
    pick_field,
    unit_picks,
)
from .overwatch import PASSING, watchers
from .shooting import aimers, next_shot
from .state import State, Vehicle
from .words import BAND_NAMES, TRIGGER_NAMES

Targets = tuple[str, ...]  # ids
SELDOM = 100  # how readily random players waste a shot


class Telling(NamedTuple):
    """One way to tell of a shot: how, what of it is given, and what is asked."""

    how: Message
    given: dict[str, Any]
    fields: tuple[Field, ...]
    readily: int = 1000


# -- declared fire (R17) -----------------------------------------------------------------------------------------------


def aim_choices(state: State) -> Iterator[Choice]:
    """Targets of a volley, before its first die."""
    units = aimers(state)
    enemies = state.enemies(units[0].side) if units else []
    if enemies:
        target = pick_field("target", say(_("Target")), unit_picks(enemies))
        one, several = _("%(unit)s aims at an enemy"), _("A vehicle aims at an enemy")
        yield from of_units(units, "Aim", one, several, target, readily=3000)


def volley_choices(state: State, side: str) -> Iterator[Choice]:
    """A volley is open: the next shot, and more targets until the first die."""
    shot = next_shot(state)
    if shot is None or state.units[shot.unit].side != side:
        return
    unit, target = state.units[shot.unit], state.units[shot.target]
    label = _("%(unit)s fires at %(target)s: %(how)s")
    for telling in _tellings(state, _gun([unit]), target.hull_down, _needed(state, [unit], [target])):
        how, fields, given, readily = telling.how, telling.fields, telling.given, telling.readily
        yield from of_units(
            [unit], "Fire", label, label, *fields, given=given, readily=readily, target=target.name, how=how
        )
    yield from aim_choices(state)


# -- overwatch (R15) ---------------------------------------------------------------------------------------------------

PASSES = (
    _("%(unit)s fires from overwatch at an enemy that comes or goes: %(how)s"),
    _("A vehicle fires from overwatch at an enemy that comes or goes: %(how)s"),
)
RETURNS = (
    _("%(unit)s returns fire from overwatch: %(how)s"),
    _("A vehicle returns fire from overwatch: %(how)s"),
)


def overwatch_choices(state: State, side: str) -> Iterator[Choice]:
    """Those with guns alike that may answer the same enemies, in one choice."""
    groups: dict[tuple[bool, Targets, tuple[str, ...], int], list[Vehicle]] = {}
    for unit, passing, targets in _answers(state, side):
        for hull_down in (False, True):
            alike = tuple(target.id for target in targets if may_be_hull_down(state, target, passing) is hull_down)
            if alike:
                gun = _gun([unit])
                groups.setdefault((passing, alike, gun.reached, gun.shots), []).append(unit)
    for (passing, ids, _reached, _shots), units in groups.items():
        yield from _answer(state, passing, [state.units[id] for id in ids], units)


def _answers(state: State, side: str) -> Iterator[tuple[Vehicle, bool, list[Vehicle]]]:
    """Who may fire at whom, at what comes and goes and at what has fired."""
    found: dict[tuple[str, bool], list[Vehicle]] = {}
    for unit, trigger, target in watchers(state):
        if unit.side == side and trigger != "leaves":  # what enters may be told as leaving
            found.setdefault((unit.id, trigger in PASSING), []).append(target)
    for (id, passing), targets in found.items():
        yield state.units[id], passing, targets


def _answer(state: State, passing: bool, targets: Sequence[Vehicle], units: Sequence[Vehicle]) -> Iterator[Choice]:
    one, several = PASSES if passing else RETURNS
    target = pick_field("target", say(_("Target")), _telling(state, passing, targets))
    often = 4 if passing else 16 if state.phase == "gap" else 1
    picks = (Pick(trigger, TRIGGER_NAMES[trigger]) for trigger in PASSING)
    asked = (target, pick_field("trigger", say(_("What it does")), picks)) if passing else (target,)
    given = {} if passing else {"trigger": "return"}
    needed = _needed(state, units, targets, passing)
    for telling in _tellings(state, _gun(units), may_be_hull_down(state, targets[0], passing), needed):
        fields = (*asked, *telling.fields)
        all_given, readily = {**given, **telling.given}, often * telling.readily
        yield from of_units(
            units, "OverwatchFire", one, several, *fields, given=all_given, readily=readily, how=telling.how
        )


def _telling(state: State, passing: bool, targets: Sequence[Vehicle]) -> Iterator[Pick]:
    """A17 to A19, B4: random players rather fire at those whose own shot is declared and comes next, at what has halted
    since it came, and at a crew that has tested its morale in this Impulse."""
    waiting = {shot.unit for shot in state.volley}
    for target, pick in zip(targets, unit_picks(targets), strict=True):
        stands = passing and not target.moving
        readily = 1000 + 8000 * (target.id in waiting) + 8000 * stands + 8000 * target.tested
        yield replace(pick, readily=readily)


# -- every shot --------------------------------------------------------------------------------------------------------


class Gun(NamedTuple):
    """The bands it reaches, its dice to hit, and the most damage dice of a hit at a flank."""

    reached: tuple[str, ...]
    shots: int
    most: int


def _gun(units: Sequence[Vehicle]) -> Gun:
    """That of vehicles whose guns reach as far and shoot as often."""
    first = units[0].figures
    reached = tuple(band for band, dice in zip(tables.BANDS, first.dice, strict=True) if dice)
    return Gun(reached, first.shots, max(max(unit.figures.dice) for unit in units) + tables.FLANK_DIE)


def _needed(
    state: State, units: Sequence[Vehicle], targets: Sequence[Vehicle], passing: bool = False
) -> dict[str, int]:
    """R18: what a die may show at most in each band, as long as nothing hides the target; of these shots, where it is
    the same for all of them."""
    found: dict[str, set[int]] = {}
    for unit, target, band in product(units, targets, cast("tuple[Band, ...]", tuple(tables.BANDS))):
        told: Told = Fire(unit=unit.id, range=band)
        if passing:
            told = OverwatchFire(unit=unit.id, target=target.id, trigger="enters", range=band)
        found.setdefault(band, set()).add(need(state, unit, target, told)[0])
    return {band: needs.pop() for band, needs in found.items() if len(needs) == 1}


def _tellings(state: State, gun: Gun, hull_down: bool, needed: Mapping[str, int]) -> Iterator[Telling]:
    """By the band and by the distance: within the reach of the gun, and beyond it."""
    reached = gun.reached
    beyond = [band for band in (*tables.BANDS, "beyond") if band not in reached]
    asked = (*_target(state, hull_down), *_dice(gun))
    edges = [measures.measured(state.options, most) for most in tables.BANDS.values()]
    if reached:
        yield Telling(say(_("by range band")), {}, (_band(reached, needed), facing_field(), *asked))
    for least, most in _lengths(state, reached):
        length = length_field(say(_("Distance")), least, most, state, edges)
        yield Telling(say(_("by distance")), {}, (length, facing_field(), *asked))
    facing = facing_field(required=False)
    yield Telling(say(_("out of range")), {}, (_band(beyond, {}), facing, *_target(state, hull_down)), SELDOM)
    for least, most in _lengths(state, beyond):
        length = length_field(say(_("Distance")), least, most, state)
        fields = (length, facing, *_target(state, hull_down))
        yield Telling(say(_("out of range, by distance")), {}, fields, SELDOM)


def _band(bands: Sequence[str], needed: Mapping[str, int]) -> Field:
    return pick_field("range", say(_("Range")), (Pick(band, _band_name(band, needed)) for band in bands))


def _band_name(band: str, needed: Mapping[str, int]) -> Message:
    name = BAND_NAMES[band]
    return say(_("%(range)s: %(need)s or less"), range=name, need=needed[band]) if band in needed else name


def _target(state: State, hull_down: bool) -> tuple[Field, ...]:
    return (concealment_field(), hull_down_field(state)) if hull_down else (concealment_field(),)


def _dice(gun: Gun) -> tuple[Field, ...]:
    """R19 to R22: a die a shot, those of each hit, and one for each that penetrates."""
    return (
        die_field("hit", say(_("Dice to hit")), gun.shots, gun.shots, faces=tables.TO_HIT),
        die_field("damage", say(_("Damage dice of each hit")), 1, gun.shots * gun.most, ahead=True),
        die_field("effect", say(_("A die for each penetrating hit")), 1, gun.shots, ahead=True),
    )


def _lengths(state: State, bands: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The distances of these bands, as measured; those that follow one another in one."""
    found: list[tuple[int, int]] = []
    least = 0
    for band in (*tables.BANDS, "beyond"):
        most = measures.measured(state.options, tables.BANDS[band]) if band in tables.BANDS else MOST
        if band in bands and found and found[-1][1] == least - 1:
            found[-1] = (found[-1][0], most)
        elif band in bands:
            found.append((least, most))
        least = most + 1
    yield from found
