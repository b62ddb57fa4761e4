"""The fold of deployment, movement and cards outside attacks: one small function an event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event

from . import events as e
from .figures import is_doomed
from .state import Boost, State, lose

# -- on the table ------------------------------------------------------------------------------------------------------


def _deployed(state: State, event: e.Deployed) -> None:
    model = state.models[event.unit]
    model.deployed, model.reserve = True, event.reserve
    model.elevation = event.elevation


def _redeployed(state: State, event: e.Redeployed) -> None:
    state.redeployed.append(state.models[event.unit].side)


def _arrived(state: State, event: e.Arrived) -> None:
    state.models[event.unit].reserve = False


def _moved(state: State, event: e.Moved) -> None:
    model = state.models[event.unit]
    state.acted = model.moved = True
    model.moves, model.elevation = event.moves, event.elevation or model.elevation
    model.strayed = model.strayed or (event.moves > 0 and not event.evading)


def _freely_moved(state: State, event: e.FreelyMoved) -> None:
    model = state.models[event.unit]
    model.free_moves.append(event.card)
    if event.paid:
        lose(model, event.paid, event.paid_name)
    if event.happened and event.elevation:
        model.elevation = event.elevation
    elif event.happened:
        model.strayed = True


def _token_shed(state: State, event: e.TokenShed) -> None:
    model = state.models[event.unit]
    model.free_moves.append(event.card)
    if event.shed:
        model.moves = 0


def _withdrew(state: State, event: e.Withdrew) -> None:
    model = state.models[event.unit]
    state.acted = model.moved = True
    model.fate = "withdrawn"


# -- cards outside attacks ---------------------------------------------------------------------------------------------


def _card_revealed(state: State, event: e.CardRevealed) -> None:
    """What adds to the capacity may save a model that was doomed; who doomed it then has not."""
    model = state.models[event.unit]
    card = model.cards[event.card]
    card.face_up = True
    if event.used:
        card.used = state.turn
    if state.shot and event.told:
        state.shot.told = tuple(sorted({*state.shot.told, *event.told}))
    if model.doomed[0] and not is_doomed(state, model):
        model.doomed = ("", 0)


def _card_used(state: State, event: e.CardUsed) -> None:
    """Its effects are in force this turn, for its model and for those it names; its price is gone."""
    model = state.models[event.unit]
    card = model.cards[event.card]
    card.face_up, card.used = True, state.turn
    if event.discarded:
        lose(model, event.discarded, event.discarded_name)
    if event.phase:
        model.chosen = event.phase
    if event.critical:
        state.discards.append(model.criticals.pop(event.critical).wound.card)
        model.failed = "" if model.failed == event.critical else model.failed
    if state.shot:
        state.shot.spent.append(f"{event.unit}/{event.card}")
    for unit in event.units:
        state.models[unit].boosts.append(Boost("initiative", event.unit, event.card))


MOVE_HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    e.Deployed: _deployed,
    e.Redeployed: _redeployed,
    e.Arrived: _arrived,
    e.Moved: _moved,
    e.FreelyMoved: _freely_moved,
    e.TokenShed: _token_shed,
    e.Withdrew: _withdrew,
    e.CardRevealed: _card_revealed,
    e.CardUsed: _card_used,
}
