"""Which states no battle can be in, whoever declares them (RULES.md, "What can be declared").

The bounds of one fact are its type in `state`; here the facts have to fit one another.
"""

from __future__ import annotations

from rules.contract import gettext_noop as _
from rules.contract import say

from . import tables
from .deployment import room
from .driving import Ground
from .outcome import last_round, verdict
from .possible_links import check_links
from .possible_squares import check_squares
from .possible_units import check_unit
from .refusals import impossible
from .state import Miniature, State
from .words import each

TURN = ("movement", "firing")


def possible(state: State) -> None:
    """`Refused` (field "facts.<path>") for a state no battle can be in, with what else to declare.

    A battle that is over may stand as it likes, but for what reports and pages have to find in it.
    """
    _check_sides(state)
    check_squares(state)
    for unit in state.units.values():
        check_unit(state, unit)
        check_links(state, unit)
    if not verdict(state):
        _check_going_on(state)
        if state.depth == "shots":
            _check_phase(state)
            _check_placed(state)


def _check_sides(state: State) -> None:
    named = {"first": state.first, "side": state.side, "conceded": state.conceded}
    named["result"] = state.result.winner if state.result else ""
    for fact, side in named.items():
        if side not in ("", *state.sides):
            raise impossible(
                fact,
                say(_("There is no side “%(side)s”."), side=side),
                say(_("Sides: %(sides)s; empty for none."), sides=each(state.sides)),
            )


# -- a battle that goes on ---------------------------------------------------------------------------------------------


def _check_going_on(state: State) -> None:
    """Nothing of the aftermath, and coordinated movements as the rules can grant them (R6, R8)."""
    for unit in state.units.values():
        if unit.assessed:
            raise impossible(
                f"units.{unit.id}.assessed",
                say(_("%(unit)s cannot have been seen to: the battle is not over."), unit=unit.called),
                say(_("Declare that it has not been, or the result.")),
            )
    most = tables.MOST_COORDINATED + bool(state.options["command_tank"])
    if state.limit > most:
        raise impossible(
            "limit",
            say(_("Nobody has %(n)s coordinated movements in a turn."), n=state.limit),
            say(_("Declare at most %(most)s."), most=most),
        )


def _check_phase(state: State) -> None:
    """Shots are reported: phase, round, and whose turn it is fit one another (R2, B17)."""
    if state.phase in TURN:
        for fact, side in (("first", state.first), ("side", state.side)):
            if not side:
                raise impossible(
                    fact,
                    say(_("In this phase it has to be a side.")),
                    say(_("Name one of: %(sides)s."), sides=each(state.sides)),
                )
    elif state.side:
        raise impossible(
            "side",
            say(_("In this phase it is nobody's turn.")),
            say(_("Declare it empty, or the phase “movement” or “firing”.")),
        )
    if state.phase == "first" and state.first:
        raise impossible(
            "first",
            say(_("Who goes first is still to be rolled for in this phase.")),
            say(_("Declare it empty, or the phase that follows: “movement”.")),
        )
    _check_round(state)
    if state.volley and state.phase != "firing":
        raise impossible(
            "volley",
            say(_("Dice of shots fall in the Firing Phase.")),
            say(_("Declare that none has fallen, or the phase “firing”.")),
        )


def _check_round(state: State) -> None:
    """None before the battle, one while it is fought, and none after its last."""
    least = 1 if state.phase in (*TURN, "placing") else 0
    most = 0 if state.phase == "deployment" else last_round(state)
    if not least <= state.round <= most:
        raise impossible(
            "round",
            say(_("In this phase it cannot be round %(round)s."), round=state.round),
            say(_("Declare a round from %(least)s to %(most)s, or another phase."), least=least, most=most),
        )


def _check_placed(state: State) -> None:
    """R1: who is active stands on the board once units are deployed; while they are, somebody has a square to find."""
    waits = [unit for unit in state.units.values() if unit.active and not unit.on_board]
    if state.phase in (*TURN, "first") and waits:
        raise impossible(
            f"units.{waits[0].id}.square",
            say(_("%(unit)s is active, and stands nowhere."), unit=waits[0].called),
            say(_("Declare its square, or its life “destroyed” or “left”.")),
        )
    if state.phase not in ("deployment", "placing"):
        return
    if not waits:
        raise impossible(
            "phase",
            say(_("Nobody is left to be deployed.")),
            say(_("Declare the phase that follows.")),
        )
    ground = Ground(state)
    groups: dict[tuple[str, bool], list[Miniature]] = {}
    for unit in waits:  # placed anew, all look for the same squares; else those of a side and a zone
        key = ("", False) if state.phase == "placing" else (unit.side, unit.objective)
        groups.setdefault(key, []).append(unit)
    for units in groups.values():
        if len(units) > sum(map(ground.is_open, room(state, units[0]))):
            raise impossible(
                "phase",
                say(_("There is no open square left to deploy %(unit)s on."), unit=units[0].called),
                say(_("Declare where it stands, and the phase that follows when everybody stands.")),
            )
