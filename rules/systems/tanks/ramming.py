"""The Ram step (R29 to R33, A18 to A20, B5 to B7)."""

from __future__ import annotations

from rules.contract import Decision, Dice, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from . import measures, tables
from .damage import Hit, resolve, stunned
from .lookup import acting
from .refusals import refused
from .reported import Reported
from .state import State, Vehicle
from .turns import is_open, proceed


def ram(state: State, command: c.Ram, dice: Dice) -> Decision:
    """R30, R31: who has the lower total of armour takes a hit, the rammed tank where both are equal. Saves do not
    apply, and a natural 1 does nothing (B5); both are stunned all the same (R33)."""
    unit = acting(state, command.unit, "ram", "R29")
    if not unit.ram or not is_open(state, unit):
        raise refused(
            "A18" if unit.ram else "R29",
            "unit",
            say(_("%(unit)s has no ram to resolve."), unit=unit.name),
            say(_("A ram is told with the move, and void once one of both is destroyed.")),
        )
    target = state.units[unit.ram]
    victim, facing = (target, command.facing) if takes_it(unit, target) else (unit, "front")
    _check_facing(command, victim is target, target)
    strength = measures.whole_centimetres(state.options, unit.ram_length)
    yield e.Rammed(
        unit=unit.id,
        target=target.id,
        totals=(unit.figures.total, target.figures.total),
        stunned=(stunned(state, unit), stunned(state, target)),
        victim=victim.id,
        strength=strength,
        facing=facing,
    )
    faces = tables.RAM_DICE["rammed" if victim is target else "rammer"]
    reported = Reported(command, dice, f"r{state.round}/{unit.side}/{unit.id}/ram")
    by = unit if victim is target else target
    hit = Hit(victim, by.id, "ram", strength, facing, victim.figures.armour(facing), faces)
    yield from resolve(state, hit, reported)
    reported.check_all_asked()
    yield from proceed(state)


def takes_it(unit: Vehicle, target: Vehicle) -> bool:
    """R30, A19: whether the rammed tank takes the hit."""
    return unit.figures.total >= target.figures.total


def _check_facing(command: c.Ram, wanted: bool, target: Vehicle) -> None:
    """A20: the struck side of the rammed tank; the rammer takes it on its front."""
    if bool(command.facing) is wanted:
        return
    text = _("It is not told where %(target)s was struck.")
    remedy = _("Tell “front”, “side” or “rear”.")
    if not wanted:
        text, remedy = _("%(target)s has the higher armour: the rammer is hit, on its front."), _("Leave it out.")
    raise refused("A20", "facing", say(text, target=target.name), say(remedy))
