"""The missions with objectives: who places which, who reaches which, and what that is worth (R41 to R43)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.contract import gettext_noop as _
from rules.contract import say
from rules.messages import listed

from .events import BattleDecided, How
from .refusals import refused
from .state import State
from .tables import FREE_FOR_ALL, KING_OF_THE_HILL, NO_RETREAT, OBJECTIVES, VICTORY_POINTS
from .words import OBJECTIVE_NAMES, named


def objectives(state: State) -> Mapping[str, str]:
    """The mission's objectives in the order of their placing: the role of the side that places each, "" for nobody."""
    return OBJECTIVES.get(state.scenario, {})


def next_objective(state: State) -> str:
    """The objective to be placed next; "" when all are on the table."""
    return next((name for name in objectives(state) if name not in state.objectives), "")


def placer(state: State) -> str:
    """The side that places the next objective; "" when none is placed by a side."""
    return side_of_role(state, objectives(state).get(next_objective(state), ""))


def side_of_role(state: State, role: str) -> str:
    return {"attacker": state.attacker, "defender": state.defender}.get(role, "")


def point_roles(state: State) -> tuple[str, ...]:
    """The roles of the sides that get victory points in this mission: in R43 only the Attacker."""
    if state.scenario == NO_RETREAT:
        return ("attacker",)
    return ("attacker", "defender") if objectives(state) else ()


# -- the victory check -------------------------------------------------------------------------------------------------


def check_due(state: State) -> bool:
    """Does the Command Phase wait to be told who reaches the objectives? Before repairs, once a turn, while a side that
    could score has a tank on the table; not in turn 1 of R41 and R42 (R43 prints no such ban, B5).
    """
    first = 1 if state.scenario == NO_RETREAT else 2
    open_ = state.phase == "command" and not state.checked and not state.resuming and not state.result
    if not open_ or not state.objectives or state.turn < first:
        return False
    return any(side in with_tanks(state) for side in scorers(state))


def check_first(state: State) -> None:
    """R38: nothing else of the Command Phase is reported before the victory check."""
    if check_due(state):
        raise refused(
            "R38",
            say(_("The objectives are to be checked first.")),
            say(
                _("Say first which sides reach %(objectives)s."),
                objectives=listed(named(OBJECTIVE_NAMES, name) for name in state.objectives),
            ),
        )


def scorers(state: State) -> tuple[str, ...]:
    """The sides that get victory points in this mission."""
    return tuple(side for side in state.sides if side in [side_of_role(state, role) for role in point_roles(state)])


def with_tanks(state: State) -> list[str]:
    """The sides that can hold and contest: helicopters never do (A20, B13)."""
    return [
        side for side in state.sides if any(m.side == side for m in state.models.values() if m.is_tank and m.on_table)
    ]


def reachable(state: State) -> list[str]:
    """Every "side:objective" that may be reported."""
    return [f"{side}:{objective}" for side in with_tanks(state) for objective in state.objectives]


def scored(state: State, held: Sequence[str]) -> dict[str, int]:
    """The victory points of one check. An objective that both sides reach is nobody's (A21)."""
    alone = {objective: side for objective in state.objectives if (side := _alone(state, held, objective))}
    if state.scenario == FREE_FOR_ALL:  # each its own: the one it placed
        alone = {name: side for name, side in alone.items() if side == side_of_role(state, objectives(state)[name])}
    return {side: 1 for side in scorers(state) if side in alone.values()}


def _alone(state: State, held: Sequence[str], objective: str) -> str:
    sides = [side for side in state.sides if f"{side}:{objective}" in held]
    return sides[0] if len(sides) == 1 else ""


def enough_points(state: State) -> BattleDecided | None:
    """R41: three victory points; R42: two and more than the enemy; R43: two."""
    needed = VICTORY_POINTS.get(state.scenario)
    for side in state.sides if needed else ():
        mine, theirs = points_of(state, side), points_of(state, state.enemy_of(side))
        if needed and mine >= needed and mine > theirs:
            how: How = "hill" if state.scenario == KING_OF_THE_HILL else "broken_through"
            return BattleDecided(winner=side, how=how)
    return None


def most_points(state: State) -> int:
    """The most victory points a side can have while the battle goes on; in R42 both may have any number."""
    return 99 if state.scenario == FREE_FOR_ALL else VICTORY_POINTS[state.scenario] - 1


def points_of(state: State, side: str) -> int:
    return state.victory_points.get(side, 0)
