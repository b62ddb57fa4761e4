"""Recovery vehicles repair others. They stand beside the patient with the crane towards it, and both stand still (R62,
R63, A18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, cast

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Feat, Message, Refused, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .damage import restored
from .editions import counts_from_position
from .geometry import adjacent, towards
from .likelihood import OFTEN, SELDOM, USUAL, weighed
from .lookup import Fault, active_unit, check_faults, impossible_of, refused, unit_of
from .offers import of_unit, pick_field, unit_pick
from .state import Decision, Event, Miniature, Mobility, State
from .words import MOBILITY_NAMES, called, placed, word_for

CHAPTER = Chapter[State, Event]("Recovery vehicles", "R62, R63")


class Recover(Command, frozen=True, kw_only=True):
    """A recovery vehicle stands beside a patient, its crane towards it, and begins to repair it (R62)."""

    positional: ClassVar = ("unit", "patient")
    unit: Key
    patient: Key


class RecoveryBegan(Event, frozen=True, kw_only=True, omit_defaults=True):
    """`rounds`: how many rounds of standing still it takes from here on. `ready`: the vehicle stood beside its patient
    before this round, which counts if both stand still; `worked`: how many rounds counted before it."""

    rules: ClassVar = ("R62",)
    unit: str
    patient: str
    rounds: int
    ready: bool = False
    worked: int = 0


class RecoveryWorked(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R62", "R63")
    unit: str
    patient: str
    worked: int


class RecoveryFinished(Event, frozen=True, kw_only=True):
    """`mobility` of the patient from now on."""

    rules: ClassVar = ("R62",)
    unit: str
    patient: str
    mobility: str


class RecoveryBroken(Event, frozen=True, kw_only=True):
    """The recovery vehicle or its patient is no longer there."""

    rules: ClassVar = ("R62", "A18")
    unit: str
    patient: str


@CHAPTER.decides
def recover(state: State, command: Recover, dice: Dice) -> Decision:
    """R62, round 1: the vehicle stands beside its patient with the crane towards it. If it had another patient, it
    leaves that one.

    If it stood so before this round, in editions that count from the position, this is round 2 or a later one.
    """
    unit = active_unit(state, command.unit, "firing", "R62")
    patient = unit_of(state, command.patient, "patient")
    if found := unable(unit) or unfit(state, unit, patient):
        raise found
    yield from given_up(state, unit)
    needed = rounds_needed(unit, patient)
    ready = patient.id in unit.beside
    worked = min(unit.beside.get(patient.id, 0), needed - 1)  # the last round is the one in which the markers come off
    yield RecoveryBegan(unit=unit.id, patient=patient.id, rounds=needed - worked, ready=ready, worked=worked)


def rounds_needed(unit: Miniature, patient: Miniature) -> int:
    """R62: rounds of standing still that a level takes."""
    return 2 if patient.figures.mass > unit.figures.mass else 1


def unable(unit: Miniature) -> Refused | None:
    """Why this active unit can recover nobody; None if it can."""
    if not unit.figures.recovery:
        return refused(
            "R62",
            "unit",
            say(_("%(unit)s is no recovery vehicle."), unit=unit.called),
            _("Choose a recovery vehicle; other crews repair their own vehicle."),
        )
    if unit.timer:
        return refused(
            "R62",
            "unit",
            say(_("The crew of %(unit)s is repairing its own tracks."), unit=unit.called),
            _("Finish these repairs or give them up first."),
        )
    return None


def unfit(state: State, unit: Miniature, patient: Miniature) -> Refused | None:
    """Why this recovery vehicle cannot begin to repair that unit now; None if it can."""
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
    return refused("R62", "patient", say(text, patient=patient.called), remedy)


def patients(state: State, unit: Miniature) -> list[Miniature]:
    """The units that this active unit may begin to recover, in the Firing Phase of its side."""
    if unable(unit):
        return []
    return [patient for patient in state.of_side(unit.side) if unfit(state, unit, patient) is None]


def given_up(state: State, unit: Miniature) -> Decision:
    """What this unit does now ends a recovery that it is part of, as vehicle or as patient."""
    for other in state.of_side(unit.side):
        if other.patient and unit.id in (other.id, other.patient):
            yield RecoveryBroken(unit=other.id, patient=other.patient)


def work(state: State, side: str) -> Decision:
    """R62, R63, A18: one more round is done at the end of each later turn in which neither has moved or fired. The
    recovery breaks off once the vehicle no longer stands ready beside its patient. With option 7 it goes on with the
    next level."""
    for unit in [unit for unit in state.units.values() if unit.side == side and unit.patient]:
        patient = state.units[unit.patient]
        if not is_ready(unit, patient):
            yield RecoveryBroken(unit=unit.id, patient=patient.id)
        elif unit.since < state.round and is_still(unit) and is_still(patient):
            if unit.worked + 1 < rounds_needed(unit, patient):
                yield RecoveryWorked(unit=unit.id, patient=patient.id, worked=unit.worked + 1)
            else:
                yield RecoveryFinished(unit=unit.id, patient=patient.id, mobility=restored(state, patient))


ENOUGH = 2  # rounds of standing still that the longest recovery of a level takes (R62)


def is_towards(unit: Miniature, patient: Miniature) -> bool:
    """Whether the crane points exactly at a patient on the board. B13: a crane that is one piece with its hull always
    does."""
    direction = towards(unit.at, patient.at)
    return direction is not None and (unit.figures.all_round or unit.gun == direction * 45)


def is_friend_on_board(unit: Miniature, patient: Miniature) -> bool:
    same = patient.side == unit.side and patient is not unit
    return same and patient.active and patient.on_board and patient.figures.is_vehicle


def is_ready(unit: Miniature, patient: Miniature) -> bool:
    """Whether both stand as they have to, and something is left to repair."""
    if not (unit.active and unit.on_board and is_friend_on_board(unit, patient)):
        return False
    at_hand = adjacent(unit.at, patient.at) and is_towards(unit, patient)
    return at_hand and patient.mobility != "mobile" and not unit.timer and not patient.timer


def is_still(unit: Miniature) -> bool:
    """R62: it has neither moved nor fired this turn."""
    return not unit.stirred and not (unit.aim is not None and unit.aim.fired)


def look_at_start(state: State, side: str) -> None:
    """Which vehicles stand ready as the side's turn begins. A unit hit in this very round is no patient before its
    end."""
    for unit, patients in _recovering(state, side):
        fresh = [patient for patient in patients if patient.hurt < state.round]
        before = [patient for patient in patients if patient.id in unit.beside]
        unit.beside = {patient.id: unit.beside.get(patient.id, 0) for patient in patients if patient in fresh + before}


def look_at_end(state: State, side: str) -> None:
    """Which vehicles stand ready as the side's turn ends. A round in which both stood still counts for those that stood
    so before."""
    for unit, patients in _recovering(state, side):
        unit.beside = {patient.id: _stood(unit, patient) for patient in patients}


def _stood(unit: Miniature, patient: Miniature) -> int:
    before = unit.beside.get(patient.id)
    if before is None:
        return 0
    return min(ENOUGH, before + (is_still(unit) and is_still(patient)))


def _recovering(state: State, side: str) -> list[tuple[Miniature, list[Miniature]]]:
    """The recovery vehicles of a side, each with the unit that it stands ready beside."""
    if not counts_from_position(state.edition):
        return []
    own = state.of_side(side)
    return [(unit, [one for one in own if is_ready(unit, one)]) for unit in own if unit.figures.recovery]


@CHAPTER.evolves
def recovery_began(state: State, event: RecoveryBegan) -> None:
    unit = state.units[event.unit]
    unit.patient, unit.worked, unit.since = event.patient, event.worked, state.round - event.ready


@CHAPTER.evolves
def recovery_worked(state: State, event: RecoveryWorked) -> None:
    state.units[event.unit].worked = event.worked


@CHAPTER.evolves
def recovery_finished(state: State, event: RecoveryFinished) -> None:
    """With option 7 the next level begins at once."""
    unit, patient = state.units[event.unit], state.units[event.patient]
    patient.mobility = cast(Mobility, event.mobility)
    unit.feats.append(Feat("repair", state.report, event.patient))
    unit.worked, unit.since = 0, state.round
    unit.beside = {one: rounds for one, rounds in unit.beside.items() if one != event.patient}
    if patient.mobility == "mobile":
        unit.patient, unit.since = "", 0


@CHAPTER.evolves
def recovery_broken(state: State, event: RecoveryBroken) -> None:
    unit = state.units[event.unit]
    unit.patient, unit.worked, unit.since = "", 0, 0


@CHAPTER.narrates
def tell_recovery_began(event: RecoveryBegan) -> Message:
    if event.ready:
        return ngettext(
            "%(unit)s repairs %(patient)s, beside which it stood before: %(n)d round of standing still, this one.",
            "%(unit)s repairs %(patient)s, beside which it stood before: %(n)d rounds of standing still with this one.",
            event.rounds,
            unit=event.unit,
            patient=event.patient,
        )
    return ngettext(
        "%(unit)s begins to repair %(patient)s: %(n)d round of standing still.",
        "%(unit)s begins to repair %(patient)s: %(n)d rounds of standing still.",
        event.rounds,
        unit=event.unit,
        patient=event.patient,
    )


@CHAPTER.narrates
def tell_recovery_worked(event: RecoveryWorked) -> Message:
    return ngettext(
        "%(unit)s has worked on %(patient)s for %(n)d round.",
        "%(unit)s has worked on %(patient)s for %(n)d rounds.",
        event.worked,
        unit=event.unit,
        patient=event.patient,
    )


@CHAPTER.narrates
def tell_recovery_finished(event: RecoveryFinished) -> Message:
    text = _("%(unit)s has repaired %(patient)s, which is %(mobility)s.")
    return say(text, unit=event.unit, patient=event.patient, mobility=word_for(MOBILITY_NAMES, event.mobility))


def recoveries(state: State, unit: Miniature) -> Iterator[Choice]:
    """The units that this unit may begin to repair in its Firing Phase."""
    if unit.figures.recovery and (found := patients(state, unit)):
        heavier = {one.id: OFTEN for one in found if rounds_needed(unit, one) > 1}
        patient = pick_field("patient", say(_("Vehicle to repair")), weighed(map(unit_pick, found), heavier))
        waits = heavier and not any(unit.beside.get(id) for id in heavier)
        readily = SELDOM if unit.patient or waits else USUAL if heavier else OFTEN
        label = say(_("%(unit)s: recover a vehicle"), unit=placed(unit))
        yield of_unit(unit, "Recover", label, patient, readily=readily)


CHAPTER.sentences({RecoveryBroken: _("%(unit)s has to give up the repair of %(patient)s.")})


@CHAPTER.forbids
def impossible_recoveries(state: State) -> None:
    """R62: a recovery vehicle, another vehicle of its side, and no more rounds than a level takes."""
    check_faults(
        state,
        Fault(
            "worked",
            lambda state, unit: unit.worked > (1 if unit.patient else 0),
            _("%(unit)s cannot have worked so long: a level takes two rounds at most, and a patient."),
            _("Declare 0; 1 for a first round of two."),
        ),
    )
    for unit in state.units.values():
        if unit.patient and not _may_repair(state, unit, unit.patient):
            text = _("%(unit)s cannot be at the repair of “%(other)s”.")
            raise _no_patient(state, unit, "patient", unit.patient, text)
        for id in unit.beside:
            if not _may_repair(state, unit, id):
                text = _("%(unit)s cannot stand ready to repair “%(other)s”.")
                raise _no_patient(state, unit, "beside", id, text)


def _may_repair(state: State, unit: Miniature, id: str) -> bool:
    other = state.units.get(id)
    of_side = other is not None and other is not unit and other.side == unit.side and other.figures.is_vehicle
    return unit.figures.recovery and of_side


def _no_patient(state: State, unit: Miniature, fact: str, id: str, text: str) -> Refused:
    remedy = say(_("Recovery vehicles repair other vehicles of their side; empty for none."))
    return impossible_of(unit, fact, say(text, unit=unit.called, other=called(state, id)), remedy)
