"""Battles that are not reported shot by shot: their depth, the state of vehicles, the result; and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from rules.contract import Choice, Dice
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.lookup import DeclareRound, check_round, round_choice
from rules.kit.outcomes import Result
from rules.reports import DepthChanged

from . import tables
from .contacts import forget
from .lookup import require_phase
from .scoring import last_round
from .state import Condition, Decision, Event, State, Vehicle
from .turns import proceed, refresh

CHAPTER = Chapter[State, Event]("Depths of report", "house")


class RoundDeclared(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    round: int


def between_rounds(state: State) -> bool:
    """Whether the depth of reporting may change: before the set-up roll, or nothing was done in this round yet."""
    if state.depth != "shots" or state.phase in ("setup", "round"):
        return True
    return state.phase == "move" and state.side == state.first and state.quiet


def rounds_to_declare(state: State) -> tuple[int, int]:
    """The first and the last round that can come next."""
    return max(1, state.round), max(1, state.round, last_round(state))


@CHAPTER.decides
def declare_round(state: State, command: DeclareRound, dice: Dice) -> Decision:
    """Which round comes next; then artillery makes its lists anew (R34)."""
    require_phase(state, "round", "R2")
    least, most = rounds_to_declare(state)
    check_round(command.round, least, most, tables.rule("R2"))
    yield RoundDeclared(round=command.round)
    yield from proceed(state)


@CHAPTER.evolves
def round_declared(state: State, event: RoundDeclared) -> None:
    """Both sides count as deployed. If nobody has won the set-up roll, it is rolled now."""
    state.round, state.deployed = event.round, state.sides
    state.phase = "radio" if state.first else "setup"


CHAPTER.sentences({RoundDeclared: _("Shots are reported again from round %(round)s on.")})


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """Offered after rounds that nobody reported."""
    if state.phase == "round":
        yield round_choice(side, *rounds_to_declare(state))


@CHAPTER.evolves
def depth_changed(state: State, event: DepthChanged) -> None:
    """Back at shots, both sides are asked for what was not reported: the round, and what artillery has spotted."""
    if state.depth != "shots" and event.depth == "shots":
        state.phase, state.side, state.listed, state.areas = "round", "", (), []
        forget(state)
        for unit in state.units.values():
            _forget(unit)
    state.depth = event.depth


def _forget(unit: Vehicle) -> None:
    """Forget what lasts a turn. Smoke that was popped counts as used."""
    refresh(unit)
    unit.stunned = unit.knocked = unit.reloading = 0
    unit.spotted = False
    if unit.smoke == "smoking":
        unit.smoke = "used"


def _set(state: State, id: str, told: dict[str, Any]) -> None:
    """The vehicle takes on the reported condition."""
    unit, condition = state.units[id], msgspec.convert(told, Condition)
    unit.presence = condition.out or "on_table"
    unit.tracked, unit.gun_out = condition.tracked, condition.gun_out
    unit.captured, unit.scrapped = condition.captured, condition.scrapped


CHAPTER.takes_reported(_set, Result)
