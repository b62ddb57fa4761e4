"""Battles that are not reported shot by shot (R9): the state of vehicles, the result; and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from rules.contract import Choice, Dice, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.lookup import DeclareRound, check_round, round_choice
from rules.reports import DepthChanged, ResultReported, StatusReported

from . import tables
from .state import Condition, Decision, Event, State

CHAPTER = Chapter[State, Event]("Depths of report", "R9")


class RoundDeclared(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R9",)
    round: int


def between_rounds(state: State) -> bool:
    """Nobody has acted in this round, or rounds are not being followed."""
    return state.shot is None and not any(vehicle.acted for vehicle in state.vehicles.values())


@CHAPTER.decides
def declare_round(state: State, command: DeclareRound, dice: Dice) -> Decision:
    if not state.round_unknown:
        raise tables.refused("R9", "", say(_("The round is known.")))
    check_round(command.round, state.round, state.options["rounds"], f"{tables.NUMBER} R9")
    yield RoundDeclared(round=command.round)


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    if state.round_unknown:
        yield round_choice(side, state.round, state.options["rounds"])


CHAPTER.sentences({RoundDeclared: _("Round %(round)s comes next.")})


@CHAPTER.evolves
def round_declared(state: State, event: RoundDeclared) -> None:
    state.round = event.round
    state.round_unknown = False


@CHAPTER.evolves
def depth_changed(state: State, event: DepthChanged) -> None:
    state.round_unknown = event.depth == "shots"


@CHAPTER.evolves
def status_reported(state: State, event: StatusReported) -> None:
    _set(state, event.unit, event.condition)


@CHAPTER.evolves
def result_reported(state: State, event: ResultReported) -> None:
    state.told = event.winner
    state.shot = None
    for unit, condition in event.conditions.items():
        _set(state, unit, condition)


def _set(state: State, unit: str, told: dict[str, Any]) -> None:
    condition = msgspec.convert(told, Condition)
    vehicle = state.vehicles[unit]
    vehicle.damage, vehicle.lost = condition.damage, condition.lost
