"""Impulses: who may act, until when, and what follows by itself (R2, R12, B6, B14)."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from . import grants, morale
from .lookup import require_no_volley, require_phase, side_of
from .outcome import verdict
from .refusals import refused
from .state import State, Vehicle


def begin(state: State, side: str, card: str = "", platoon: str = "") -> Decision:
    """R2, R4, R12: each vehicle of the side, or of its platoon, may spend what the card gives; card "" is the
    commander's. Where nobody of it is in play the Impulse is over at once."""
    units = [unit.id for unit in state.of_side(side) if not platoon or unit.platoon == platoon]
    if not units:
        yield e.ImpulseEnded(side=side, why="nobody")
        return
    given = grants.grants_of(state, card)
    yield e.ImpulseBegan(side=side, card=card, platoon=platoon, grants=given, units=tuple(units))
    yield from morale.mark_last(state, state.acting())  # by losses that were told without shots, or declared
    yield from morale.mark_again(state)


def end_impulse(state: State, command: c.EndImpulse, dice: Dice) -> Decision:
    """R2: the unit or side has finished."""
    side_of(state, command.side)
    require_phase(state, "impulse", "R2")
    _require_side(state, command.side)
    require_no_volley(state)
    yield _ended(state, "done")
    yield from proceed(state)


def call_time(state: State, command: c.CallTime, dice: Dice) -> Decision:
    """B6: by the players' clock; Leaguer keeps none. What was declared is still resolved."""
    require_phase(state, "impulse", "B6")
    if not state.options["impulse_minutes"]:
        raise refused(
            "B6",
            "",
            say(_("In this battle an Impulse lasts as long as it takes.")),
            say(_("Leave the Impulse to the side that acts.")),
        )
    require_no_volley(state)
    yield _ended(state, "time")
    yield from proceed(state)


def proceed(state: State) -> Decision:
    """What follows a report by itself: an Impulse in which nobody can do anything is over, and the commander who has
    announced as well acts next (B17)."""
    if state.phase == "impulse" and not state.volley and not verdict(state) and not any_able(state):
        yield _ended(state, "nobody")
    if state.phase == "gap" and state.queue and not verdict(state):
        yield from invoked(state, state.queue[0])


def invoked(state: State, side: str) -> Decision:
    """R4: a commander's card is played: every vehicle of his force has a Free Action."""
    yield e.CommanderInvoked(side=side)
    yield from begin(state, side)
    yield from proceed(state)


def any_able(state: State) -> bool:
    """Whether a vehicle of this Impulse could still do something in it, if it had something left to spend: none can
    that is suppressed and will not test any more (A6, B4)."""
    return any(not unit.suppressed or morale.due(state, unit) for unit in state.acting())


def halting(state: State) -> list[Vehicle]:
    """B14: who is halted if the Impulse ends now. Moving, and with half a move or a move left, or with nothing spent at
    all: shooting and observing halt nobody, nor does what morale keeps from acting."""
    if state.impulse is None:
        return []
    given = grants.grants_of(state, state.impulse.card)
    return [unit for unit in state.acting() if unit.moving and _stands(state, unit, given)]


def _stands(state: State, unit: Vehicle, given: tuple[str, ...]) -> bool:
    if grants.hindered(state, unit):
        return False
    return "half_move" in unit.grants or (bool(given) and unit.grants == given)


def _ended(state: State, why: str) -> e.ImpulseEnded:
    side = state.impulse.side if state.impulse else ""
    return e.ImpulseEnded(side=side, why=why, halted=tuple(unit.id for unit in halting(state)))


def _require_side(state: State, side: str) -> None:
    if state.impulse is not None and state.impulse.side != side:
        raise refused(
            "R2",
            "side",
            say(_("This is an Impulse of %(side)s."), side=state.impulse.side),
            say(_("Wait until it is over.")),
        )
