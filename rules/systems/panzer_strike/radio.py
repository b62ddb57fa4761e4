"""The radio die: whether a target that the howitzer does not see was reported in time (R43, A9)."""

from __future__ import annotations

from collections.abc import Generator

from rules.contract import Dice, Event

from . import events_fire as e
from .lookup import question
from .state import Miniature, State

RED, TOO_LATE = "red", "x"


def report(state: State, unit: Miniature, reported: tuple[str, ...] | None, dice: Dice) -> Generator[Event, None, bool]:
    """The die before all others of a shot whose target somebody reports; returns whether there is a shot.

    Red is a report that was not heard; the purple X one that came too late, which only new contact is.
    """
    assert unit.aim is not None
    roll = dice.roll(
        question(state, unit, "radio"),
        1,
        shows=(state.dice.radio,),
        reported=reported,
        field="radio",
    )
    heard = roll.values[0] != RED and (roll.values[0] != TOO_LATE or unit.aim.contact != "new")
    yield e.RadioRolled(unit=unit.id, reporter=unit.aim.reporter, roll=roll, heard=heard)
    return heard
