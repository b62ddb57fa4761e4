"""Player turns and their steps (R1, R2): what ends, and what follows by itself."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .lookup import enemy_of, require_phase, require_step, side_of
from .outcome import verdict
from .refusals import refused
from .state import State, Vehicle
from .words import all_called


def end_movement(state: State, command: c.EndMovement, dice: Dice) -> Decision:
    """R1, R10: hulls are frozen from here on."""
    require_step(state, side_of(state, command.side), "move", "R1")
    yield e.MovementEnded(side=command.side)


def hold_fire(state: State, command: c.HoldFire, dice: Dice) -> Decision:
    """R1: rams follow, if there are any, then the Radio step."""
    require_step(state, side_of(state, command.side), "shoot", "R1")
    yield e.FireHeld(side=command.side)
    yield from proceed(state)


def proceed(state: State) -> Decision:
    """The next step, and the next, as long as nobody has anything to report in the one that is played."""
    if verdict(state) or state.areas:
        return
    if state.phase == "ram" and not open_rams(state):
        yield e.TurnEnded(side=state.side)
    if state.phase == "radio" and not verdict(state) and not listing(state):
        yield e.TurnBegan(side=_next_side(state), round=max(1, state.round))


def _next_side(state: State) -> str:
    """R1: in turns; before the first turn `side` is nobody's."""
    return state.other(state.first) if state.side == state.first else state.first


# -- rams --------------------------------------------------------------------------------------------------------------


def open_rams(state: State) -> list[Vehicle]:
    """R29, A18: the vehicles of the side whose turn it is that have run into an enemy, while both are on the table."""
    return [unit for unit in state.of_side(state.side) if unit.ram and is_open(state, unit)]


def is_open(state: State, unit: Vehicle) -> bool:
    target = state.units.get(unit.ram)
    return target is not None and target.on_table and target.side != unit.side


# -- Radio -------------------------------------------------------------------------------------------------------------


def listing(state: State) -> list[str]:
    """R34: the sides that have still to tell what they see. A side without artillery that can fire is not asked: its
    list would feed nothing."""
    return [side for side in state.sides if side not in state.listed and _has_artillery(state, side)]


def _has_artillery(state: State, side: str) -> bool:
    return any(unit.figures.indirect and unit.figures.strength and not unit.gun_out for unit in state.of_side(side))


def spot(state: State, command: c.Spot, dice: Dice) -> Decision:
    """R34, B13: the list of a side, which replaces its last one."""
    side_of(state, command.side)
    require_phase(state, "radio", "R34")
    if command.side not in listing(state):
        raise refused(
            "R34",
            "side",
            say(
                _("The list of %(side)s has been told, or nobody there has artillery that could use one."),
                side=command.side,
            ),
            say(_("Sides that tell theirs now: %(sides)s."), sides=all_called(listing(state))),
        )
    own = next(unit for unit in state.units.values() if unit.side == command.side)
    for id in command.spotted:
        enemy_of(state, own, id, "spotted")
    if len(set(command.spotted)) < len(command.spotted):
        raise refused(
            "R34", "spotted", say(_("A vehicle is on the list twice.")), say(_("Name each enemy once, in any order."))
        )
    yield e.Spotted(side=command.side, spotted=command.spotted)
    yield from proceed(state)
