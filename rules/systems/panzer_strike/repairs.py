"""Crews repair tracks and wheels of their own vehicles with a timer that counts down (R51 to R57, A12, A13, B6 to B8).

What hits do to a timer (R58 to R61) is ruled with the shots.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .crews import first_timer
from .lookup import acting
from .recovery import given_up
from .refusals import refused
from .restored import restored
from .state import Miniature, State


def start_repair(state: State, command: c.StartRepair, dice: Dice) -> Decision:
    """R51: instead of firing, from the round after the hit (B6). Who was at a recovery, or was its patient, gives that
    up."""
    unit = acting(state, command.unit, "firing", "R51")
    if found := hindrance(state, unit):
        raise found
    yield from given_up(state, unit)
    yield e.RepairStarted(unit=unit.id, timer=first_timer(unit))


def hindrance(state: State, unit: Miniature) -> Refused | None:
    """Why this active unit, whose side's Firing Phase it is, cannot start repairs; None where it can."""
    if unit.mobility == "mobile" or not unit.figures.is_vehicle:
        number, text, remedy = (
            "R51",
            _("The tracks or wheels of %(unit)s need no repair."),
            _("Choose a vehicle that is immobilised, or semi-immobilised by option 7."),
        )
    elif unit.timer:
        number, text, remedy = "R51", _("%(unit)s is being repaired already."), _("The timer goes on by itself.")
    elif unit.injured:
        number, text, remedy = (
            "R57",
            _("The crew of %(unit)s is injured and cannot repair it."),
            _("Have a recovery vehicle repair it."),
        )
    elif unit.hurt >= state.round:
        number, text, remedy = (
            "B6",
            _("%(unit)s was hit in this round."),
            _("Start repairs in the next round at the earliest."),
        )
    elif unit.fires_from > state.round:
        number, text, remedy = (
            "R54",
            _("The crew of %(unit)s has given its repairs up in this round."),
            _("Start again in the next round, with the timer set anew."),
        )
    elif unit.aim is not None and (state.volley or unit.aim.fired):
        number, text, remedy = (
            "R51",
            _("%(unit)s has announced a shot in this round."),
            _("Repairs are made instead of firing: start them before the first die, or in the next round."),
        )
    else:
        return None
    return refused(number, "unit", say(text, unit=unit.called), say(remedy))


def stop_repair(state: State, command: c.StopRepair, dice: Dice) -> Decision:
    """R54, R55: the timer is taken off; the vehicle fires again from the next round."""
    unit = acting(state, command.unit, "firing", "R54")
    if not unit.timer:
        raise refused(
            "R54",
            "unit",
            say(_("%(unit)s is not being repaired by its crew."), unit=unit.called),
            say(_("Choose a vehicle with a timer.")),
        )
    yield e.RepairStopped(unit=unit.id, fires_from=state.round + 1)


def tick(state: State, side: str, again: Sequence[str]) -> Decision:
    """R53, A13, B8: at the end of the Firing Phase a timer above 1 drops by one; one at 1 comes off and the vehicle is
    one level better. Not in the round in which it was set. `again`: whose crews go on with a second cycle (R56)."""
    for unit in _due(state, side):
        if unit.timer > 1:
            yield e.RepairTicked(unit=unit.id, timer=unit.timer - 1)
        else:
            timer = first_timer(unit) if unit.id in again else 0
            yield e.RepairFinished(unit=unit.id, mobility=restored(state, unit), timer=timer)


def first_cycles(state: State, side: str) -> list[Miniature]:
    """R56: the vehicles that become semi-immobilised by the end of this turn, whose crews may go straight on."""
    return [unit for unit in _due(state, side) if unit.timer == 1 and restored(state, unit) != "mobile"]


def _due(state: State, side: str) -> list[Miniature]:
    return [unit for unit in state.of_side(side) if unit.timer and unit.since < state.round]
