"""The fold: one small function an event, found by the event's type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rules.contract import Event, Feat
from rules.reports import DepthChanged, ResultReported, StatusReported

from . import events as e
from .catalogue import types_with
from .evolve_attack import ATTACK_HANDLERS
from .evolve_moves import MOVE_HANDLERS
from .figures import capacity
from .missions import next_objective, objectives
from .state import Condition, Model, Result, State, attach, destroyed_as


def evolve(state: State, event: Event) -> None:
    """Apply one event in place."""
    HANDLERS[type(event)](state, event)


# -- set-up ------------------------------------------------------------------------------------------------------------


def _terrain_rolled(state: State, event: e.TerrainRolled) -> None:
    state.first = event.first
    state.phase, state.tries = ("roll", 1) if event.first else ("terrain", state.tries + 1)


def _role_rolled(state: State, event: e.RoleRolled) -> None:
    state.chooser = event.chooser
    state.phase, state.tries = ("role", 1) if event.chooser else ("roll", state.tries + 1)


def _role_chosen(state: State, event: e.RoleChosen) -> None:
    state.attacker = state.advantage = event.attacker
    state.phase = "edge"


def _edge_chosen(state: State, event: e.EdgeChosen) -> None:
    state.edge = event.edge
    state.phase = "objectives" if next_objective(state) else "deployment"


def _objective_placed(state: State, event: e.ObjectivePlaced) -> None:
    state.objectives = (*state.objectives, event.objective)
    if not next_objective(state):
        state.phase = "deployment"


# -- turns -------------------------------------------------------------------------------------------------------------


def _phase_began(state: State, event: e.PhaseBegan) -> None:
    state.phase, state.turn, state.acted = event.phase, event.turn, False
    if event.phase == "movement":
        reset(state)
    elif event.phase == "command":
        for model in state.models.values():
            model.failed = ""  # what was tried in place of moving
            model.boosts = [boost for boost in model.boosts if boost.does != "smoke"]


def reset(state: State) -> None:
    """R38.5: speed tokens off, discarded critical cards back into the deck, everyone may act again."""
    state.discards.clear()
    state.checked = False
    for model in state.models.values():
        model.failed = model.chosen = ""
        model.boosts, model.free_moves = [], []
        model.moved = model.fired = model.extra_fired = model.fury_used = model.repair_done = False
        model.kept = False
        model.moves = 0


# -- command phase -----------------------------------------------------------------------------------------------------


def _destroyed(state: State, event: e.Destroyed) -> None:
    model = state.models[event.unit]
    model.fate = "destroyed" if event.wreck else "removed"
    if event.by and state.models[event.by].side != model.side:
        state.models[event.by].feats.append(Feat("kill", model.doomed[1] or state.report, event.unit))


def _objectives_checked(state: State, event: e.ObjectivesChecked) -> None:
    state.checked = True
    for side, points in event.points.items():
        state.victory_points[side] = state.victory_points.get(side, 0) + points


def _repair_rolled(state: State, event: e.RepairRolled) -> None:
    """One tried in place of moving leaves the Command Phase its own try."""
    model = state.models[event.unit]
    if not event.halted and not event.again:
        model.repair_done = True
    model.failed = "" if event.repaired or event.again else event.critical
    if event.repaired:
        state.discards.append(model.criticals.pop(event.critical).wound.card)
        model.feats.append(Feat("repair", state.report))


def _repair_skipped(state: State, event: e.RepairSkipped) -> None:
    state.models[event.unit].repair_done = True


def _advantage_rolled(state: State, event: e.AdvantageRolled) -> None:
    state.advantage = event.side


def _battle_decided(state: State, event: e.BattleDecided) -> None:
    state.result = Result(event.winner, event.how)


def _nothing(state: State, event: Any) -> None:
    """The event tells a story; the state follows from the one after it."""


# -- depths of report --------------------------------------------------------------------------------------------------


def _depth_changed(state: State, event: DepthChanged) -> None:
    """Away from shots, what is left of set-up happens unreported; back to shots, the unknown is asked for."""
    if state.depth != "shots" and event.depth == "shots":
        state.resuming, state.advantage = True, ""
    elif event.depth != "shots":
        state.phase, state.resuming = "movement", False
        state.objectives = tuple(objectives(state))
        for model in state.models.values():
            _place(model)
    state.depth = event.depth


def _place(model: Model) -> None:
    """Put on the table unreported; a helicopter of which nothing is known flies low."""
    model.deployed, model.reserve = True, False
    if not model.is_tank:
        model.elevation = model.elevation or "low"


def _resumed(state: State, event: e.Resumed) -> None:
    state.resuming = False
    state.advantage = event.advantage
    state.attacker = event.attacker
    if event.turns:
        reset(state)  # what counted for the turn in which shots were last reported
    state.turn += event.turns
    state.victory_points = dict(event.victory_points)


def _status_reported(state: State, event: StatusReported) -> None:
    set_condition(state, state.models[event.unit], msgspec.convert(event.condition, Condition))


def _result_reported(state: State, event: ResultReported) -> None:
    for unit, condition in event.conditions.items():
        set_condition(state, state.models[unit], msgspec.convert(condition, Condition))
    state.result = Result(event.winner, "reported")


def set_condition(state: State, model: Model, condition: Condition) -> None:
    """A model's state in absolute terms. A face-down card is lost by its id only, and stays face down:
    neither a guessed name nor a false report tells what it is. What earlier battles took stays lost."""
    model.damage, model.fate, model.doomed, model.failed = condition.damage, condition.fate, ("", 0), ""
    model.criticals.clear()
    model.last_critical = 0
    for wound in condition.criticals:
        attach(model, wound)
    for card in model.cards.values():
        card.gone = card.id in condition.lost_cards or (card.face_up and card.name in condition.lost_cards)
    model.lost_cards = [*model.lost_before, *(word for word in condition.lost_cards if word not in model.lost_before)]
    if model.fate == "destroyed" or (model.fate != "removed" and _beyond_doubt(state, model)):
        model.fate = destroyed_as(model)


def _beyond_doubt(state: State, model: Model) -> bool:
    """Has it damage at its capacity, whatever lies face down? Such a card adds one to it, and only tanks have some."""
    types = types_with(state.edition, model.nation, "capacity") if model.is_tank else frozenset()
    hidden = sum(card.kind in types for card in model.cards.values() if not card.face_up and not card.gone)
    return model.damage >= capacity(state, model) + hidden


# -- after the battle --------------------------------------------------------------------------------------------------


def _wreck_handled(state: State, event: e.WreckHandled) -> None:
    state.models[event.unit].recovered = event.recovered


def _crew_fate_rolled(state: State, event: e.CrewFateRolled) -> None:
    model = state.models[event.unit]
    model.crew_handled = True
    model.lost_cards += event.lost


def _repaired_between(state: State, event: e.RepairedBetween) -> None:
    model = state.models[event.unit]
    model.mended = True
    model.damage = event.damage
    for key in event.repaired:
        del model.criticals[key]
    model.in_service = event.in_service


HANDLERS: dict[type[Event], Callable[[State, Any], None]] = {
    e.TerrainRolled: _terrain_rolled,
    e.RoleRolled: _role_rolled,
    e.RoleChosen: _role_chosen,
    e.EdgeChosen: _edge_chosen,
    e.ObjectivePlaced: _objective_placed,
    e.PhaseBegan: _phase_began,
    **MOVE_HANDLERS,
    **ATTACK_HANDLERS,
    e.Destroyed: _destroyed,
    e.ObjectivesChecked: _objectives_checked,
    e.RepairRolled: _repair_rolled,
    e.RepairSkipped: _repair_skipped,
    e.AdvantageRolled: _advantage_rolled,
    e.Conceded: _nothing,
    e.Resumed: _resumed,
    e.BattleDecided: _battle_decided,
    e.WreckHandled: _wreck_handled,
    e.CrewFateRolled: _crew_fate_rolled,
    e.RepairedBetween: _repaired_between,
    DepthChanged: _depth_changed,
    StatusReported: _status_reported,
    ResultReported: _result_reported,
}
