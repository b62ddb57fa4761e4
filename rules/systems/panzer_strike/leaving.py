"""House rule: a unit leaves the battle from an edge square by a straight step, with what it has in tow."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .driving import Ground
from .geometry import step
from .lookup import acting
from .movement import Mover, coordinated
from .ready import answered, taken_along, weapons_ready
from .refusals import refused
from .state import State
from .steps import Unable
from .tables import LEAVING, option


def leave(state: State, command: c.Leave, dice: Dice) -> Decision:
    """A step off the board, ahead or back: it costs what any step costs, and is of the gear of this turn (R7, R9)."""
    unit = acting(state, command.unit, "movement", "R2")
    if not option(state.options, LEAVING):
        raise refused(
            "house",
            "unit",
            say(_("In this battle nobody leaves the table.")),
            say(_("Drive on the board. The option “Leaving the table” allows it.")),
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
    yield e.BoardLeft(unit=unit.id, weapon=mover.weapon.id if mover.weapon else "")


def check_leave(mover: Mover) -> None:
    """Whether one straight step takes it off the board; `Unable`."""
    unit = mover.unit
    if not unit.figures.is_vehicle:
        raise Unable("R48", say(_("it is a fixed weapon.")), say(_("It leaves in tow of a vehicle.")))
    if unit.objective:
        raise Unable(
            "R68",
            say(_("the scenario is fought over it.")),
            say(_("The three anti-aircraft guns of a side stay on the board.")),
        )
    ways = [
        symbol
        for symbol, times in (("F", 1), ("B", -1))
        if not mover.ground.board.has(step(unit.at, unit.heading, times))
    ]
    if not ways:
        raise Unable(
            "house",
            say(_("neither its front nor its rear points off the board.")),
            say(_("Drive to an edge square, front or rear towards the edge.")),
        )
    for symbol in ways[:-1]:
        try:
            mover.look_off(symbol)
        except Unable:
            continue
        return
    mover.look_off(ways[-1])
