"""How the battle stands, and what the clerk does when it is over."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.contract import Command, Message, Outcome, UnitOutcome, say
from rules.contract import gettext_noop as _
from rules.systems.RULEBOOK_KEY.commands import Mend, Recover
from rules.systems.RULEBOOK_KEY.state import Condition, State, Vehicle


def outcome(state: State) -> Outcome:
    """R7: the winner, who holds the field, and a point for every enemy wreck."""
    points = {side: _wrecks(state, side) for side in state.sides}
    winner, how = _winner(state, points)
    return Outcome(
        over=how is not None,
        winner=winner,
        points=points,
        field=winner,
        how=how,
        units=tuple(_unit(one) for one in state.vehicles.values()),
    )


def _wrecks(state: State, side: str) -> int:
    """Vehicles of the other side put out of action, recovered afterwards or not."""
    return sum(one.side != side and (one.recovered or not one.in_play) for one in state.vehicles.values())


def _winner(state: State, points: dict[str, int]) -> tuple[str, Message | None]:
    """The winner ("" for none) and why the battle is over (None while it is not)."""
    if state.told is not None:
        return state.told, say(_("as reported"))
    if state.conceded:
        return next(side for side in state.sides if side != state.conceded), say(_("the other side conceded"))
    numbers = {side: sum(one.side == side for one in state.vehicles.values()) for side in state.sides}
    standing = [
        side for side in state.sides if sum(points[other] for other in state.sides if other != side) < numbers[side]
    ]
    if len(standing) < len(state.sides):
        return standing[0] if standing else "", say(_("no enemy is left"))
    if state.round <= state.options["rounds"]:
        return "", None
    best = [side for side in state.sides if points[side] == max(points.values())]
    return best[0] if len(best) == 1 else "", say(_("the last round is over"))


def _unit(one: Vehicle) -> UnitOutcome:
    condition = msgspec.to_builtins(Condition(damage=one.damage, lost=one.lost))
    if one.lost:
        return UnitOutcome(one.id, one.side, "lost", condition, tuple(one.feats))
    if one.wrecked:
        return UnitOutcome(one.id, one.side, "wrecked", condition, tuple(one.feats))
    return UnitOutcome(one.id, one.side, "damaged" if one.damage else "fit", condition, tuple(one.feats))


def aftermath(state: State) -> Sequence[Command]:
    """R10, R11: what is still open for the clerk; empty at the end."""
    steps: list[Command] = []
    for one in state.vehicles.values():
        if one.tended or one.lost:
            continue
        if one.wrecked:
            steps.append(Recover(unit=one.id))
        elif one.damage and state.options["mending"]:
            steps.append(Mend(unit=one.id))
    return steps
