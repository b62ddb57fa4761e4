"""Results of an attack changed by the platoon's rule or by cards, one after the other (R8, A19, B11).

Before defence ("rolled") and after it ("uncancelled") the shooter is asked about each change that is possible and has
not been answered: the platoon's rule first, then its cards in the order they lie, then the target's. Nobody is asked
about face-down cards: the shooter turns such a card up before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rules.contract import Decision, Dice

from . import events as e
from .answers import Answers
from .crews import crew_aboard
from .effects import Effect
from .figures import Aim, active, aim_of, facts_of
from .results import Results, can_change, changed
from .state import Change, Shot, State

Stage = Literal["rolled", "uncancelled"]
CHANGES = ("upgrade", "split", "join", "strike_crew")


def results_of(shot: Shot) -> Results:
    return Results(shot.hits, shot.criticals, shot.forced, shot.worn)


def stage_of(shot: Shot) -> Stage | None:
    """The stage at which the attack's results may be changed now."""
    if not shot.defended and not shot.swapped:
        return "rolled"
    return "uncancelled" if shot.cancelled and not shot.damaged else None


def open_change(state: State, shot: Shot) -> Change | None:
    """The change the shooter is asked about next."""
    stage = stage_of(shot)
    return next_change(state, shot, stage, results_of(shot)) if stage else None


def next_change(state: State, shot: Shot, stage: Stage, left: Results) -> Change | None:
    """The first change at that stage that `left` allows and nobody has answered."""
    for change in _offered(state, aim_of(state, shot), stage):
        if change not in shot.changes and can_change(left, change.does) and _has_victim(state, shot, change):
            return change
    return None


def _offered(state: State, aim: Aim, stage: Stage) -> Iterator[Change]:
    shooter, facts = aim.shooter, facts_of(state, aim, aim.shooter)
    for effect in state.platoons[shooter.side]:
        if _changes(effect, stage) and effect.applies(facts):
            yield Change("", effect.does, stage)
    for card in shooter.cards.values():
        for effect in active(state, shooter, card, aim.spent):
            if _changes(effect, stage) and effect.applies(facts):
                yield Change(card.id, effect.does, stage)
    for card in aim.target.cards.values():
        if any(x.does == "exposed" and x.stage == stage for x in active(state, aim.target, card, aim.spent)):
            yield Change(card.id, "exposed", stage)


def _changes(effect: Effect, stage: Stage) -> bool:
    return effect.does in CHANGES and effect.stage == stage


def _has_victim(state: State, shot: Shot, change: Change) -> bool:
    """Two hits are given up for a crew card only where there is one left to lose."""
    return change.does != "strike_crew" or len(crew_aboard(state.models[shot.target])) > shot.crew_toll


def before_defence(state: State, shot: Shot) -> bool:
    return stage_of(shot) == "rolled" and open_change(state, shot) is not None


def after_defence(state: State, shot: Shot) -> bool:
    return stage_of(shot) == "uncancelled" and open_change(state, shot) is not None


def swap(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    """The open change is made or not."""
    wanted, change = bool(answers.take("swap")), open_change(state, shot)
    assert change is not None
    left = changed(results_of(shot), change.does) if wanted else results_of(shot)
    yield e.CriticalSwapped(
        unit=shot.shooter,
        swapped=wanted,
        hits=left.hits,
        criticals=left.criticals,
        by=change.by,
        does=change.does,
        stage=change.stage,
    )
