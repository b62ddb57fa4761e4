"""Who acts next: the models that may act now, by initiative, Advantage and their owner's choice (R6, R9, R11, R20).

Some decisions come before: a card that may save a tank, and the phase that a card favours (R5, R7, R38).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .editions import asks_for_hidden_cards
from .effects import Effect, Facts, total
from .face_down import NOW, might_have, most
from .figures import active, capacity, effects_of, initiative, is_doomed, may_have, may_shoot, speed
from .state import Card, Model, State
from .tables import ALPHA_66, LAST_STAND_INITIATIVE

Rank = tuple[int, ...]


def actors(state: State, phase: str = "") -> list[Model]:
    """The models one of which acts next in the current phase (or another): of one side, and equal among themselves;
    empty if the phase is over. Models in reserve act in no phase."""
    models = [model for model in state.models.values() if model.on_table]
    match phase or state.phase:
        case "deployment":
            waiting = [model for model in state.models.values() if not model.deployed]
            return _lowest(state, waiting, lambda model: _deployment_rank(state, model))
        case "movement":
            waiting = [m for m in models if not m.moved and (speed(state, m) or may_halt(state, m))]
            return _lowest(state, waiting, lambda model: _movement_rank(state, model))
        case "shooting":
            waiting = [model for model in models if may_shoot(state, model)]
            waiting = [model for model in waiting if not model.fired or extra_attack(state, model)]
            return _highest(state, waiting)
    return []


def _deployment_rank(state: State, model: Model) -> Rank:
    """Lowest initiative first (R6); in Alpha 66 the whole defending platoon before the attacker (R45)."""
    last = state.scenario == ALPHA_66 and model.side == state.attacker
    return last, initiative(state, model, "deployment")


def _movement_rank(state: State, model: Model) -> Rank:
    """R11: all tanks, then all helicopters, each from the lowest initiative up."""
    return not model.is_tank, initiative(state, model, "movement")


def may_halt(state: State, model: Model) -> bool:
    """Whether it may try a repair in place of moving, by a face-up card (Red Ferguson). Also if it may not move."""
    return bool(repairable(model)) and bool(effects_of(state, model, "repair_instead"))


def extra_attack(state: State, model: Model) -> bool:
    """Whether it has a Final Fury attack at initiative 0 after the turn's own: it is doomed, has had no Final Fury yet,
    and has a card that gives it, or a face-down card that might (RULES.md)."""
    open_ = model.fired and not model.extra_fired and not model.fury_used
    return open_ and is_doomed(state, model) and _may_stand(state, model)


def _may_stand(state: State, model: Model) -> bool:
    if not asks_for_hidden_cards(state.edition):
        return may_have(state, model, "last_stand")
    by_card = bool(effects_of(state, model, "last_stand"))
    return by_card or might_have(state, model, lambda effect: effect.does == "last_stand")


def may_fire(state: State, model: Model) -> bool:
    """Whether an actor of the Shooting Phase may attack. It may make the extra attack only once its card is face up
    (R5)."""
    return not model.fired or bool(effects_of(state, model, "last_stand"))


def _lowest(state: State, waiting: Iterable[Model], rank: Callable[[Model], Rank]) -> list[Model]:
    """R9: among equals the side with Advantage counts as higher. If models are still equal, their owner decides."""
    ranked = [((rank(model), model.side == state.advantage), model) for model in waiting]
    least = min((key for key, _model in ranked), default=None)
    return [model for key, model in ranked if key == least]


def _highest(state: State, waiting: Iterable[Model]) -> list[Model]:
    def rank(model: Model) -> int:
        return -(LAST_STAND_INITIATIVE if model.fired else initiative(state, model, "shooting"))

    ranked = [((rank(model), model.side != state.advantage), model) for model in waiting]
    least = min((key for key, _model in ranked), default=None)
    return [model for key, model in ranked if key == least]


def repairers(state: State) -> list[Model]:
    """Models in play that may still try to repair a critical card this turn (R38.3)."""
    if state.phase != "command":
        return []
    return [model for model in state.models.values() if model.in_play and not model.repair_done and repairable(model)]


def repairable(model: Model) -> list[str]:
    """The ids of the critical cards a repair may be tried on."""
    return [key for key, attached in model.criticals.items() if attached.wound.repairable]


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
