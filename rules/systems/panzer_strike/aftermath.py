"""The clerk's work after a battle, by house rules (RULES.md, "After the battle"): wrecks and what is left to repair."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Command, Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .crews import first_timer
from .lookup import unit_of
from .outcome import fate, holds_field, is_hurt, verdict
from .refusals import refused
from .state import Miniature, State


def aftermath(state: State) -> Sequence[Command]:
    """The units still to be seen to after the battle, in the order of the muster; each once."""
    if not verdict(state):
        return ()
    holder = holds_field(state)
    return tuple(c.Assess(unit=unit.id) for unit in state.units.values() if _is_open(state, unit, holder))


def assess(state: State, command: c.Assess, dice: Dice) -> Decision:
    """Who holds the field has its wrecks and what the enemy left behind; the others' repairs are counted in rounds."""
    unit = unit_of(state, command.unit)
    if not verdict(state):
        raise refused("house", "", say(_("The battle is not over.")), say(_("Finish it first.")))
    holder = holds_field(state)
    if not _is_open(state, unit, holder):
        raise refused(
            "house",
            "unit",
            say(_("There is nothing to see to with %(unit)s."), unit=unit.called),
            say(_("Each unit is seen to once, and only where it was hurt, destroyed, or has left the board.")),
        )
    match fate(state, unit, holder):
        case "lost":
            yield e.Assessed(unit=unit.id, fate="lost")
        case "wrecked":
            yield e.Assessed(unit=unit.id, fate="wrecked", mass=unit.figures.mass)
        case _:
            yield _repairs(state, unit, holder)


def _is_open(state: State, unit: Miniature, holder: str) -> bool:
    return not unit.assessed and (is_hurt(unit) or fate(state, unit, holder) not in ("fit", "damaged"))


def _repairs(state: State, unit: Miniature, holder: str) -> e.Assessed:
    """R51 to R62: the crew takes five rounds a level, fewer where it has begun or learned; a recovery vehicle one, or
    two for a heavier patient. Without one an injured crew repairs nothing.
    """
    levels = repair_levels(state, unit)
    if not levels:
        return e.Assessed(unit=unit.id, fate="kept")
    own = (unit.timer or first_timer(unit)) + first_timer(unit) * (levels - 1)
    if helper := _recovery_vehicle(state, unit, holder):
        rounds = levels * (2 if unit.figures.mass > helper.figures.mass else 1)
        if unit.injured or rounds < own:
            return e.Assessed(unit=unit.id, fate="kept", rounds=rounds, by=helper.id)
    return e.Assessed(unit=unit.id, fate="kept", rounds=own, stuck=unit.injured)


def repair_levels(state: State, unit: Miniature) -> int:
    """How many cycles of repair lead back to full mobility (R53, R56)."""
    if unit.mobility == "immobilised" and state.options["semi_immobilised"]:
        return 2
    return int(unit.mobility != "mobile")


def _recovery_vehicle(state: State, patient: Miniature, holder: str) -> Miniature | None:
    """The heaviest of its side that comes home with its crew unhurt; None where there is none."""
    helpers = [
        unit
        for unit in state.units.values()
        if unit.side == patient.side
        and unit.figures.recovery
        and unit is not patient
        and not unit.injured
        and fate(state, unit, holder) in ("fit", "damaged", "withdrawn")
    ]
    return max(helpers, key=lambda unit: unit.figures.mass, default=None)
