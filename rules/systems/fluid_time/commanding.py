"""The commanders' own cards (R4, B17)."""

from __future__ import annotations

from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from . import impulses
from .lookup import require_phase, side_of
from .refusals import refused
from .state import State
from .words import listed

FIRST_SIDE = 3  # house: up to this the scenario's first side acts first


def invoke_commander(state: State, command: c.InvokeCommander, dice: Dice) -> Decision:
    """R4: between two cards, or before the first (B17), once a turn."""
    side_of(state, command.side)
    require_phase(state, "gap", "R4")
    if command.side not in invoking(state):
        raise _waits(state, command.side)
    yield from impulses.invoked(state, command.side)


def invoke_together(state: State, command: c.InvokeTogether, dice: Dice) -> Decision:
    """B17: a die says who acts first; the other follows by himself."""
    require_phase(state, "gap", "B17")
    if not both_may(state):
        raise refused(
            "B17",
            "",
            say(_("Not both commanders have their card.")),
            say(_("Report which of them plays his: %(sides)s."), sides=listed(invoking(state))),
        )
    roll = dice.roll(f"{state.here}/commanders", 1, reported=command.die, field="die", near=(FIRST_SIDE,))
    first = state.sides[roll.numbers[0] > FIRST_SIDE]
    yield e.CommandersTied(roll=roll, first=first)
    yield from impulses.proceed(state)


def invoking(state: State) -> list[str]:
    """The sides whose commander may play his card in this gap."""
    if state.queue:
        return [state.queue[0]]
    return [side for side in state.sides if side not in state.commanders]


def both_may(state: State) -> bool:
    return not state.commanders and not state.queue


def _waits(state: State, side: str) -> Refused:
    if side in state.commanders:
        return refused(
            "R4",
            "side",
            say(_("The commander of %(side)s has played his card in this turn."), side=side),
            say(_("It is returned to him when the turn is over.")),
        )
    return refused(
        "B17",
        "side",
        say(_("The commander of %(side)s acts first."), side=state.queue[0]),
        say(_("Report his card first.")),
    )
