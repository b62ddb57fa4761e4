"""The critical card being resolved: who suffers it, what it does, and what becomes of it (R33, A2)."""

from __future__ import annotations

from rules.contract import Decision, Dice

from . import events as e
from .answers import Answers
from .crews import crew_aboard, crew_card
from .effects import Effect, any_of
from .state import Card, Model, Shot, State


def suffering(state: State, shot: Shot) -> Model:
    """The model that has the critical card to suffer: the target, or the friend that has taken it over."""
    return state.models[(shot.open[0].bearer if shot.open else "") or shot.target]


def effects_of(state: State, shot: Shot) -> tuple[Effect, ...]:
    """The effects of the critical card being resolved, the lower ones on a helicopter (R33)."""
    entry = state.deck.get(shot.open[0].effect) if shot.open else None
    kind = suffering(state, shot).kind
    return tuple(effect for effect in entry.effects if effect.only in ("", kind)) if entry else ()


def must_choose_crew(state: State, shot: Shot) -> bool:
    """Injured Crew, and more than one to choose from."""
    pending = bool(shot.open) and not shot.open[0].cancelled and not shot.open[0].suffered
    return pending and any_of(effects_of(state, shot), "lose_crew") and len(crew_aboard(suffering(state, shot))) > 1


def lose_crew(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """The owner's choice of the crew card that is discarded, face up."""
    model = suffering(state, shot)
    card = crew_card(model, answers.take("lose"))
    yield e.CardLost(unit=model.id, card=card.id, name=card.name, cause=shot.open[0].card)


def settle(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """What is left of the card: cards lost without a choice, then attached when repairable, else discarded."""
    critical, model = shot.open[0], suffering(state, shot)
    if not critical.cancelled and not critical.suffered:
        for card in _lost_without_choice(effects_of(state, shot), model):
            yield e.CardLost(unit=model.id, card=card.id, name=card.name, cause=critical.card)
    attached = f"c{model.last_critical + 1}" if critical.repairable and not critical.cancelled else ""
    yield e.CriticalSettled(unit=model.id, card=critical.card, attached=attached)


def _lost_without_choice(effects: tuple[Effect, ...], model: Model) -> list[Card]:
    """Ammo Explosion takes every Ammo card, face down too (R5); Injured Crew the only crew card there is."""
    lost = []
    if any_of(effects, "lose_ammo"):
        lost += [card for card in model.cards.values() if card.kind == "Ammo" and not card.gone]
    if any_of(effects, "lose_crew"):
        lost += crew_aboard(model)[:1]
    return lost
