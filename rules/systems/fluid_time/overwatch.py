"""Overwatch (R15, A10, A19, B9): fire at an enemy that comes into view or leaves it, or that has just fired at this
vehicle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from msgspec.structs import replace

from rules.bounds import Key
from rules.contract import Choice, Dice, DiceCommand, Pick, Refused, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.lengths import Length

from .impulses import proceed
from .lookup import enemy_of, refused, require_phase, unit_of
from .offers import of_units, pick_field, unit_picks
from .shooting import gun_of, needs_by_band, resolve, tellings
from .state import Decision, Event, Shot, State, Vehicle
from .table_dice import Dice6, Dice10, Reported
from .to_hit import PASSING, Band, Concealment, Facing, may_be_hull_down
from .words import TRIGGER_NAMES

CHAPTER = Chapter[State, Event]("Overwatch", "R15")


class OverwatchFire(DiceCommand, frozen=True, kw_only=True):
    """A vehicle on overwatch fires at an enemy that enters or leaves its view, or that has just shot at it (R15)."""

    positional: ClassVar = ("unit", "target", "trigger", "range", "facing")
    rolls: ClassVar = ("hit", "damage", "effect")
    unit: Key
    target: Key
    trigger: Literal["enters", "leaves", "return"]
    range: Band = ""
    distance: Length | None = None
    facing: Facing = ""
    concealment: Concealment = ""
    hull_down: bool = False
    hit: Dice10 | None = None
    damage: Dice6 | None = None
    effect: Dice6 | None = None


@CHAPTER.decides
def overwatch_fire(state: State, command: OverwatchFire, dice: Dice) -> Decision:
    """One shooting for each time that overwatch was bought (B9). Nobody has to take it."""
    unit = unit_of(state, command.unit)
    if state.phase != "gap":
        require_phase(state, "impulse", "R15")
    if found := cannot_watch(state, unit):
        raise found
    target = enemy_of(state, unit, command.target)
    if command.trigger not in triggers(state, unit, target):
        raise _untriggered(unit, target, command.trigger)
    yield from resolve(state, unit, target, command, Reported(command, dice, question(state, unit, target), "R19"))
    yield from proceed(state)


def watchers(state: State) -> list[tuple[Vehicle, str, Vehicle]]:
    """Who may fire from overwatch now, why, and at whom."""
    return [
        (unit, trigger, target)
        for unit in state.units.values()
        if cannot_watch(state, unit) is None
        for target in state.enemies(unit.side)
        for trigger in triggers(state, unit, target)
    ]


def triggers(state: State, unit: Vehicle, target: Vehicle) -> tuple[str, ...]:
    """R15: what this enemy has done since the last card that a vehicle on overwatch may answer."""
    passing = PASSING if target.id in state.moved else ()
    return (*passing, "return") if Shot(target.id, unit.id) in state.fired else passing


def question(state: State, unit: Vehicle, target: Vehicle) -> str:
    """Overwatch is bought in a vehicle's own Impulse and used between two cards: once in each (B9)."""
    return f"{state.here}/{unit.id}/overwatch/{target.id}"


def cannot_watch(state: State, unit: Vehicle) -> Refused | None:
    """Why a vehicle may not fire from overwatch now; None if it may: in the enemy's Impulse, and until the next card is
    drawn."""
    if state.phase not in ("impulse", "gap") or (state.impulse is not None and state.impulse.side == unit.side):
        text, remedy = _("It is the Impulse of %(unit)s's own side."), say(_("Declare its shot with a Free Action."))
    elif not unit.in_play:
        text, remedy = _("%(unit)s is out of action, or has left the table."), say(_("Name a vehicle in play."))
    elif unit.suppressed:
        return refused(
            "A10",
            "unit",
            say(_("%(unit)s is suppressed and may not use its overwatch."), unit=unit.name),
            _("Name a vehicle that is not."),
        )
    elif not unit.overwatch:
        text, remedy = _("%(unit)s is not on overwatch."), say(_("Name a vehicle that is."))
    elif unit.gun_out:
        return refused("R22", "unit", say(_("The gun of %(unit)s is out."), unit=unit.name), _("Name another."))
    else:
        return None
    return refused("R15", "unit", say(text, unit=unit.name), remedy)


def _untriggered(unit: Vehicle, target: Vehicle, trigger: str) -> Refused:
    if trigger == "return":
        text = say(_("%(target)s has not fired at %(unit)s since the last card."), target=target.name, unit=unit.name)
    else:
        text = say(_("%(target)s has not moved since the last card."), target=target.name)
    return refused("R15", "trigger", text, _("Name what it has done: “enters”, “leaves” or “return”."))


# -- choices -----------------------------------------------------------------------------------------------------------

Targets = tuple[str, ...]  # ids
PASSES = (
    _("%(unit)s fires from overwatch at an enemy that comes or goes: %(how)s"),
    _("A vehicle fires from overwatch at an enemy that comes or goes: %(how)s"),
)
RETURNS = (
    _("%(unit)s returns fire from overwatch: %(how)s"),
    _("A vehicle returns fire from overwatch: %(how)s"),
)


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """Vehicles with the same guns that may answer the same enemies stand in one choice."""
    groups: dict[tuple[bool, Targets, tuple[str, ...], int], list[Vehicle]] = {}
    for unit, passing, targets in _answers(state, side):
        for hull_down in (False, True):
            alike = tuple(target.id for target in targets if may_be_hull_down(state, target, passing) is hull_down)
            if alike:
                gun = gun_of([unit])
                groups.setdefault((passing, alike, gun.reached, gun.shots), []).append(unit)
    for (passing, ids, _reached, _shots), units in groups.items():
        yield from _answer(state, passing, [state.units[id] for id in ids], units)


def _answers(state: State, side: str) -> Iterator[tuple[Vehicle, bool, list[Vehicle]]]:
    """Who may fire at whom: at vehicles that come or go, and at vehicles that have fired."""
    found: dict[tuple[str, bool], list[Vehicle]] = {}
    for unit, trigger, target in watchers(state):
        if unit.side == side and trigger != "leaves":  # what enters may also be reported as leaving
            found.setdefault((unit.id, trigger in PASSING), []).append(target)
    for (id, passing), targets in found.items():
        yield state.units[id], passing, targets


def _answer(state: State, passing: bool, targets: Sequence[Vehicle], units: Sequence[Vehicle]) -> Iterator[Choice]:
    one, several = PASSES if passing else RETURNS
    target = pick_field("target", say(_("Target")), _telling(state, passing, targets))
    told_of = any(one.tested or one.id in _to_fire(state) or (passing and not one.moving) for one in targets)
    often = 16 if told_of or (state.phase == "gap" and not passing) else 1
    picks = (Pick(trigger, TRIGGER_NAMES[trigger]) for trigger in PASSING)
    asked = (target, pick_field("trigger", say(_("What it does")), picks)) if passing else (target,)
    given = {} if passing else {"trigger": "return"}
    needed = needs_by_band(state, units, targets, passing)
    for telling in tellings(state, gun_of(units), may_be_hull_down(state, targets[0], passing), needed):
        fields = (*asked, *telling.fields)
        all_given, readily = {**given, **telling.given}, often * telling.readily
        yield from of_units(
            units, "OverwatchFire", one, several, *fields, given=all_given, readily=readily, how=telling.how
        )


def _telling(state: State, passing: bool, targets: Sequence[Vehicle]) -> Iterator[Pick]:
    """A17 to A19, B4: random players prefer to fire at vehicles whose own declared shot comes next, that have halted
    since they came into view, or whose crews have tested their morale in this Impulse."""
    for target, pick in zip(targets, unit_picks(targets), strict=True):
        stands = passing and not target.moving
        readily = 1000 + 8000 * (target.id in _to_fire(state)) + 8000 * stands + 8000 * target.tested
        yield replace(pick, readily=readily)


def _to_fire(state: State) -> set[str]:
    """The vehicles whose declared shots are not fired yet."""
    return {shot.unit for shot in state.volley}
