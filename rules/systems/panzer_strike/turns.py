"""Rounds, turns and their phases (R2, R6, R8, R15): what begins and ends, and what follows by itself at their ends."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from . import tables
from .announcing import stands
from .contact import contacts
from .lookup import require_turn
from .naming import all_called, as_reported, called
from .outcome import verdict
from .recovery import work
from .refusals import refused
from .repairs import first_cycles, tick
from .state import Miniature, State


def begin_round(state: State) -> Decision:
    """The round that `state.round` names begins (the first where none was played), with the turn of who goes first."""
    seen: dict[str, tuple[str, ...]] = {}
    if state.options["contact_at_round_start"]:
        for side in state.sides:
            seen |= contacts(state, side)
    yield e.RoundBegan(round=max(1, state.round), contacts=seen)
    yield from begin_turn(state, state.first)


def begin_turn(state: State, side: str) -> Decision:
    """R6, A1, B14: the limit of coordinated movements, and who sees whom, as they are when the turn begins."""
    active = sum(unit.figures.is_vehicle for unit in state.of_side(side))
    yield e.TurnBegan(
        side=side,
        active=active,
        limit=tables.coordinated(active) + commanded(state, side),
        contacts={} if state.options["contact_at_round_start"] else contacts(state, side),
    )


def commanded(state: State, side: str) -> bool:
    """R8: whether the side's command tank is active. Only with option 1 has it one."""
    return any(unit.commands for unit in state.of_side(side))


def end_movement(state: State, command: c.EndMovement, dice: Dice) -> Decision:
    """R15: the Firing Phase follows all movement."""
    require_turn(state, command.side, "movement", "R15")
    yield e.MovementEnded(side=command.side)


def end_turn(state: State, command: c.EndTurn, dice: Dice) -> Decision:
    """R2, B8: repairs and recoveries go on, then it is the other side's turn, or the next round begins."""
    require_turn(state, command.side, "firing", "R2")
    _require_fired(state, command.side)
    _require_second_cycles(state, command)
    yield from tick(state, command.side, command.again)
    yield from work(state, command.side)
    yield e.TurnEnded(side=command.side)
    if verdict(state):
        return
    if command.side == state.first:
        yield from begin_turn(state, state.other(command.side))
    else:
        yield from begin_round(state)


def open_shots(state: State, side: str) -> list[Miniature]:
    """R16, A22: who has announced a shot that can still be fired. One at what is destroyed by now is wasted."""
    return [unit for unit in state.of_side(side) if stands(state, unit)]


def _require_fired(state: State, side: str) -> None:
    if shots := open_shots(state, side):
        raise refused(
            "R16",
            "",
            say(_("%(unit)s has announced a shot and not fired it."), unit=shots[0].called),
            say(_("Fire what was announced first: %(units)s."), units=all_called(shots)),
        )


def _require_second_cycles(state: State, command: c.EndTurn) -> None:
    """R56: crews go straight on only where the first of two cycles ends now."""
    may = first_cycles(state, command.side)
    wrong = [unit for unit in command.again if unit not in [one.id for one in may]]
    if wrong or len(set(command.again)) < len(command.again):
        raise refused(
            "R56",
            "again",
            say(
                _("%(unit)s does not end a first cycle of repairs now, or is named twice."),
                unit=called(state, (wrong or list(command.again))[0]),
            ),
            say(_("Name only these, once each: %(units)s."), units=as_reported(may)),
        )
