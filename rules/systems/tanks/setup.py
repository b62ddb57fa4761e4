"""Before the first turn, and after rounds nobody reported shot by shot (R6, A1, B14)."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .lookup import require_phase, side_of
from .outcome import last_round
from .refusals import refused
from .state import State
from .turns import proceed


def roll_setup(state: State, command: c.RollSetup, dice: Dice) -> Decision:
    """R6, A1: a die each, in the order of the sides' names; ties roll again."""
    require_phase(state, "setup", "R6")
    roll = dice.roll(f"setup/{state.rolled + 1}", 2, reported=command.dice)
    one, other = roll.numbers
    yield e.SetupRolled(roll=roll, winner="" if one == other else state.sides[one < other])


def choose_setup(state: State, command: c.ChooseSetup, dice: Dice) -> Decision:
    """B14: who builds the table moves first; the other picks an edge and deploys first."""
    side_of(state, command.side)
    require_phase(state, "choice", "R6")
    if command.side != state.winner:
        raise refused(
            "R6",
            "side",
            say(_("The set-up roll went to %(side)s, whose choice it is."), side=state.winner),
            say(_("Have %(side)s report it."), side=state.winner),
        )
    first = command.side if command.choice == "build" else state.other(command.side)
    yield e.SetupChosen(side=command.side, choice=command.choice, first=first)
    yield from proceed(state)


def deploy(state: State, command: c.Deploy, dice: Dice) -> Decision:
    """B14: who moves first deploys last."""
    side_of(state, command.side)
    require_phase(state, "deployment", "R6")
    if command.side != (wanted := deploys_next(state)):
        raise refused(
            "B14",
            "side",
            say(_("The vehicles of %(side)s are put on the table now."), side=wanted),
            say(_("Who moves first deploys last; each side once.")),
        )
    yield e.Deployed(side=command.side)
    yield from proceed(state)


def deploys_next(state: State) -> str:
    """The side whose vehicles are to be put on the table now."""
    other = state.other(state.first)
    return state.first if other in state.deployed else other


def rounds_to_declare(state: State) -> tuple[int, int]:
    """The first and the last round that can come next."""
    return max(1, state.round), max(1, state.round, last_round(state))


def declare_round(state: State, command: c.DeclareRound, dice: Dice) -> Decision:
    """Which round comes next; then artillery makes its lists anew (R34)."""
    require_phase(state, "round", "R2")
    least, most = rounds_to_declare(state)
    if not least <= command.round <= most:
        raise refused(
            "R2",
            "round",
            say(_("Round %(round)s cannot come next."), round=command.round),
            say(_("Say a round from %(least)s to %(most)s."), least=least, most=most),
        )
    yield e.RoundDeclared(round=command.round)
    yield from proceed(state)
