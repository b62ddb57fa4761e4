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
from .state import Model, State
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
    for model in state.models.values():
        _check_criticals(model)
        _check_lost(model)
        _check_fate(model)
        _check_record(state, model)
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


def _check_criticals(model: Model) -> None:
    """A critical card lies on its model under its own id, and the next one gets an id nobody has."""
    for key, attached in model.criticals.items():
        if attached.id != key:
            raise impossible(
                f"models.{model.id}.criticals",
                say(_("The critical card “%(key)s” calls itself “%(id)s”."), key=key, id=attached.id),
                say(_("Give it the same id in both places.")),
            )
        if int(key[1:]) > model.last_critical:
            raise impossible(
                f"models.{model.id}.last_critical",
                say(_("%(unit)s has a critical card “%(key)s”."), unit=model.id, key=key),
                say(_("Declare as many critical cards so far: at least %(n)s."), n=int(key[1:])),
            )


def _check_lost(model: Model) -> None:
    """Every card out of the game is a lost card; which one is not asked, for that would tell what lies face down."""
    gone = [card.id for card in model.cards.values() if card.gone]
    lost = [name for name in model.lost_cards if name not in model.lost_before]
    if len(gone) > len(lost):
        raise impossible(
            f"models.{model.id}.lost_cards",
            say(
                _("More cards of %(unit)s are out of the game than are lost: %(cards)s."),
                unit=model.id,
                cards=", ".join(gone),
            ),
            say(_("Declare them lost, too, by name or by what stands here.")),
        )


def _check_fate(model: Model) -> None:
    """A10: base defence 0 leaves no wreck; and only a wreck is recovered and drives again."""
    if model.fate == "destroyed" and not model.defence:
        raise impossible(
            f"models.{model.id}.fate",
            say(_("%(unit)s has base defence 0 and leaves no wreck (A10)."), unit=model.id),
            say(_("Declare it “removed”.")),
        )
    if model.recovered is not None and model.fate != "destroyed":
        raise impossible(
            f"models.{model.id}.recovered",
            say(_("%(unit)s is no wreck."), unit=model.id),
            say(_("Declare its fate “destroyed”, too, or recovered as null.")),
        )
    if model.in_service and not model.recovered:
        raise impossible(
            f"models.{model.id}.in_service",
            say(_("%(unit)s is no recovered wreck."), unit=model.id),
            say(_("Declare it recovered, too.")),
        )


def _check_record(state: State, model: Model) -> None:
    """Whoever is named in a service record, or has destroyed a model, is in this battle."""
    for fact, names in (("doomed", [model.doomed[0]]), ("feats", [feat.of for feat in model.feats])):
        for name in names:
            if name and name not in state.models:
                raise impossible(
                    f"models.{model.id}.{fact}",
                    say(_("There is no model “%(unit)s”."), unit=name),
                    say(_("Models: %(units)s."), units=", ".join(state.models)),
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
    for model in state.models.values():
        if state.phase == "command" and model.in_play and model.damage >= model.capacity:
            raise impossible(
                f"models.{model.id}.fate",
                say(_("In the Command Phase a model at its damage capacity is destroyed (R38).")),
                say(_("Declare its fate, too: “%(fate)s”."), fate="destroyed" if model.defence else "removed"),
            )
