"""Damage, and the destruction of models (R33, R38.1, A8, A10)."""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Feat, Message, ngettext
from rules.kit.chapters import Chapter

from .figures import is_doomed
from .state import Decision, Event, Model, State, destroyed_as, open_shot

CHAPTER = Chapter[State, Event]("Damage", "R33, R38, A8, A10")


def damage(state: State, model: Model, amount: int, by: str) -> None:
    """Damage of the open attack; negative takes it back."""
    open_shot(state).damage += amount
    hurt(state, model, amount, by)


def hurt(state: State, model: Model, amount: int, by: str) -> None:
    model.damage += amount
    if not is_doomed(state, model):
        model.doomed = ("", 0)
    elif not model.doomed[0]:
        model.doomed = (by, state.report)


class Destroyed(Event, frozen=True, kw_only=True):
    """A tank at or above its damage capacity is a wreck, or removed (not `wreck`: base defence 0). `by`: who did it."""

    rules: ClassVar = ("R38", "A8", "A10")
    unit: str
    wreck: bool
    by: str
    points: int


def destroy(state: State) -> Decision:
    """R38.1: tanks at or above their capacity become wrecks. Those of base defence 0 are removed (A8, A10), and so is a
    helicopter that has reached its capacity because a card was lost."""
    for model in state.models.values():
        if model.in_play and is_doomed(state, model):
            wreck = destroyed_as(model) == "destroyed"
            yield Destroyed(unit=model.id, wreck=wreck, by=model.doomed[0], points=model.points)


@CHAPTER.evolves
def destroyed(state: State, event: Destroyed) -> None:
    model = state.models[event.unit]
    model.fate = "destroyed" if event.wreck else "removed"
    if event.by and state.models[event.by].side != model.side:
        state.models[event.by].feats.append(Feat("kill", model.doomed[1] or state.report, event.unit))


@CHAPTER.narrates
def tell_destroyed(event: Destroyed) -> Message:
    if event.wreck:
        return ngettext(
            "%(unit)s is destroyed (%(n)d point).",
            "%(unit)s is destroyed (%(n)d points).",
            event.points,
            unit=event.unit,
        )
    return ngettext(
        "%(unit)s is destroyed and removed (%(n)d point).",
        "%(unit)s is destroyed and removed (%(n)d points).",
        event.points,
        unit=event.unit,
    )
