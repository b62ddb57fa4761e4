"""The defender's saves (R20, A10, A16, B10)."""

from __future__ import annotations

from collections.abc import Generator

from rules.contract import Event

from . import events_fire as f
from . import tables
from .reported import Reported
from .state import State, Vehicle

DIE = {"heavy": "save_cover", "light": "save_cover", "smoke": "save_smoke", "glancing": "save_glancing"}


def applicable(state: State, firer: Vehicle, target: Vehicle, cover: str, facing: str) -> list[str]:
    """B10: one save for each type that applies, in their order: cover, smoke, glancing. Without stacking only the
    better of cover and smoke, and cover where they are equal."""
    kinds = [cover] if cover else []
    if target.smoke == "smoking" and not (cover and not state.options["stack_cover_and_smoke"]):
        kinds.append("smoke")
    if facing == "front" and firer.figures.strength < target.figures.strength:
        kinds.append("glancing")
    return kinds


def roll_saves(target: Vehicle, by: str, kinds: list[str], reported: Reported) -> Generator[Event, None, bool]:
    """Whether one of them succeeds; the first success ends it."""
    for kind in kinds:
        needed = tables.SAVES[kind]
        roll = reported.roll(DIE[kind], near=(needed,))
        saved = roll.numbers[0] >= needed
        yield f.SaveRolled(unit=target.id, by=by, save=kind, roll=roll, needed=needed, saved=saved)
        if saved:
            return True
    return False
