"""The Movement Phase: moves, speed tokens, staying, evading, leaving the table (R11 to R19)."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .figures import speed
from .refusals import refused
from .state import Model, State
from .turns import acting, advance, check_victory


def move(state: State, command: c.Move, dice: Dice) -> Decision:
    """R12 to R14, R19: up to Speed moves; a speed token of as many."""
    model = acting(state, command.unit, "movement", "R11")
    _within_speed(state, model, command.moves, "moves")
    _wheels(model, command)
    yield e.Moved(unit=model.id, moves=command.moves)
    yield from advance(state)


def stay(state: State, command: c.Stay, dice: Dice) -> Decision:
    """R14: no token, so the model is Stationary."""
    model = acting(state, command.unit, "movement", "R11")
    yield e.Moved(unit=model.id, moves=0)
    yield from advance(state)


def evade(state: State, command: c.Evade, dice: Dice) -> Decision:
    """R15, A4, B4: tokens up to Speed without changing place; they count as moves."""
    model = acting(state, command.unit, "movement", "R11")
    _within_speed(state, model, command.tokens, "tokens")
    yield e.Moved(unit=model.id, moves=command.tokens, evading=True)
    yield from advance(state)


def withdraw(state: State, command: c.Withdraw, dice: Dice) -> Decision:
    """House rule of section 5: it leaves by its own edge, not destroyed; R39 is checked at once (A9)."""
    model = acting(state, command.unit, "movement", "R11")
    yield e.Withdrew(unit=model.id)
    yield from check_victory(state)
    yield from advance(state)


def _within_speed(state: State, model: Model, moves: int, field: str) -> None:
    most = speed(state, model)
    if moves > most:
        raise refused(
            "R12",
            say(
                _("%(unit)s cannot make %(moves)s moves: its Speed is %(speed)s."),
                unit=model.name,
                moves=moves,
                speed=most,
            ),
            say(_("Report 1 to %(speed)s."), speed=most),
            field,
        )


def _wheels(model: Model, command: c.Move) -> None:
    """R19, A11: a Wheeled model that enters or leaves a Forest makes one move only."""
    if command.terrain and "Wheeled" not in model.keywords:
        raise refused(
            "R19",
            say(_("Terrain does not slow %(unit)s down."), unit=model.name),
            say(_("Leave “terrain” out: it matters to Wheeled models only.")),
            "terrain",
        )
    if command.terrain and command.moves > 1:
        raise refused(
            "R19",
            say(_("%(unit)s is Wheeled and may make only one move into or out of terrain."), unit=model.name),
            say(_("Report one move.")),
            "moves",
        )
