"""Which states no battle can be in, whoever declares them (RULES.md, "What can be declared").

The bounds of one fact are its type in `state`; here the facts have to fit one another. No refusal depends on what a
face-down card is: it would tell.
"""

from __future__ import annotations

from rules.contract import called, say
from rules.contract import gettext_noop as _

from . import tables
from .hidden_cards import savable
from .missions import next_objective, objectives, scorers
from .order import actors
from .possible_after import check_after
from .possible_attack import check_attack
from .possible_models import check_model
from .refusals import impossible
from .state import State
from .victory import verdict

TURN = ("movement", "shooting", "command")
SET_UP = ("terrain", "roll", "role", "edge")
PLACED_BY_SIDES = (*SET_UP, "objectives", "deployment", *TURN)
PHASES_OF = {
    tables.FIRST_GAME: TURN,
    tables.ALPHA_66: ("deployment", *TURN),
    tables.TANK_ACE: (*SET_UP, "deployment", *TURN),
    tables.KING_OF_THE_HILL: (*SET_UP, "deployment", *TURN),  # its objective lies there when the edge is known
    tables.FREE_FOR_ALL: PLACED_BY_SIDES,
    tables.NO_RETREAT: PLACED_BY_SIDES,
}


def possible(state: State) -> None:
    """`Refused` (field "facts.<path>") for a state no battle can be in, with what else to declare."""
    _check_sides(state)
    _check_phase(state)
    _check_objectives(state)
    for model in state.models.values():
        check_model(state, model)
    check_attack(state)
    check_after(state)
    if not state.result:
        _check_roles(state)
        _check_deployed(state)
        if state.depth == "shots":
            _check_play(state)
        else:
            _check_pause(state)


def _check_sides(state: State) -> None:
    named = {fact: getattr(state, fact) for fact in ("attacker", "advantage", "first", "chooser")}
    named["result"] = state.result.winner if state.result else ""
    for fact, side in (*named.items(), *(("redeployed", side) for side in state.redeployed)):
        if side not in ("", *state.sides):
            raise impossible(
                fact,
                say(_("There is no side “%(side)s”."), side=side),
                say(_("Sides: %(sides)s; empty for none."), sides=", ".join(state.sides)),
            )


def _check_phase(state: State) -> None:
    """Missions with given roles or a given table skip their part of the set-up (R44, R45)."""
    known = PHASES_OF[state.scenario]
    if state.phase not in known:
        raise impossible(
            "phase",
            say(_("This mission has no phase “%(phase)s”."), phase=state.phase),
            say(_("Phases: %(phases)s."), phases=", ".join(known)),
        )


# -- objectives (R41 to R43) -------------------------------------------------------------------------------------------


def _check_objectives(state: State) -> None:
    """The mission's own, each once, in the order of their placing; and points for sides that score in it."""
    known = tuple(objectives(state))
    if state.objectives != known[: len(state.objectives)]:
        raise impossible(
            "objectives",
            say(_("This mission has other objectives, or places them in another order.")),
            say(_("In this order, or some first ones: %(names)s."), names=", ".join(known) or "-"),
        )
    if not state.result:
        _check_placing(state)
    able = scorers(state) if state.attacker else state.sides if known else ()
    for side in state.victory_points:
        if side not in able:
            raise impossible(
                "victory_points",
                say(_("“%(side)s” gets no victory points in this mission."), side=side),
                say(_("Sides that do: %(sides)s."), sides=", ".join(able) or "-"),
            )
    if state.checked and (state.phase != "command" or not known):
        raise impossible(
            "checked",
            say(_("Objectives are checked in the Command Phase, in missions that have some.")),
            say(_("Declare that they have not been checked.")),
        )


def _check_placing(state: State) -> None:
    """They are placed in their own phase: none before it, all after it."""
    if state.phase in SET_UP and state.objectives:
        raise impossible(
            "objectives",
            say(_("No objective has been placed yet.")),
            say(_("Declare none, or the phase that follows.")),
        )
    if state.phase == "objectives" and not next_objective(state):
        raise impossible(
            "phase",
            say(_("All objectives are on the table.")),
            say(_("Declare the phase that follows: “deployment”.")),
        )
    if state.phase in ("deployment", *TURN) and next_objective(state):
        raise impossible(
            "objectives",
            say(_("In this phase all objectives are placed.")),
            say(_("Declare all of them on the table: %(names)s."), names=", ".join(objectives(state))),
        )


# -- a battle that goes on ---------------------------------------------------------------------------------------------


def _check_roles(state: State) -> None:
    """R2: who chooses is known before roles are chosen, Attacker and Advantage from there on.

    A time without shots may leave them unknown; they are asked for when shots count again.
    """
    wanted = {"role": ("chooser",)}.get(state.phase, () if state.phase in SET_UP[:2] else ("attacker", "advantage"))
    if state.resuming or state.depth != "shots":
        wanted = ()
    for fact in wanted:
        if not getattr(state, fact):
            raise impossible(
                fact,
                say(_("In this phase it has to be a side.")),
                say(_("Name one of: %(sides)s."), sides=", ".join(state.sides)),
            )


def _check_deployed(state: State) -> None:
    """R6: models come on the table in deployment, neither before nor after it."""
    if state.phase == "deployment":
        return
    early = state.phase in (*SET_UP, "objectives")
    for model in state.models.values():
        if model.deployed == early:
            text = _("%(unit)s cannot be deployed yet.") if early else _("%(unit)s is not deployed.")
            raise impossible(
                f"models.{model.id}.deployed",
                say(text, unit=model.id),
                say(_("Declare the phase “deployment”, or it otherwise.")),
            )


def _check_pause(state: State) -> None:
    """While no shots are reported a battle stands between two turns."""
    if state.phase != "movement":
        raise impossible(
            "phase",
            say(_("Phases are not followed while no shots are reported.")),
            say(_("Leave it at “movement”, or report shots again.")),
        )
    moved = next((model.id for model in state.models.values() if model.moved), "")
    if moved:
        raise impossible(
            f"models.{moved}.moved",
            say(_("Who has moved is not followed while no shots are reported.")),
            say(_("Leave it, or report shots again.")),
        )
    if state.resuming:
        raise impossible(
            "resuming",
            say(_("No shots are reported, so nothing has to be told for them.")),
            say(_("Report shots again: it is asked for then.")),
        )


def _check_play(state: State) -> None:
    """Shots are reported: the battle is not decided, and somebody has something to do."""
    if state.resuming:
        if state.phase != "movement" or any(model.moved for model in state.models.values()):
            raise impossible(
                "resuming",
                say(_("Shots are reported again from the beginning of a turn.")),
                say(_("Declare the phase “movement”, in which nobody has moved.")),
            )
        return
    if decided := verdict(state):
        winner = called(decided.winner) if decided.winner else say(_("nobody"))
        raise impossible(
            "result",
            say(_("With that the battle is over, and won by %(side)s."), side=winner),
            say(
                _("Declare the result, too: winner “%(winner)s”, how “%(how)s”."),
                winner=decided.winner,
                how=decided.how,
            ),
        )
    waits = state.shot or state.after or savable(state)
    if state.phase in ("deployment", "movement", "shooting") and not waits and not actors(state):
        raise impossible(
            "phase",
            say(_("Nobody has anything left to do in this phase.")),
            say(_("Declare the phase that follows.")),
        )
