"""Refusals that several chapters share. Each names the rule, what is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterable

from rules.contract import Refused, Sentence, say
from rules.contract import gettext_noop as _

from .state import Card, Model, State


def refused(
    rule: str, text: Sentence, remedy: Sentence | None = None, field: str = "", fault: str = "", waivable: bool = False
) -> Refused:
    """`rule` is the number of a rule or ruling ("R20", "A2"), a section, or "house" for a house rule of RULES.md."""
    return Refused(f"003 {rule}", text, remedy, field, fault=fault, waivable=waivable)


def impossible(path: str, text: Sentence, remedy: Sentence) -> Refused:
    """No battle can be in a state with this declared fact."""
    return refused("house", text, remedy, f"facts.{path}")


def check_models(state: State, path: str, *names: str) -> None:
    """Raises `Refused` if a declared fact names a model that is not in this battle."""
    for name in names:
        if name not in state.models:
            raise impossible(
                path,
                say(_("There is no model “%(unit)s”."), unit=name),
                say(_("Models: %(units)s."), units=", ".join(state.models)),
            )


def tank_of(state: State, unit: str, field: str = "unit") -> Model:
    """The model of that id, wherever it is."""
    if model := state.models.get(unit):
        return model
    known = names_of(state.models.values())
    raise refused(
        "R10", say(_("There is no model “%(unit)s”."), unit=unit), say(_("Models: %(units)s."), units=known), field
    )


def in_play(state: State, unit: str, field: str = "unit") -> Model:
    """The model of that id. Raises `Refused` if it is not in play."""
    model = tank_of(state, unit, field)
    if model.in_play:
        return model
    raise refused(
        "R38",
        say(_("%(unit)s is no longer in play."), unit=model.name),
        say(_("In play: %(units)s."), units=names_of(t for t in state.models.values() if t.in_play)),
        field,
    )


def names_of(models: Iterable[Model]) -> str:
    return ", ".join(f"{model.name} ({model.id})" if model.name != model.id else model.id for model in models) or "-"


def cards_of(cards: Iterable[Card]) -> str:
    """Cards by their names, and how a report calls each; a face-down card only by its type."""
    named = {card.id: (card.name if card.face_up else "") or card.kind for card in cards}
    return ", ".join(f"{name} ({id})" for id, name in named.items()) or "-"


def wrong_phase(state: State, rule: str) -> Refused:
    return refused(
        rule,
        say(_("This cannot be reported now: %(phase)s."), phase=PHASES[state.phase]),
        _("Finish what is open first: what can be reported now says what that is."),
    )


PHASES = {
    "terrain": say(_("the roll for terrain is open")),
    "roll": say(_("the roll for Attacker and Defender is open")),
    "role": say(_("Attacker and Defender are being chosen")),
    "edge": say(_("the Defender's edge is being chosen")),
    "objectives": say(_("the objectives are being placed")),
    "deployment": say(_("the models are being deployed")),
    "movement": say(_("the Movement Phase is being played")),
    "shooting": say(_("the Shooting Phase is being played")),
    "command": say(_("the Command Phase is being played")),
}


def expect_phase(state: State, phase: str, rule: str) -> None:
    if state.phase != phase:
        raise wrong_phase(state, rule)
