"""The clerk's work after a battle, by house rules (RULES.md, "After the battle"): hulls, and what was left behind."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Command, Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .lookup import unit_of
from .outcome import fate, is_abandoned, is_hurt, verdict
from .refusals import refused
from .state import State, Vehicle


def aftermath(state: State) -> Sequence[Command]:
    """The vehicles still to be seen to after the battle, in the order of the muster; each once."""
    over = verdict(state)
    if not over:
        return ()
    return tuple(c.Assess(unit=unit.id) for unit in state.units.values() if _is_open(state, unit, over.holder))


def assess(state: State, command: c.Assess, dice: Dice) -> Decision:
    """Who holds the field has the hulls on it and what was abandoned; the others' repairs wait for the workshop."""
    unit = unit_of(state, command.unit)
    over = verdict(state)
    if not over:
        raise refused("house", "", say(_("The battle is not over.")), say(_("Finish it first.")))
    if not _is_open(state, unit, over.holder):
        raise refused(
            "house",
            "unit",
            say(_("There is nothing to see to with %(unit)s."), unit=unit.name),
            say(_("Each vehicle is seen to once, and only where it was hurt, destroyed, or has retreated.")),
        )
    yield e.Assessed(unit=unit.id, fate=_became(state, unit, over.holder))


def _is_open(state: State, unit: Vehicle, holder: str) -> bool:
    return not unit.assessed and (is_hurt(unit) or fate(state, unit, holder) not in ("fit", "damaged"))


def _became(state: State, unit: Vehicle, holder: str) -> str:
    """As `events.Assessed` tells it."""
    if is_abandoned(unit, holder):
        return "captured"
    if unit.presence == "bailed_out" and not state.options["bailout_recoverable"]:
        return "scrapped"
    found = fate(state, unit, holder)
    return found if found in ("wrecked", "lost") else "kept"
