"""Who acts next: the models that may act now, by initiative, Advantage and their owner's choice (R6, R9, R11, R20)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .editions import asks_for_hidden_cards
from .effects import any_of
from .face_down import might_have
from .figures import effects_on, initiative, is_doomed, may_have, may_shoot, speed
from .state import Model, State
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
    return bool(repairable(model)) and any_of(effects_on(state, model), "repair_instead")


def extra_attack(state: State, model: Model) -> bool:
    """Whether it has a Final Fury attack at initiative 0 after the turn's own: it is doomed, has had no Final Fury yet,
    and has a card that gives it, or a face-down card that might (RULES.md)."""
    open_ = model.fired and not model.extra_fired and not model.fury_used
    return open_ and is_doomed(state, model) and _may_stand(state, model)


def _may_stand(state: State, model: Model) -> bool:
    if not asks_for_hidden_cards(state.edition):
        return may_have(state, model, "last_stand")
    by_card = any_of(effects_on(state, model), "last_stand")
    return by_card or might_have(state, model, lambda effect: effect.does == "last_stand")


def may_fire(state: State, model: Model) -> bool:
    """Whether an actor of the Shooting Phase may attack. It may make the extra attack only once its card is face up
    (R5)."""
    return not model.fired or any_of(effects_on(state, model), "last_stand")


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
