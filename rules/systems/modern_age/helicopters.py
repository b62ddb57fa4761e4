"""Helicopters: the height they fly at, and how they come down (R16, R36, A5, B3)."""

from __future__ import annotations

from typing import ClassVar

from rules.contract import Dice, Feat, Message, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .attack.answers import Answers
from .attack.sequence import Step, plug
from .figures import is_doomed, locked, wounds_of
from .refusals import refused
from .shot import Shot
from .state import Decision, Elevation, Event, Model, State

CHAPTER = Chapter[State, Event]("Helicopters", "R16, R36, A5, B3")


def height(model: Model) -> Elevation:
    """A helicopter flies low unless it is reported to fly high; "" for a tank."""
    return "" if model.is_tank else model.elevation or "low"


def other_height(model: Model) -> Elevation:
    return "low" if height(model) == "high" else "high"


def may_climb(state: State, model: Model) -> bool:
    """Whether it may change its height. A tank has none, and Damaged Mobility keeps a helicopter where it is."""
    return not model.is_tank and not locked(wounds_of(state, model), "elevation")


def flown_at(state: State, model: Model, wanted: Elevation) -> Elevation:
    """The height it flies at from now on, if its report names `wanted` ("" keeps its own). Raises `Refused` if it may
    not change."""
    if not wanted:
        return height(model)
    _only_helicopters(model)
    if not may_climb(state, model):
        raise refused(
            "R16",
            say(_("%(unit)s may not change its elevation: a critical card forbids it."), unit=model.name),
            _("Leave “elevation” out."),
            "elevation",
        )
    return wanted


def deployed_at(model: Model, wanted: Elevation) -> Elevation:
    """B3: the owner chooses the height at deployment; low if the report does not say."""
    if wanted:
        _only_helicopters(model)
    return wanted or height(model)


def _only_helicopters(model: Model) -> None:
    if model.is_tank:
        raise refused(
            "R16",
            say(_("%(unit)s is a tank and has no elevation."), unit=model.name),
            _("Leave “elevation” out: it is for helicopters."),
            "elevation",
        )


# -- a crash -----------------------------------------------------------------------------------------------------------


class Crashed(Event, frozen=True, kw_only=True):
    """A helicopter at or above its damage capacity is removed at once (R36)."""

    rules: ClassVar = ("R36",)
    unit: str
    by: str
    points: int


def crashes(state: State, shot: Shot) -> bool:
    """Before any other step. Cards that were still to be drawn, spent or answered for the helicopter lapse."""
    return bool(_falling(state, shot))


def crash(state: State, shot: Shot, answers: Answers, dice: Dice) -> Decision:
    for model in _falling(state, shot):
        yield Crashed(unit=model.id, by=model.doomed[0], points=model.points)


def _falling(state: State, shot: Shot) -> list[Model]:
    """The model that falls: the target by the attack, the shooter by the answer to it."""
    models = [state.models[shot.target], state.models[shot.shooter]]
    return [model for model in models if not model.is_tank and model.on_table and is_doomed(state, model)]


plug(Step("crash", "", "target", say(_("Crash")), crashes, lambda *_: True, crash))


@CHAPTER.evolves
def crashed(state: State, event: Crashed) -> None:
    """The critical cards that it still had to suffer are discarded, and no more are drawn for it."""
    model, shot = state.models[event.unit], state.shot
    model.fate = "removed"
    if event.by and state.models[event.by].side != model.side:
        state.models[event.by].feats.append(Feat("kill", model.doomed[1] or state.report, event.unit))
    if shot and shot.target == event.unit:
        state.discards.extend(critical.card for critical in (*shot.open, *shot.turned))
        shot.open, shot.turned, shot.draws = [], [], 0


@CHAPTER.narrates
def tell_crashed(event: Crashed) -> Message:
    return ngettext(
        "%(unit)s crashes and is removed (%(n)d point).",
        "%(unit)s crashes and is removed (%(n)d points).",
        event.points,
        unit=event.unit,
    )
