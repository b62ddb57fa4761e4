"""Who has won, and by which rule (R39 to R43, R45)."""

from __future__ import annotations

from .events import BattleDecided, How
from .missions import check_due, enough_points, points_of, scorers
from .state import Model, State
from .tables import ALPHA_66, NO_RETREAT, OBJECTIVE_TURNS


def verdict(state: State) -> BattleDecided | None:
    """The end of the battle if it has come: R39 comes before victory points (B5), but Alpha 66 before R39."""
    mission = _alpha_66(state) if state.scenario == ALPHA_66 else None
    return mission or _last_tanks(state) or enough_points(state)


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
    """R39: a side without tanks in play has lost; if neither has any it is a draw. Helicopters do not count (A9)."""
    in_play = [model for model in state.models.values() if model.is_tank and model.in_play]
    left = [side for side in state.sides if any(model.side == side for model in in_play)]
    if len(left) == len(state.sides):
        return None
    return _decided(left[0], "last") if left else _decided("", "none_left")


def timed_out(state: State, turns_played: int) -> BattleDecided | None:
    """A13: the end after the last turn, once its objectives have been checked."""
    limit = turn_limit(state)
    if not limit or turns_played < limit or check_due(state):
        return None
    return time_is_up(state)


def turn_limit(state: State) -> int:
    """The last turn, 0 for none. The eight turns of R43 may be shortened by the option, not prolonged."""
    limit = int(state.options["turn_limit"])
    if state.scenario == NO_RETREAT:
        return min(limit or OBJECTIVE_TURNS, OBJECTIVE_TURNS)
    return limit


def time_is_up(state: State) -> BattleDecided:
    """R43: the Defender has held. R41, R42: more victory points; level, or in R40: more destroyed points. Equal is a
    draw (A14).
    """
    if state.scenario == NO_RETREAT:
        return _decided(state.defender, "held")
    if scorers(state) and (winner := _ahead(state, {side: points_of(state, side) for side in state.sides})):
        return _decided(winner, "time_points")
    return _decided(_ahead(state, {side: destroyed_points(state, side) for side in state.sides}), "time")


def _ahead(state: State, points: dict[str, int]) -> str:
    """The side with more points; "" for a tie."""
    one, other = state.sides
    if points[one] == points[other]:
        return ""
    return one if points[one] > points[other] else other


def destroyed_points(state: State, side: str) -> int:
    """What `side` has destroyed of the enemy, with the cards each model began with (R40)."""
    return sum(model.points for model in state.models.values() if model.side != side and _destroyed(model))


def _decided(winner: str, how: How) -> BattleDecided:
    return BattleDecided(winner=winner, how=how)


def _destroyed(model: Model) -> bool:
    return model.fate in ("destroyed", "removed")
