"""Overwatch (R15, A10, A19, B9): fire at an enemy that comes or goes, or that has just fired at this vehicle."""

from __future__ import annotations

from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from .impulses import proceed
from .lookup import enemy_of, require_phase, unit_of
from .refusals import refused
from .reported import Reported
from .shooting import resolve
from .state import Shot, State, Vehicle

PASSING = ("enters", "leaves")


def overwatch_fire(state: State, command: c.OverwatchFire, dice: Dice) -> Decision:
    """One shooting for each time that overwatch was bought (B9); nobody is forced to it."""
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
    """Overwatch is bought in an own Impulse and answered between two cards: once in each (B9)."""
    return f"{state.here}/{unit.id}/overwatch/{target.id}"


def cannot_watch(state: State, unit: Vehicle) -> Refused | None:
    """Why a vehicle may not fire from overwatch now; None in the enemy's Impulse, and until the next card is drawn."""
    if state.phase not in ("impulse", "gap") or (state.impulse is not None and state.impulse.side == unit.side):
        text, remedy = _("It is the Impulse of %(unit)s's own side."), say(_("Declare its shot with a Free Action."))
    elif not unit.in_play:
        text, remedy = _("%(unit)s is out of action, or has left the table."), say(_("Name a vehicle in play."))
    elif unit.suppressed:
        return refused(
            "A10",
            "unit",
            say(_("%(unit)s is suppressed and may not use its overwatch."), unit=unit.name),
            say(_("Name a vehicle that is not.")),
        )
    elif not unit.overwatch:
        text, remedy = _("%(unit)s is not on overwatch."), say(_("Name a vehicle that is."))
    elif unit.gun_out:
        return refused("R22", "unit", say(_("The gun of %(unit)s is out."), unit=unit.name), say(_("Name another.")))
    else:
        return None
    return refused("R15", "unit", say(text, unit=unit.name), remedy)


def _untriggered(unit: Vehicle, target: Vehicle, trigger: str) -> Refused:
    if trigger == "return":
        text = say(_("%(target)s has not fired at %(unit)s since the last card."), target=target.name, unit=unit.name)
    else:
        text = say(_("%(target)s has not moved since the last card."), target=target.name)
    return refused("R15", "trigger", text, say(_("Name what it has done: “enters”, “leaves” or “return”.")))
