"""Rulings of repairs and recoveries, and of shots that were wasted (R51 to R57, R62, R63, A18, A22)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Event
from rules.systems.panzer_strike.announcements import stands
from rules.systems.panzer_strike.recovery import (
    RecoveryBegan,
    RecoveryBroken,
    RecoveryFinished,
    RecoveryWorked,
    is_ready,
    is_still,
    rounds_needed,
)
from rules.systems.panzer_strike.repairs import RepairFinished, RepairStarted, RepairStopped, RepairTicked
from rules.systems.panzer_strike.state import Aim, State
from rules.systems.panzer_strike.turns import TurnEnded

from .naming import those


def repair(before: State, event: RepairStarted | RepairStopped | RepairTicked | RepairFinished) -> Iterator[str]:
    unit = before.units[event.unit]
    match event:
        case RepairStarted():
            yield from those(
                {
                    "R51 an immobilised vehicle is repaired": unit.mobility == "immobilised",
                    "B7 a semi-immobilised vehicle is repaired": unit.mobility == "semi",
                    "R51 instead of an announced shot": unit.aim is not None,
                    "B6 in the round after the hit": unit.hurt and unit.hurt == before.round - 1,
                    "R54 begun anew": unit.fires_from,
                    "house: a seasoned crew's timer": unit.haste,
                }
            )
        case RepairStopped():
            yield "R54 repairs are given up"
        case RepairTicked():
            yield "R53 the timer drops" if unit.side == before.first else "A13 the timer of the second side drops"
        case RepairFinished():
            yield from those(
                {
                    "R53 mobile after one cycle": unit.mobility == "immobilised" and event.mobility == "mobile",
                    "R56 semi-immobilised after one cycle": event.mobility == "semi" and not event.timer,
                    "R56 the crew goes straight on": event.timer,
                    "B7 a semi-immobilised vehicle is mobile": unit.mobility == "semi",
                }
            )


def recovered(before: State, event: RecoveryBegan | RecoveryWorked | RecoveryFinished) -> Iterator[str]:
    unit, patient = before.units[event.unit], before.units[event.patient]
    match event:
        case RecoveryBegan():
            yield from those(
                {
                    "R62 it came to its patient in this round": not event.ready,
                    "R62 it stood beside its patient before": event.ready,
                    "R62 rounds before the report count": event.worked,
                    "R62 a heavier patient": rounds_needed(unit, patient) > 1,
                    "B13 a crane in one piece with its hull": unit.figures.all_round,
                    "R62 of several vehicles of a side": any(
                        one.patient and one is not unit for one in before.of_side(unit.side)
                    ),
                }
            )
        case RecoveryWorked():
            yield "R62 the first of two rounds"
        case RecoveryFinished():
            yield from those(
                {
                    "R62 a patient is repaired": event.mobility == "mobile",
                    "R62 by option 7 one level": event.mobility == "semi",
                    "R62 a heavier patient is repaired": rounds_needed(unit, patient) > 1,
                    "R57 an injured crew is helped": patient.injured,
                }
            )


def broken(before: State, events: Sequence[Event], event: RecoveryBroken) -> Iterator[str]:
    unit, patient = before.units[event.unit], before.units[event.patient]
    ending = any(isinstance(one, TurnEnded) for one in events)
    gone = not unit.active or not patient.active
    yield from those(
        {
            "R62 it turns to another patient": any(isinstance(one, RecoveryBegan) for one in events),
            "R62 a crew turns to its own repairs": any(isinstance(one, RepairStarted) for one in events),
            "A18 broken off: one is gone": ending and gone,
            "A18 broken off: it has moved": ending and not gone and (unit.stirred or patient.stirred),
            "A18 broken off: the crane points elsewhere": ending
            and not gone
            and not unit.stirred
            and not patient.stirred,
        }
    )


def turn(before: State) -> Iterator[str]:
    """What the end of a turn finds of its side: rounds that do not count, and shots nobody fired."""
    for unit in before.units.values():
        if unit.side != before.side:
            continue
        if unit.timer and unit.since == before.round:
            yield "R53 not in the round in which it was set"
        if unit.patient:
            yield from _of_a_recovery(before, unit.id)
        if unit.aim is not None and not unit.aim.fired and not stands(before, unit):
            yield f"A22 a shot is wasted: {_why(before, unit.aim)}"


def _of_a_recovery(before: State, id: str) -> Iterator[str]:
    unit = before.units[id]
    patient = before.units[unit.patient]
    pair = (unit, patient)
    if not is_ready(unit, patient):
        return
    lost = unit.since < before.round and not (is_still(unit) and is_still(patient))
    yield from those(
        {
            "R62 the round of the position does not count": unit.since == before.round,
            "R63 a round in which one fires does not count": lost and any(one.aim and one.aim.fired for one in pair),
            "R62 a round in which one moves does not count": lost and any(one.stirred for one in pair),
            "A18 what was done is not lost": lost and unit.worked,
        }
    )


def _why(before: State, aim: Aim) -> str:
    if aim.wall:
        return "its wall has fallen" if aim.wall not in before.walls else "its firer cannot fire"
    target = before.units[aim.target]
    return "its firer cannot fire" if target.active and target.on_board else "its target is gone"
