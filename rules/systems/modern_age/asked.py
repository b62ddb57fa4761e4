"""Decisions that are asked for before play goes on: a card that may save a tank, and the phase that a card favours (R5,
R7, R38)."""

from __future__ import annotations

from .editions import asks_for_hidden_cards
from .effects import Effect, Facts, total
from .face_down import NOW, most
from .figures import active, capacity, is_doomed
from .order import actors
from .state import Card, Model, State


def savable(state: State) -> list[Model]:
    """R38.1: once everybody has shot, the doomed models that a face-down card might save. Before they are destroyed,
    their owners are asked for a card that adds to their capacity."""
    over = state.phase == "shooting" and not (state.shot or state.after or state.result or state.resuming)
    if not over or state.depth != "shots" or not asks_for_hidden_cards(state.edition) or actors(state):
        return []
    return [model for model in state.models.values() if model.on_table and not model.kept and _may_last(state, model)]


def saving(model: Model) -> list[Card]:
    """Its face-down cards that add to its capacity; only for their owner's eyes."""
    hidden = (card for card in model.cards.values() if not card.face_up and not card.gone)
    return [card for card in hidden if total(card.effects, "capacity", Facts()) > 0]


def _may_last(state: State, model: Model) -> bool:
    """Whether it is doomed and a face-down card might save it."""
    if not is_doomed(state, model):
        return False
    more = sum(most(state, model, card, _capacity) for card in model.cards.values())
    return model.damage < capacity(state, model) + more


def _capacity(effect: Effect) -> int:
    return effect.delta if effect.does == "capacity" and effect.trigger in NOW and not effect.aura else 0


def choosing(state: State) -> list[Model]:
    """The models whose owners have to choose the phase that a card favours before anybody moves (Yuri Pavlovich Volkov,
    face up)."""
    if state.phase != "movement" or state.acted or state.resuming or state.result or state.depth != "shots":
        return []
    return [model for model in state.models.values() if model.on_table and not model.chosen and _favours(state, model)]


def _favours(state: State, model: Model) -> bool:
    effects = (effect for card in model.cards.values() for effect in active(state, model, card))
    return any(effect.does == "choose_phase" for effect in effects)


def nothing_asked(state: State) -> bool:
    """Whether the phase is being played and no decision is open."""
    open_ = state.resuming or state.shot or state.after
    return not open_ and not savable(state) and not choosing(state)
