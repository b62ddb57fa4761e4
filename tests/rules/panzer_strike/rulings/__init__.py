"""Which rulings of Panzer Strike a report has met; see `tests.rules.rulings`.

Not named is what no battle comes to: that both sides are beaten at once. One report takes units of one side alone, and
a battle is over as soon as one side has none; people may declare it, in several facts together (`test_outcome`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Command, Event
from rules.systems.panzer_strike import (
    announcements,
    deployment,
    fire,
    hits,
    movement,
    parabolic,
    recovery,
    repairs,
    towing,
    turns,
    turrets,
    withdrawal,
)
from rules.systems.panzer_strike.state import State

from . import drift, ends, frame, marksmanship, moves, penetrations, targets, tows, turret, works


def met(before: State, after: State, command: Command, events: Sequence[Event]) -> Iterator[str]:
    """The rulings of a report, each as often as it was met. `before` is a copy: the State is folded in place."""
    for event in events:
        yield from _of_movement(before, after, command, event)
        yield from _of_fire(before, after, events, event)
        yield from _of_work(before, events, event)
    if isinstance(command, fire.Fire):
        yield from marksmanship.dice(before, events)
    if isinstance(command, turns.EndTurn):
        yield from works.turn(before)
    yield from ends.met(before, after, command, events)


def _of_movement(before: State, after: State, command: Command, event: Event) -> Iterator[str]:
    match event:
        case deployment.Deployed() | deployment.DeploymentEnded() | deployment.FirstRolled():
            yield from frame.deployment(before, event)
        case turns.RoundBegan() | turns.TurnBegan():
            yield from frame.turn(before, after, event)
        case movement.Moved():
            yield from moves.met(before, after, event)
            yield from tows.pulled(before, after, event)
        case movement.SpeedRolled():
            yield f"R10 the speed die shows {event.change}"
        case turrets.Traversed():
            yield from turret.met(before, event)
        case towing.Hooked() | towing.Unhooked() | towing.LeftStanding():
            yield from tows.met(before, command, event)
        case withdrawal.BoardLeft():
            yield from moves.left(before, event)


def _of_fire(before: State, after: State, events: Sequence[Event], event: Event) -> Iterator[str]:
    match event:
        case announcements.Announced():
            yield from targets.met(before, event)
        case fire.AccuracyRolled():
            yield from marksmanship.met(before, event)
        case fire.WallDestroyed():
            yield "R65 a wall is shot down"
        case parabolic.RadioRolled():
            yield from drift.radio(before, event)
        case parabolic.ShotDrifted():
            yield from drift.met(before, events, event)
        case hits.HitRolled():
            yield from penetrations.hit(before, event)
        case hits.PenetrationRolled():
            yield from penetrations.met(before, after, events, event)


def _of_work(before: State, events: Sequence[Event], event: Event) -> Iterator[str]:
    match event:
        case repairs.RepairStarted() | repairs.RepairStopped() | repairs.RepairTicked() | repairs.RepairFinished():
            yield from works.repair(before, event)
        case recovery.RecoveryBegan() | recovery.RecoveryWorked() | recovery.RecoveryFinished():
            yield from works.recovered(before, event)
        case recovery.RecoveryBroken():
            yield from works.broken(before, events, event)
