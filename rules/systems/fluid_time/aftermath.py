"""The clerk's work after a battle, by house rules (RULES.md, "After the battle"): hulls, what was left behind, and the
crews of what has burnt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rules.contract import Command, Decision, Dice, Roll, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .lookup import unit_of
from .outcome import condition, crew_of, fate, is_hurt, is_left_behind, verdict
from .refusals import refused
from .state import State, Vehicle

GETS_OUT = 4  # house: the least on a die with which a crew survives the flames


def aftermath(state: State) -> Sequence[Command]:
    """The vehicles still to be seen to after the battle, in the order of the muster; each once."""
    over = verdict(state)
    if not over:
        return ()
    return tuple(c.Assess(unit=unit.id) for unit in state.units.values() if _is_open(unit, over.holder))


def assess(state: State, command: c.Assess, dice: Dice) -> Decision:
    """Who holds the field has the hulls that were abandoned on it and what could not drive off; the others' repairs
    wait for the workshop."""
    unit = unit_of(state, command.unit)
    over = verdict(state)
    if not over:
        raise refused("house", "", say(_("The battle is not over.")), say(_("Finish it first.")))
    if not _is_open(unit, over.holder):
        raise refused(
            "house",
            "unit",
            say(_("There is nothing to see to with %(unit)s."), unit=unit.id),
            say(_("Each vehicle is seen to once, and only where it was hurt, destroyed, or has left the table.")),
        )
    roll = _die(unit, command, dice)
    yield e.Assessed(unit=unit.id, fate=_became(unit, over.holder), crew=_crew(unit, over.holder, roll), roll=roll)


def _is_open(unit: Vehicle, holder: str) -> bool:
    return not unit.assessed and (is_hurt(unit) or fate(unit, holder) not in ("fit", "damaged"))


def _became(unit: Vehicle, holder: str) -> Literal["kept", "wrecked", "captured", "lost"]:
    """As `events.Assessed` tells it."""
    if unit.presence in ("burning", "exploded"):
        return "lost"
    if unit.captured or is_left_behind(unit, holder):
        return "captured"
    return "wrecked" if fate(unit, holder) == "wrecked" else "kept"


def _die(unit: Vehicle, command: c.Assess, dice: Dice) -> Roll | None:
    """Whether a crew gets out of the flames a die says, unless somebody has told it."""
    if unit.presence == "burning" and not unit.crew:
        return dice.roll(f"aftermath/{unit.id}/crew", 1, reported=command.dice or None)
    if command.dice:
        raise refused(
            "house",
            "dice",
            say(_("No die falls for the crew of %(unit)s."), unit=unit.id),
            say(_("Leave it out.")),
        )
    return None


def _crew(unit: Vehicle, holder: str, roll: Roll | None) -> Literal["fit", "lost"]:
    if unit.crew:
        return unit.crew
    if roll is not None:
        return "fit" if roll.numbers[0] >= GETS_OUT else "lost"
    return "lost" if unit.in_play and is_left_behind(unit, holder) else crew_of(condition(unit))
