"""Who has won, and by which rule (R39, R40, R45)."""

from __future__ import annotations

from .events import BattleDecided, How
from .state import Model, State
from .tables import ALPHA_66


def verdict(state: State) -> BattleDecided | None:
    """The end of the battle if it has come: the mission's own conditions, then the general ones."""
    mission = _alpha_66(state) if state.scenario == ALPHA_66 else None
    return mission or _last_tanks(state)


def _alpha_66(state: State) -> BattleDecided | None:
    """R45: both T-64 destroyed wins for the Attacker, whatever else; Alpha 66 destroyed with a T-64 left loses."""
    attackers = [model for model in state.models.values() if model.side == state.attacker]
    defenders = [model for model in state.models.values() if model.side != state.attacker]
    if all(_destroyed(model) for model in defenders):
        return BattleDecided(winner=state.attacker, how="both_destroyed")
    if all(_destroyed(model) for model in attackers) and any(model.in_play for model in defenders):
        return BattleDecided(winner=state.defender, how="abrams_lost")
    return None


def _last_tanks(state: State) -> BattleDecided | None:
    """R39: a side without tanks in play has lost; if neither has any it is a draw."""
    left = [side for side in state.sides if any(model.in_play for model in state.models.values() if model.side == side)]
    if len(left) == len(state.sides):
        return None
    return _decided(left[0], "last") if left else _decided("", "none_left")


def timed_out(state: State, turns_played: int) -> BattleDecided | None:
    """R40, A13, A14: after the last turn the side that destroyed more points wins; equal is a draw."""
    limit = int(state.options["turn_limit"])
    if not limit or turns_played < limit:
        return None
    mine, theirs = (destroyed_points(state, side) for side in state.sides)
    if mine == theirs:
        return _decided("", "time")
    return _decided(state.sides[0] if mine > theirs else state.sides[1], "time")


def destroyed_points(state: State, side: str) -> int:
    """What `side` has destroyed of the enemy, with the cards each model began with (R40)."""
    return sum(model.points for model in state.models.values() if model.side != side and _destroyed(model))


def _decided(winner: str, how: How) -> BattleDecided:
    return BattleDecided(winner=winner, how=how)


def _destroyed(model: Model) -> bool:
    return model.fate in ("destroyed", "removed")
