"""Helicopters that come down: removed at once, in the middle of an attack (R36)."""

from __future__ import annotations

from rules.contract import Decision, Dice

from . import events as e
from .answers import Answers
from .figures import is_doomed
from .state import Model, Shot, State


def crashes(state: State, shot: Shot) -> bool:
    """Before any other step: what was still to be drawn, spent or answered for the helicopter lapses with it."""
    return bool(_falling(state, shot))


def crash(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    for model in _falling(state, shot):
        yield e.Crashed(unit=model.id, by=model.doomed[0], points=model.points)


def _falling(state: State, shot: Shot) -> list[Model]:
    """By the attack the target, by the answer to it the shooter."""
    models = [state.models[shot.target], state.models[shot.shooter]]
    return [model for model in models if not model.is_tank and model.on_table and is_doomed(state, model)]
