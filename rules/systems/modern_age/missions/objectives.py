"""Missions with objectives: King of the Hill, Free-for-All, No Retreat; who places objectives, who reaches them, and
the points they give (R41 to R43)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Literal

import msgspec

from rules.contract import Choice, Command, Dice, Message, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.messages import listed
from rules.systems.modern_age.order import nothing_asked
from rules.systems.modern_age.refusals import expect_phase, impossible, refused
from rules.systems.modern_age.state import SET_UP, TURN, Decision, Event, How, State
from rules.systems.modern_age.tables import FREE_FOR_ALL, KING_OF_THE_HILL, NO_RETREAT
from rules.systems.modern_age.words import OBJECTIVE_NAMES, named

from .end import BattleDecided


class Mission(msgspec.Struct, frozen=True, kw_only=True):
    """A mission with objectives.

    objectives: by name, in the order of their placing, with the role of the side that places each: "attacker",
    "defender" or "" for the map. scorers: the roles of the sides that get victory points. points: so many win, and
    `how` says by which rule; most: the most that a side can have while the battle goes on.
    """

    objectives: dict[str, str]
    scorers: tuple[str, ...] = ("attacker", "defender")
    points: int
    most: int
    how: How
    first_check: int = 2  # the first turn that scores
    own_only: bool = False  # a side scores only at the objective it placed
    turns: int = 0  # after so many turns the Defender has held; 0: no such end


CHAPTER = Chapter[State, Event]("Objectives", "R38, R41 to R43, A20, A21, B5, B13")
MISSIONS: dict[str, Mission] = {
    # R41: one objective in the centre of the table, placed by the map
    KING_OF_THE_HILL: Mission(objectives={"centre": ""}, points=3, most=2, how="hill"),
    # R42: each side places one near the enemy's edge, and scores only there. Two points win if the enemy has fewer, so
    # both sides may have any number.
    FREE_FOR_ALL: Mission(
        objectives={"attacker": "attacker", "defender": "defender"},
        points=2,
        most=99,
        how="broken_through",
        own_only=True,
    ),
    # R43: the Attacker places two near the Defender's edge and is the only one to score, for eight turns. The book
    # prints no turn before which nobody scores (B5).
    NO_RETREAT: Mission(
        objectives={"first": "attacker", "second": "attacker"},
        scorers=("attacker",),
        points=2,
        most=1,
        how="broken_through",
        first_check=1,
        turns=8,
    ),
}


def mission_of(state: State) -> Mission | None:
    """The mission, if it is one with objectives."""
    return MISSIONS.get(state.scenario)


def objectives(state: State) -> Mapping[str, str]:
    """The mission's objectives in the order of their placing: the role of the side that places each, "" for nobody."""
    found = mission_of(state)
    return found.objectives if found else {}


def next_objective(state: State) -> str:
    """The objective to be placed next; "" when all are on the table."""
    return next((name for name in objectives(state) if name not in state.objectives), "")


def placer(state: State) -> str:
    """The side that places the next objective; "" if no side does."""
    return side_of_role(state, objectives(state).get(next_objective(state), ""))


def side_of_role(state: State, role: str) -> str:
    return {"attacker": state.attacker, "defender": state.defender}.get(role, "")


def point_roles(state: State) -> tuple[str, ...]:
    """The roles of the sides that get victory points in this mission: in R43 only the Attacker."""
    found = mission_of(state)
    return found.scorers if found else ()


# -- placed ------------------------------------------------------------------------------------------------------------


class PlaceObjective(Command, frozen=True, kw_only=True):
    """An objective of the mission is put on the table by the side whose turn it is to place one (R41 to R43)."""

    positional: ClassVar = ("objective",)
    objective: Literal["centre", "attacker", "defender", "first", "second"]


class ObjectivePlaced(Event, frozen=True, kw_only=True):
    """`side` placed it; "" if the mission's map does."""

    rules: ClassVar = ("R41", "R42", "R43")
    objective: str
    side: str


@CHAPTER.decides
def place_objective(state: State, command: PlaceObjective, dice: Dice) -> Decision:
    """R42: the Attacker places one, then the Defender; R43: the Attacker places two."""
    expect_phase(state, "objectives", "R41")
    if command.objective != next_objective(state):
        raise refused(
            "R41",
            say(_("It is not the turn of the objective “%(objective)s”."), objective=command.objective),
            say(_("Place “%(objective)s” next."), objective=next_objective(state)),
            "objective",
        )
    yield ObjectivePlaced(objective=command.objective, side=placer(state))


@CHAPTER.evolves
def objective_placed(state: State, event: ObjectivePlaced) -> None:
    state.objectives = (*state.objectives, event.objective)
    if not next_objective(state):
        state.phase = "deployment"


@CHAPTER.narrates
def tell_objective_placed(event: ObjectivePlaced) -> Message:
    objective = named(OBJECTIVE_NAMES, event.objective)
    if not event.side:
        return say(_("An objective is on the table: %(objective)s."), objective=objective)
    return say(_("An objective is placed by %(side)s: %(objective)s."), side=event.side, objective=objective)


@CHAPTER.offers
def places(state: State, side: str) -> Iterator[Choice]:
    if state.phase == "objectives" and nothing_asked(state) and side == placer(state):
        name = next_objective(state)
        label = say(_("Place %(objective)s"), objective=OBJECTIVE_NAMES[name])
        yield Choice(command="PlaceObjective", label=label, side=side, given={"objective": name}, urgent=True)


# -- the victory check -------------------------------------------------------------------------------------------------


def is_check_due(state: State) -> bool:
    """Whether the Command Phase waits for a report of who reaches the objectives: before repairs, once a turn, while a
    side that could score has a tank on the table. Not in turn 1 of R41 and R42 (R43 prints no such ban, B5)."""
    mission = mission_of(state)
    open_ = state.phase == "command" and not state.checked and not state.resuming and not state.result
    if not open_ or not state.objectives or not mission or state.turn < mission.first_check:
        return False
    return any(side in with_tanks(state) for side in scorers(state))


def check_first(state: State) -> None:
    """R38: nothing else of the Command Phase is reported before the victory check."""
    if is_check_due(state):
        raise refused(
            "R38",
            _("The objectives are to be checked first."),
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
    """The victory points of one check. An objective that both sides reach gives no points (A21)."""
    alone = {objective: side for objective in state.objectives if (side := _alone(state, held, objective))}
    if (mission := mission_of(state)) and mission.own_only:
        alone = {name: side for name, side in alone.items() if side == side_of_role(state, objectives(state)[name])}
    return {side: 1 for side in scorers(state) if side in alone.values()}


def _alone(state: State, held: Sequence[str], objective: str) -> str:
    sides = [side for side in state.sides if f"{side}:{objective}" in held]
    return sides[0] if len(sides) == 1 else ""


def most_points(state: State) -> int:
    """The most victory points a side can have while the battle goes on; in R42 both may have any number."""
    return MISSIONS[state.scenario].most


def points_of(state: State, side: str) -> int:
    return state.victory_points.get(side, 0)


def enough_points(state: State) -> BattleDecided | None:
    """R41: three victory points; R42: two and more than the enemy; R43: two."""
    if mission := mission_of(state):
        for side in state.sides:
            mine, theirs = points_of(state, side), points_of(state, state.enemy_of(side))
            if mine >= mission.points and mine > theirs:
                return BattleDecided(winner=side, how=mission.how)
    return None


def points_said(points: dict[str, int]) -> Message:
    """Of one side at the least."""
    return listed(say(_("%(name)s %(value)s"), name=side, value=number) for side, number in points.items())


# -- what no battle can be in ------------------------------------------------------------------------------------------


@CHAPTER.forbids
def impossible_objectives(state: State) -> None:
    """The mission's own objectives, each once, in the order of their placing; and points only for sides that score."""
    known = tuple(objectives(state))
    if state.objectives != known[: len(state.objectives)]:
        raise impossible(
            "objectives",
            _("This mission has other objectives, or places them in another order."),
            say(_("In this order, or some first ones: %(names)s."), names=", ".join(known) or "-"),
        )
    if not state.result:
        _check_placing(state)
    able = scorers(state) if state.attacker else state.sides if known else ()
    for side in state.victory_points:
        if side not in able:
            raise impossible(
                "victory_points",
                say(_("“%(side)s” gets no victory points in this mission."), side=side),
                say(_("Sides that do: %(sides)s."), sides=", ".join(able) or "-"),
            )
    if state.checked and (state.phase != "command" or not known):
        raise impossible(
            "checked",
            _("Objectives are checked in the Command Phase, in missions that have some."),
            _("Declare that they have not been checked."),
        )


def _check_placing(state: State) -> None:
    """They are placed in their own phase: none before it, all of them by its end."""
    if state.phase in SET_UP and state.objectives:
        raise impossible(
            "objectives", _("No objective has been placed yet."), _("Declare none, or the phase that follows.")
        )
    if state.phase == "objectives" and not next_objective(state):
        raise impossible(
            "phase", _("All objectives are on the table."), _("Declare the phase that follows: “deployment”.")
        )
    if state.phase in ("deployment", *TURN) and next_objective(state):
        raise impossible(
            "objectives",
            _("In this phase all objectives are placed."),
            say(_("Declare all of them on the table: %(names)s."), names=", ".join(objectives(state))),
        )
