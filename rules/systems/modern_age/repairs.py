"""What cards do for repairs that failed (R7, R38): the try that a Tool Kit, Liquid Courage or a driver gives."""

from __future__ import annotations

from .effects import found
from .figures import effects_on, facts_alone
from .state import Model, State


def second_try(state: State, model: Model) -> bool:
    """May the repair that just failed be tried once more? A card face up has to cover it (R5), and it is of this phase:
    one tried in place of moving may be tried again until the first shot.
    """
    attached = model.criticals.get(model.failed)
    timely = model.repair_done if state.phase == "command" else state.phase == "movement" or not state.acted
    if attached is None or not model.on_table or not timely or state.result:
        return False
    rerolls = found(effects_on(state, model), "reroll_repair", facts_alone(state, model))
    return any(not effect.names or attached.wound.card in effect.names for effect in rerolls)
