"""Battles that are not reported shot by shot: changing their depth, reporting units or the result, and returning to
shots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from rules.contract import Choice, Dice, Field
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.lookup import DeclareRound, check_round, round_choice
from rules.kit.outcomes import Result
from rules.reports import DepthChanged

from . import tables
from .deployment import proceed
from .lookup import refused
from .state import Condition, Decision, Event, Life, Miniature, State
from .turns import refresh
from .victory import last_round

CHAPTER = Chapter[State, Event]("Depths of report", "house")


class RoundDeclared(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    round: int


def between_rounds(state: State) -> bool:
    """Whether the depth of reporting may change: before the first unit is deployed, or before anything is done in this
    round."""
    if state.depth != "shots" or state.phase == "round":
        return True
    if state.phase == "movement" and state.side == state.first:
        return state.quiet
    return state.phase == "deployment" and not any(unit.on_board for unit in state.units.values())


def rounds_to_declare(state: State) -> tuple[int, int]:
    """The first and the last round that can come next."""
    return max(1, state.round), max(1, state.round, last_round(state) or tables.LAST_ROUND)


@CHAPTER.decides
def declare_round(state: State, command: DeclareRound, dice: Dice) -> Decision:
    """Which round comes next; then every active unit is placed where it stands."""
    if state.phase != "round":
        raise refused(
            "R2",
            "",
            _("Which round is being played is known."),
            _("It is asked for when a battle is reported shot by shot again."),
        )
    least, most = rounds_to_declare(state)
    check_round(command.round, least, most, tables.rule("R2"))
    yield RoundDeclared(round=command.round)
    yield from proceed(state)


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """Offered after rounds that nobody reported."""
    if state.phase == "round":
        yield round_choice(side, *rounds_to_declare(state))


CHAPTER.sentences({RoundDeclared: _("Shots are reported again from round %(round)s on.")})


@CHAPTER.evolves
def round_declared(state: State, event: RoundDeclared) -> None:
    state.phase, state.round = "placing", event.round


REPAIRS = ("timer", "rounds", "stuck")


def asks(state: State, side: str, unit: str, found: tuple[Field, ...]) -> tuple[Field, ...]:
    """The facts of a unit's condition that people tell. A fixed weapon has neither tracks nor wheels, and no repairs
    that a timer counts."""
    if state.units[unit].figures.is_vehicle:
        return tuple(msgspec.structs.replace(one, ahead=one.name in REPAIRS) for one in found)
    return tuple(one for one in found if one.name not in ("mobility", *REPAIRS))


@CHAPTER.evolves
def depth_changed(state: State, event: DepthChanged) -> None:
    """Back at shots, the players are asked for what nobody has reported: the round, and where the units stand."""
    if state.depth != "shots" and event.depth == "shots":
        state.phase, state.side, state.limit = "round", "", 0
        state.broken, state.volley = (), False
        for unit in state.units.values():
            _forget(unit)
    state.depth = event.depth


def _forget(unit: Miniature) -> None:
    """Forget where it stood and what it was doing. A wreck stays where it lay."""
    refresh(unit)
    unit.let_go()
    unit.patient, unit.beside, unit.sees = "", {}, ()
    unit.worked = unit.since = unit.fires_from = unit.hurt = 0
    if unit.active:
        unit.square = ""


def _set(state: State, id: str, told: dict[str, Any]) -> None:
    """The unit takes on the reported condition. A timer runs only if there is something to repair and a crew to do it
    (R51, R57); a fixed weapon has neither tracks nor wheels."""
    unit, condition = state.units[id], msgspec.convert(told, Condition)
    life: Life = "destroyed" if condition.destroyed else "left" if condition.left else "active"
    if life != "active":
        _take_away(state, unit, life)
    if life != unit.life:
        unit.own_fire = False
    unit.life, unit.lost, unit.injured = life, condition.lost, condition.injured
    unit.mobility = condition.mobility if unit.figures.is_vehicle else "mobile"
    repairable = unit.active and unit.mobility != "mobile" and not unit.injured
    unit.timer = condition.timer if repairable else 0
    unit.rounds, unit.stuck = condition.rounds, condition.stuck


CHAPTER.takes_reported(_set, Result)


def _take_away(state: State, unit: Miniature, life: Life) -> None:
    """The unit is no longer where it was, and no other unit does anything with it. Nobody has said where a new wreck
    lies."""
    if life == "left" or unit.active:
        unit.square = ""
    unit.let_go()
    unit.patient, unit.beside = "", {}
    unit.worked = unit.since = 0
    for other in state.units.values():
        if other.tows == unit.id:
            other.let_go()
        if other.patient == unit.id:
            other.patient, other.worked, other.since = "", 0, 0
