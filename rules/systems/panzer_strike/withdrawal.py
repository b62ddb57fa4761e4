"""House rule: a unit leaves the battle from an edge square by a straight step, with what it has in tow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Message, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .geometry import step
from .likelihood import MOSTLY, USUAL
from .lookup import Fault, active_unit, check_faults, refused
from .movement import tow_given
from .offers import of_unit
from .state import Decision, Event, OneUnit, State
from .steps import Unable, is_able
from .tables import LEAVING, option
from .terrain import Ground
from .towing import answered, taken_along, weapons_ready
from .walk import Mover, coordinated
from .words import placed

CHAPTER = Chapter[State, Event]("Withdrawal", "house")


class Leave(Command, frozen=True, kw_only=True, omit_defaults=True):
    """House: a unit leaves the board from an edge square by a straight step, with what it has in tow.

    `tow` as in `Move`."""

    positional: ClassVar = ("unit",)
    unit: Key
    tow: OneUnit = ""


class BoardLeft(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    unit: str
    weapon: str = ""


@CHAPTER.decides
def leave(state: State, command: Leave, dice: Dice) -> Decision:
    """A step off the board, ahead or back. It costs what any step costs, and counts for the gear of this turn (R7,
    R9)."""
    unit = active_unit(state, command.unit, "movement", "R2")
    if not option(state.options, LEAVING):
        raise refused(
            "house",
            "unit",
            _("In this battle nobody leaves the table."),
            _("Drive on the board. The option “Leaving the table” allows it."),
        )
    ready = weapons_ready(state, unit)
    weapon = taken_along(state, unit, command.tow)
    mover = Mover(state, unit, Ground(state), coordinated(state, unit.side), weapon)
    try:
        check_leave(mover)
    except Unable as why:
        text = _("%(unit)s cannot leave the board: %(why)s")
        raise refused(why.rule, "unit", say(text, unit=unit.called, why=why.text), why.remedy) from None
    yield from answered(unit, weapon, ready)
    yield BoardLeft(unit=unit.id, weapon=mover.weapon.id if mover.weapon else "")


def check_leave(mover: Mover) -> None:
    """Whether one straight step takes it off the board; raises `Unable`."""
    unit = mover.unit
    if not unit.figures.is_vehicle:
        raise Unable("R48", _("it is a fixed weapon."), _("It leaves in tow of a vehicle."))
    if unit.objective:
        raise Unable(
            "R68", _("the scenario is fought over it."), _("The three anti-aircraft guns of a side stay on the board.")
        )
    ways = [
        symbol
        for symbol, times in (("F", 1), ("B", -1))
        if not mover.ground.board.has(step(unit.at, unit.heading, times))
    ]
    if not ways:
        raise Unable(
            "house",
            _("neither its front nor its rear points off the board."),
            _("Drive to an edge square, front or rear towards the edge."),
        )
    if not any(is_able(mover.look_off, symbol) for symbol in ways[:-1]):
        mover.look_off(ways[-1])


@CHAPTER.evolves
def board_left(state: State, event: BoardLeft) -> None:
    """The step off the board counts among the steps of the turn (R7)."""
    unit = state.units[event.unit]
    unit.used += 1
    unit.moved = True
    unit.let_go()
    for gone in filter(None, (event.unit, event.weapon)):
        state.units[gone].life, state.units[gone].square = "left", ""


def departures(mover: Mover, asked: bool) -> Iterator[Choice]:
    """House: it leaves the board, with what it has in tow."""
    if not option(mover.state.options, LEAVING) or not is_able(check_leave, mover):
        return
    text = _("%(unit)s leaves the board")
    if mover.weapon:
        text = _("%(unit)s leaves the board with %(weapon)s in tow")
    elif asked:
        text = _("%(unit)s leaves the board with nothing in tow")
    weapon = placed(mover.weapon) if mover.weapon else ""
    label = say(text, unit=placed(mover.unit), weapon=weapon)
    readily = 12 * MOSTLY if asked or mover.weapon else USUAL
    yield of_unit(mover.unit, "Leave", label, given=tow_given(mover, asked), readily=readily)


@CHAPTER.narrates
def tell_board_left(event: BoardLeft) -> Message:
    if not event.weapon:
        return say(_("%(unit)s leaves the board."), unit=event.unit)
    return say(_("%(unit)s leaves the board with %(weapon)s in tow."), unit=event.unit, weapon=event.weapon)


@CHAPTER.forbids
def left_and_there(state: State) -> None:
    """A unit that has left the board does not stand on it."""
    check_faults(
        state,
        Fault(
            "square",
            lambda state, unit: unit.life == "left" and unit.on_board,
            _("%(unit)s has left the board."),
            _("Declare its square empty, or its life “active” or “destroyed”."),
        ),
    )
