"""Recovery vehicles repair others: beside the patient, the crane towards it, while both stand still (R62, R63, A18)."""

from __future__ import annotations

from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .geometry import adjacent
from .lookup import acting, unit_of
from .refusals import refused
from .restored import restored
from .standing_by import is_friend_on_board, is_ready, is_still, is_towards
from .state import Miniature, State


def recover(state: State, command: c.Recover, dice: Dice) -> Decision:
    """R62, round 1: the vehicle stands beside its patient with the crane towards it. Another patient it had is left.

    Where it stood so before this round, by editions that count from the position, this is round 2 already, or a later
    one."""
    unit = acting(state, command.unit, "firing", "R62")
    patient = unit_of(state, command.patient, "patient")
    if found := unable(unit) or unfit(state, unit, patient):
        raise found
    yield from given_up(state, unit)
    needed = rounds_needed(unit, patient)
    ready = patient.id in unit.beside
    worked = min(unit.beside.get(patient.id, 0), needed - 1)  # the last one is that in which the markers come off
    yield e.RecoveryBegan(unit=unit.id, patient=patient.id, rounds=needed - worked, ready=ready, worked=worked)


def rounds_needed(unit: Miniature, patient: Miniature) -> int:
    """R62: rounds of standing still a level takes."""
    return 2 if patient.figures.mass > unit.figures.mass else 1


def unable(unit: Miniature) -> Refused | None:
    """Why this active unit can recover nobody; None where it can."""
    if not unit.figures.recovery:
        return refused(
            "R62",
            "unit",
            say(_("%(unit)s is no recovery vehicle."), unit=unit.called),
            say(_("Choose a recovery vehicle; other crews repair their own vehicle.")),
        )
    if unit.timer:
        return refused(
            "R62",
            "unit",
            say(_("The crew of %(unit)s is repairing its own tracks."), unit=unit.called),
            say(_("Finish these repairs or give them up first.")),
        )
    return None


def unfit(state: State, unit: Miniature, patient: Miniature) -> Refused | None:
    """Why this recovery vehicle cannot begin to repair that unit now; None where it can."""
    if not is_friend_on_board(unit, patient):
        text, remedy = (
            _("%(patient)s is no active vehicle of the same side on the board."),
            _("Choose another vehicle of your side."),
        )
    elif patient.mobility == "mobile":
        text, remedy = (
            _("The tracks or wheels of %(patient)s need no repair."),
            _("Choose a vehicle that is immobilised, or semi-immobilised by option 7."),
        )
    elif patient.timer:
        text, remedy = (
            _("The crew of %(patient)s is repairing it already."),
            _("Have it give up its own repairs in a round before."),
        )
    elif any(other.patient == patient.id for other in state.of_side(unit.side)):
        text, remedy = _("%(patient)s is being recovered already."), _("Recover another vehicle.")
    elif not adjacent(unit.at, patient.at):
        text, remedy = _("%(patient)s does not stand beside it."), _("Move to one of the eight squares around first.")
    elif not is_towards(unit, patient):
        text, remedy = _("Its crane does not point at %(patient)s."), _("Turn the crane exactly towards it first.")
    else:
        return None
    return refused("R62", "patient", say(text, patient=patient.called), say(remedy))


def patients(state: State, unit: Miniature) -> list[Miniature]:
    """Whom this active unit, whose side's Firing Phase it is, may begin to recover."""
    if unable(unit):
        return []
    return [patient for patient in state.of_side(unit.side) if unfit(state, unit, patient) is None]


def given_up(state: State, unit: Miniature) -> Decision:
    """What this unit does now ends a recovery it was at, as vehicle or as patient."""
    for other in state.of_side(unit.side):
        if other.patient and unit.id in (other.id, other.patient):
            yield e.RecoveryBroken(unit=other.id, patient=other.patient)


def work(state: State, side: str) -> Decision:
    """R62, R63, A18: at the end of each later turn in which neither has moved or fired one round more is done. It is
    broken off once the vehicle does not stand ready beside its patient any more; with option 7 it goes on with the next
    level."""
    for unit in [unit for unit in state.units.values() if unit.side == side and unit.patient]:
        patient = state.units[unit.patient]
        if not is_ready(unit, patient):
            yield e.RecoveryBroken(unit=unit.id, patient=patient.id)
        elif unit.since < state.round and is_still(unit) and is_still(patient):
            if unit.worked + 1 < rounds_needed(unit, patient):
                yield e.RecoveryWorked(unit=unit.id, patient=patient.id, worked=unit.worked + 1)
            else:
                yield e.RecoveryFinished(unit=unit.id, patient=patient.id, mobility=restored(state, patient))
