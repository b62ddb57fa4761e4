"""Battles that are not reported shot by shot: changing their depth, reporting vehicles or the result, and returning to
shots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

import msgspec

from rules.contract import Choice, Command, Dice, Field, Pick, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.outcomes import Result
from rules.reports import DepthChanged

from . import tables
from .lookup import refused, require_phase
from .offers import of_nobody
from .state import Condition, Decision, Event, State
from .turns import disclosed
from .words import CONDITIONS

CHAPTER = Chapter[State, Event]("Depths of report", "house")


class DeclareTurn(Command, frozen=True, kw_only=True):
    """Which turn comes next, after turns that were not reported."""

    positional: ClassVar = ("turn",)
    turn: Annotated[int, msgspec.Meta(ge=1, le=100)]


class TurnDeclared(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    turn: int


def between_rounds(state: State) -> bool:
    """Whether the depth of reporting may change: between two turns, or before a card was drawn or a commander has
    acted."""
    return state.depth != "shots" or state.phase in ("turn", "shuffle") or state.quiet


def turns_to_declare(state: State) -> tuple[int, int]:
    """The first and the last turn that can come next. A turn that has begun cannot come again, because its dice have
    fallen."""
    return state.turn + 1, max(state.turn + 1, tables.LAST_TURN)


@CHAPTER.decides
def declare_turn(state: State, command: DeclareTurn, dice: Dice) -> Decision:
    """Says which turn comes next, after turns that were not reported. If a deck was given up, it is disclosed first,
    while its turn is still known."""
    require_phase(state, "turn", "R3")
    least, most = turns_to_declare(state)
    if not least <= command.turn <= most:
        raise refused(
            "R3",
            "turn",
            say(_("Turn %(turn)s cannot come next."), turn=command.turn),
            say(_("Say a turn from %(least)s to %(most)s."), least=least, most=most),
        )
    if state.seal:
        yield from disclosed(state, dice)
    yield TurnDeclared(turn=command.turn)


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """Offered after turns that nobody reported."""
    if state.phase != "turn":
        return
    least, most = turns_to_declare(state)
    label = say(_("Turn that comes next"))
    soon = (least,)  # random players rarely declare a later one, because it has mostly been the last
    field = Field(name="turn", kind="number", label=label, least=least, most=most, required=True, near=soon)
    yield of_nobody(side, "DeclareTurn", say(_("Play on by shots")), field)


CHAPTER.sentences({TurnDeclared: _("Shots are reported again from turn %(turn)s on.")})


@CHAPTER.evolves
def turn_declared(state: State, event: TurnDeclared) -> None:
    state.phase, state.turn = "shuffle", event.turn - 1


def asks(state: State, side: str, unit: str, found: tuple[Field, ...]) -> tuple[Field, ...]:
    """The facts of a vehicle's condition that people tell; what became of a crew rarely needs a word of its own."""
    picks = tuple(Pick(fate, CONDITIONS[f"crew.{fate}"]) for fate in ("fit", "lost"))
    blank = say(_("as the vehicle"))
    return (*found, Field(name="crew", kind="pick", label=CONDITIONS["crew"], picks=picks, blank=blank, ahead=True))


@CHAPTER.evolves
def depth_changed(state: State, event: DepthChanged) -> None:
    """Back at shots, the players are asked for the turn, which nobody has reported. Leaguer shuffles its deck anew."""
    if state.depth != "shots" and event.depth == "shots":
        state.phase, state.impulses, state.drawn, state.out = "turn", 0, (), ()
        state.commanders, state.queue, state.held, state.moved, state.fired = (), (), (), (), []
        state.impulse, state.volley, state.strike = None, [], None
        for unit in state.units.values():
            unit.forget()
    state.depth = event.depth


def _set(state: State, id: str, told: dict[str, Any]) -> None:
    """From now on the vehicle is as reported."""
    unit, condition = state.units[id], msgspec.convert(told, Condition)
    unit.presence = condition.out or "in_play"
    unit.gun_out, unit.immobile, unit.captured = condition.gun_out, condition.immobile, condition.captured
    unit.crew = condition.crew or ""
    if not unit.in_play or unit.immobile:
        unit.moving = False
    if not unit.in_play:
        unit.forget()


CHAPTER.takes_reported(_set, Result)
