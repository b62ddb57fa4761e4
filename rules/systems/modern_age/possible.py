"""Which states no battle can be in, whoever declares them (RULES.md, "What can be declared").

The bounds of one fact are its type in `state`; here the facts have to fit one another. No refusal depends on what a
face-down card is: it would tell.
"""

from __future__ import annotations

from rules.contract import gettext_noop as _
from rules.contract import say, verbatim

from . import tables
from .order import actors
from .possible_attack import check_attack
from .refusals import impossible
from .state import State, Tank
from .victory import verdict

SET_UP = ("terrain", "roll", "role", "edge")
PHASES_OF = {
    tables.TANK_ACE: (*SET_UP, "deployment", "movement", "shooting", "command"),
    tables.ALPHA_66: ("deployment", "movement", "shooting", "command"),
    tables.FIRST_GAME: ("movement", "shooting", "command"),
}


def possible(state: State) -> None:
    """`Refused` (field "facts.<path>") for a state no battle can be in, with what else to declare."""
    _check_sides(state)
    _check_phase(state)
    for tank in state.tanks.values():
        _check_criticals(tank)
        _check_lost(tank)
        _check_fate(tank)
        _check_record(state, tank)
    check_attack(state)
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
    for fact, side in named.items():
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


# -- one model ---------------------------------------------------------------------------------------------------------


def _check_criticals(tank: Tank) -> None:
    """A critical card lies on its model under its own id, and the next one gets an id nobody has."""
    for key, attached in tank.criticals.items():
        if attached.id != key:
            raise impossible(
                f"tanks.{tank.id}.criticals",
                say(_("The critical card “%(key)s” calls itself “%(id)s”."), key=key, id=attached.id),
                say(_("Give it the same id in both places.")),
            )
        if int(key[1:]) > tank.last_critical:
            raise impossible(
                f"tanks.{tank.id}.last_critical",
                say(_("%(unit)s has a critical card “%(key)s”."), unit=tank.id, key=key),
                say(_("Declare as many critical cards so far: at least %(n)s."), n=int(key[1:])),
            )


def _check_lost(tank: Tank) -> None:
    """Every card out of the game is a lost card; which one is not asked, for that would tell what lies face down."""
    gone = [card.id for card in tank.cards.values() if card.gone]
    lost = [name for name in tank.lost_cards if name not in tank.lost_before]
    if len(gone) > len(lost):
        raise impossible(
            f"tanks.{tank.id}.lost_cards",
            say(
                _("More cards of %(unit)s are out of the game than are lost: %(cards)s."),
                unit=tank.id,
                cards=", ".join(gone),
            ),
            say(_("Declare them lost, too, by name or by what stands here.")),
        )


def _check_fate(tank: Tank) -> None:
    """A10: base defence 0 leaves no wreck; and only a wreck is recovered and drives again."""
    if tank.fate == "destroyed" and not tank.defence:
        raise impossible(
            f"tanks.{tank.id}.fate",
            say(_("%(unit)s has base defence 0 and leaves no wreck (A10)."), unit=tank.id),
            say(_("Declare it “removed”.")),
        )
    if tank.recovered is not None and tank.fate != "destroyed":
        raise impossible(
            f"tanks.{tank.id}.recovered",
            say(_("%(unit)s is no wreck."), unit=tank.id),
            say(_("Declare its fate “destroyed”, too, or recovered as null.")),
        )
    if tank.in_service and not tank.recovered:
        raise impossible(
            f"tanks.{tank.id}.in_service",
            say(_("%(unit)s is no recovered wreck."), unit=tank.id),
            say(_("Declare it recovered, too.")),
        )


def _check_record(state: State, tank: Tank) -> None:
    """Whoever is named in a service record, or has destroyed a model, is in this battle."""
    for fact, names in (("doomed", [tank.doomed[0]]), ("feats", [feat.of for feat in tank.feats])):
        for name in names:
            if name and name not in state.tanks:
                raise impossible(
                    f"tanks.{tank.id}.{fact}",
                    say(_("There is no model “%(unit)s”."), unit=name),
                    say(_("Models: %(units)s."), units=", ".join(state.tanks)),
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
    early = state.phase in SET_UP
    for tank in state.tanks.values():
        if tank.deployed == early:
            text = _("%(unit)s cannot be deployed yet.") if early else _("%(unit)s is not deployed.")
            raise impossible(
                f"tanks.{tank.id}.deployed",
                say(text, unit=tank.id),
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
    moved = next((tank.id for tank in state.tanks.values() if tank.moved), "")
    if moved:
        raise impossible(
            f"tanks.{moved}.moved",
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
        if state.phase != "movement" or any(tank.moved for tank in state.tanks.values()):
            raise impossible(
                "resuming",
                say(_("Shots are reported again from the beginning of a turn.")),
                say(_("Declare the phase “movement”, in which nobody has moved.")),
            )
        return
    _check_doomed(state)
    if decided := verdict(state):
        winner = verbatim(decided.winner) if decided.winner else say(_("nobody"))
        raise impossible(
            "result",
            say(_("With that the battle is over, and won by %(side)s."), side=winner),
            say(
                _("Declare the result, too: winner “%(winner)s”, how “%(how)s”."),
                winner=decided.winner,
                how=decided.how,
            ),
        )
    if state.phase in ("deployment", "movement", "shooting") and not state.shot and not actors(state):
        raise impossible(
            "phase",
            say(_("Nobody has anything left to do in this phase.")),
            say(_("Declare the phase that follows.")),
        )


def _check_doomed(state: State) -> None:
    """R38.1: what is at its capacity when the Command Phase begins is destroyed."""
    for tank in state.tanks.values():
        if state.phase == "command" and tank.in_play and tank.damage >= tank.capacity:
            raise impossible(
                f"tanks.{tank.id}.fate",
                say(_("In the Command Phase a model at its damage capacity is destroyed (R38).")),
                say(_("Declare its fate, too: “%(fate)s”."), fate="destroyed" if tank.defence else "removed"),
            )
