"""Recovery vehicles that stand ready beside a patient, their crane towards it, and since when (R62).

By the first edition a recovery counts from its report. Later ones count from the position, so it is remembered of every
recovery vehicle (`Miniature.beside`) whoever has reported what: beside whom, and for how many rounds both stood still.
"""

from __future__ import annotations

from .editions import counts_from_position
from .geometry import adjacent, towards
from .state import Miniature, State

ENOUGH = 2  # rounds of standing still that the longest recovery of a level takes (R62)


def is_towards(unit: Miniature, patient: Miniature) -> bool:
    """Whether the crane points exactly at a patient on the board; B13: one that is one piece with its hull always."""
    direction = towards(unit.at, patient.at)
    return direction is not None and (unit.figures.all_round or unit.gun == direction * 45)


def is_friend_on_board(unit: Miniature, patient: Miniature) -> bool:
    same = patient.side == unit.side and patient is not unit
    return same and patient.active and patient.on_board and patient.figures.is_vehicle


def is_ready(unit: Miniature, patient: Miniature) -> bool:
    """Both are there as they have to be, and there is something left to repair."""
    if not (unit.active and unit.on_board and is_friend_on_board(unit, patient)):
        return False
    at_hand = adjacent(unit.at, patient.at) and is_towards(unit, patient)
    return at_hand and patient.mobility != "mobile" and not unit.timer and not patient.timer


def is_still(unit: Miniature) -> bool:
    """R62: neither moved nor fired this turn."""
    return not unit.stirred and not (unit.aim is not None and unit.aim.fired)


def look_at_start(state: State, side: str) -> None:
    """Who stands ready as the side's turn begins. A patient that was hit in this very round is none before its end."""
    for unit, patients in _recovering(state, side):
        fresh = [patient for patient in patients if patient.hurt < state.round]
        before = [patient for patient in patients if patient.id in unit.beside]
        unit.beside = {patient.id: unit.beside.get(patient.id, 0) for patient in patients if patient in fresh + before}


def look_at_end(state: State, side: str) -> None:
    """Who stands ready as the side's turn ends; a round in which both stood still counts for who stood so before."""
    for unit, patients in _recovering(state, side):
        unit.beside = {patient.id: _stood(unit, patient) for patient in patients}


def _stood(unit: Miniature, patient: Miniature) -> int:
    before = unit.beside.get(patient.id)
    if before is None:
        return 0
    return min(ENOUGH, before + (is_still(unit) and is_still(patient)))


def _recovering(state: State, side: str) -> list[tuple[Miniature, list[Miniature]]]:
    """The recovery vehicles of a side, each with whom it stands ready beside."""
    if not counts_from_position(state.edition):
        return []
    own = state.of_side(side)
    return [(unit, [one for one in own if is_ready(unit, one)]) for unit in own if unit.figures.recovery]
